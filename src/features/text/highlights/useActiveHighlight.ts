/** What keys, clicks and handles do with one highlight, and what is said meanwhile. */

import { EditorView } from '@codemirror/view'
import { useProject } from '../../../data/live/useLive.ts'
import { formatDate } from '../../../i18n/formats.ts'
import { useT } from '../../../i18n/useT.ts'
import { cssColour } from '../../../model/palette.ts'
import { isProblem } from '../../../model/problems.ts'
import type { QuirkRow } from '../../../model/queries.ts'
import type { Key } from '../../../model/schema.ts'
import { editorOf } from '../../../state/editor.ts'
import { copyText } from '../../../ui/feedback/copyText.ts'
import { showProblem } from '../../../ui/feedback/showProblem.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import type { CodingViewProps } from '../codingViewProps.ts'
import type { AnswerPlace } from '../editing/answerPlace.ts'
import { paragraphsOf, paragraphText, quotedWords } from '../reference.ts'
import type { CodingActions } from '../useCodingActions.ts'
import type { ActiveHooks } from './activeHighlight.ts'
import type { Ends } from './endsOf.ts'
import type { PlacedHighlight } from './highlightState.ts'
import { spotOf } from './spotOf.ts'

interface ActiveHighlightOptions {
  props: CodingViewProps
  place: AnswerPlace
  canWrite: boolean
  title: string
  /** Whose answer this is, where there are several. */
  question: string | undefined
  quirks: ReadonlyMap<Key, QuirkRow> | undefined
  actions: CodingActions
  view: () => EditorView | null
  /** Of the shown text. */
  tick: () => number | undefined
}

export interface HighlightActs extends ActiveHooks {
  nameOf(highlight: PlacedHighlight): string
  /** Its title, and who made it when. */
  tell(highlight: PlacedHighlight): { title: string; by: string }
  colorOf(highlight: PlacedHighlight): string
  /** `toText`: the focus goes to its place in the text. */
  onRemove(highlight: PlacedHighlight, toText?: boolean): void
  /** Its words become those that are selected. */
  onFit(highlight: PlacedHighlight): void
  /** The words that are selected are no longer among its own. */
  onCut(highlight: PlacedHighlight): void
  onCopyReference(span: Ends): void
}

export function useActiveHighlight(options: ActiveHighlightOptions): HighlightActs {
  const { props, place, canWrite, title, question, quirks, actions, view, tick } = options
  const t = useT()
  const project = useProject()
  const editor = editorOf(project.uuid)
  const say = (words: string) => view()?.dispatch({ effects: EditorView.announce.of(words) })
  const quirkOf = ({ value }: PlacedHighlight) => quirks?.get(value.quirkId)
  const titleOf = (highlight: PlacedHighlight) => quirkOf(highlight)?.title || t('quirk.untitled')
  const tell = (highlight: PlacedHighlight) => {
    const { author, timestamp } = highlight.value
    return { title: titleOf(highlight), by: t('text.byWhen', { author, time: formatDate(timestamp) }) }
  }
  /** Highlights are changed while nobody edits their text, and by those who may (1 §5). */
  const may = (): boolean => {
    if (editor.editing) showProblem({ kind: 'highlightWhileEditing' })
    else if (!canWrite) showProblem({ kind: 'readOnly' })
    return canWrite && !editor.editing
  }
  const onResize = async ({ id }: PlacedHighlight, { from, to }: Ends) => {
    if (!may()) return
    const done = await project.run('updateHighlight', { highlightId: id, start: from, length: to - from, tick: tick() })
    if (isProblem(done)) showProblem(done.problem)
    else say(t('text.resized'))
  }
  return {
    tell,
    nameOf: (highlight) => t('text.highlightBy', { title: titleOf(highlight), author: highlight.value.author }),
    colorOf: (highlight) => {
      const quirk = quirkOf(highlight)
      return quirk ? cssColour(quirk.color) : 'var(--edge)'
    },
    onStep: (highlight) => {
      const { doc } = view()?.state ?? {}
      if (!highlight || !doc) say(t('text.noHighlights'))
      else {
        const label = Object.values(tell(highlight)).join(', ')
        say(t('ui.labelled', { label, value: quotedWords(doc, highlight).slice(0, 200) }))
      }
    },
    onRecode: (highlight) => {
      const { from, to, id } = highlight
      if (may())
        props.onPickQuirk(
          { ...place, start: from, length: to - from },
          { highlightId: id, at: spotOf(view(), from, to), say },
        )
    },
    onRemove: (highlight, toText) => {
      if (may()) actions.remove([highlight], toText)
    },
    onMoving: (words) => {
      const short = words.length > 120 ? `${words.slice(0, 50)} … ${words.slice(-50)}` : words
      say(short.replace(/\s+/g, ' '))
    },
    onResize,
    onFit: (highlight) => {
      const { selection } = editor
      if (selection && may())
        void onResize(highlight, { from: selection.start, to: selection.start + selection.length })
    },
    onCut: async ({ id }) => {
      const { selection } = editor
      if (!selection || !may()) return
      const { start, length } = selection
      const done = await project.run('cutHighlight', { highlightId: id, start, length, tick: selection.tick })
      if (!isProblem(done)) say(t('text.resized'))
      else if (done.problem.kind === 'foreignAuthor') toast.show({ kind: 'warning', message: t('text.cutRefused') })
      else showProblem(done.problem)
    },
    onCopyReference: (span) => {
      const { doc } = view()?.state ?? {}
      if (!doc) return
      const [first, last] = paragraphsOf(doc, span)
      const text = t(first === last ? 'text.reference' : 'text.referenceSeveral', {
        quote: quotedWords(doc, span),
        source: question === undefined ? title : `${title}, ${question}`,
        at: paragraphText([first, last]),
      })
      void copyText(t, text)
    },
  }
}
