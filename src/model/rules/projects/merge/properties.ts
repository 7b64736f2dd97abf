/** Properties of sources and their values: known by their words, whatever the case. */
import type { ProjectRows } from '../../../projectRows.ts'
import type { Row } from '../../../schema.ts'
import type { Ids } from './codebook.ts'
import type { MergeResult } from './result.ts'
import { folded } from './words.ts'

/** A property of a source that has another value in the other project, and may have only one: the base's stays. */
export interface DifferingCell {
  source: string
  property: string
  /** That stays. */
  value: string
  other: string
}

export function mergeProperties(result: MergeResult, other: ProjectRows, sources: Ids): DifferingCell[] {
  const keys = mergeKeys(result, other)
  const values = mergeValues(result, other, keys)
  return mergeCells(result, other, { keys, values, sources })
}

function mergeKeys(result: MergeResult, other: ProjectRows): Ids {
  const { source_metadata_keys: keys } = result.rows
  const called = new Map(keys.map(({ id, key }) => [folded(key), id]))
  const ids = new Map<number, number>()
  for (const row of other.source_metadata_keys ?? []) {
    const known = called.get(folded(row.key))
    const id = known ?? result.freeId('source_metadata_keys', row.id)
    ids.set(row.id, id)
    if (known !== undefined) continue
    keys.push({ ...row, id })
    called.set(folded(row.key), id)
  }
  return ids
}

function mergeValues(result: MergeResult, other: ProjectRows, keys: Ids): Ids {
  const { source_metadata_values: values } = result.rows
  const called = new Map(values.map(({ id, keyId, value }) => [`${keyId} ${folded(value)}`, id]))
  const ids = new Map<number, number>()
  for (const row of other.source_metadata_values ?? []) {
    const keyId = keys.get(row.keyId)
    if (keyId === undefined) continue
    const name = `${keyId} ${folded(row.value)}`
    const known = called.get(name)
    const id = known ?? result.freeId('source_metadata_values', row.id)
    ids.set(row.id, id)
    if (known !== undefined) continue
    values.push({ ...row, id, keyId })
    called.set(name, id)
  }
  return ids
}

interface AllIds {
  keys: Ids
  values: Ids
  sources: Ids
}

function mergeCells(result: MergeResult, other: ProjectRows, { keys, values, sources }: AllIds): DifferingCell[] {
  const { rows } = result
  const cellOf = ({ sourceId, keyId }: Pick<Row<'source_metadatas'>, 'sourceId' | 'keyId'>) => `${sourceId} ${keyId}`
  const cells = Map.groupBy(rows.source_metadatas, cellOf)
  const isMultiple = new Set(rows.source_metadata_keys.filter((key) => key.multipleChoice !== 0).map(({ id }) => id))
  const words = new Map(rows.source_metadata_values.map(({ id, value }) => [id, value]))
  const names = new Map(rows.source_metadata_keys.map(({ id, key }) => [id, key]))
  const titles = new Map(rows.sources.map(({ id, title }) => [id, title]))
  const differing: DifferingCell[] = []
  for (const row of other.source_metadatas ?? []) {
    const [sourceId, keyId, valueId] = [sources.get(row.sourceId), keys.get(row.keyId), values.get(row.valueId)]
    if (sourceId === undefined || keyId === undefined || valueId === undefined) continue
    const there = cells.get(cellOf({ sourceId, keyId })) ?? []
    if (there.some((cell) => cell.valueId === valueId)) continue
    const [first] = there
    if (first && !isMultiple.has(keyId)) {
      differing.push({
        source: titles.get(sourceId) ?? '',
        property: names.get(keyId) ?? '',
        value: words.get(first.valueId) ?? '',
        other: words.get(valueId) ?? '',
      })
      continue
    }
    const added = { ...row, id: result.freeId('source_metadatas', row.id), sourceId, keyId, valueId }
    rows.source_metadatas.push(added)
    cells.set(cellOf(added), [...there, added])
  }
  return differing
}
