import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { useInSight } from './useInSight.ts'

export interface ListProps<T> {
  label: string
  items: readonly T[]
  /** Unique and steady. */
  keyOf: (item: T) => string | number
  row: (item: T, index: number) => ReactNode
  /** The usual height of a row in px; rows are measured once drawn. */
  rowHeight: number
  /** Brought into sight when it changes. */
  showIndex?: number | undefined
  /** Drawn beyond what is seen, in rows. */
  overscan?: number
}

/** A list of any length that draws only what is seen. It fills its parent, which needs a height. */
export function List<T>(props: ListProps<T>) {
  const { label, items, keyOf, row, rowHeight, showIndex, overscan = 8 } = props
  const scroller = useRef<HTMLUListElement>(null)
  const latestKeyOf = useRef(keyOf)
  latestKeyOf.current = keyOf
  const list = useInSight({
    scroller,
    count: items.length,
    sizeOf: () => rowHeight,
    // Whatever function the caller gives at each drawing: with another one the places of all rows would be reckoned anew, of a hundred thousand for some 10 ms.
    keyOf: useCallback(
      (index: number) => {
        const item = items[index]
        return item === undefined ? index : latestKeyOf.current(item)
      },
      [items],
    ),
    beyond: overscan,
  })
  useEffect(() => {
    if (showIndex !== undefined) list.scrollToIndex(showIndex, { align: 'auto' })
  }, [showIndex, list])
  return (
    <ul
      ref={scroller}
      className="ui-list"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by key
      tabIndex={0}
      aria-label={label}
      style={{ '--list-height': `${list.getTotalSize()}px` }}
    >
      {list.getVirtualItems().map(({ index, key, start }) => {
        const item = items[index]
        return item === undefined ? null : (
          <li
            key={key}
            ref={list.measureElement}
            data-index={index}
            className="ui-list-row"
            aria-setsize={items.length}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${start}px)` }}
          >
            {row(item, index)}
          </li>
        )
      })}
    </ul>
  )
}
