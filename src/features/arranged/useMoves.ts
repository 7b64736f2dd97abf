import { type RefObject, useLayoutEffect, useRef } from 'react'
import { type ArrangedGrid, cellPlace } from '../../model/canvas/arrangedGrid.ts'

const easing = 'cubic-bezier(0.2, 0.75, 0.25, 1)'
const duration = 250

/** Quirks go to their new places before one's eyes; what comes from far away comes from just out of sight. */
export function useMoves(
  board: RefObject<HTMLElement | null>,
  keys: readonly string[],
  grid: ArrangedGrid,
  height: number,
): void {
  const before = useRef<{ keys: readonly string[]; grid: ArrangedGrid }>({ keys: [], grid })
  useLayoutEffect(() => {
    const last = before.current
    before.current = { keys, grid }
    const isSame = last.keys === keys
    const isOther = last.grid.columns !== grid.columns || last.grid.cellWidth !== grid.cellWidth
    if (isSame || isOther || last.keys.length === 0 || !board.current) return
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const numbers = new Map(last.keys.map((key, n) => [key, n]))
    for (const element of board.current.querySelectorAll<HTMLElement>('[data-cell]')) {
      const cell = Number(element.dataset.cell)
      const number = numbers.get(keys[cell] ?? '')
      const from = number === undefined ? null : cellPlace(last.grid, number)
      const to = cellPlace(grid, cell)
      if (!from || !to || (from.x === to.x && from.y === to.y)) continue
      const down = Math.max(-height, Math.min(height, from.y - to.y))
      element.animate([{ transform: `translate(${from.x - to.x}px, ${down}px)` }, { transform: 'none' }], {
        duration,
        easing,
      })
    }
  }, [board, keys, grid, height])
}
