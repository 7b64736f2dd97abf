/**
 * Brings the columns up to what effects have done to the database. Rows come and go one by one; an answer whose text was edited is read
 * again, since all its highlights may have moved, and so is one of which many highlights have changed.
 */
import type { Effect } from '../../../src/model/change.ts'
import type { AnyRow } from '../../../src/model/schema.ts'
import type { Db } from '../../database/db.ts'
import type { ColumnRow, Columns } from './columns.ts'

/** Above this share of all rows, what is counted along is counted anew. */
const many = 1 / 50

type HighlightEffect = Exclude<Effect, { op: 'edit' }>

/** Returns whether anything changed. `drop` is called before so much changes that following it costs too much. */
export function keepColumns(columns: Columns, db: Db, effects: readonly Effect[], drop: () => void): boolean {
  const again = new Set<number>()
  const moves: HighlightEffect[] = []
  for (const effect of effects) {
    if (effect.op === 'edit') {
      if (columns.isLoaded(effect.sourceId)) again.add(columns.groupOf(effect.sourceId, effect.questionId))
    } else if (effect.table === 'highlights') moves.push(effect)
    else if (effect.table === 'question_answers' && effect.op !== 'update')
      columns.answered(effect.row.sourceId as number, effect.row.questionId as number)
  }
  if (again.size === 0 && moves.length === 0) return false
  const { rowsFollowed } = columns.kernel.sizes
  if (moves.length > rowsFollowed + columns.size * many) drop()
  const groupOfRow = placesOf(columns, db, moves)
  if (moves.length > rowsFollowed) for (const group of crowded(moves, rowsFollowed, groupOfRow)) again.add(group)
  for (const effect of moves) keepRow(columns, effect, again, groupOfRow)
  for (const group of again) columns.renew(group, rowsOf(columns, db, group))
  return true
}

/** Groups with more changes than are followed. */
function* crowded(moves: readonly HighlightEffect[], most: number, groupOfRow: (id: number) => number | null) {
  const counts = new Map<number, number>()
  for (const effect of moves) {
    const group = groupOfRow(effect.id as number)
    if (group === null) continue
    const count = (counts.get(group) ?? 0) + 1
    counts.set(group, count)
    if (count > most) yield group
  }
}

function keepRow(
  columns: Columns,
  effect: HighlightEffect,
  again: ReadonlySet<number>,
  groupOfRow: (id: number) => number | null,
): void {
  const id = effect.id as number
  const group = groupOfRow(id)
  if (group === null || again.has(group)) return
  if (effect.op === 'insert') columns.insert(group, rowFrom(columns, effect.row))
  else if (effect.op === 'remove') columns.take(group, id)
  else {
    const { set } = effect
    if ('sourceId' in set || 'questionId' in set) throw new Error(`highlight ${id} has changed its answer`)
    const row = columns.take(group, id)
    const start = (set.start as number | undefined) ?? row.start
    const length = (set.length as number | undefined) ?? row.end - row.start
    columns.insert(group, {
      id,
      start,
      end: start + length,
      quirk: 'quirkId' in set ? columns.quirks.of(set.quirkId as number) : row.quirk,
      author: 'author' in set ? columns.authors.of(set.author as string) : row.author,
      time: (set.timestamp as number | undefined) ?? row.time,
    })
  }
}

const rowFrom = (columns: Columns, row: AnyRow): ColumnRow => ({
  id: row.id as number,
  start: row.start as number,
  end: (row.start as number) + (row.length as number),
  quirk: columns.quirks.of(row.quirkId as number),
  author: columns.authors.of(row.author as string),
  time: row.timestamp as number,
})

/** How to find the group of a changed row, which never changes its answer: null where its source has not been read yet. */
function placesOf(columns: Columns, db: Db, moves: readonly HighlightEffect[]): (id: number) => number | null {
  const known = new Map<number, number | null>()
  const note = (id: number, { sourceId, questionId }: AnyRow): number | null => {
    const group = columns.isLoaded(sourceId as number)
      ? columns.groupOf(sourceId as number, questionId as number)
      : null
    known.set(id, group)
    return group
  }
  const changed = new Set<number>()
  for (const effect of moves) {
    if (effect.op === 'update') changed.add(effect.id as number)
    else note(effect.id as number, effect.row)
  }
  for (const id of known.keys()) changed.delete(id)
  if (changed.size > columns.kernel.sizes.rowsFollowed)
    for (let group = 0; group < columns.groupCount; group++) {
      const first = columns.offset(group)
      for (const id of columns.kernel.doubles(columns.at.ids + first * 8, columns.count(group)))
        if (changed.has(id)) known.set(id, group)
    }
  return (id) => {
    const found = known.get(id)
    if (found !== undefined) return found
    const row = db.one<AnyRow>('SELECT sourceId, questionId FROM highlights WHERE id = ?', [id])
    return row ? note(id, row) : null
  }
}

/** The rows of a group as the database has them, in their order. */
function rowsOf(columns: Columns, db: Db, group: number): ColumnRow[] {
  const { sourceId, questionId } = columns.place(group)
  const rows: ColumnRow[] = []
  db.each(
    `SELECT id, start, length, quirkId, author, timestamp FROM highlights WHERE sourceId = ? AND questionId = ?
ORDER BY start, length, quirkId, id`,
    [sourceId, questionId],
    (row) => {
      const start = row.number(1)
      rows.push({
        id: row.number(0),
        start,
        end: start + row.number(2),
        quirk: columns.quirks.of(row.number(3)),
        author: columns.authors.of(row.text(4)),
        time: row.number(5),
      })
    },
  )
  return rows
}
