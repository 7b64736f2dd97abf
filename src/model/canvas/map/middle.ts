import type { Point } from '../box.ts'

/** From here all places are scaled: the middle of the grid on which new quirks are placed. */
export const middle: Point = { x: 287, y: 375 }
