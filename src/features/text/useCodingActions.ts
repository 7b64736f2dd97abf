import { EditorView } from '@codemirror/view'
import { runTakeable, type TakeBack } from '../../data/copies/runTakeable.ts'
import { useProject } from '../../data/live/useLive.ts'
import { useT } from '../../i18n/useT.ts'
import type { QuirkRow } from '../../model/queries.ts'
import { editorOf } from '../../state/editor.ts'
import type { Passage } from '../../state/passage.ts'
import { showProblem } from '../../ui/feedback/showProblem.ts'
import { toast } from '../../ui/feedback/toast.ts'
import type { CodingViewProps } from './codingViewProps.ts'
import { focusAfterMenu } from './focusAfterMenu.ts'
import type { PlacedHighlight } from './highlights/highlightState.ts'
import { spotOf } from './highlights/spotOf.ts'
import type { AnswerView } from './useAnswerView.ts'

export interface CodingActions {
  /** Lets a quirk be chosen for what is selected. */
  pick: () => void
  /** Highlights what is selected with the quirk used last. */
  again: () => void
  /** Highlights what is selected with this quirk. */
  code: (quirkId: number) => void
  /** Highlights what is selected with a new quirk that it gives its words to for a name. */
  inVivo: () => void
  /** A new quirk: for what is selected where something is. */
  create: () => void
  /** `toText`: the focus goes to their place in the text. */
  remove: (highlights: readonly PlacedHighlight[], toText?: boolean) => void
  select: (highlight: PlacedHighlight) => void
  copy: () => void
  edit: (on: boolean) => void
}

interface CodingActionsOptions {
  props: CodingViewProps
  canWrite: boolean
  /** The quirk used last. */
  last: QuirkRow | undefined
  view: () => AnswerView
}

/** What keys, menus and buttons do with the text, whichever of them it comes from. */
export function useCodingActions({ props, canWrite, last, view }: CodingActionsOptions): CodingActions {
  const t = useT()
  const project = useProject()
  const editor = editorOf(project.uuid)
  const codeMirror = (): EditorView | null => {
    const now = view()
    return now.state === 'open' ? now.coding.view : null
  }
  /** To screen readers only: the eye sees it happen. */
  const say = (words: string) => codeMirror()?.dispatch({ effects: EditorView.announce.of(words) })
  /** Highlights are not made while the text is being edited (1 §5). */
  const withPassage = (act: (passage: Passage) => void) => {
    const { selection } = editor
    if (editor.editing) showProblem({ kind: 'highlightWhileEditing' })
    else if (!canWrite) showProblem({ kind: 'readOnly' })
    else if (!selection) toast.show({ message: t('text.selectFirst') })
    else act({ ...selection })
  }
  const pick = (passage: Passage) =>
    props.onPickQuirk(passage, { at: spotOf(codeMirror(), passage.start, passage.start + passage.length), say })
  const undo = async (takeBack: TakeBack) => {
    const undone = await takeBack()
    if ('problem' in undone) showProblem(undone.problem)
  }
  return {
    pick: () => withPassage(pick),
    again: () =>
      withPassage((passage) => (last ? void props.onCode({ passage }, { quirkId: last.id }, { say }) : pick(passage))),
    code: (quirkId) => withPassage((passage) => void props.onCode({ passage }, { quirkId }, { say })),
    inVivo: () =>
      withPassage((passage) => {
        const { start, length } = passage
        const title = codeMirror()
          ?.state.sliceDoc(start, start + length)
          .replace(/\s+/g, ' ')
          .trim()
        if (title) void props.onCode({ passage }, { title }, { say })
      }),
    create: () => {
      if (!editor.selection && canWrite && !editor.editing) props.onNewQuirk?.(null)
      else withPassage((passage) => props.onNewQuirk?.(passage))
    },
    remove: async (highlights, toText = false) => {
      const [first] = highlights
      const at = codeMirror()
      if (toText && first && at) {
        // A selection stays; else the caret shows where the highlight was.
        if (at.state.selection.main.empty) at.dispatch({ selection: { anchor: first.from } })
        focusAfterMenu(() => at.focus())
      }
      const result = await runTakeable(project, 'removeHighlights', { highlightIds: highlights.map(({ id }) => id) })
      if ('problem' in result) showProblem(result.problem)
      else
        toast.show({
          id: 'step',
          message: t('text.highlightRemoved'),
          action: { label: t('ui.undo'), onClick: () => void undo(result.ok) },
        })
    },
    select: ({ from, to }) => {
      codeMirror()?.dispatch({ selection: { anchor: from, head: to } })
      focusAfterMenu(() => codeMirror()?.focus())
    },
    copy: () => {
      codeMirror()?.focus()
      document.execCommand('copy')
    },
    edit: (on) => {
      const now = view()
      if (now.state !== 'open') return
      if (on && !canWrite) {
        showProblem({ kind: 'readOnly' })
        return
      }
      if (on && now.answer.isUnreadable()) {
        showProblem({ kind: 'textUnreadable' })
        return
      }
      if (on) now.answer.begin()
      else now.answer.flush()
      editor.editing = on
      now.coding.view.focus()
      if (on) say(t('text.editing'))
    },
  }
}
