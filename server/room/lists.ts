/** The list queries of specification 1 §7, for API clients; a browser's copy reads its own database. */
import { countBefore } from '../../src/model/countBefore.ts'
import { refuse } from '../../src/model/problems.ts'
import {
  type Filter,
  type FilterOperator,
  isDateField,
  operatorsOf,
  periodOf,
} from '../../src/model/rules/analysis/filters.ts'
import { spec, type Table, tables } from '../../src/model/schema.ts'
import type { Db, Value } from '../../wasm/database/db.ts'

type Row = Record<string, unknown>

/** Name of the list query of each table: quirkQueryList … and questionAnswerQueryList, as the specification has it. */
export const listQueries: ReadonlyMap<string, Table> = new Map(
  tables.map(
    (table) => [`${table === 'question_answers' ? 'questionAnswer' : spec(table).operation}QueryList`, table] as const,
  ),
)

/** Throws Refusal badRequest for an unknown query. */
export function listRows(db: Db, query: string, args: Row): Row[] {
  const table = listQueries.get(query)
  if (table === 'highlights')
    return db.all('SELECT h.*, q.color FROM highlights h LEFT JOIN quirks q ON q.id = h.quirkId ORDER BY h.id')
  if (table) return db.all(`SELECT * FROM "${table}" ORDER BY 1`)
  if (query === 'highlightOverlapCount')
    return [{ count: overlapCount(db, args.quirkId1 as number, args.quirkId2 as number) }]
  if (query === 'quirkQueryListWithHighlightsAndCriteria') return quirksByCriteria(db, args)
  return refuse({ kind: 'badRequest', detail: `unknown query ${query}` })
}

/** Rows that are written at once: a text has a longest length. */
const slice = 10_000

/** The rows as JSON, with these columns or all. */
export function listJson(rows: readonly Row[], columns: readonly string[] | null): Uint8Array<ArrayBuffer> {
  const slices = Array.from({ length: Math.ceil(rows.length / slice) }, (_, i) => {
    const json = JSON.stringify(rows.slice(i * slice, (i + 1) * slice).map((row) => pick(row, columns)))
    return Buffer.from(`${i > 0 ? ',' : ''}${json.slice(1, -1)}`)
  })
  return new Uint8Array(Buffer.concat([Buffer.from('['), ...slices, Buffer.from(']')]))
}

/** A row with these columns, null where it has none of that name. */
export const pick = (row: Row, columns: readonly string[] | null): Row =>
  columns ? Object.fromEntries(columns.map((column) => [column, row[column] ?? null])) : row

/**
 * Pairs of highlights of the two quirks, or of the one, that share a character: by the sorted ends of each answer's, as long as it takes to sort
 * them. The kernels count the same (`wasm/kernels/overlaps`), which a test holds against this.
 */
function overlapCount(db: Db, quirkId1: number, quirkId2: number): number {
  const others = stretchesOf(db, quirkId2)
  let pairs = 0
  let own = 0
  for (const [answer, stretches] of stretchesOf(db, quirkId1)) {
    own += stretches.starts.length
    const other = others.get(answer)
    if (!other) continue
    for (const [i, start] of stretches.starts.entries())
      pairs += countBefore(other.starts, stretches.ends[i] as number) - countBefore(other.sortedEnds, start + 1)
  }
  return quirkId1 === quirkId2 ? (pairs - own) / 2 : pairs
}

interface Stretches {
  /** Ascending. */
  starts: number[]
  /** That of each start. */
  ends: number[]
  sortedEnds: number[]
}

/** By answer; without empty ones, which share nothing. */
function stretchesOf(db: Db, quirkId: number): Map<string, Stretches> {
  const rows = db.all<{ sourceId: number; questionId: number; start: number; length: number }>(
    'SELECT sourceId, questionId, start, length FROM highlights WHERE quirkId = ? AND length > 0 ORDER BY start',
    [quirkId],
  )
  const byAnswer = Map.groupBy(rows, ({ sourceId, questionId }) => `${sourceId} ${questionId}`)
  return new Map(
    [...byAnswer].map(([answer, of]) => {
      const ends = of.map(({ start, length }) => start + length)
      return [
        answer,
        { starts: of.map(({ start }) => start), ends, sortedEnds: ends.toSorted((a, b) => a - b) },
      ] as const
    }),
  )
}

/** What each criterion compares, for = and !=; dates are compared as the program's own filters do. */
const criteria: Readonly<Record<string, string>> = {
  highlightAuthor: 'h.author',
  quirkAuthor: 'q.author',
  highlightDate: 'h.timestamp',
  quirkDate: 'q.timestamp',
  sourceName: '(SELECT title FROM sources s WHERE s.id = h.sourceId)',
  question: '(SELECT question FROM questions n WHERE n.id = h.questionId)',
}

function conditionOf({ fieldName, operator: given, value: written, keyId }: Row): { where: string; params: Value[] } {
  const field = String(fieldName)
  const operator = given as FilterOperator
  if (!operatorsOf(field).includes(operator))
    refuse({ kind: 'badRequest', detail: `operator ${given} does not fit ${field}` })
  const negated = operator === '!='
  const known = criteria[field]
  const value = String(written ?? '')
  if (isDateField(field)) {
    const filter: Filter = { field, operator, value: /^-?\d+$/.test(value) ? Number(value) : value, clause: 'And' }
    const period = periodOf(filter) ?? refuse({ kind: 'badRequest', detail: `${field} needs a day, YYYY-MM-DD, or ms` })
    const bounds = [Math.max(period.from, Number.MIN_SAFE_INTEGER), Math.min(period.to, Number.MAX_SAFE_INTEGER)]
    return { where: `${negated ? 'NOT ' : ''}(${known} >= ? AND ${known} < ?)`, params: bounds }
  }
  if (known) return { where: `${known} ${negated ? '<>' : '='} ?`, params: [value] }
  return { where: membership(field, negated), params: field === 'group' ? [value] : [Number(keyId), value] }
}

function quirksByCriteria(db: Db, args: Row): Row[] {
  const { where, params } = conditionOf(args)
  const rows = db.all<{ id: number; author: string; highlight: number | null }>(
    `SELECT q.id, q.author, h.id AS highlight FROM quirks q LEFT JOIN highlights h ON h.quirkId = q.id WHERE ${where} ORDER BY q.id, h.id`,
    params,
  )
  const found = new Map<number, { id: number; author: string; highlights: number[] }>()
  for (const row of rows) {
    const entry = found.get(row.id) ?? { id: row.id, author: row.author, highlights: [] }
    if (row.highlight !== null) entry.highlights.push(row.highlight)
    found.set(row.id, entry)
  }
  return [...found.values()] as unknown as Row[]
}

function membership(field: string, negated: boolean): string {
  const not = negated ? 'NOT' : ''
  if (field === 'group')
    return `${not} EXISTS (SELECT 1 FROM group_quirks l JOIN groups g ON g.id = l.groupId WHERE l.quirkId = q.id AND g.description = ?)`
  return `${not} EXISTS (SELECT 1 FROM source_metadatas m JOIN source_metadata_values v ON v.id = m.valueId
WHERE m.sourceId = h.sourceId AND m.keyId = ? AND v.value = ?)`
}
