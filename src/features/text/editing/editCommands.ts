/** What keys and buttons do in edit mode: marks, lists, line breaks. Each is steps on the text. */

import { ChangeSet, EditorSelection, type EditorState } from '@codemirror/state'
import type { EditorView, KeyBinding } from '@codemirror/view'
import type { EditStep } from '../../../model/text/edit.ts'
import type { MarkTag } from '../../../model/text/richText.ts'
import { bindKeys } from '../bindKeys.ts'
import { pendingTags, perform, setPending, shownIn } from './richState.ts'
import { continued, kindAt, linesOf, marksOn } from './shownText.ts'

/** Whether all that is selected carries the tag; with nothing selected, whether what is typed next will. */
export function hasMark(state: EditorState, tag: MarkTag): boolean {
  const { from, to, empty } = state.selection.main
  const { marks } = shownIn(state)
  if (empty) {
    const unit = Math.max(0, from - 1)
    return state.field(pendingTags, false)?.get(tag) ?? marksOn(marks, tag, { from: unit, to: unit + 1 }).length > 0
  }
  const lines = linesOf(state.doc, { from, to })
  return (
    lines.length > 0 &&
    lines.every((line) => marksOn(marks, tag, line).some((it) => it.from === line.from && it.to === line.to))
  )
}

export const toggleMark =
  (tag: MarkTag) =>
  (view: EditorView): boolean => {
    const { state } = view
    const { from, to, empty } = state.selection.main
    const on = !hasMark(state, tag)
    if (empty) view.dispatch({ effects: setPending.of(new Map(state.field(pendingTags)).set(tag, on)) })
    else perform(view, [{ type: 'mark', tag, from, to, on }])
    return true
  }

function selectedLines(state: EditorState): number[] {
  const { from, to } = state.selection.main
  const starts: number[] = []
  for (let at = state.doc.lineAt(from).from; at <= to; at = state.doc.lineAt(at).to + 1) {
    starts.push(at)
    if (at > state.doc.length) break
  }
  return starts.filter((at) => at <= state.doc.length)
}

export const isList = (state: EditorState): boolean =>
  kindAt(shownIn(state), state.doc.lineAt(state.selection.main.from).from).kind === 'li'

export function toggleList(view: EditorView): boolean {
  const on = !isList(view.state)
  const steps = selectedLines(view.state).map(
    (at): EditStep => ({ type: 'kind', at, kind: on ? 'li' : 'p', depth: on ? 1 : 0 }),
  )
  perform(view, steps)
  return true
}

/** Lists only: elsewhere Tab leaves the text. */
const indent =
  (by: 1 | -1) =>
  (view: EditorView): boolean => {
    const shown = shownIn(view.state)
    const items = selectedLines(view.state)
      .map((at) => ({ at, ...kindAt(shown, at) }))
      .filter(({ kind }) => kind === 'li')
    const steps = items.flatMap(({ at, depth }): EditStep[] =>
      depth + by > 6 ? [] : [{ type: 'kind', at, kind: depth + by < 1 ? 'p' : 'li', depth: Math.max(0, depth + by) }],
    )
    perform(view, steps)
    return items.length > 0
  }

/** Enter goes on with the kind of the line, in an empty list item it ends the list; Shift+Enter breaks the line within its block. */
const newLine =
  (withinBlock: boolean) =>
  (view: EditorView): boolean => {
    const { state } = view
    const { from, to } = state.selection.main
    const line = state.doc.lineAt(from)
    const shown = shownIn(state)
    const { kind } = kindAt(shown, line.from)
    if (!withinBlock && kind === 'li' && line.length === 0 && from === to) {
      perform(view, [{ type: 'kind', at: line.from, kind: 'p', depth: 0 }])
      return true
    }
    const changes = ChangeSet.of({ from, to, insert: '\n' }, state.doc.length)
    const format = continued(shown, changes)
    if (withinBlock) format.kinds = [{ at: from + 1, kind: 'br', depth: 0 }]
    else if (kind === 'br') format.kinds = []
    perform(view, [{ type: 'text', changes: changes.toJSON(), format }], {
      selection: EditorSelection.cursor(from + 1),
      scrollIntoView: true,
      userEvent: 'input',
    })
    return true
  }

/** At the start of a list item, Backspace first takes it out of the list. */
function leaveList(view: EditorView): boolean {
  const { from, empty } = view.state.selection.main
  const line = view.state.doc.lineAt(from)
  if (!empty || from !== line.from || kindAt(shownIn(view.state), from).kind !== 'li') return false
  perform(view, [{ type: 'kind', at: from, kind: 'p', depth: 0 }])
  return true
}

export const editKeymap: readonly KeyBinding[] = [
  ...bindKeys('bold', toggleMark('b'), { preventDefault: true }),
  ...bindKeys('italic', toggleMark('i'), { preventDefault: true }),
  ...bindKeys('underline', toggleMark('u'), { preventDefault: true }),
  { key: 'Enter', run: newLine(false) },
  ...bindKeys('lineBreak', newLine(true)),
  { key: 'Tab', run: indent(1), shift: indent(-1) },
  { key: 'Backspace', run: leaveList },
]
