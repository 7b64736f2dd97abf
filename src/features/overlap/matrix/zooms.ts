/** How large are the cells of the matrix? In px, from steps that draw sharply. */
export const zooms = [0.25, 0.5, 1, 2, 3, 4, 6, 8, 12, 16, 20, 24, 28, 32, 40] as const
export const usualCell = 28

/** The next larger or smaller step. */
export const zoomed = (cell: number, by: 1 | -1): number =>
  by === 1
    ? (zooms.find((step) => step > cell) ?? cell)
    : (zooms.findLast((step) => step < cell) ?? Math.min(cell, zooms[0]))

/** The largest at which `count` cells fit into `length`, in whole px where it can. */
export function fitting(count: number, length: number): number {
  const largest = Math.min(zooms.at(-1) as number, length / Math.max(1, count))
  return largest >= 1 ? Math.floor(largest) : largest
}
