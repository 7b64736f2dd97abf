import { corner } from './fittedScene.ts'
import { type Box, type Size, toCanvas, type View } from './viewport.ts'

/** Kept free at the edges, in px of the screen. */
const margin = 16

/** What is seen of the canvas below *New quirk*, so that nothing lies under it; null before the canvas has a size. In canvas px. */
export function inView(view: View, { width, height }: Size): Box | null {
  if (width === 0 || height === 0) return null
  const from = toCanvas(view, { x: margin, y: corner.height })
  const to = toCanvas(view, { x: width - margin, y: height - margin })
  return { left: from.x, top: from.y, right: to.x, bottom: to.y }
}
