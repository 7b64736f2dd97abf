import { type ReactNode, Suspense, useCallback, useRef, useState } from 'react'
import { useProject } from '../../data/live/useLive.ts'
import type { CodePassage, NamedQuirk } from '../../state/codePassage.ts'
import { editorOf } from '../../state/editor.ts'
import type { Passage } from '../../state/passage.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import type { NameQuirkProps } from './NameQuirk.tsx'
import { nextColour } from './nextColour.ts'
import type { GroupsSlot } from './QuirkFields.tsx'
import type { QuirkFormProps } from './QuirkForm.tsx'
import { type PickerQuestion, QuirkPicker } from './QuirkPicker.tsx'
import { draftOf, emptyDraft } from './quirkDraft.ts'
import { quirksOf, useRemoveQuirk } from './useRemoveQuirk.ts'

// Whoever codes needs the picker; the others come later.
const MergeQuirksDialog = lazyPart(async () => (await import('./MergeQuirksDialog.tsx')).MergeQuirksDialog)
const NameQuirk = lazyPart(async () => (await import('./NameQuirk.tsx')).NameQuirk)
const QuirkForm = lazyPart(async () => (await import('./QuirkForm.tsx')).QuirkForm)

type Form = Pick<QuirkFormProps, 'quirkId' | 'draft' | 'place' | 'passage'>

interface QuirkDialogsOptions {
  /** Draws the groups to check in the form. */
  groups: GroupsSlot
  /** Gives a passage to the quirk that is made for it. */
  code: CodePassage
  /** The colours to choose from, with that of the quirk; else the whole palette. */
  colours?: ((own: string) => readonly string[]) | undefined
}

export interface NewQuirkRequest {
  /** Its place on the canvas; without one it gets a free one. */
  x?: number
  y?: number
  parentQuirkId?: number
  passage?: Passage
}

export interface QuirkDialogs {
  /** To be put once into the screen. */
  dialogs: ReactNode
  /** One of them is open. */
  isOpen: boolean
  /** Closes what is open: nothing is answered. */
  dismiss: () => void
  /** Resolves to the id of the quirk that was made, or null. With a passage the passage is highlighted with it. */
  newQuirk: (request?: { x?: number; y?: number; parentQuirkId?: number; passage?: Passage }) => Promise<number | null>
  /** Names a new quirk where it stands, with the form one step away. */
  naming: (asked: NameQuirkProps) => ReactNode
  editQuirk: (quirkId: number) => Promise<number | null>
  /** Resolves to the chosen quirk's id, or null. */
  chooseQuirk: (question?: Omit<PickerQuestion, 'mayCreate'>) => Promise<number | null>
  /** The same, but what is typed may be the title of a quirk to be made. */
  chooseOrName: (question?: PickerQuestion) => Promise<NamedQuirk | null>
  /** Resolves to the target when it was merged, or null. */
  mergeQuirk: (quirkId: number) => Promise<number | null>
  /** At once, with a toast that says what went along and takes it back. Resolves to whether it was removed. */
  removeQuirk: (quirkId: number) => Promise<boolean>
}

