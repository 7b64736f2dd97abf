/**
 * Which sources does a list show by what they have of their properties? Of each property that has a value chosen, those that have one of
 * its values.
 *
 * Promises: a value that is no more filters nothing.
 */
import { compareTitles } from '../../i18n/formats.ts'
import type { Translate } from '../../i18n/i18n.ts'
import type { PropertyOffer } from '../../model/queries.ts'
import type { Row } from '../../model/schema.ts'
import type { MenuEntry } from '../../ui/menus/menuEntry.ts'

/** So many values of one property stand in a menu, with those that are chosen, and no more. */
export const mostListed = 200

export interface FilterProperty {
  id: number
  key: string
  /** In the order in which they are offered; of very many the first, and those that are chosen. */
  values: readonly { id: number; value: string }[]
  /** How many there are. */
  total: number
}

export function filterProperties(
  keys: Iterable<Row<'source_metadata_keys'>>,
  offers: readonly PropertyOffer[],
): FilterProperty[] {
  const byKey = new Map(offers.map((offer) => [offer.keyId, offer]))
  return [...keys].map(({ id, key, sortValuesAlphabetically: sorted }) => {
    const { values = [], total = 0 } = byKey.get(id) ?? {}
    const own = values.toSorted((a, b) => (sorted && compareTitles(a.value, b.value)) || a.id - b.id)
    return { id, key, values: own, total }
  })
}

/** Those of `chosen` that there are. */
export function validValues(chosen: readonly number[], properties: readonly FilterProperty[]): number[] {
  const known = new Set(properties.flatMap(({ values }) => values.map(({ id }) => id)))
  return chosen.filter((id) => known.has(id))
}

/** What is shown alone, in words; empty where nothing is chosen. */
export function filterText(t: Translate, properties: readonly FilterProperty[], chosen: readonly number[]): string {
  const told = properties.flatMap(({ key, values }) => {
    const names = values.filter(({ id }) => chosen.includes(id)).map(({ value }) => value)
    return names.length > 0 ? t('ui.labelled', { label: key, value: names.join(' / ') }) : []
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
  const valueEntries = ({ values, total }: FilterProperty): MenuEntry[] => [
    ...values.map(({ id, value }) => ({
      label: value,
      checked: chosen.includes(id),
      stays: true,
      onChange: (on: boolean) => onChoose(on ? [...chosen, id] : chosen.filter((other) => other !== id)),
    })),
    ...(total > values.length
      ? [{ label: t('source.moreValues', { n: total - values.length }), disabled: true, onSelect: () => {} }]
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
