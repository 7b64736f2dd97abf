import { describe, expect, test } from 'vitest'
import { t } from '../../i18n/i18n.ts'
import { asAdded, type SourceOrder } from '../../model/rules/sourceOrder.ts'
import type { MenuEntry } from '../../ui/menus/menuEntry.ts'
import { orderText, sourceOrderMenu, validOrder } from './sourceOrderMenu.ts'

const properties = [
  { id: 3, key: 'Age' },
  { id: 4, key: 'Title' },
]

function menu(order: SourceOrder = asAdded) {
  const told: unknown[] = []
  const entries = sourceOrderMenu({
    t,
    order,
    only: null,
    properties,
    onOrder: (next) => told.push(next),
    onOnly: (next) => told.push(next),
  })
  const flat = (of: readonly MenuEntry[]): Exclude<MenuEntry, 'line' | { heading: string }>[] =>
    of.flatMap((entry) =>
      entry === 'line'
        ? []
        : 'heading' in entry
          ? flat(entry.items)
          : 'items' in entry
            ? [entry, ...flat(entry.items)]
            : entry,
    )
  const choose = (label: string, nth = 0) => {
    const entry = flat(entries).filter((one) => one.label === label)[nth]
    if (!entry || !('checked' in entry)) throw new Error(`no ${label}`)
    entry.onChange(!entry.checked)
    return told.at(-1)
  }
  const checked = flat(entries).flatMap((entry) => ('checked' in entry && entry.checked ? entry.label : []))
  return { choose, checked }
}

describe('the order of the list of sources', () => {
  test('is chosen by what sources are and by any property', () => {
    expect(menu().checked).toEqual(['As added', 'All sources'])
    expect(menu().choose('Title')).toEqual({ by: 'title', descending: false })
    expect(menu().choose('Title', 1)).toEqual({ by: 'property', keyId: 4, descending: false })
    expect(menu({ by: 'property', keyId: 3, descending: true }).checked).toEqual(['Age', 'Descending', 'All sources'])
  })

  test('the most and the newest come first, and the way can be turned', () => {
    expect(menu().choose('Highlights')).toEqual({ by: 'highlights', descending: true })
    expect(menu({ by: 'title', descending: false }).choose('Descending')).toEqual({ by: 'title', descending: true })
  })

  test('shows sources without highlights, or not opened, alone', () => {
    expect(menu().choose('Without highlights')).toBe('uncoded')
    expect(menu().choose('Not opened yet')).toBe('unread')
  })

  test('by a property that has gone it is as added; while properties are not known it stays', () => {
    const order = { by: 'property', keyId: 9, descending: true } as const
    expect(validOrder(order, properties)).toEqual(asAdded)
    expect(validOrder(order, undefined)).toBe(order)
  })

  test('is said in words where it is not the usual one', () => {
    expect(orderText(t, asAdded, properties)).toBeUndefined()
    expect(orderText(t, { by: 'property', keyId: 3, descending: true }, properties)).toBe('Age ↓')
    expect(orderText(t, { by: 'title', descending: false }, properties)).toBe('Title ↑')
  })
})
