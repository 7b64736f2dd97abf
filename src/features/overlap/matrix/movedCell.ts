import type { Cell } from '../../../model/canvas/matrix/paintMatrix.ts'

/** Where a key leads from a cell of `size` × `size`; null: it is no way. `page`: the rows in sight. */
export function movedCell({ row, column }: Cell, key: string, mod: boolean, size: number, page: number): Cell | null {
  const last = size - 1
  const within = (n: number) => Math.max(0, Math.min(last, n))
  switch (key) {
    case 'ArrowDown':
      return { row: mod ? last : within(row + 1), column }
    case 'ArrowUp':
      return { row: mod ? 0 : within(row - 1), column }
    case 'ArrowRight':
      return { row, column: mod ? last : within(column + 1) }
    case 'ArrowLeft':
      return { row, column: mod ? 0 : within(column - 1) }
    case 'PageDown':
      return { row: within(row + page), column }
    case 'PageUp':
      return { row: within(row - page), column }
    case 'Home':
      return { row: mod ? 0 : row, column: 0 }
    case 'End':
      return { row: mod ? last : row, column: last }
    default:
      return null
  }
}
