/** How the columns of the table order its rows: the first by title, the others by their property. */
import { asAdded, type SourceOrder } from '../../model/rules/sourceOrder.ts'

export interface Sorting {
  sorted(col: number): 'ascending' | 'descending' | undefined
  isAsAdded: boolean
  by(col: number, descending: boolean): void
  asAdded(): void
  /** Upwards, then downwards, then as the sources were added. */
  toggle(col: number): void
}

/** `properties`: of the columns after the first. */
export function sortingOf(
  properties: readonly { id: number }[],
  order: SourceOrder,
  onOrder: (order: SourceOrder) => void,
): Sorting {
  const by = (col: number, descending: boolean) => {
    const keyId = properties[col - 1]?.id
    onOrder(keyId === undefined ? { by: 'title', descending } : { by: 'property', keyId, descending })
  }
  const sorted = (col: number) => {
    const isBy = col === 0 ? order.by === 'title' : order.by === 'property' && order.keyId === properties[col - 1]?.id
    return isBy ? (order.descending ? 'descending' : 'ascending') : undefined
  }
  return {
    sorted,
    isAsAdded: order.by === 'added',
    by,
    asAdded: () => onOrder(asAdded),
    toggle: (col) => {
      if (sorted(col) === 'descending') onOrder(asAdded)
      else by(col, sorted(col) === 'ascending')
    },
  }
}
