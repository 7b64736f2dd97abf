/** The menu of a list of sources: by what it is ordered, which way, and what it shows alone. */
import type { MessageKey, Translate } from '../../i18n/i18n.ts'
import { asAdded, type SourceOrder, type SourceSorting, type SourcesOnly } from '../../model/rules/sourceOrder.ts'
import type { MenuEntry } from '../../ui/menus/menuEntry.ts'

export interface Property {
  id: number
  key: string
}

interface OrderMenu {
  t: Translate
  order: SourceOrder
  only: SourcesOnly | null
  properties: readonly Property[]
  onOrder: (order: SourceOrder) => void
  onOnly: (only: SourcesOnly | null) => void
}

const sortings: Readonly<Record<Exclude<SourceSorting, 'property'>, MessageKey>> = {
  added: 'source.byAdded',
  title: 'source.byTitle',
  author: 'source.byAuthor',
  date: 'source.byDate',
  highlights: 'source.byHighlights',
}
const shown: readonly (readonly [SourcesOnly | null, MessageKey])[] = [
  [null, 'source.showAll'],
  ['uncoded', 'source.showUncoded'],
  ['unread', 'source.showUnread'],
]

/** Begins with what one looks for: the newest, the most. */
const startsDescending = (by: SourceSorting): boolean => by === 'date' || by === 'highlights'

/** An order by a property that is no more is none. */
export const validOrder = (order: SourceOrder, properties: readonly Property[] | undefined): SourceOrder =>
  order.by === 'property' && properties && !properties.some(({ id }) => id === order.keyId) ? asAdded : order

/** What the list is ordered by, in words; undefined where it is as the sources were added. */
export function orderText(t: Translate, { by, keyId, descending }: SourceOrder, properties: readonly Property[]) {
  if (by === 'added' && !descending) return undefined
  const name = by === 'property' ? (properties.find(({ id }) => id === keyId)?.key ?? '') : t(sortings[by])
  return `${name} ${descending ? '↓' : '↑'}`
}

/** A property may bear the name of another entry: they stand in a menu of their own. */
export function sourceOrderMenu({ t, order, only, properties, onOrder, onOnly }: OrderMenu): MenuEntry[] {
  const names = Object.keys(sortings) as (keyof typeof sortings)[]
  const byProperties: MenuEntry[] = properties.map(({ id, key }) => ({
    label: key,
    checked: order.by === 'property' && order.keyId === id,
    onChange: () => onOrder({ by: 'property', keyId: id, descending: false }),
  }))
  return [
    {
      heading: t('source.orderBy'),
      items: names.map((by) => ({
        label: t(sortings[by]),
        checked: order.by === by,
        onChange: () => onOrder({ by, descending: startsDescending(by) }),
      })),
    },
    ...(byProperties.length > 0 ? [{ label: t('source.byProperty'), items: byProperties }] : []),
    'line',
    {
      label: t('source.descending'),
      checked: order.descending,
      stays: true,
      onChange: (descending) => onOrder({ ...order, descending }),
    },
    'line',
    {
      heading: t('source.show'),
      items: shown.map(([which, label]) => ({
        label: t(label),
        checked: only === which,
        onChange: () => onOnly(which),
      })),
    },
  ]
}
