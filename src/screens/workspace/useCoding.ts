import { useSnapshot } from 'valtio'
import { useProject, useRun } from '../../data/live/useLive.ts'
import type { Picked } from '../../features/quirks/QuirkPicker.tsx'
import type { QuirkDialogs } from '../../features/quirks/useQuirkDialogs.tsx'
import { useQuirkKeys } from '../../features/quirks/useQuirkKeys.ts'
import { quirksOf } from '../../features/quirks/useRemoveQuirk.ts'
import type { QuirkChoice } from '../../features/text/codingViewProps.ts'
import { useT } from '../../i18n/useT.ts'
import { isProblem } from '../../model/problems.ts'
import { none } from '../../model/schema.ts'
import { editorOf, noteUsed } from '../../state/editor.ts'
import type { Passage } from '../../state/passage.ts'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { useCodeBySearch } from './useCodeBySearch.tsx'

/**
 * How a passage of the text comes to a quirk: by choosing one, by naming a new one, by a form, or by a quirk's own key. `letsGo`: its words
 * are selected no more then.
 */
export function useCoding(quirks: QuirkDialogs, canWrite: boolean, { letsGo = false } = {}) {
  const t = useT()
  const project = useProject()
  const editor = editorOf(project.uuid)
  const [lastQuirk = null] = useSnapshot(editor).recentQuirks
  const run = useRun(showProblem)
  const used = (quirkId: number) => {
    noteUsed(editor, quirkId)
    if (letsGo) editor.selection = null
  }

  const give = async (passage: Passage, quirkId: number, highlightId?: number): Promise<boolean> => {
    const done =
      highlightId === undefined
        ? await project.run('createHighlight', { ...passage, quirkId })
        : await project.run('updateHighlight', { highlightId, quirkId })
    if (isProblem<unknown>(done)) showProblem(done.problem)
    else used(quirkId)
    return !isProblem<unknown>(done)
  }
  /** One step, whether a highlight is made with the new quirk or changes to it. */
  const giveNew = async (passage: Passage, title: string, highlightId?: number): Promise<void> => {
    if (highlightId === undefined) {
      const made = await run('createQuirkForPassage', { ...passage, title })
      if (made) used(made.quirkId)
      return
    }
    const done = await project.runAll(
      [
        { command: 'createQuirk', args: { title } },
        { command: 'updateHighlight', args: { highlightId, quirkId: '$1' as unknown as number } },
      ],
      'undo.createQuirk',
    )
    if (isProblem(done)) showProblem(done.problem)
    else used(done.ok[0] as number)
  }
  /** Lets a quirk be chosen or named for a passage, or several one after the other; with `highlightId`, another one for that highlight. */
  const pick = async (passage: Passage, { highlightId, at }: QuirkChoice = {}): Promise<void> => {
    const title = t(highlightId === undefined ? 'quirk.choose' : 'text.changeQuirk')
    const onAlso = (also: Picked) => void take(passage, also)
    const picked = await quirks.chooseOrName({
      mayCreate: true,
      title,
      at,
      ...(highlightId === undefined && { onAlso }),
    })
    if (picked === null) return
    await take(passage, picked, highlightId)
  }
  const take = async (passage: Passage, picked: Picked, highlightId?: number): Promise<void> => {
    if ('quirkId' in picked) await give(passage, picked.quirkId, highlightId)
    else await giveNew(passage, picked.title, highlightId)
  }
  const create = async (passage: Passage | null): Promise<void> => {
    const quirkId = await quirks.newQuirk(passage ? { passage } : {})
    if (quirkId !== null && passage) used(quirkId)
  }

  const sayHighlighted = async (quirkId: number) => {
    const title = (await quirksOf(project)).find(({ id }) => id === quirkId)?.title.trim() || t('quirk.untitled')
    toast.show({ id: 'step', kind: 'success', message: t('text.highlighted', { title }), timeout: 1500 })
  }
  /** Gives the selected words to a quirk and says so; false where there is nothing to give. */
  const giveSelected = (quirkId: number): boolean => {
    const { selection } = editor
    if (!canWrite || editor.editing || !selection) return false
    void give({ ...selection }, quirkId).then((done) => (done ? sayHighlighted(quirkId) : undefined))
    return true
  }
  /** The words that a quirk's key was meant for are not selected; while a text is edited its letters are typed. */
  const sayNothingSelected = () => {
    if (editor.editing || editor.activeSource === none) return
    if (canWrite) toast.show({ id: 'step', message: t('text.selectFirst') })
    else showProblem({ kind: 'readOnly' })
  }
  useQuirkKeys(giveSelected, sayNothingSelected)

  /** Gives a passage that was dropped on a quirk, or the selected words, and says so. */
  const giveTo = (quirkId: number, passage?: Passage): void => {
    if (!passage) giveSelected(quirkId)
    else if (editor.editing) showProblem({ kind: 'highlightWhileEditing' })
    else void give(passage, quirkId).then((done) => (done ? sayHighlighted(quirkId) : undefined))
  }

  const { codeBySearch, dialogs } = useCodeBySearch(used)
  const search = (text: string): void => {
    if (!editor.editing) codeBySearch(text)
    else showProblem({ kind: 'highlightWhileEditing' })
  }
  return { pick, create, giveSelected, giveTo, used, lastQuirk, codeBySearch: search, dialogs }
}
