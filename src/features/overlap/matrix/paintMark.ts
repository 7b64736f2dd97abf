import type { Cell, Sight } from '../../../model/canvas/matrix/paintMatrix.ts'

/** A frame around the cell that is meant; those of its row and column in a lighter one. */
export function paintMark(
  context: CanvasRenderingContext2D,
  { row, column }: Cell,
  { left, top, width, height, cell }: Sight,
  colour: string,
): void {
  const [x, y] = [column * cell - left, row * cell - top]
  context.strokeStyle = colour
  context.lineWidth = 1
  context.globalAlpha = 0.35
  context.strokeRect(-2, y - 1, width + 4, cell + 1)
  context.strokeRect(x - 1, -2, cell + 1, height + 4)
  context.globalAlpha = 1
  context.lineWidth = 2
  context.strokeRect(x - 1.5, y - 1.5, cell + 2, cell + 2)
}
