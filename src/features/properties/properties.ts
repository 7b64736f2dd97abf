/** The properties of the project's sources as they are shown: each with the first of its values, in the order in which they are offered. */
import { compareTitles } from '../../i18n/formats.ts'
import type { PropertyOffer, PropertyValue, QueryValue } from '../../model/queries.ts'
import type { Row } from '../../model/schema.ts'

export interface Property {
  id: number
  key: string
  multiple: boolean
  sorted: boolean
  /** Of its values; there may be hundreds of thousands. */
  total: number
  /** As many as were asked for: by the alphabet where `sorted`, else as they were added. */
  values: readonly PropertyValue[]
  /** Of several values, those that have a comma in them. */
  withComma: readonly string[]
}

/** The values that begin with or contain what is typed, those that begin with it first. */
export type FindValues = (keyId: number, search: string) => Promise<readonly PropertyValue[]>

type KeyRow = Row<'source_metadata_keys'>

export function propertiesOf(
  keys: Iterable<KeyRow>,
  offers: readonly PropertyOffer[],
  withComma: QueryValue<'valuesWithComma'>,
): Property[] {
  const byKey = new Map(offers.map((offer) => [offer.keyId, offer]))
  const commas = Map.groupBy(withComma, ({ keyId }) => keyId)
  return [...keys]
    .sort((a, b) => a.id - b.id)
    .map(({ id, key, multipleChoice, sortValuesAlphabetically }) => {
      const sorted = Boolean(sortValuesAlphabetically)
      const { total = 0, values = [] } = byKey.get(id) ?? {}
      return {
        ...{ id, key, multiple: Boolean(multipleChoice), sorted, total },
        values: inOrder(values, sorted),
        withComma: (commas.get(id) ?? []).map(({ value }) => value),
      }
    })
}

const inOrder = (values: readonly PropertyValue[], sorted: boolean): PropertyValue[] =>
  values.toSorted((a, b) => (sorted && compareTitles(a.value, b.value)) || a.id - b.id)

/** Names that differ in case alone are the same (1 §5). */
export const folded = (name: string): string => name.trim().toLowerCase()

/** What a source has of a property, in the order in which its values are offered. */
export const valuesHeld = (
  { id, sorted }: Pick<Property, 'id' | 'sorted'>,
  held: readonly { keyId: number; valueId: number; value: string }[],
): PropertyValue[] => {
  const own = held.filter(({ keyId }) => keyId === id).map(({ valueId, value }) => ({ id: valueId, value }))
  return own.length > 1 ? inOrder(own, sorted) : own
}
