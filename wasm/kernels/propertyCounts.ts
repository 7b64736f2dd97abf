/**
 * Quirks by the values of a source property: how many highlights, and how many sources with one, each value has of each quirk. Sources
 * without any value are a column of their own. Where sources may have several values, a highlight counts in each of them.
 *
 * The values of each source become column numbers, looked up by SQL; one pass over the highlights counts.
 */
import type { PropertyCounts } from '../../src/model/queries.ts'
import type { Db } from '../database/db.ts'
import type { Columns } from './columns/columns.ts'
import type { Slices } from './slices.ts'

export interface PropertyCountsAsked {
  keyId: number
  /** null: every quirk. */
  quirkIds: readonly number[] | null
}

/** Numbers in a table of counts. */
export const mostCells = 2_000_000

export function* propertyCounts(
  columns: Columns,
  db: Db,
  { keyId, quirkIds: asked }: PropertyCountsAsked,
): Slices<PropertyCounts> {
  const all = db.all<{ id: number }>('SELECT id FROM quirks ORDER BY id').map(({ id }) => id)
  const wanted = asked && new Set(asked)
  const quirkIds = wanted ? all.filter((id) => wanted.has(id)) : all
  const { valueIds, left, columnsOf, sourcesOfValue, sources } = valuesOf(db, keyId, quirkIds.length)
  yield
  const width = valueIds.length + 1
  const table = (length: number) => new Uint32Array(length)
  const counts: PropertyCounts = {
    quirkIds,
    valueIds,
    highlights: table(quirkIds.length * width),
    sources: table(quirkIds.length * width),
    rowHighlights: table(quirkIds.length),
    rowSources: table(quirkIds.length),
    columnHighlights: table(width),
    columnSources: table(width),
    sourcesOfValue,
    total: { highlights: 0, sources, codedSources: 0 },
    left,
  }
  const rowOf = new Int32Array(columns.quirks.size).fill(-1)
  for (const [row, id] of quirkIds.entries()) {
    const quirk = columns.quirks.known(id)
    if (quirk !== undefined) rowOf[quirk] = row
  }
  /** The source that each row was counted for last: those of a source lie together. */
  const countedFor = new Float64Array(quirkIds.length).fill(Number.NaN)
  const without = [width - 1]
  let coded = Number.NaN
  let worked = 0
  let quirks = quirksOf(columns)
  for (const group of columns.inOrder()) {
    const { sourceId } = columns.place(group)
    const mine = columnsOf.get(sourceId) ?? without
    const first = columns.offset(group)
    const last = first + columns.count(group)
    for (let at = first; at < last; at++) {
      const row = rowOf[quirks[at] as number] as number
      if (row < 0) continue
      const isFirst = countedFor[row] !== sourceId
      countedFor[row] = sourceId
      counts.total.highlights += 1
      add(counts.rowHighlights, row)
      if (isFirst) add(counts.rowSources, row)
      for (const column of mine) {
        add(counts.highlights, row * width + column)
        add(counts.columnHighlights, column)
        if (isFirst) add(counts.sources, row * width + column)
      }
      if (coded === sourceId) continue
      coded = sourceId
      counts.total.codedSources += 1
      for (const column of mine) add(counts.columnSources, column)
    }
    worked += last - first
    if (worked < columns.kernel.sizes.rows) continue
    worked = 0
    yield
    quirks = quirksOf(columns)
  }
  return counts
}

const quirksOf = ({ kernel, at, end }: Columns): Int32Array => kernel.ints(at.quirks, end)

function add(table: Uint32Array, at: number): void {
  table[at] = (table[at] as number) + 1
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
function valuesOf(db: Db, keyId: number, rows: number): Values {
  const used = db.all<{ id: number; sources: number }>(
    `SELECT given.id AS id, COUNT(DISTINCT sources.id) AS sources FROM source_metadata_values AS given
LEFT JOIN source_metadatas AS links ON links.keyId = given.keyId AND links.valueId = given.id
LEFT JOIN sources ON sources.id = links.sourceId WHERE given.keyId = ? GROUP BY given.id ORDER BY given.id`,
    [keyId],
  )
  const room = Math.max(1, Math.floor(mostCells / Math.max(1, rows)) - 1)
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
  const sources = db.one<{ n: number }>('SELECT COUNT(*) AS n FROM sources')?.n ?? 0
  const sourcesOfValue = new Uint32Array(valueIds.length + 1)
  for (const { id, sources: having } of kept) sourcesOfValue[columns.get(id) as number] = having
  sourcesOfValue[valueIds.length] = sources - columnsOf.size
  return { valueIds, left: used.length - kept.length, columnsOf, sourcesOfValue, sources }
}
