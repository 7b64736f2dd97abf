import { EditorSelection, EditorState, type Transaction } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { expect, test } from 'vitest'
import { packHighlights } from '../../../model/packedHighlights.ts'
import { enteredHighlights } from './enteredHighlights.ts'
import { type ColumnConfig, columnConfig } from './highlightColumn.ts'
import { highlightState, setHighlights, spotlightState } from './highlightState.ts'

const config = { nameOf: ({ value }) => `quirk ${value.quirkId}` } as ColumnConfig
const mark = (id: number, start: number, length: number) => ({
  ...{ id, quirkId: id, start, length },
  ...{ author: 'Ana', timestamp: 0 },
})
const said = (tr: Transaction) => tr.effects.flatMap((it) => (it.is(EditorView.announce) ? [it.value] : []))

test('a highlight is named where the caret enters it, not while it moves within', () => {
  const packed = packHighlights([mark(1, 10, 20), mark(2, 15, 5)])
  let state = EditorState.create({
    doc: 'words and '.repeat(5),
    extensions: [highlightState, spotlightState, columnConfig.of(config), enteredHighlights],
  }).update({ effects: setHighlights.of({ packed }) }).state
  const move = (to: number, userEvent = 'select') => {
    const tr = state.update({ selection: EditorSelection.cursor(to), userEvent })
    state = tr.state
    return said(tr)
  }
  expect(move(5)).toEqual([])
  expect(move(11)).toEqual(['quirk 1'])
  expect(move(12)).toEqual([])
  expect(move(17)).toEqual(['quirk 2'])
  expect(move(40)).toEqual([])
  expect(move(18)).toEqual(['quirk 2; quirk 1'])
  expect(move(40)).toEqual([])
  // Stepped to, it is told with its words.
  expect(move(11, 'select.highlight')).toEqual([])
})