/** The quirk dialogs of a screen: whoever asks for one gets a promise of its answer. */
export function useQuirkDialogs({ groups, code, colours }: QuirkDialogsOptions): QuirkDialogs {
  const project = useProject()
  const editor = editorOf(project.uuid)
  const form = useAsked<Form, number>()
  const picker = useAsked<PickerQuestion, NamedQuirk>()
  const merge = useAsked<{ quirkId: number; recent: readonly number[] }, number>()
  const removeQuirk = useRemoveQuirk()

  const newQuirk: QuirkDialogs['newQuirk'] = useCallback(
    async ({ x, y, parentQuirkId, passage } = {}) => {
      await project.askName?.()
      const colour = nextColour((await quirksOf(project)).map(({ color }) => color))
      const place = x === undefined || y === undefined ? undefined : { x, y }
      const draft = emptyDraft(colour)
      return form.ask({ draft: { ...draft, parentQuirkId: parentQuirkId ?? draft.parentQuirkId }, passage, place })
    },
    [form.ask, project],
  )
  const editQuirk = useCallback(
    async (quirkId: number) => {
      const [quirks, links, keys] = await Promise.all([
        quirksOf(project),
        project.ask('groupQuirks', {}),
        project.ask('shortcutKeys', {}),
      ])
      const quirk = quirks.find(({ id }) => id === quirkId)
      if (!quirk) return null
      const inGroups = rowsOf(links).filter((link) => link.quirkId === quirkId)
      const key = rowsOf(keys).find((row) => row.quirkId === quirkId)?.shortcutKey ?? ''
      const groupIds = [...new Set(inGroups.map(({ groupId }) => groupId))]
      editor.heldQuirk = quirkId
      return form.ask({ quirkId, draft: draftOf(quirk, groupIds, key) }).finally(() => {
        editor.heldQuirk = null
      })
    },
    [form.ask, project, editor],
  )
  const chooseOrName: QuirkDialogs['chooseOrName'] = useCallback(
    (question = {}) => picker.ask({ recent: [...editor.recentQuirks], ...question }),
    [picker.ask, editor],
  )
  const chooseQuirk: QuirkDialogs['chooseQuirk'] = useCallback(
    async (question = {}) => {
      const picked = await chooseOrName(question)
      return picked && 'quirkId' in picked ? picked.quirkId : null
    },
    [chooseOrName],
  )
  const mergeQuirk = useCallback(
    (quirkId: number) => merge.ask({ quirkId, recent: [...editor.recentQuirks] }),
    [merge.ask, editor],
  )
  const questions = [form, picker, merge]
  const dismiss = () => {
    for (const { answer } of questions) answer(null)
  }

  const dialogs = (
    <Suspense>
      {form.asked && (
        <QuirkForm
          key={`form ${form.turn}`}
          {...form.asked}
          open={form.open}
          groups={groups}
          onCode={code}
          colours={colours}
          onClose={form.answer}
        />
      )}
      {picker.asked && (
        <QuirkPicker key={`pick ${picker.turn}`} {...picker.asked} open={picker.open} onClose={picker.answer} />
      )}
      {merge.asked && (
        <MergeQuirksDialog key={`merge ${merge.turn}`} {...merge.asked} open={merge.open} onClose={merge.answer} />
      )}
    </Suspense>
  )
  const naming = (asked: NameQuirkProps) => {
    const { passage, place } = asked
    return (
      <Suspense>
        <NameQuirk {...asked} onCode={code} onForm={(draft) => form.ask({ draft, passage, place })} />
      </Suspense>
    )
  }
  const isOpen = questions.some(({ open }) => open)
  return {
    dialogs,
    isOpen,
    dismiss,
    newQuirk,
    naming,
    editQuirk,
    chooseQuirk,
    chooseOrName,
    mergeQuirk,
    removeQuirk,
  }
}

const rowsOf = <R,>(posted: { all: R[] } | { put: R[] }): R[] => ('all' in posted ? posted.all : posted.put)

/** One dialog at a time: asking again answers the earlier question with null. What was asked stays while the dialog closes. */
function useAsked<Question, Answer>() {
  const [state, setState] = useState<{ asked: Question | null; open: boolean; turn: number }>({
    asked: null,
    open: false,
    turn: 0,
  })
  const resolve = useRef<((answer: Answer | null) => void) | null>(null)
  const answer = useCallback((given: Answer | null) => {
    resolve.current?.(given)
    resolve.current = null
    setState((before) => ({ ...before, open: false }))
  }, [])
  const ask = useCallback((asked: Question): Promise<Answer | null> => {
    resolve.current?.(null)
    setState(({ turn }) => ({ asked, open: true, turn: turn + 1 }))
    return new Promise((settle) => {
      resolve.current = settle
    })
  }, [])
  return { ...state, ask, answer }
}
