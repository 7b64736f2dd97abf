/** The same shape elsewhere. */
import type { Shape } from './shapes.ts'

export function shifted(shape: Shape, x: number, y: number): Shape {
  const at = (place: { x: number; y: number }) => ({ x: place.x + x, y: place.y + y })
  if (shape.kind === 'area') return { ...shape, outlines: shape.outlines.map((outline) => outline.map(at)) }
  return shape.kind === 'line' ? { ...shape, from: at(shape.from), to: at(shape.to) } : { ...shape, ...at(shape) }
}

export const allShifted = (shapes: Iterable<Shape>, x: number, y: number): Shape[] =>
  Array.from(shapes, (shape) => shifted(shape, x, y))
