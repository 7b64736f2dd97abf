/** The bubble that an arrow key goes to: the nearest in that direction, what lies aside counting double. */
import type { Point } from '../placing/viewport.ts'

export type Direction = 'up' | 'down' | 'left' | 'right'

export const directions: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

export const unit: Readonly<Record<Direction, Point>> = {
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
}

export function nearest<P extends Point>(points: readonly P[], from: P, direction: Direction): P | undefined {
  const { x: ux, y: uy } = unit[direction]
  let best: P | undefined
  let least = Number.POSITIVE_INFINITY
  for (const point of points) {
    const along = (point.x - from.x) * ux + (point.y - from.y) * uy
    if (point === from || along <= 0) continue
    const aside = Math.abs((point.x - from.x) * uy) + Math.abs((point.y - from.y) * ux)
    const cost = along + 2 * aside
    if (cost < least) {
      best = point
      least = cost
    }
  }
  return best
}
