/** Whether quirks have gone, as with an import that is undone, and nothing is in sight any more of those that are left. */
import type { Scene } from '../../../model/canvas/scene.ts'
import { type Size, seen, type View } from './viewport.ts'

export const emptied = (view: View, size: Size, before: Scene, after: Scene): boolean =>
  after.parents.size < before.parents.size &&
  after.bubbles.length > 0 &&
  !isAny(view, size, after) &&
  isAny(view, size, before)

function isAny(view: View, size: Size, { bubbles }: Scene): boolean {
  const { left, right, top, bottom } = seen(view, size, 0)
  return bubbles.some(({ x, y, r }) => x + r > left && x - r < right && y + r > top && y - r < bottom)
}
