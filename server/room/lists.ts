/** The list queries of specification 1 §7, for API clients; a browser's copy reads its own database. */
import { refuse } from '../../src/model/problems.ts'
import { spec, type Table, tables } from '../../src/model/schema.ts'
import type { Db } from '../../wasm/database/db.ts'

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

/** Pairs of highlights of the two quirks in the same answer whose half-open stretches intersect. */
function overlapCount(db: Db, quirkId1: number, quirkId2: number): number {
  const sql = `SELECT COUNT(*) AS n FROM highlights a CROSS JOIN highlights b
WHERE a.quirkId = ? AND b.quirkId = ? AND b.sourceId = a.sourceId AND b.questionId = a.questionId
AND b.start < a.start + a.length AND a.start < b.start + b.length AND a.id <> b.id`
  return db.one<{ n: number }>(sql, [quirkId1, quirkId2])?.n ?? 0
}

const operators: Readonly<Record<string, string>> = { '=': '=', '!=': '<>', '>': '>', '<': '<', '>=': '>=', '<=': '<=' }

/** What each criterion compares; texts with = and != alone. */
const criteria: Readonly<Record<string, { sql: string; number?: true }>> = {
  highlightAuthor: { sql: 'h.author' },
  quirkAuthor: { sql: 'q.author' },
  highlightDate: { sql: 'h.timestamp', number: true },
  quirkDate: { sql: 'q.timestamp', number: true },
  sourceName: { sql: '(SELECT title FROM sources s WHERE s.id = h.sourceId)' },
  question: { sql: '(SELECT question FROM questions n WHERE n.id = h.questionId)' },
}

function quirksByCriteria(db: Db, args: Row): Row[] {
  const field = String(args.fieldName)
  const operator = operators[String(args.operator)]
  const known = criteria[field]
  if (!operator || (!known?.number && !['=', '<>'].includes(operator)))
    refuse({ kind: 'badRequest', detail: `operator ${args.operator} does not fit ${field}` })
  const value = known?.number ? Number(args.value) : String(args.value ?? '')
  const negated = operator === '<>'
  const where = known ? `${known.sql} ${operator} ?` : membership(field, negated)
  const params = known ? [value] : field === 'group' ? [value] : [Number(args.keyId), value]
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
