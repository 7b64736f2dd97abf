/** Selecting and deleting by word where a script writes no spaces between them: CodeMirror takes a whole run of letters for one word. */
import { EditorSelection, type SelectionRange, type Text } from '@codemirror/state'
import { EditorView, type KeyBinding } from '@codemirror/view'
import { isUnspaced, segments } from '../../model/text/segments.ts'

/** The words of a line, if some of it is of such a script. */
const wordsOf = (text: string) => (isUnspaced(text) ? [...segments(text, 'word')].filter((it) => it.isWordLike) : [])

/** The word at a place; null where spaces do. `side`: of which of two. */
export function wordAt(doc: Text, pos: number, side: number): { from: number; to: number } | null {
  const line = doc.lineAt(pos)
  const at = pos - line.from
  const found = wordsOf(line.text).find(({ index, segment }) => {
    const end = index + segment.length
    return side < 0 ? index < at && at <= end : index <= at && at < end
  })
  if (!found || !isUnspaced(found.segment)) return null
  const from = line.from + found.index
  return { from, to: from + found.segment.length }
}

/** Moving by a group of letters ends at a word within it. */
export function endOfWord(doc: Text, start: SelectionRange, end: SelectionRange, forward: boolean): SelectionRange {
  const line = doc.lineAt(start.head)
  const [from, to] = forward ? [start.head, end.head] : [end.head, start.head]
  if (from < line.from || to > line.to || !isUnspaced(doc.sliceString(from, to))) return end
  const edges = wordsOf(line.text).map(({ index, segment }) => line.from + index + (forward ? segment.length : 0))
  const edge = forward ? edges.find((it) => it > from) : edges.findLast((it) => it < to)
  return edge === undefined || edge < from || edge > to ? end : EditorSelection.cursor(edge, forward ? -1 : 1)
}

/** More space than one goes by itself, as does the end of a line: then it is CodeMirror's to delete. */
const spaceAlone = /\s\s|\n/

/** What deleting by word takes between the caret and where moving by word leads; null where it is no such word. */
export function wordToDelete(doc: Text, caret: number, moved: number): { from: number; to: number } | null {
  const [from, to] = caret < moved ? [caret, moved] : [moved, caret]
  const words = doc.sliceString(from, to)
  return isUnspaced(words) && !spaceAlone.test(words) ? { from, to } : null
}

const deleteWord =
  (forward: boolean) =>
  (view: EditorView): boolean => {
    const { doc, selection } = view.state
    const { main } = selection
    const word = main.empty && wordToDelete(doc, main.head, view.moveByGroup(main, forward).head)
    if (!word) return false
    view.dispatch({
      changes: word,
      scrollIntoView: true,
      userEvent: forward ? 'delete.forward' : 'delete.backward',
    })
    return true
  }

/** Before the keys of CodeMirror, where the text can be written in. */
export const deleteWords: readonly KeyBinding[] = [
  { key: 'Mod-Backspace', mac: 'Alt-Backspace', run: deleteWord(false) },
  { key: 'Mod-Delete', mac: 'Alt-Delete', run: deleteWord(true) },
]

/** A double click on such a word selects it, and more of them as the pointer moves on. */
export const selectWords = EditorView.mouseSelectionStyle.of((view, event) => {
  if (event.button !== 0 || event.detail !== 2) return null
  const wordUnder = ({ clientX: x, clientY: y }: MouseEvent) => {
    const { pos, assoc } = view.posAndSideAtCoords({ x, y }, false)
    return { pos, word: wordAt(view.state.doc, pos, assoc) }
  }
  let first = wordUnder(event).word
  if (!first) return null
  return {
    get: (now) => {
      const { from, to } = first ?? { from: 0, to: 0 }
      const { pos, word } = wordUnder(now)
      const next = word ?? { from: pos, to: pos }
      return next.from < from
        ? EditorSelection.single(to, next.from)
        : EditorSelection.single(from, Math.max(to, next.to))
    },
    update: ({ docChanged, changes }) => {
      if (docChanged && first) first = { from: changes.mapPos(first.from), to: changes.mapPos(first.to) }
      return false
    },
  }
})
