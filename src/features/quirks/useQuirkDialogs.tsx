import { type ReactNode, useCallback, useRef, useState } from 'react'
import { useProject } from '../../data/useLive.ts'
import type { QuirkRow } from '../../model/queries.ts'
import type { Passage } from '../../state/passage.ts'
import { nextColour } from './nextColour.ts'
import { QuirkForm } from './QuirkForm.tsx'
import { QuirkPicker } from './QuirkPicker.tsx'

interface Form {
  quirk?: QuirkRow | undefined
  colour: string
  place?: { x: number; y: number } | undefined
  passage?: Passage | undefined
}

interface Picker {
  title?: string | undefined
  without?: ReadonlySet<number> | undefined
}

export interface QuirkDialogs {
  /** To be put once into the screen. */
  dialogs: ReactNode
  /** Resolves to the id of the quirk that was made, or null. With a passage the passage is highlighted with it. */
  newQuirk: (request?: { x?: number; y?: number; passage?: Passage }) => Promise<number | null>
  editQuirk: (quirkId: number) => Promise<number | null>
  /** Resolves to the chosen quirk's id, or null. */
  chooseQuirk: (question?: Picker) => Promise<number | null>
}

/** The quirk dialogs of a screen: whoever asks for one gets a promise of its answer. */
export function useQuirkDialogs(): QuirkDialogs {
  const project = useProject()
  const form = useAsked<Form>()
  const picker = useAsked<Picker>()

  const quirks = useCallback(async (): Promise<QuirkRow[]> => {
    const posted = await project.ask('quirks', {})
    return 'all' in posted ? posted.all : posted.put
  }, [project])
  const newQuirk: QuirkDialogs['newQuirk'] = useCallback(
    async ({ x, y, passage } = {}) => {
      const colour = nextColour((await quirks()).map(({ color }) => color))
      return form.ask({ colour, passage, place: x === undefined || y === undefined ? undefined : { x, y } })
    },
    [form.ask, quirks],
  )
  const editQuirk = useCallback(
    async (quirkId: number) => {
      const quirk = (await quirks()).find(({ id }) => id === quirkId)
      return quirk ? form.ask({ quirk, colour: quirk.color }) : null
    },
    [form.ask, quirks],
  )
  const chooseQuirk: QuirkDialogs['chooseQuirk'] = useCallback((question = {}) => picker.ask(question), [picker.ask])

  const dialogs = (
    <>
      {form.asked && <QuirkForm key={form.turn} {...form.asked} open={form.open} onClose={form.answer} />}
      {picker.asked && <QuirkPicker key={picker.turn} {...picker.asked} open={picker.open} onClose={picker.answer} />}
    </>
  )
  return { dialogs, newQuirk, editQuirk, chooseQuirk }
}

/** One dialog at a time: asking again answers the earlier question with null. What was asked stays while the dialog closes. */
function useAsked<Question>() {
  const [state, setState] = useState<{ asked: Question | null; open: boolean; turn: number }>({
    asked: null,
    open: false,
    turn: 0,
  })
  const resolve = useRef<((quirkId: number | null) => void) | null>(null)
  const answer = useCallback((quirkId: number | null) => {
    resolve.current?.(quirkId)
    resolve.current = null
    setState((before) => ({ ...before, open: false }))
  }, [])
  const ask = useCallback((asked: Question): Promise<number | null> => {
    resolve.current?.(null)
    setState(({ turn }) => ({ asked, open: true, turn: turn + 1 }))
    return new Promise((settle) => {
      resolve.current = settle
    })
  }, [])
  return { ...state, ask, answer }
}
