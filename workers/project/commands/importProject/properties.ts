/**
 * What sources have of each property. Properties and values are known by their words, whatever the case. A property of one value gets
 * the file's; one of several keeps what it has and gets the file's besides.
 */
import type { ProjectImported } from '../../../../src/model/commands.ts'
import type { ProjectRows } from '../../../../src/model/projectRows.ts'
import type { Row } from '../../../../src/model/schema.ts'
import type { Tx } from '../../tx.ts'
import type { Ids } from './importProject.ts'

/** `joined`: the sources that were there already. `added`: how many properties are new. */
export function addProperties(
  tx: Tx,
  rows: ProjectRows,
  sources: Ids,
  joined: readonly number[],
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
  const replacements = setValues(tx, rows, { sources, joined }, keys, addValues(tx, rows, keys))
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
  { sources, joined }: { sources: Ids; joined: readonly number[] },
  keys: ReadonlyMap<number, { id: number; several: boolean }>,
  values: Ids,
): Replacement[] {
  /** What each source has. Of those that are new nothing is there yet, and nothing is read. */
  const has = new Map<number, Row<'source_metadatas'>[]>()
  const stored = new Set<Row<'source_metadatas'>>()
  for (const row of thereAlready(tx, joined)) {
    stored.add(row)
    give(has, row)
  }
  const fresh: Row<'source_metadatas'>[] = []
  /** Of the file itself, where a later line says otherwise. */
  const dropped = new Set<Row<'source_metadatas'>>()
  /** By source and key. */
  const replaced = new Map<string, Replacement>()
  for (const theirs of rows.source_metadatas ?? []) {
    const sourceId = sources.get(theirs.sourceId)
    const key = keys.get(theirs.keyId)
    const valueId = values.get(theirs.valueId)
    if (sourceId === undefined || !key || valueId === undefined) continue
    const ofSource = has.get(sourceId)
    const there = ofSource?.filter(({ keyId }) => keyId === key.id) ?? none
    if (there.some((had) => had.valueId === valueId)) continue
    if (!key.several && there.length > 0) {
      for (const had of there) if (!stored.has(had)) dropped.add(had)
      tx.remove(
        'source_metadatas',
        there.filter((had) => stored.has(had)).map(({ id }) => id),
      )
      const place = `${sourceId} ${key.id}`
      const before = replaced.get(place)?.before ?? there.filter((had) => stored.has(had)).map((had) => had.valueId)
      if (before.length > 0) replaced.set(place, { sourceId, keyId: key.id, before, valueId })
      has.set(
        sourceId,
        (ofSource ?? []).filter(({ keyId }) => keyId !== key.id),
      )
    }
    const { author, timestamp } = theirs
    const made = { id: tx.newId(), keyId: key.id, valueId, sourceId, author, timestamp }
    give(has, made)
    fresh.push(made)
  }
  tx.insertAll('source_metadatas', dropped.size === 0 ? fresh : fresh.filter((row) => !dropped.has(row)))
  return [...replaced.values()].filter(({ before, valueId }) => before.length > 1 || before[0] !== valueId)
}

/** What these sources have. */
const thereAlready = (tx: Tx, sourceIds: readonly number[]): Row<'source_metadatas'>[] =>
  sourceIds.length === 0
    ? []
    : tx.db.all('SELECT * FROM source_metadatas WHERE sourceId IN (SELECT value FROM json_each(?)) ORDER BY id', [
        JSON.stringify(sourceIds),
      ])

function give(has: Map<number, Row<'source_metadatas'>[]>, row: Row<'source_metadatas'>): void {
  const there = has.get(row.sourceId)
  if (there) there.push(row)
  else has.set(row.sourceId, [row])
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

const none: readonly Row<'source_metadatas'>[] = []
