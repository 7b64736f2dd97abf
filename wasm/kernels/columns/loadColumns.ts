/** Fills the columns from a database: the covering index gives the rows in their order; authors and times are read when first asked for. */
import type { Db } from '../../database/db.ts'
import type { Answers } from '../answers.ts'
import { holding, type Kernel } from '../kernel.ts'
import { type RowKey, secondWord, sortRows } from '../quotes/sortRows.ts'
import type { Slices } from '../slices.ts'
import { type Columns, openColumns, parts } from './columns.ts'

/** Effects may be kept from the first slice on: the columns know how far they have read. `opened` gets them at once. */
export function* loadColumns(
  kernel: Kernel,
  db: Db,
  answers: Answers,
  opened: (columns: Columns) => void,
): Slices<Columns> {
  const size = db.one<{ n: number }>('SELECT COUNT(*) AS n FROM highlights')?.n ?? 0
  const columns = openColumns(kernel, db, answers, Math.ceil(size * 1.1) + 1024)
  opened(columns)
  let after = Number.MIN_SAFE_INTEGER
  while (after !== Number.POSITIVE_INFINITY) {
    after = readSlice(columns, db, after)
    columns.loaded(after)
    yield
  }
  return columns
}

/** Those of these quirks alone, read at once by their index, for whoever keeps no columns. */
export function columnsOfQuirks(kernel: Kernel, db: Db, quirkIds: readonly number[]): Columns {
  const asked = [JSON.stringify(quirkIds)]
  const size = db.one<{ n: number }>(`SELECT COUNT(*) AS n FROM highlights WHERE ${ofQuirks}`, asked)?.n ?? 0
  const columns = openColumns(kernel, db, noAnswers, size)
  db.each(
    `SELECT sourceId, questionId, id, start, length, quirkId FROM highlights WHERE ${ofQuirks}
ORDER BY sourceId, questionId, start, length, quirkId, id`,
    asked,
    (row) => columns.append(row.number(0), row.number(1), row.number(2), row.number(3), row.number(4), row.number(5)),
  )
  return columns
}

const ofQuirks = 'quirkId IN (SELECT value FROM json_each(?))'
/** A group is made where a row lies. */
const noAnswers: Answers = { get: () => undefined, at: () => undefined, inOrder: () => [], keep: () => {} }

/** Reads whole sources after `after` until enough rows are in; returns the last one read, Infinity at the end. */
function readSlice(columns: Columns, db: Db, after: number): number {
  // Where the slice ends is looked up first: a statement is never left in the middle.
  const last = db.one<{ sourceId: number }>(
    'SELECT sourceId FROM highlights WHERE sourceId > ? ORDER BY sourceId LIMIT 1 OFFSET ?',
    [after, columns.kernel.sizes.rowsRead],
  )?.sourceId
  db.each(
    `SELECT sourceId, questionId, id, start, length, quirkId FROM highlights WHERE sourceId > ? AND sourceId <= ?
ORDER BY sourceId, questionId, start, length, quirkId, id`,
    [after, last ?? Number.MAX_SAFE_INTEGER],
    (row) => columns.append(row.number(0), row.number(1), row.number(2), row.number(3), row.number(4), row.number(5)),
  )
  return last ?? Number.POSITIVE_INFINITY
}

/** Adds authors and times, in the order of the ids. What is kept meanwhile moves rows: then their places are looked up anew. */
export function* loadAuthors(columns: Columns, db: Db): Slices<void> {
  columns.addAuthors()
  const authorOf = authorsByBytes(columns)
  let after = Number.MIN_SAFE_INTEGER
  for (let whole = false; !whole; ) {
    const { version } = columns
    const rows = yield* rowsById(columns)
    let next = 0
    while (!whole && columns.version === version) {
      const { kernel, at, end } = columns
      const [ids, authors, times] = [
        kernel.doubles(at.ids, end),
        kernel.ints(at.authors, end),
        kernel.doubles(at.times, end),
      ]
      let read = 0
      db.each(sliceById, [after, columns.kernel.sizes.rowsRead], (row) => {
        after = row.number(0)
        read += 1
        while ((ids[rows[next] as number] as number) < after) next += 1
        const found = rows[next] as number
        times[found] = row.number(1)
        authors[found] = authorOf(row.bytes(2))
      })
      whole = read < kernel.sizes.rowsRead
      yield
    }
  }
}

// A text's own bytes: to decode each author's name would cost more than all the rest.
const sliceById = 'SELECT id, timestamp, CAST(author AS BLOB) FROM highlights WHERE id > ? ORDER BY id LIMIT ?'

/** The rows in the order of their ids. */
function* rowsById(columns: Columns): Slices<Int32Array> {
  const { kernel, at, size } = columns
  const held = holding(kernel)
  try {
    const pointer = held.reserve(size * 4)
    const rows = kernel.ints(pointer, size)
    let count = 0
    for (const [from, to] of parts(columns)) {
      for (let group = from; group < to; group++) {
        const first = columns.offset(group)
        for (let row = first, last = first + columns.count(group); row < last; row++) rows[count++] = row
      }
      yield
    }
    const byId =
      (key: (id: number) => number): RowKey =>
      () => {
        const ids = kernel.doubles(at.ids, columns.end)
        return (row) => key(ids[row] as number)
      }
    yield* sortRows(kernel, pointer, size, [byId((id) => id >>> 0), byId(secondWord)])
    return kernel.ints(pointer, size).slice()
  } finally {
    held.free()
  }
}

/** The ordinal of an author by the bytes of the name. */
function authorsByBytes({ authors }: Columns): (bytes: Uint8Array) => number {
  const known = new Map<number, { bytes: Uint8Array; ordinal: number }[]>()
  const decoder = new TextDecoder()
  return (bytes) => {
    let hash = bytes.length
    for (let n = 0; n < bytes.length; n++) hash = (Math.imul(hash, 31) + (bytes[n] as number)) | 0
    let alike = known.get(hash)
    if (!alike) {
      alike = []
      known.set(hash, alike)
    }
    for (const name of alike) if (equal(name.bytes, bytes)) return name.ordinal
    const ordinal = authors.of(decoder.decode(bytes))
    alike.push({ bytes: bytes.slice(), ordinal })
    return ordinal
  }
}

function equal(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  for (let n = 0; n < a.length; n++) if (a[n] !== b[n]) return false
  return true
}
