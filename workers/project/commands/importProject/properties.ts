/**
 * What sources have of each property. Properties and values are known by their words, whatever the case. A property of one value gets
 * the file's; one of several keeps what it has and gets the file's besides.
 */
import type { ProjectImported } from '../../../../src/model/commands.ts'
import type { ProjectRows } from '../../../../src/model/projectRows.ts'
import type { Row } from '../../../../src/model/schema.ts'
import type { Tx } from '../../tx.ts'
import type { Ids } from './importProject.ts'

/** `added`: how many properties are new. */
export function addProperties(
  tx: Tx,
  rows: ProjectRows,
  sources: Ids,
): { added: number; replaced: ProjectImported['replaced'] } {
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
  const replacements = setValues(tx, rows, sources, keys, addValues(tx, rows, keys))
  return { added, replaced: replacedIn(tx, replacements) }
}

/** Without the values that only sources have which are left out. */
export function heldBy(rows: ProjectRows, sources: Ids): ProjectRows {
  const held = new Set(
    (rows.source_metadatas ?? []).flatMap(({ sourceId, valueId }) => (sources.has(sourceId) ? [valueId] : [])),
  )
  return { ...rows, source_metadata_values: (rows.source_metadata_values ?? []).filter(({ id }) => held.has(id)) }
}

function addValues(tx: Tx, rows: ProjectRows, keys: ReadonlyMap<number, { id: number }>): Ids {
  const name = (keyId: number, value: string) => `${keyId} ${value.toLowerCase()}`
  const known = new Map(
    tx.db
      .all<Row<'source_metadata_values'>>('SELECT * FROM source_metadata_values ORDER BY id DESC')
      .map(({ id, keyId, value }) => [name(keyId, value), id]),
  )
  const ids = new Map<number, number>()
  const fresh: Row<'source_metadata_values'>[] = []
  for (const { id: theirs, keyId: theirKey, value } of rows.source_metadata_values ?? []) {
    const keyId = keys.get(theirKey)?.id
    if (keyId === undefined) continue
    const same = known.get(name(keyId, value))
    const id = same ?? tx.newId()
    if (same === undefined) fresh.push({ id, keyId, value })
    known.set(name(keyId, value), id)
    ids.set(theirs, id)
  }
  tx.insertAll('source_metadata_values', fresh)
  return ids
}

function setValues(
  tx: Tx,
  rows: ProjectRows,
  sources: Ids,
  keys: ReadonlyMap<number, { id: number; several: boolean }>,
  values: Ids,
): Replacement[] {
  /** What a source has, by key. */
  const has = new Map<number, Map<number, Had[]>>()
  for (const row of tx.db.all<Row<'source_metadatas'>>('SELECT * FROM source_metadatas ORDER BY id')) add(has, row)
  const fresh: (Row<'source_metadatas'> | null)[] = []
  /** By source and key. */
  const replaced = new Map<string, Replacement>()
  for (const { author, timestamp, ...row } of rows.source_metadatas ?? []) {
    const sourceId = sources.get(row.sourceId)
    const key = keys.get(row.keyId)
    const valueId = values.get(row.valueId)
    if (sourceId === undefined || !key || valueId === undefined) continue
    const there = has.get(sourceId)?.get(key.id) ?? none
    if (there.some((had) => had.valueId === valueId)) continue
    if (!key.several && there.length > 0) {
      for (const { at } of there) if (at !== undefined) fresh[at] = null
      const stored = there.filter(({ at }) => at === undefined)
      tx.remove(
        'source_metadatas',
        stored.map(({ id }) => id),
      )
      const place = `${sourceId} ${key.id}`
      const before = replaced.get(place)?.before ?? stored.map((had) => had.valueId)
      if (before.length > 0) replaced.set(place, { sourceId, keyId: key.id, before, valueId })
      has.get(sourceId)?.delete(key.id)
    }
    const made = { id: tx.newId(), keyId: key.id, valueId, sourceId, author, timestamp }
    add(has, { ...made, at: fresh.push(made) - 1 })
  }
  tx.insertAll(
    'source_metadatas',
    fresh.filter((row) => row !== null),
  )
  return [...replaced.values()].filter(({ before, valueId }) => before.length > 1 || before[0] !== valueId)
}

interface Replacement {
  sourceId: number
  keyId: number
  /** The values that were there. */
  before: readonly number[]
  valueId: number
}

const shownReplacements = 5
const shownValue = 40

/** undefined: nothing was replaced. */
function replacedIn(tx: Tx, replacements: readonly Replacement[]): ProjectImported['replaced'] {
  if (replacements.length === 0) return undefined
  const word = (sql: string, id: number) => tx.db.one<{ word: string }>(sql, [id])?.word ?? ''
  const value = (id: number) => {
    const text = word('SELECT value AS word FROM source_metadata_values WHERE id = ?', id)
    return text.length > shownValue ? `${text.slice(0, shownValue).toWellFormed()}…` : text
  }
  const lines = replacements.slice(0, shownReplacements).map(({ sourceId, keyId, before, valueId }) => {
    const title = word('SELECT title AS word FROM sources WHERE id = ?', sourceId)
    const key = word('SELECT key AS word FROM source_metadata_keys WHERE id = ?', keyId)
    return `${title}: ${key} ${before.map(value).join(', ')} → ${value(valueId)}`
  })
  const more = replacements.length > shownReplacements ? '; …' : ''
  return { count: replacements.length, values: `${lines.join('; ')}${more}` }
}

/** `at`: its place among what is to be inserted; left out, it is there. */
interface Had {
  id: number
  valueId: number
  at?: number
}
const none: readonly Had[] = []

function add(
  has: Map<number, Map<number, Had[]>>,
  { sourceId, keyId, ...had }: Had & Record<'sourceId' | 'keyId', number>,
): void {
  const ofSource = has.get(sourceId)
  const there = ofSource?.get(keyId)
  if (there) there.push(had)
  else if (ofSource) ofSource.set(keyId, [had])
  else has.set(sourceId, new Map([[keyId, [had]]]))
}
