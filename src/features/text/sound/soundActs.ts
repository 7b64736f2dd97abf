/** What somebody does to a text while they listen. */
import type { EditorView } from '@codemirror/view'
import { labelsIn } from '../../../model/rules/analysis/speakerLabels.ts'
import { type ShownWord, timesOf } from '../../../model/sound/alignWords.ts'
import { timeStamp } from '../../../model/sound/clockTime.ts'
import type { PlacedHighlight } from '../highlights/highlightState.ts'

/** ms that are selected at once, to be coded. */
const lately = 10_000

/** Types a time where the caret stands. */
export function typeTime(view: EditorView, ms: number): void {
  type(view, `${timeStamp(ms)} `)
}

/**
 * Types who speaks next at the beginning of a paragraph: of two the other one, else in the order in which they first spoke. Whoever has no names yet begins
 * with A and B.
 */
export function typeNextSpeaker(view: EditorView): void {
  const { state } = view
  const { from } = state.selection.main
  const line = state.doc.lineAt(from)
  const label = `${nextSpeaker(state.sliceDoc(0, from))}: `
  type(view, from > line.from ? `\n${label}` : label)
}

/** `text`: what stands before. */
export function nextSpeaker(text: string): string {
  const names = labelsIn(text).map(({ name }) => name)
  const known = [...new Set(names)]
  for (const usual of ['A', 'B']) if (known.length < 2 && !known.includes(usual)) known.push(usual)
  const last = names.at(-1)
  return known[(last === undefined ? 0 : known.indexOf(last) + 1) % known.length] ?? 'A'
}

function type(view: EditorView, insert: string): void {
  const { from, to } = view.state.selection.main
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from + insert.length },
    userEvent: 'input.type',
    scrollIntoView: true,
  })
  view.focus()
}

/** Selects what was said in the last seconds, as if somebody had dragged over it: it is coded like any passage. */
export function selectLast(view: EditorView, words: readonly ShownWord[], ms: number): void {
  const said = words.filter(({ begins, ends }) => ends > ms - lately && begins < ms)
  const [first, last] = [said[0], said.at(-1)]
  if (!first || !last) return
  view.focus()
  view.dispatch({ selection: { anchor: first.from, head: last.to }, userEvent: 'select.pointer', scrollIntoView: true })
}

/** When what is selected, or the highlight that was chosen, was said; null: nothing is, or nobody knows. Who edits plays on from where they are. */
export function chosenTimes(
  { state }: EditorView,
  active: PlacedHighlight | null,
  words: readonly ShownWord[],
): { from: number; to: number } | null {
  const { main } = state.selection
  const span = main.empty ? active : main
  return span && state.readOnly ? timesOf(words, { start: span.from, length: span.to - span.from }) : null
}
