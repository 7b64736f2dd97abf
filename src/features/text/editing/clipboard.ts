/** Copying takes the formatting along, pasting brings it in; what is pasted becomes canonical like all text. */
import {
  ChangeSet,
  EditorSelection,
  EditorState,
  type Text,
  type Transaction,
  type TransactionSpec,
} from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { canonicalText, isCanonicalText } from '../../../model/text/canonicalText.ts'
import type { RichText } from '../../../model/text/richText.ts'
import { toHtml } from '../../../model/text/toHtml.ts'
import { fromOthers, perform, shownIn } from './richState.ts'
import { formattingOf } from './shownText.ts'

/** A stretch of the text as a document of its own. */
function richSlice(state: EditorState, from: number, to: number): RichText {
  const format = formattingOf(shownIn(state), [{ from, to }])
  return {
    text: state.sliceDoc(from, to),
    marks: format.marks
      .map((mark) => ({ ...mark, from: mark.from - from, to: mark.to - from }))
      .sort((a, b) => a.from - b.from),
    kinds: format.kinds.map((kind) => ({ ...kind, at: kind.at - from })),
    images: format.images.map((image) => ({ ...image, at: image.at - from })),
  }
}

function put(event: ClipboardEvent, view: EditorView): boolean {
  const { from, to, empty } = view.state.selection.main
  if (empty || !event.clipboardData) return false
  const rich = richSlice(view.state, from, to)
  event.clipboardData.setData('text/plain', rich.text.replaceAll('\ufffc', ''))
  event.clipboardData.setData('text/html', toHtml(rich))
  return true
}

export const copyRich = EditorView.domEventHandlers({ copy: put })

function insertRich(view: EditorView, rich: RichText): void {
  const { from, to } = view.state.selection.main
  const changes = ChangeSet.of({ from, to, insert: rich.text }, view.state.doc.length)
  const format = {
    marks: rich.marks.map((mark) => ({ ...mark, from: mark.from + from, to: mark.to + from })),
    kinds: rich.kinds.filter(({ at }) => at > 0).map((kind) => ({ ...kind, at: kind.at + from })),
    images: rich.images.map((image) => ({ ...image, at: image.at + from })),
  }
  perform(view, [{ type: 'text', changes: changes.toJSON(), format }], {
    selection: EditorSelection.cursor(from + rich.text.length),
    scrollIntoView: true,
    userEvent: 'input.paste',
  })
}

function paste(event: ClipboardEvent, view: EditorView): boolean {
  const html = event.clipboardData?.getData('text/html')
  if (!html) return false
  // The parser is loaded when the first formatted text is pasted.
  void import('../../../model/text/parseHtml.ts').then(({ parseHtml }) => insertRich(view, parseHtml(html)))
  return true
}

function cut(event: ClipboardEvent, view: EditorView): boolean {
  if (!put(event, view)) return false
  view.dispatch(view.state.replaceSelection(''), { userEvent: 'delete.cut', scrollIntoView: true })
  return true
}

/** Files dropped here go to the importer, not into the text. */
const leaveFiles = (event: DragEvent): boolean => (event.dataTransfer?.files.length ?? 0) > 0

const hasOnlyCanonical = (tr: Transaction): boolean => {
  let canonical = true
  tr.changes.iterChanges((_fromA, _toA, _fromB, _toB, insert: Text) => {
    canonical &&= isCanonicalText(insert.toString())
  })
  return canonical
}

/** Whatever brings text in, the worker takes only canonical text. */
const canonicalFilter = EditorState.transactionFilter.of((tr): TransactionSpec | readonly TransactionSpec[] => {
  if (!tr.docChanged || tr.annotation(fromOthers) || hasOnlyCanonical(tr)) return tr
  const changes: { from: number; to: number; insert: string }[] = []
  tr.changes.iterChanges((from, to, _fromB, _toB, insert) => {
    changes.push({ from, to, insert: canonicalText(insert.toString()) })
  })
  return { changes, userEvent: 'input', scrollIntoView: true }
})

export const pasteRich = [EditorView.domEventHandlers({ paste, cut, drop: leaveFiles }), canonicalFilter]
