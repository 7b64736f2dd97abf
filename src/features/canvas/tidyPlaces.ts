import type { Args } from '../../model/commands.ts'
import type { QuirkRow } from '../../model/queries.ts'
import type { Key } from '../../model/schema.ts'

/** Which quirks a tidying has put where. */
export type TidyPlaces = Args<'tidyCanvas'>['places']

/** Whether the rows have what was stored with these places, in one step: any of them is there, as a colleague may have moved others since. */
export const areStored = (places: TidyPlaces, rows: ReadonlyMap<Key, Pick<QuirkRow, 'x' | 'y'>>): boolean =>
  places.some(({ quirkId, x, y }) => {
    const row = rows.get(quirkId)
    return row !== undefined && row.x === x && row.y === y
  })
