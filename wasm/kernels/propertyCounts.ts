/**
 * Quirks by the values of a source property: how many highlights, and how many sources with one, each value has of each quirk. Sources
 * without any value are a column of their own. Where sources may have several values, a highlight counts in each of them.
 *
 * The values of each source become column numbers, looked up by SQL; one pass over the highlights counts (`quirkCounts.ts`).
 */
import type { PropertyCounts } from '../../src/model/queries.ts'
import type { Db } from '../database/db.ts'
import type { Columns } from './columns/columns.ts'
import { columnsFor, countQuirks, quirksAsked, sourcesIn } from './quirkCounts.ts'
import type { Slices } from './slices.ts'

export interface PropertyCountsAsked {
  keyId: number
  /** null: every quirk. */
  quirkIds: readonly number[] | null
}

export function* propertyCounts(
  columns: Columns,
  db: Db,
  { keyId, quirkIds: asked }: PropertyCountsAsked,
): Slices<PropertyCounts> {
  const quirkIds = quirksAsked(db, asked)
  const { columnsOf, ...values } = valuesOf(db, keyId, columnsFor(quirkIds.length))
  yield
  const without = [values.valueIds.length]
  return yield* countQuirks(columns, quirkIds, {
    ...values,
    ofAnswer: (group) => {
      const mine = columnsOf.get(columns.place(group).sourceId) ?? without
      return () => mine
    },
  })
}

interface Values {
  valueIds: number[]
  left: number
  /** The columns of each source that has one. */
  columnsOf: Map<number, number[]>
  sourcesOfValue: Uint32Array
  sources: number
}

/** A source with no value but some that are left out is in no column: it has one. */
function valuesOf(db: Db, keyId: number, room: number): Values {
  const used = db.all<{ id: number; sources: number }>(
    `SELECT given.id AS id, COUNT(DISTINCT sources.id) AS sources FROM source_metadata_values AS given
LEFT JOIN source_metadatas AS links ON links.keyId = given.keyId AND links.valueId = given.id
LEFT JOIN sources ON sources.id = links.sourceId WHERE given.keyId = ? GROUP BY given.id ORDER BY given.id`,
    [keyId],
  )
  const kept = used.length > room ? used.toSorted((a, b) => b.sources - a.sources || a.id - b.id).slice(0, room) : used
  const valueIds = kept.map(({ id }) => id).sort((a, b) => a - b)
  const columns = new Map(valueIds.map((id, column) => [id, column]))
  const columnsOf = new Map<number, number[]>()
  db.each(
    `SELECT DISTINCT links.sourceId, links.valueId FROM source_metadatas AS links
JOIN source_metadata_values AS given ON given.id = links.valueId AND given.keyId = links.keyId
JOIN sources ON sources.id = links.sourceId WHERE links.keyId = ?`,
    [keyId],
    (row) => {
      const mine = columnsOf.get(row.number(0)) ?? []
      columnsOf.set(row.number(0), mine)
      const column = columns.get(row.number(1))
      if (column !== undefined) mine.push(column)
    },
  )
  const sources = sourcesIn(db)
  const sourcesOfValue = new Uint32Array(valueIds.length + 1)
  for (const { id, sources: having } of kept) sourcesOfValue[columns.get(id) as number] = having
  sourcesOfValue[valueIds.length] = sources - columnsOf.size
  return { valueIds, left: used.length - kept.length, columnsOf, sourcesOfValue, sources }
}
