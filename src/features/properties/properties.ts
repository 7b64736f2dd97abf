/** The properties of the project's sources as they are shown: each with its values, in the order in which they are offered. */
import { compareTitles } from '../../i18n/formats.ts'
import type { Row } from '../../model/schema.ts'

export interface PropertyValue {
  id: number
  value: string
}

export interface Property {
  id: number
  key: string
  multiple: boolean
  sorted: boolean
  /** By the alphabet where `sorted`, else as they were added. */
  values: readonly PropertyValue[]
}

type KeyRow = Row<'source_metadata_keys'>
type ValueRow = Row<'source_metadata_values'>

export function propertiesOf(keys: Iterable<KeyRow>, values: Iterable<ValueRow>): Property[] {
  const byKey = Map.groupBy(values, ({ keyId }) => keyId)
  return [...keys]
    .sort((a, b) => a.id - b.id)
    .map(({ id, key, multipleChoice, sortValuesAlphabetically }) => {
      const sorted = Boolean(sortValuesAlphabetically)
      const own = (byKey.get(id) ?? []).map(({ id: valueId, value }) => ({ id: valueId, value }))
      own.sort((a, b) => (sorted && compareTitles(a.value, b.value)) || a.id - b.id)
      return { id, key, multiple: Boolean(multipleChoice), sorted, values: own }
    })
}

/** Names that differ in case alone are the same (1 §5). */
export const folded = (name: string): string => name.trim().toLowerCase()

/** What a source has of a property, in the order in which its values are offered. */
export const valuesHeld = (
  { id, values }: Property,
  held: readonly { keyId: number; valueId: number }[],
): PropertyValue[] => {
  const ids = new Set(held.filter(({ keyId }) => keyId === id).map(({ valueId }) => valueId))
  return ids.size === 0 ? [] : values.filter((value) => ids.has(value.id))
}
