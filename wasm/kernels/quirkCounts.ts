/**
 * Quirks in rows, and whatever highlights are divided by in columns: one pass over the highlights in the order of sources, where those of a source lie
 * together, so that each source counts once in a cell.
 */
import type { PropertyCounts } from '../../src/model/queries.ts'
import type { Db } from '../database/db.ts'
import type { Columns } from './columns/columns.ts'
import type { Slices } from './slices.ts'

/** What the columns are. The last one, behind `valueIds`, has the highlights that belong to none of them. */
export interface Division extends Pick<PropertyCounts, 'valueIds' | 'left' | 'sourcesOfValue'> {
  /** All there are. */
  sources: number
  /** Of an answer's highlights (a row of the kernel's columns), the numbers of the columns that each counts in: none, one or several. */
  ofAnswer(group: number): (row: number) => readonly number[]
}

/** Numbers in a table of counts. */
const mostCells = 2_000_000

/** How many columns there may be beside the last one. */
export const columnsFor = (quirks: number): number => Math.max(1, Math.floor(mostCells / Math.max(1, quirks)) - 1)

/** Those that are there, by id; `asked` null: every quirk. */
export function quirksAsked(db: Db, asked: readonly number[] | null): number[] {
  const all = db.all<{ id: number }>('SELECT id FROM quirks ORDER BY id').map(({ id }) => id)
  const wanted = asked && new Set(asked)
  return wanted ? all.filter((id) => wanted.has(id)) : all
}

export const sourcesIn = (db: Db): number => db.one<{ n: number }>('SELECT COUNT(*) AS n FROM sources')?.n ?? 0

export function* countQuirks(
  columns: Columns,
  quirkIds: readonly number[],
  { valueIds, left, sourcesOfValue, sources, ofAnswer }: Division,
): Slices<PropertyCounts> {
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
  const isFirst = {
    ofCell: firstOfSource(quirkIds.length * width),
    ofRow: firstOfSource(quirkIds.length),
    ofColumn: firstOfSource(width),
  }
  /** Sources are numbered as they come, from 1 on. */
  let [source, number, coded] = [Number.NaN, 0, 0]
  let worked = 0
  let quirks = quirksOf(columns)
  for (const group of columns.inOrder()) {
    const { sourceId } = columns.place(group)
    if (sourceId !== source) {
      source = sourceId
      number += 1
    }
    const columnsAt = ofAnswer(group)
    const first = columns.offset(group)
    const last = first + columns.count(group)
    for (let at = first; at < last; at++) {
      const row = rowOf[quirks[at] as number] as number
      if (row < 0) continue
      counts.total.highlights += 1
      add(counts.rowHighlights, row)
      if (isFirst.ofRow(row, number)) add(counts.rowSources, row)
      for (const column of columnsAt(at)) {
        const cell = row * width + column
        add(counts.highlights, cell)
        add(counts.columnHighlights, column)
        if (isFirst.ofCell(cell, number)) add(counts.sources, cell)
        if (isFirst.ofColumn(column, number)) add(counts.columnSources, column)
      }
      if (coded === number) continue
      coded = number
      counts.total.codedSources += 1
    }
    worked += last - first
    if (worked < columns.kernel.sizes.rows) continue
    worked = 0
    yield
    quirks = quirksOf(columns)
  }
  return counts
}

/** Whether a place is counted for the first time for a source, whose number is above 0. */
function firstOfSource(places: number): (place: number, source: number) => boolean {
  const last = new Uint32Array(places)
  return (place, source) => {
    if (last[place] === source) return false
    last[place] = source
    return true
  }
}

const quirksOf = ({ kernel, at, end }: Columns): Int32Array => kernel.ints(at.quirks, end)

function add(table: Uint32Array, at: number): void {
  table[at] = (table[at] as number) + 1
}
