/** What is looked at when the canvas has become much wider or narrower: all of it where all was in sight, else what was in the middle. */
import { type Box, centredOn, contains, type Size, seen, toCanvas, type View } from './viewport.ts'

/** Smaller changes, as by a strip that opens beside it, leave the bubbles where they are. */
const much = 1.4

/** `view` is how it was looked at from `before`; `whole`: all of a scene of these bounds. Null: it stays. */
export function resized(view: View, before: Size, after: Size, bounds: Box | null, whole: () => View): View | null {
  if (before.width <= 0 || after.width <= 0) return null
  const ratio = after.width / before.width
  if (ratio < much && ratio > 1 / much) return null
  if (bounds === null || contains(seen(view, before, 0), bounds)) return whole()
  return centredOn(toCanvas(view, { x: before.width / 2, y: before.height / 2 }), after, view.scale)
}
