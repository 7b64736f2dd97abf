/**
 * Where does each quirk of the arranged view stand? In a grid of equal cells as many columns wide as there is room for; each section that
 * has any begins a row of its own, below its heading. The same for the screen and for the capture (1 §9: 7 columns, 800 px wide, rows of 200 px).
 *
 * Promises: cells in the order given, from left to right and from top to bottom, none twice; rows ascending. Units: px.
 */
export interface GridShape {
  width: number
  columns: number
  /** Of the row with these cells, the last one not included. */
  rowHeight: (first: number, last: number) => number
  /** Of a heading, above the rows of its section. */
  headingHeight: number
}

/** `first` to `last` (not included) count all cells from 0 on; of a heading `section` is the place of its section. */
export type GridRow =
  | { readonly kind: 'heading'; readonly section: number; readonly top: number; readonly height: number }
  | {
      readonly kind: 'cells'
      readonly section: number
      readonly top: number
      readonly height: number
      readonly first: number
      readonly last: number
    }

export interface ArrangedGrid {
  readonly rows: readonly GridRow[]
  readonly columns: number
  readonly cellWidth: number
  readonly height: number
}

/** As many columns as fit, one at least. */
export const columnsIn = (width: number, leastCellWidth: number): number =>
  Math.max(1, Math.floor(width / leastCellWidth))

/** `sizes`: how many cells each section has; `headed`: whether sections have headings. */
export function arrangedGrid(sizes: readonly number[], headed: boolean, shape: GridShape): ArrangedGrid {
  const { width, columns, rowHeight, headingHeight } = shape
  const rows: GridRow[] = []
  let top = 0
  let first = 0
  for (const [section, size] of sizes.entries()) {
    if (size === 0) continue
    if (headed) {
      rows.push({ kind: 'heading', section, top, height: headingHeight })
      top += headingHeight
    }
    const end = first + size
    for (; first < end; first += columns) {
      const last = Math.min(end, first + columns)
      const height = rowHeight(first, last)
      rows.push({ kind: 'cells', section, top, height, first, last })
      top += height
    }
    first = end
  }
  return { rows, columns, cellWidth: width / columns, height: top }
}

/** The row of a cell; -1 where there is none. */
export function rowOf({ rows }: ArrangedGrid, cell: number): number {
  let [low, high] = [0, rows.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const row = rows[middle]
    if (!row) return -1
    if (row.kind === 'heading') {
      // A heading belongs before the row below it.
      const next = rows[middle + 1]
      if (next?.kind === 'cells' && next.first <= cell) low = middle + 1
      else high = middle - 1
    } else if (cell < row.first) high = middle - 1
    else if (cell >= row.last) low = middle + 1
    else return middle
  }
  return -1
}

/** Of the upper left corner of a cell; null where there is none. */
export function cellPlace(grid: ArrangedGrid, cell: number): { x: number; y: number } | null {
  const row = grid.rows[rowOf(grid, cell)]
  if (row?.kind !== 'cells') return null
  return { x: (cell - row.first) * grid.cellWidth, y: row.top }
}

/** The rows that lie between two heights: from the first one, up to but not including the second. */
export function rowsBetween({ rows }: ArrangedGrid, top: number, bottom: number): { from: number; to: number } {
  const firstBelow = (y: number): number => {
    let [low, high] = [0, rows.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const row = rows[middle]
      if (row && row.top + row.height <= y) low = middle + 1
      else high = middle
    }
    return low
  }
  const from = firstBelow(top)
  let to = from
  while (to < rows.length && (rows[to]?.top ?? 0) < bottom) to += 1
  return { from, to }
}

/** The cell that a key goes to, from one that there is; null for other keys. `page`: rows in sight. */
export function cellTowards(grid: ArrangedGrid, cell: number, key: string, page: number): number | null {
  const { rows, columns } = grid
  const last = (rows.findLast((row) => row.kind === 'cells') ?? { last: 0 }).last - 1
  const within = (to: number) => Math.max(0, Math.min(last, to))
  const column = (): number => {
    const row = rows[rowOf(grid, cell)]
    return row?.kind === 'cells' ? cell - row.first : 0
  }
  /** So many rows of cells up or down, as near to its column as they are long. */
  const byRows = (count: number): number => {
    const cells = rows.filter((row) => row.kind === 'cells')
    const at = cells.findIndex((row) => cell >= row.first && cell < row.last)
    const to = cells[Math.max(0, Math.min(cells.length - 1, at + count))]
    return to ? Math.min(to.last - 1, to.first + column()) : cell
  }
  switch (key) {
    case 'ArrowLeft':
      return within(cell - 1)
    case 'ArrowRight':
      return within(cell + 1)
    case 'ArrowUp':
      return byRows(-1)
    case 'ArrowDown':
      return byRows(1)
    case 'PageUp':
      return byRows(-Math.max(1, page))
    case 'PageDown':
      return byRows(Math.max(1, page))
    case 'Home':
      return within(cell - column())
    case 'End':
      return within(Math.min(last, cell - column() + columns - 1))
    case 'First':
      return 0
    case 'Last':
      return within(last)
    default:
      return null
  }
}
