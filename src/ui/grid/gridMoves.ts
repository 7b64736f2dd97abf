/**
 * Where does a key lead in a grid? A spot is a row and a column. The rows that stay in sight over the others, as the names of the columns,
 * have numbers below 0: the last of them is -1.
 *
 * Promises: what comes out lies within the grid; null: the key is none that moves.
 */
export interface Spot {
  row: number
  col: number
}

/** What is chosen: all between the cell that is meant and the one where choosing began. */
export interface Chosen {
  active: Spot
  anchor: Spot
}

export interface GridSize {
  rows: number
  cols: number
  /** Rows that stay in sight over the others. */
  heads: number
  /** Rows in sight. */
  page: number
}

interface Held {
  shift: boolean
  mod: boolean
}

export interface Area {
  top: number
  bottom: number
  left: number
  right: number
}

export const chooseOne = (row: number, col: number): Chosen => ({ active: { row, col }, anchor: { row, col } })

export function within({ row, col }: Spot, { rows, cols, heads }: GridSize): Spot {
  return { row: Math.max(0 - heads, Math.min(rows - 1, row)), col: Math.max(0, Math.min(cols - 1, col)) }
}

const aims: Record<string, (spot: Spot, size: GridSize, mod: boolean) => Spot> = {
  ArrowUp: ({ row, col }, { heads }, mod) => ({ row: mod && row > 0 ? 0 : mod ? -heads : row - 1, col }),
  ArrowDown: ({ row, col }, { rows }, mod) => ({ row: mod ? rows - 1 : row + 1, col }),
  ArrowLeft: ({ row, col }, _, mod) => ({ row, col: mod ? 0 : col - 1 }),
  ArrowRight: ({ row, col }, { cols }, mod) => ({ row, col: mod ? cols - 1 : col + 1 }),
  Home: ({ row }, _, mod) => ({ row: mod ? 0 : row, col: 0 }),
  End: ({ row }, { rows, cols }, mod) => ({ row: mod ? rows - 1 : row, col: cols - 1 }),
  PageUp: ({ row, col }, { page }) => ({ row: row <= 0 ? row : Math.max(0, row - page), col }),
  PageDown: ({ row, col }, { page }) => ({ row: row + page, col }),
}

export function moved({ active, anchor }: Chosen, key: string, size: GridSize, { shift, mod }: Held): Chosen | null {
  const aim = aims[key]
  if (!aim) return null
  const to = within(aim(active, size, mod), size)
  return shift ? { active: to, anchor } : { active: to, anchor: to }
}

export const areaOf = ({ active, anchor }: Chosen): Area => ({
  top: Math.min(active.row, anchor.row),
  bottom: Math.max(active.row, anchor.row),
  left: Math.min(active.col, anchor.col),
  right: Math.max(active.col, anchor.col),
})

export const isIn = ({ top, bottom, left, right }: Area, row: number, col: number): boolean =>
  row >= top && row <= bottom && col >= left && col <= right

export const sizeOf = ({ top, bottom, left, right }: Area): number => (bottom - top + 1) * (right - left + 1)
