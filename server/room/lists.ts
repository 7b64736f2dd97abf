/**
 * The list queries of specification 1 §7, for API clients; a browser's copy reads its own database. What counts and filters on the page does so here:
 * overlaps are the kernels', and what a criterion means is theirs (`wasm/kernels/filters/lookUp.ts`).
 */
import { refuse } from '../../src/model/problems.ts'
import {
  type Filter,
  type FilterOperator,
  isDateField,
  isFilterField,
  isQuirkField,
  isSpeakerField,
  operatorsOf,
  periodOf,
} from '../../src/model/rules/analysis/filters.ts'
import type { Db, Value } from '../../wasm/database/db.ts'
import { type LookedUp, lookUp, lookUpProperty } from '../../wasm/kernels/filters/lookUp.ts'
import type { Kernel } from '../../wasm/kernels/kernel.ts'
import { overlapsOfTwo } from '../../wasm/kernels/overlaps/overlapsOfTwo.ts'
import { finish } from '../../wasm/kernels/slices.ts'
import { listQueries, pick } from '../reading/listQueries.ts'

type Row = Record<string, unknown>

/** Whether the kernels count it. */
export const asksKernel = (query: string): boolean => query === 'highlightOverlapCount'

/** `kernel`: where the query asks for one. Throws Refusal badRequest for an unknown query. */
export function listRows(db: Db, query: string, args: Row, kernel?: Kernel): Row[] {
  const table = listQueries.get(query)
  if (table === 'highlights')
    return db.all('SELECT h.*, q.color FROM highlights h LEFT JOIN quirks q ON q.id = h.quirkId ORDER BY h.id')
  if (table) return db.all(`SELECT * FROM "${table}" ORDER BY 1`)
  if (asksKernel(query) && kernel)
    return [{ count: finish(overlapsOfTwo(kernel, db, args.quirkId1 as number, args.quirkId2 as number)) }]
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

/** What is compared with what a criterion has found; of `question`, as of `source`, a highlight without it has none. */
const columns: Readonly<Record<LookedUp['of'], string>> = {
  quirk: 'q.id',
  source: 'h.sourceId',
  question: 'h.questionId',
  author: 'h.author',
  time: 'h.timestamp',
}

/** The criterion as a filter. Throws Refusal badRequest. */
function filterOf({ fieldName, operator, value: written }: Row): Filter {
  const field = String(fieldName)
  if (!operatorsOf(field).includes(operator as FilterOperator))
    refuse({ kind: 'badRequest', detail: `operator ${operator} does not fit ${field}` })
  const text = String(written ?? '')
  const value = isDateField(field) && /^-?\d+$/.test(text) ? Number(text) : text
  const filter: Filter = { field, operator: operator as FilterOperator, value, clause: 'And' }
  if (isDateField(field) && !periodOf(filter))
    refuse({ kind: 'badRequest', detail: `${field} needs a day, YYYY-MM-DD, or ms` })
  return filter
}

/** Fields by which programs do not ask are names of properties too, and `keyId` says which is meant. */
const isProperty = (field: string): boolean => !isFilterField(field) || isQuirkField(field) || isSpeakerField(field)

function conditionOf(db: Db, args: Row): { where: string; params: Value[] } {
  const filter = filterOf(args)
  const ofProperty = isProperty(filter.field)
  const found = ofProperty ? lookUpProperty(db, Number(args.keyId), filter) : lookUp(db, filter)
  const column = columns[found.of]
  const [is, params] =
    found.of === 'author'
      ? [`${column} = ?`, [found.name]]
      : found.of === 'time'
        ? [`${column} >= ? AND ${column} < ?`, [safe(found.from), safe(found.to)]]
        : [`${column} IN (SELECT value FROM json_each(?))`, [JSON.stringify([...found.ids])]]
  const where = found.not ? `NOT (${is})` : is
  if (found.of === 'quirk') return { where, params }
  // A quirk without highlights has none with a value of the property.
  return { where: ofProperty && found.not ? `(h.id IS NULL OR ${where})` : `h.id IS NOT NULL AND ${where}`, params }
}

const safe = (time: number): number => Math.min(Math.max(time, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER)

function quirksByCriteria(db: Db, args: Row): Row[] {
  const { where, params } = conditionOf(db, args)
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
