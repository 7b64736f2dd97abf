/** Where the canvas is looked at from. On screen: `x * scale + tX`, in px of the canvas's element. */
import type { Box, Point, Size } from '../../../model/canvas/box.ts'
import { zoom } from '../../../model/limits.ts'
import type { PanZoom } from '../../../state/editor.ts'

export type View = Readonly<Pick<PanZoom, 'scale' | 'tX' | 'tY'>>

export type { Box, Point, Size }

export const contains = (outer: Box, inner: Box): boolean =>
  outer.left <= inner.left && outer.top <= inner.top && outer.right >= inner.right && outer.bottom >= inner.bottom

const clampScale = (scale: number, least: number): number =>
  Math.min(zoom.most, Math.max(least, Math.round(scale * 1e4) / 1e4))

/** Whoever sees all from farther away than a hand zooms (`fitted`) comes nearer from there, and no farther away. */
const leastFrom = (scale: number): number => Math.min(scale, zoom.least)

export const toCanvas = (view: View, { x, y }: Point): Point => ({
  x: (x - view.tX) / view.scale,
  y: (y - view.tY) / view.scale,
})

export const toScreen = (view: View, { x, y }: Point): Point => ({
  x: x * view.scale + view.tX,
  y: y * view.scale + view.tY,
})

export const panned = (view: View, dx: number, dy: number): View => ({ ...view, tX: view.tX + dx, tY: view.tY + dy })

/** Another scale, while what is under `at` (on screen) stays there. */
export function zoomedAt(view: View, at: Point, scale: number): View {
  const next = clampScale(scale, leastFrom(view.scale))
  const under = toCanvas(view, at)
  return { scale: next, tX: at.x - under.x * next, tY: at.y - under.y * next }
}

/** A place of the canvas in the middle of the screen. */
export const centredOn = ({ x, y }: Point, size: Size, scale: number): View => ({
  scale,
  tX: size.width / 2 - x * scale,
  tY: size.height / 2 - y * scale,
})

/** All of `box` in sight with `margin` px around it, at a scale of at most `most` and at least `least`. */
export function fitted(box: Box, size: Size, margin: number, most: number, least: number = zoom.least): View {
  const across = (size.width - 2 * margin) / Math.max(1, box.right - box.left)
  const down = (size.height - 2 * margin) / Math.max(1, box.bottom - box.top)
  const middle = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 }
  return centredOn(middle, size, clampScale(Math.min(across, down, most), least))
}

/** What is seen of the canvas, with `margin` px (of the screen) more on each side. */
export function seen(view: View, size: Size, margin: number): Box {
  const least = toCanvas(view, { x: -margin, y: -margin })
  const most = toCanvas(view, { x: size.width + margin, y: size.height + margin })
  return { left: least.x, top: least.y, right: most.x, bottom: most.y }
}

/** The smallest move that brings a circle into sight with `margin` px around it; the same view when it is there already. */
export function showing(view: View, at: Point, radius: number, size: Size, margin: number): View {
  const { x, y } = toScreen(view, at)
  const room = radius * view.scale + margin
  const dx = into(x, room, size.width)
  const dy = into(y, room, size.height)
  return dx === 0 && dy === 0 ? view : panned(view, dx, dy)
}

/** The smallest move that brings a box into sight with `margin` px around it; null where it is larger than what is seen. */
export function showingBox(view: View, box: Box, size: Size, margin: number): View | null {
  const from = toScreen(view, { x: box.left, y: box.top })
  const to = toScreen(view, { x: box.right, y: box.bottom })
  const [across, down] = [(to.x - from.x) / 2, (to.y - from.y) / 2]
  if (2 * (across + margin) > size.width || 2 * (down + margin) > size.height) return null
  const dx = into(from.x + across, across + margin, size.width)
  const dy = into(from.y + down, down + margin, size.height)
  return dx === 0 && dy === 0 ? view : panned(view, dx, dy)
}

function into(at: number, room: number, length: number): number {
  if (2 * room >= length) return length / 2 - at
  if (at < room) return room - at
  return at > length - room ? length - room - at : 0
}

/** One notch of a mouse wheel reports about this many px; touchpads report many small ones. */
const notch = 100
const lineHeight = 34

/** The scale after a wheel event: 0.08 for a notch (1 §9); pinching on a touchpad (reported with Ctrl) goes by factors. */
export function wheelScale(scale: number, wheel: { deltaY: number; deltaMode: number; ctrlKey: boolean }): number {
  const px = wheel.deltaMode === 0 ? wheel.deltaY : wheel.deltaY * lineHeight
  if (wheel.ctrlKey && Math.abs(px) < notch / 2) return clampScale(scale * Math.exp(-px / 100), leastFrom(scale))
  const notches = Math.abs(px) >= notch ? Math.sign(px) * Math.max(1, Math.round(Math.abs(px) / 120)) : px / notch
  return clampScale(scale - notches * zoom.step, leastFrom(scale))
}

export const between = (from: View, to: View, share: number): View => ({
  scale: from.scale + (to.scale - from.scale) * share,
  tX: from.tX + (to.tX - from.tX) * share,
  tY: from.tY + (to.tY - from.tY) * share,
})
