import { type MouseEvent, type PointerEvent, useMemo, useRef, useState } from 'react'

export type ColumnKey = string | number

/** In px. */
const [least, most, step] = [48, 640, 16]

/** Widths of columns, as they are usually and as the person has changed them: by dragging the edge of a head, or by key. */
export function useColumnWidths(usual: readonly number[], keyOf: ((col: number) => ColumnKey) | undefined) {
  const [changed, setChanged] = useState<ReadonlyMap<ColumnKey, number>>(new Map())
  const widths = useMemo(
    () => (changed.size === 0 || !keyOf ? usual : usual.map((width, col) => changed.get(keyOf(col)) ?? width)),
    [usual, changed, keyOf],
  )
  const held = useRef<{ col: number; from: number; width: number } | null>(null)

  const set = (col: number, width: number | null) => {
    if (!keyOf) return
    setChanged((before) => {
      const next = new Map(before)
      if (width === null) next.delete(keyOf(col))
      else next.set(keyOf(col), Math.round(Math.min(Math.max(width, least), most)))
      return next
    })
  }
  const edgeAt = (target: EventTarget): number | null =>
    target instanceof HTMLElement && target.dataset.edge !== undefined && keyOf ? Number(target.dataset.edge) : null
  return {
    widths,
    /** By so many steps. Answers whether it has a width of its own. */
    resize: (col: number, by: number): boolean => {
      const width = widths[col]
      if (width === undefined || !keyOf || by === 0) return false
      set(col, width + by * step)
      return true
    },
    /** The edge of a head under the pointer: each answers whether it was that. */
    edge: {
      down: (event: PointerEvent): boolean => {
        const col = edgeAt(event.target)
        if (col === null || event.button !== 0) return false
        event.preventDefault()
        // The edge itself, so that a double click is still one on it.
        if (event.target instanceof HTMLElement) event.target.setPointerCapture(event.pointerId)
        held.current = { col, from: event.clientX, width: widths[col] ?? least }
        return true
      },
      move: (event: PointerEvent): boolean => {
        const { current } = held
        if (current) set(current.col, current.width + event.clientX - current.from)
        return current !== null
      },
      up: () => {
        held.current = null
      },
      /** As wide as it is usually. */
      reset: (target: MouseEvent['target']): boolean => {
        const col = edgeAt(target)
        if (col !== null) set(col, null)
        return col !== null
      },
    },
  }
}
