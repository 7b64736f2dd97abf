/**
 * Where does the list of a cell's values stand? Beside the cell, after it or else before it, so that the cells below, which are filled in next,
 * are seen; where there is room on neither side, below it, else above. Units: px of the window.
 */
interface Cell {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}
interface Size {
  readonly width: number
  readonly height: number
}

/** Narrower than this it is not read. */
export const leastBeside = 160
const tallest = 240
const gap = 4
/** From the edges of the window. */
const margin = 8

/** `list`: as wide as it is, and as high as all of it would be. `height`: of what is seen of it. */
export function offersPlace(
  cell: Cell,
  list: Size,
  window: Size = { width: innerWidth, height: innerHeight },
): { left: number; top: number; height: number } {
  const height = Math.min(tallest, list.height, window.height - 2 * margin)
  const beside = [cell.right + gap, cell.left - gap - list.width].find(
    (left) => left >= margin && left + list.width <= window.width - margin,
  )
  if (beside !== undefined)
    return { left: beside, top: Math.max(margin, Math.min(cell.top, window.height - margin - height)), height }
  const left = Math.max(margin, Math.min(cell.left, window.width - margin - list.width))
  const below = window.height - margin - cell.bottom - gap
  const above = cell.top - margin - gap
  if (below >= height || below >= above) return { left, top: cell.bottom + gap, height: Math.min(height, below) }
  return { left, top: cell.top - gap - Math.min(height, above), height: Math.min(height, above) }
}
