/** Properties of sources: keys, the values they may have, and which source has which. Names differing in case are the same. */
import type { Args } from '../../../src/model/commands.ts'
import { refuse } from '../../../src/model/problems.ts'
import { cleanLine } from '../../../src/model/text/richText.ts'
import type { Handler, Tx } from '../tx.ts'

/** Blanks around a name are no part of it. */
const named = (name: string): string => cleanLine(name).trim()
const folded = (name: string): string => name.toLowerCase()

function refuseKey(tx: Tx, key: string, except: number | null): void {
  const others = tx.db.all<{ id: number; key: string }>('SELECT id, key FROM source_metadata_keys')
  if (others.some((other) => other.id !== except && folded(other.key) === folded(key)))
    refuse({ kind: 'keyExists', name: key })
}

function refuseValue(tx: Tx, keyId: number, value: string, except: number | null): void {
  const others = tx.db.all<{ id: number; value: string }>(
    'SELECT id, value FROM source_metadata_values WHERE keyId = ?',
    [keyId],
  )
  if (others.some((other) => other.id !== except && folded(other.value) === folded(value)))
    refuse({ kind: 'valueExists', name: value })
}

export const createSourceProperty: Handler<'createSourceProperty'> = (tx, args) => {
  if (named(args.key) !== '' && args.values.length === 0) refuse({ kind: 'keyRequiresValue' })
  const id = createKey(tx, args)
  for (const value of args.values) createPropertyValue(tx, { keyId: id, value })
  return id
}

function createKey(tx: Tx, args: Omit<Args<'createSourceProperty'>, 'values'>): number {
  const key = named(args.key)
  if (key === '') refuse({ kind: 'keyNameRequired' })
  refuseKey(tx, key, null)
  const id = tx.newId()
  tx.insert('source_metadata_keys', {
    id,
    key,
    multipleChoice: args.multipleChoice ? 1 : 0,
    sortValuesAlphabetically: args.sortValuesAlphabetically ? 1 : 0,
  })
  return id
}

export const updateSourceProperty: Handler<'updateSourceProperty'> = (tx, args) => {
  tx.need('source_metadata_keys', args.keyId, { kind: 'notFound', table: 'source_metadata_keys' })
  const key = args.key === undefined ? undefined : named(args.key)
  if (key === '') refuse({ kind: 'keyEmpty' })
  if (key !== undefined) refuseKey(tx, key, args.keyId)
  tx.update('source_metadata_keys', args.keyId, {
    ...(key !== undefined && { key }),
    ...(args.multipleChoice !== undefined && { multipleChoice: args.multipleChoice ? 1 : 0 }),
    ...(args.sortValuesAlphabetically !== undefined && {
      sortValuesAlphabetically: args.sortValuesAlphabetically ? 1 : 0,
    }),
  })
}

export const removeSourceProperty: Handler<'removeSourceProperty'> = (tx, { keyId }) => {
  tx.need('source_metadata_keys', keyId, { kind: 'notFound', table: 'source_metadata_keys' })
  tx.remove('source_metadata_keys', [keyId])
}

export const createPropertyValue: Handler<'createPropertyValue'> = (tx, args) => {
  const value = named(args.value)
  if (value === '') refuse({ kind: 'valueEmpty' })
  tx.need('source_metadata_keys', args.keyId, { kind: 'notFound', table: 'source_metadata_keys' })
  refuseValue(tx, args.keyId, value, null)
  return insertValue(tx, args.keyId, value)
}

function insertValue(tx: Tx, keyId: number, value: string): number {
  const id = tx.newId()
  tx.insert('source_metadata_values', { id, keyId, value })
  return id
}

export const updatePropertyValue: Handler<'updatePropertyValue'> = (tx, args) => {
  const { keyId } = tx.need('source_metadata_values', args.valueId, {
    kind: 'notFound',
    table: 'source_metadata_values',
  })
  const value = named(args.value)
  if (value === '') refuse({ kind: 'valueEmpty' })
  refuseValue(tx, keyId, value, args.valueId)
  tx.update('source_metadata_values', args.valueId, { value })
}

export const removePropertyValue: Handler<'removePropertyValue'> = (tx, { valueId }) => {
  tx.need('source_metadata_values', valueId, { kind: 'notFound', table: 'source_metadata_values' })
  tx.remove('source_metadata_values', [valueId])
}

/** The source has these values of the key, and no others. */
export const setSourceProperty: Handler<'setSourceProperty'> = (tx, { sourceId, keyId, valueIds }) => {
  tx.need('sources', sourceId, { kind: 'sourceNotFound' })
  tx.need('source_metadata_keys', keyId, { kind: 'notFound', table: 'source_metadata_keys' })
  for (const valueId of valueIds)
    tx.need('source_metadata_values', valueId, { kind: 'notFound', table: 'source_metadata_values' })
  const links = tx.db.all<{ id: number; valueId: number }>(
    'SELECT id, valueId FROM source_metadatas WHERE sourceId = ? AND keyId = ?',
    [sourceId, keyId],
  )
  tx.remove(
    'source_metadatas',
    links.filter((link) => !valueIds.includes(link.valueId)).map((link) => link.id),
  )
  for (const valueId of new Set(valueIds)) {
    if (links.some((link) => link.valueId === valueId)) continue
    tx.insert('source_metadatas', { id: tx.newId(), keyId, valueId, sourceId, author: tx.author, timestamp: tx.now })
  }
}

/** The values of each property are read once: to ask for them again at each new one would cost their square. */
export const setSourceProperties: Handler<'setSourceProperties'> = (tx, { cells, create = [] }) => {
  const created = create.map((key) => createKey(tx, key))
  const known = new Map<number, Map<string, number>>()
  const valuesOf = (keyId: number) => {
    const values = known.get(keyId)
    if (values) return values
    tx.need('source_metadata_keys', keyId, { kind: 'notFound', table: 'source_metadata_keys' })
    const rows = tx.db.all<{ id: number; value: string }>(
      'SELECT id, value FROM source_metadata_values WHERE keyId = ?',
      [keyId],
    )
    const read = new Map(rows.map(({ id, value }) => [folded(value), id]))
    known.set(keyId, read)
    return read
  }
  for (const { sourceId, keyId: asked, values } of cells) {
    const keyId = asked < 0 ? (created[-1 - asked] ?? asked) : asked
    const valueIds = values.map((value) => {
      const there = valuesOf(keyId)
      const name = named(value)
      if (name === '') refuse({ kind: 'valueEmpty' })
      const id = there.get(folded(name)) ?? insertValue(tx, keyId, name)
      there.set(folded(name), id)
      return id
    })
    setSourceProperty(tx, { sourceId, keyId, valueIds })
  }
}
