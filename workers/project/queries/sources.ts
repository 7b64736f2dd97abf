/** Lists of sources: which, in which order, a window of them. The order is worked out once and kept until something of it changes. */
import { windowRows } from '../../../src/model/limits.ts'
import type { SourceRow, SourcesAsked, SourceTableRow } from '../../../src/model/queries.ts'
import { asAdded, inSourceOrder, joined, type SourceOrder } from '../../../src/model/rules/sourceOrder.ts'
import type { Source, Table } from '../../../src/model/schema.ts'
import type { Db } from '../../../wasm/database/db.ts'
import type { Counts } from '../live/counts.ts'

const columns = 'id, title, icon, author, timestamp'

/** A list: 100 rows at a time of the same ids are asked for again and again. */
interface Listed {
  asked: string
  changes: number
  ids: readonly number[]
}
const kept = new WeakMap<Counts, Listed[]>()
const mostKept = 3

/** What a list is made from: while none of these changes it stays as it is. */
export function madeFrom({ order = asAdded, only, values }: SourcesAsked): Table[] {
  const tables: Table[] = ['sources']
  if (order.by === 'property' || values?.length) tables.push('source_metadatas', 'source_metadata_values')
  if (order.by === 'highlights' || only === 'uncoded') tables.push('highlights')
  return tables
}

/** The ids of all that are asked for, in order. */
export function sourceIds(db: Db, args: SourcesAsked, counts: Counts): readonly number[] {
  const asked = JSON.stringify([args.search?.trim(), args.order, args.only, args.values])
  const changes = counts.changes(madeFrom(args)) + (args.only === 'unread' ? counts.allRead().length : 0)
  const lists = kept.get(counts) ?? []
  const known = lists.find((list) => list.asked === asked && list.changes === changes)
  if (known) return known.ids
  const ids = listed(db, args, counts)
  kept.set(counts, [{ asked, changes, ids }, ...lists.filter((list) => list.asked !== asked)].slice(0, mostKept))
  return ids
}

function listed(db: Db, { search, order = asAdded, only, values }: SourcesAsked, counts: Counts): number[] {
  const sources = db.all<Source>(`SELECT ${columns} FROM sources ORDER BY id`)
  const sought = folded(search?.trim() ?? '')
  const having = sourcesHaving(db, values)
  const shown = sources.filter(
    ({ id, title }) =>
      (sought === '' || folded(title).includes(sought)) &&
      (having === null || having.has(id)) &&
      (only !== 'uncoded' || counts.ofSource(id) === 0) &&
      (only !== 'unread' || !counts.isRead(id)),
  )
  const ids = shown.map(({ id }) => id)
  return order.by === 'added' && !order.descending ? ids : inSourceOrder(ids, order, valuesBy(db, order, shown, counts))
}

/** Those that have one of the values of each property that these belong to; null: nothing is asked for. */
function sourcesHaving(db: Db, values: readonly number[] = []): ReadonlySet<number> | null {
  if (values.length === 0) return null
  const wanted = `WITH wanted AS (SELECT id, keyId FROM source_metadata_values WHERE id IN (SELECT value FROM json_each(?1)))`
  const asked = [JSON.stringify(values)]
  const keys = db.one<{ n: number }>(`${wanted} SELECT COUNT(DISTINCT keyId) AS n FROM wanted`, asked)?.n ?? 0
  if (keys === 0) return null
  const found = db.all<{ sourceId: number }>(
    `${wanted} SELECT sourceId FROM source_metadatas JOIN wanted ON wanted.id = valueId
GROUP BY sourceId HAVING COUNT(DISTINCT wanted.keyId) = ?2`,
    [...asked, keys],
  )
  return new Set(found.map(({ sourceId }) => sourceId))
}

/** Unicode case folding, which SQLite has for ASCII alone. */
const folded = (text: string): string => text.toLocaleLowerCase('und')

function valuesBy(db: Db, { by, keyId }: SourceOrder, sources: readonly Source[], counts: Counts) {
  if (by === 'property') return propertyValues(db, keyId ?? 0)
  const rows = new Map(sources.map((source) => [source.id, source]))
  return (id: number): string | number | null => {
    if (by === 'title') return rows.get(id)?.title ?? null
    if (by === 'author') return rows.get(id)?.author ?? null
    if (by === 'date') return rows.get(id)?.timestamp ?? null
    return by === 'highlights' ? counts.ofSource(id) : id
  }
}

function propertyValues(db: Db, keyId: number) {
  const found = db.all<{ sourceId: number; value: string }>(
    `SELECT sourceId, value FROM source_metadatas JOIN source_metadata_values ON source_metadata_values.id = valueId
WHERE source_metadatas.keyId = ? ORDER BY sourceId, value`,
    [keyId],
  )
  const values = Map.groupBy(found, ({ sourceId }) => sourceId)
  return (id: number) => joined((values.get(id) ?? []).map(({ value }) => value))
}

export function sourceRow(db: Db, id: number, counts: Counts): SourceRow | null {
  const source = db.one<Source>(`SELECT ${columns} FROM sources WHERE id = ?`, [id])
  return source ? { ...source, highlights: counts.ofSource(id), read: counts.isRead(id) } : null
}

type Window = SourcesAsked & { offset: number; limit: number }

export function sourceWindow(db: Db, args: Window, counts: Counts): { total: number; rows: SourceRow[] } {
  const limit = Math.min(args.limit, windowRows)
  if (isWhole(args)) {
    const sql = `SELECT ${columns} FROM sources ORDER BY id LIMIT ? OFFSET ?`
    const rows = db
      .all<Source>(sql, [limit, args.offset])
      .map((row) => ({ ...row, highlights: counts.ofSource(row.id), read: counts.isRead(row.id) }))
    return { total: counts.totals().sources, rows }
  }
  const ids = sourceIds(db, args, counts)
  const rows = ids.slice(args.offset, args.offset + limit).flatMap((id) => sourceRow(db, id, counts) ?? [])
  return { total: ids.length, rows }
}

/** All sources as they were added: a window of these needs no list. */
const isWhole = ({ search, order = asAdded, only, values }: SourcesAsked): boolean =>
  !search?.trim() && !values?.length && order.by === 'added' && !order.descending && only === undefined

export function sourceTable(db: Db, args: Window, counts: Counts): { total: number; rows: SourceTableRow[] } {
  const { total, rows } = sourceWindow(db, args, counts)
  return { total, rows: rows.map((row) => withProperties(db, row)) }
}

function withProperties(db: Db, row: SourceRow): SourceTableRow {
  const properties = db.all<SourceTableRow['properties'][number]>(
    `SELECT source_metadatas.keyId AS keyId, valueId, value FROM source_metadatas
JOIN source_metadata_values ON source_metadata_values.id = valueId WHERE sourceId = ? ORDER BY 1, 2`,
    [row.id],
  )
  return { ...row, properties }
}

export function sourceRows(db: Db, ids: readonly number[], counts: Counts): SourceTableRow[] {
  const rows = ids.slice(0, windowRows).flatMap((id) => sourceRow(db, id, counts) ?? [])
  return rows.map((row) => withProperties(db, row))
}
