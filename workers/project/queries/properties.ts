/** The values of properties: as many as are shown, found by what is typed, by window. Their order is worked out once and kept until one of them changes. */
import { windowRows } from '../../../src/model/limits.ts'
import type { PropertyOffer, PropertyValue, QueryArgs, QueryValue } from '../../../src/model/queries.ts'
import { compareWords } from '../../../src/model/rules/sourceOrder.ts'
import type { Row } from '../../../src/model/schema.ts'
import type { Db } from '../../../wasm/database/db.ts'
import type { Counts } from '../live/counts.ts'

/** A list: it is asked for again at each key and each window. */
interface Listed {
  keyId: number
  changes: number
  values: readonly (PropertyValue & { folded: string })[]
}
const kept = new WeakMap<Counts, Listed[]>()
const mostKept = 3

/** Names that differ in case alone are the same (1 §5). */
const folded = (name: string): string => name.trim().toLowerCase()

function listed(db: Db, keyId: number, counts: Counts): Listed['values'] {
  const changes = counts.changes(['source_metadata_keys', 'source_metadata_values'])
  const lists = kept.get(counts) ?? []
  const known = lists.find((list) => list.keyId === keyId && list.changes === changes)
  if (known) return known.values
  const values = db
    .all<PropertyValue>('SELECT id, value FROM source_metadata_values WHERE keyId = ? ORDER BY id', [keyId])
    .map((row) => ({ ...row, folded: folded(row.value) }))
  const key = db.one<Row<'source_metadata_keys'>>('SELECT * FROM source_metadata_keys WHERE id = ?', [keyId])
  if (key?.sortValuesAlphabetically) values.sort((a, b) => compareWords(a.value, b.value) || a.id - b.id)
  kept.set(counts, [{ keyId, changes, values }, ...lists.filter((list) => list.keyId !== keyId)].slice(0, mostKept))
  return values
}

export function propertyValues(
  db: Db,
  { keyId, offset, limit }: QueryArgs<'propertyValues'>,
  counts: Counts,
): QueryValue<'propertyValues'> {
  const all = listed(db, keyId, counts)
  const rows = all.slice(offset, offset + Math.min(limit, windowRows)).map(({ id, value }) => {
    const sql = 'SELECT COUNT(DISTINCT sourceId) AS sources FROM source_metadatas WHERE keyId = ? AND valueId = ?'
    return { id, value, sources: db.one<{ sources: number }>(sql, [keyId, id])?.sources ?? 0 }
  })
  return { total: all.length, rows }
}

export function propertyMatches(
  db: Db,
  { keyId, search, most }: QueryArgs<'propertyMatches'>,
  counts: Counts,
): PropertyValue[] {
  const sought = folded(search)
  const beginning: PropertyValue[] = []
  const containing: PropertyValue[] = []
  let same: PropertyValue | undefined
  for (const { id, value, folded } of listed(db, keyId, counts)) {
    const at = folded.indexOf(sought)
    if (at < 0) continue
    const found = at === 0 ? beginning : containing
    if (found.length < most) found.push({ id, value })
    if (folded === sought) same = { id, value }
  }
  const found = [...beginning, ...containing].slice(0, most)
  return same && !found.some(({ id }) => id === same.id) ? [...found.slice(0, -1), same] : found
}

export const valuesWithComma = (db: Db): QueryValue<'valuesWithComma'> =>
  db.all(`SELECT keyId, value FROM source_metadata_values WHERE instr(value, ',') > 0
AND keyId IN (SELECT id FROM source_metadata_keys WHERE multipleChoice = 1) ORDER BY source_metadata_values.id`)

export function propertySeveral(db: Db, keyId: number): number {
  const found = db.one<{ several: number }>(
    `SELECT COUNT(*) AS several FROM
(SELECT sourceId FROM source_metadatas WHERE keyId = ? GROUP BY sourceId HAVING COUNT(DISTINCT valueId) > 1)`,
    [keyId],
  )
  return found?.several ?? 0
}

export function propertyOffers(db: Db, { most, chosen }: QueryArgs<'propertyOffers'>): PropertyOffer[] {
  const keys = db.all<{ id: number; sorted: number; total: number }>(
    `SELECT id, sortValuesAlphabetically AS sorted, (SELECT COUNT(*) FROM source_metadata_values WHERE keyId = k.id) AS total
FROM source_metadata_keys k ORDER BY id`,
  )
  const kept = valuesNamed(db, chosen)
  return keys.map(({ id: keyId, sorted, total }) => {
    const order = sorted ? 'value COLLATE NOCASE, id' : 'id'
    const first = db.all<PropertyValue>(
      `SELECT id, value FROM source_metadata_values WHERE keyId = ? ORDER BY ${order} LIMIT ?`,
      [keyId, most],
    )
    const known = new Set(first.map(({ id }) => id))
    const more = kept.filter((value) => value.keyId === keyId && !known.has(value.id))
    return { keyId, total, values: [...first, ...more.map(({ id, value }) => ({ id, value }))] }
  })
}

export function valuesNamed(db: Db, ids: readonly number[]): Row<'source_metadata_values'>[] {
  const sql = 'SELECT * FROM source_metadata_values WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id'
  return db.all(sql, [JSON.stringify(ids)])
}
