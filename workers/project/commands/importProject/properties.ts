/**
 * What sources have of each property. Properties and values are known by their words, whatever the case. A property of one value gets
 * the file's; one of several keeps what it has and gets the file's besides.
 */
import type { ProjectRows } from '../../../../src/model/projectRows.ts'
import type { Row } from '../../../../src/model/schema.ts'
import type { Tx } from '../../tx.ts'
import type { Ids } from './importProject.ts'

/** Returns how many properties are new. */
export function addProperties(tx: Tx, rows: ProjectRows, sources: Ids): number {
  const keys = new Map<number, { id: number; several: boolean }>()
  const known = new Map(
    tx.db
      .all<Row<'source_metadata_keys'>>('SELECT * FROM source_metadata_keys ORDER BY id DESC')
      .map((key) => [key.key.toLowerCase(), key]),
  )
  let added = 0
  for (const key of rows.source_metadata_keys ?? []) {
    const same = known.get(key.key.toLowerCase())
    const several = key.multipleChoice === 1 || same?.multipleChoice === 1
    if (same && several && same.multipleChoice !== 1) tx.update('source_metadata_keys', same.id, { multipleChoice: 1 })
    const id = same?.id ?? tx.newId()
    if (!same) {
      tx.insert('source_metadata_keys', { ...key, id })
      added += 1
    }
    keys.set(key.id, { id, several })
  }
  setValues(tx, rows, sources, keys, addValues(tx, rows, keys))
  return added
}

function addValues(tx: Tx, rows: ProjectRows, keys: ReadonlyMap<number, { id: number }>): Ids {
  const name = (keyId: number, value: string) => `${keyId} ${value.toLowerCase()}`
  const known = new Map(
    tx.db
      .all<Row<'source_metadata_values'>>('SELECT * FROM source_metadata_values ORDER BY id DESC')
      .map(({ id, keyId, value }) => [name(keyId, value), id]),
  )
  const ids = new Map<number, number>()
  for (const { id: theirs, keyId: theirKey, value } of rows.source_metadata_values ?? []) {
    const keyId = keys.get(theirKey)?.id
    if (keyId === undefined) continue
    const id = known.get(name(keyId, value)) ?? tx.newId()
    if (!known.has(name(keyId, value))) tx.insert('source_metadata_values', { id, keyId, value })
    known.set(name(keyId, value), id)
    ids.set(theirs, id)
  }
  return ids
}

function setValues(
  tx: Tx,
  rows: ProjectRows,
  sources: Ids,
  keys: ReadonlyMap<number, { id: number; several: boolean }>,
  values: Ids,
): void {
  const has = new Map<string, { id: number; valueId: number }[]>()
  const place = (sourceId: number, keyId: number) => `${sourceId} ${keyId}`
  for (const row of tx.db.all<Row<'source_metadatas'>>('SELECT * FROM source_metadatas ORDER BY id')) {
    const there = has.get(place(row.sourceId, row.keyId))
    if (there) there.push(row)
    else has.set(place(row.sourceId, row.keyId), [row])
  }
  const fresh = new Map<number, Row<'source_metadatas'>>()
  for (const { id: _, ...row } of rows.source_metadatas ?? []) {
    const sourceId = sources.get(row.sourceId)
    const key = keys.get(row.keyId)
    const valueId = values.get(row.valueId)
    if (sourceId === undefined || !key || valueId === undefined) continue
    const there = has.get(place(sourceId, key.id)) ?? []
    if (there.some((had) => had.valueId === valueId)) continue
    if (!key.several && there.length > 0) {
      const gone = there.map(({ id }) => id).filter((id) => !fresh.delete(id))
      tx.remove('source_metadatas', gone)
    }
    const id = tx.newId()
    fresh.set(id, { ...row, id, sourceId, keyId: key.id, valueId })
    has.set(place(sourceId, key.id), key.several ? [...there, { id, valueId }] : [{ id, valueId }])
  }
  tx.insertAll('source_metadatas', [...fresh.values()])
}
