import { expect, test } from 'vitest'
import { t } from '../../i18n/i18n.ts'
import type { MenuEntry } from '../../ui/menus/menuEntry.ts'
import { filterMenu, filterProperties, filterText, validValues } from './sourceFilter.ts'

const keys = [
  { id: 1, key: 'Role', multipleChoice: 1, sortValuesAlphabetically: 1 },
  { id: 2, key: 'Age', multipleChoice: 0, sortValuesAlphabetically: 0 },
]
const values = [
  { id: 11, keyId: 1, value: 'nurse' },
  { id: 12, keyId: 1, value: 'Doctor' },
  { id: 21, keyId: 2, value: 'old' },
  { id: 22, keyId: 2, value: 'Young' },
]
const offersOf = (rows: typeof values, most: number, chosen: readonly number[] = []) =>
  keys.map(({ id: keyId }) => {
    const own = rows.filter((row) => row.keyId === keyId)
    return { keyId, total: own.length, values: own.filter(({ id }, n) => n < most || chosen.includes(id)) }
  })
const properties = filterProperties(keys, offersOf(values, 200))
const submenu = (entries: readonly MenuEntry[], label: string) => {
  const found = entries.find((entry) => entry !== 'line' && 'label' in entry && entry.label === label)
  if (!found || found === 'line' || !('items' in found)) throw new Error(`no menu ${label}`)
  return found.items
}

test('values stand in the order in which their property offers them', () => {
  expect(properties.map((property) => property.values.map(({ value }) => value))).toEqual([
    ['Doctor', 'nurse'],
    ['old', 'Young'],
  ])
})

test('values are ticked one after the other, and unticked', () => {
  const told: number[][] = []
  const menu = filterMenu({ t, properties, chosen: [12], onChoose: (chosen) => told.push(chosen) })
  for (const entry of submenu(menu, 'Role')) {
    if (entry === 'line' || !('checked' in entry)) throw new Error('no value')
    entry.onChange(!entry.checked)
  }
  expect(told).toEqual([[], [12, 11]])
})

test('what is chosen is told by property, and what is no more is not chosen', () => {
  expect(filterText(t, properties, [21, 11, 12])).toBe('Role: Doctor / nurse · Age: old')
  expect(validValues([21, 99], properties)).toEqual([21])
})

test('of very many values a menu says how many it leaves out', () => {
  const many = Array.from({ length: 205 }, (_, n) => ({ id: n + 1, keyId: 2, value: `value ${n}` }))
  const menu = filterMenu({
    t,
    properties: filterProperties(keys, offersOf(many, 200)),
    chosen: [],
    onChoose: () => {},
  })
  expect(submenu(menu, 'Age')).toHaveLength(201)
  expect(submenu(menu, 'Age').at(-1)).toMatchObject({ label: '5 more values', disabled: true })
})
