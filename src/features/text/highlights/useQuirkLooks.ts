import type { EditorView } from '@codemirror/view'
import { useEffect } from 'react'
import { cssColour } from '../../../model/palette.ts'
import type { QuirkRow } from '../../../model/queries.ts'
import type { Key } from '../../../model/schema.ts'
import { type QuirkLook, quirkState, setQuirks } from './highlightState.ts'

export const looksOf = (rows: Iterable<QuirkRow>): ReadonlyMap<number, QuirkLook> =>
  new Map(Array.from(rows, ({ id, title, color }) => [id, { title, color: cssColour(color) }]))

/** Tells the view the quirks' titles and colours; their counts, which change with each highlight, are nothing to it. */
export function useQuirkLooks(view: EditorView | null, quirks: ReadonlyMap<Key, QuirkRow> | undefined): void {
  useEffect(() => {
    if (!view || !quirks) return
    const before = view.state.field(quirkState)
    const rows = [...quirks.values()]
    const isSame = ({ id, title, color }: QuirkRow) =>
      before.get(id)?.color === cssColour(color) && before.get(id)?.title === title
    if (rows.length === before.size && rows.every(isSame)) return
    view.dispatch({ effects: setQuirks.of(looksOf(rows)) })
  }, [view, quirks])
}
