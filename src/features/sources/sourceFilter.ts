/**
 * Which sources does a list show by what they have of their properties? Of each property that has a value chosen, those that have one of
 * its values.
 *
 * Promises: a value that is no more filters nothing.
 */
import { compareTitles } from '../../i18n/formats.ts'
import type { Translate } from '../../i18n/i18n.ts'
import type { Row } from '../../model/schema.ts'
import type { MenuEntry } from '../../ui/menus/menuEntry.ts'

/** So many values of one property stand in a menu, and no more. */
const mostListed = 200

export interface FilterProperty {
  id: number
  key: string
  /** In the order in which they are offered. */
  values: readonly { id: number; value: string }[]
}

export function filterProperties(
  keys: Iterable<Row<'source_metadata_keys'>>,
  values: Iterable<Row<'source_metadata_values'>>,
): FilterProperty[] {
  const byKey = Map.groupBy(values, ({ keyId }) => keyId)
  return [...keys].map(({ id, key, sortValuesAlphabetically: sorted }) => {
    const own = (byKey.get(id) ?? []).toSorted((a, b) => (sorted && compareTitles(a.value, b.value)) || a.id - b.id)
    return { id, key, values: own }
  })
}

/** Those of `chosen` that there are. */
export function validValues(chosen: readonly number[], properties: readonly FilterProperty[]): number[] {
  const known = new Set(properties.flatMap(({ values }) => values.map(({ id }) => id)))
  return chosen.filter((id) => known.has(id))
}

/** What is shown alone, in words; empty where nothing is chosen. */
export function filterText(properties: readonly FilterProperty[], chosen: readonly number[]): string {
  const told = properties.flatMap(({ key, values }) => {
    const names = values.filter(({ id }) => chosen.includes(id)).map(({ value }) => value)
    return names.length > 0 ? `${key}: ${names.join(' / ')}` : []
  })
  return told.join(' · ')
}

interface FilterMenu {
  t: Translate
  properties: readonly FilterProperty[]
  chosen: readonly number[]
  onChoose: (chosen: number[]) => void
}

/** A menu for each property, in which several values can be ticked one after the other. */
export function filterMenu({ t, properties, chosen, onChoose }: FilterMenu): MenuEntry[] {
  const valueEntries = ({ values }: FilterProperty): MenuEntry[] => [
    ...values.slice(0, mostListed).map(({ id, value }) => ({
      label: value,
      checked: chosen.includes(id),
      stays: true,
      onChange: (on: boolean) => onChoose(on ? [...chosen, id] : chosen.filter((other) => other !== id)),
    })),
    ...(values.length > mostListed
      ? [{ label: t('source.moreValues', { n: values.length - mostListed }), disabled: true, onSelect: () => {} }]
      : []),
  ]
  return [
    ...properties.map((property) => ({
      label: property.key,
      disabled: property.values.length === 0,
      items: valueEntries(property),
    })),
    'line',
    { label: t('source.showAll'), disabled: chosen.length === 0, onSelect: () => onChoose([]) },
  ]
}
