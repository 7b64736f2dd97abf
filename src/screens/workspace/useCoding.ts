import { useSnapshot } from 'valtio'
import { useProject } from '../../data/live/useLive.ts'
import type { QuirkDialogs } from '../../features/quirks/useQuirkDialogs.tsx'
import { useQuirkKeys } from '../../features/quirks/useQuirkKeys.ts'
import type { QuirkChoice } from '../../features/text/codingViewProps.ts'
import { useT } from '../../i18n/useT.ts'
import { none } from '../../model/schema.ts'
import type { CodePassage } from '../../state/codePassage.ts'
import { editorOf } from '../../state/editor.ts'
import type { Passage } from '../../state/passage.ts'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { useCodeBySearch } from './useCodeBySearch.tsx'

/** The ways to the one act of coding (`code`, of `useCode`) that are the same on every screen: a choice, a form, a quirk's own key, a search. */
export function useCoding(quirks: QuirkDialogs, canWrite: boolean, code: CodePassage) {
  const t = useT()
  const editor = editorOf(useProject().uuid)
  const [lastQuirk = null] = useSnapshot(editor).recentQuirks

  /** Lets a quirk be chosen or named for a passage, or several one after the other; with `highlightId`, another one for that highlight. */
  const pick = async (passage: Passage, { highlightId, at, say }: QuirkChoice = {}): Promise<void> => {
    const words = highlightId === undefined ? { passage } : { highlightId }
    const picked = await quirks.chooseOrName({
      mayCreate: true,
      title: t(highlightId === undefined ? 'quirk.choose' : 'text.changeQuirk'),
      at,
      // The box says it then, since it stays.
      ...(highlightId === undefined && { onAlso: (also) => void code(words, also, { isHeld: true }) }),
    })
    if (picked) await code(words, picked, { say })
  }
  const create = async (passage: Passage | null): Promise<void> => {
    await quirks.newQuirk(passage ? { passage } : {})
  }

  /** Gives the selected words to a quirk and says so; false where there is nothing to give. */
  const giveSelected = (quirkId: number): boolean => {
    const { selection } = editor
    if (!canWrite || editor.editing || !selection) return false
    void code({ passage: { ...selection } }, { quirkId }, { toast: true })
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
    if (passage) void code({ passage }, { quirkId }, { toast: true, isDropped: true })
    else giveSelected(quirkId)
  }

  const { codeBySearch, dialogs } = useCodeBySearch(code)
  const search = (text: string): void => {
    if (!editor.editing) codeBySearch(text)
    else showProblem({ kind: 'highlightWhileEditing' })
  }
  return { code, pick, create, giveSelected, giveTo, lastQuirk, codeBySearch: search, dialogs }
}
