/**
 * In which order are sources listed? By when they were added, by what each of them is, or by a property.
 *
 * Promises: what has no value comes last, whichever the direction; equals stay in the order in which they were added.
 */
export type SourceSorting = 'added' | 'title' | 'author' | 'date' | 'highlights' | 'property'

export interface SourceOrder {
  by: SourceSorting
  /** Of `by: 'property'`. */
  keyId?: number
  descending: boolean
}

/** What a list may show alone: sources without a highlight, or never opened in this browser. */
export type SourcesOnly = 'uncoded' | 'unread'

export const asAdded: SourceOrder = { by: 'added', descending: false }

/** The type of what is compared. */
const types: Readonly<Record<SourceSorting, string>> = {
  added: 'number',
  title: 'text',
  author: 'text',
  date: 'number',
  highlights: 'number',
  property: 'text',
}

type Value = string | number | null

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

export const compareWords = (a: string, b: string): number => collator.compare(a, b)

/** Throws for a type that has no order (1 §5). */
function comparing(type: string | undefined): (a: Value, b: Value) => number {
  if (type === 'text') return (a, b) => collator.compare(String(a), String(b))
  if (type === 'number') return (a, b) => Number(a) - Number(b)
  throw new TypeError('Invalid type of sorting category')
}

/** The ids in order; `valueBy` answers what an order is by, null where a source has nothing of it. */
export function inSourceOrder(ids: readonly number[], order: SourceOrder, valueBy: (id: number) => Value): number[] {
  const compare = comparing(types[order.by])
  const way = order.descending ? -1 : 1
  const valued = ids.map((id) => ({ id, value: valueBy(id) }))
  valued.sort((a, b) => {
    if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null) || a.id - b.id
    return way * compare(a.value, b.value) || a.id - b.id
  })
  return valued.map(({ id }) => id)
}

/** What one source has of a property, as one text to sort by; null: nothing. */
export const joined = (values: readonly string[]): string | null => (values.length === 0 ? null : values.join(', '))
