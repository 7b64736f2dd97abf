/** Where the caret comes to highlighted words, their highlights are named to screen readers: to the eye their colours say it. */
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { columnConfig } from './highlightColumn.ts'
import { highlightsAt } from './highlightState.ts'

export const enteredHighlights = EditorState.transactionExtender.of((tr) => {
  // One that is stepped to is told with its words.
  if (!tr.selection || tr.docChanged || !tr.isUserEvent('select') || tr.isUserEvent('select.highlight')) return null
  const at = (pos: number) => highlightsAt(tr.startState, pos, pos)
  const before = new Set(at(tr.startState.selection.main.head).map(({ id }) => id))
  const entered = at(tr.selection.main.head).filter(({ id }) => !before.has(id))
  const config = tr.startState.facet(columnConfig)
  if (!config || entered.length === 0) return null
  return { effects: EditorView.announce.of(entered.map((it) => config.nameOf(it)).join('; ')) }
})
