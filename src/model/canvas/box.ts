/** What the canvas is measured in: places, sizes and boxes, in px with y downwards. */
export interface Point {
  readonly x: number
  readonly y: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The box around circles; around none it is nowhere: from infinity to minus infinity. */
export function boxAround(circles: readonly (Point & { readonly r: number })[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y, r } of circles) {
    left = Math.min(left, x - r)
    top = Math.min(top, y - r)
    right = Math.max(right, x + r)
    bottom = Math.max(bottom, y + r)
  }
  return { left, top, right, bottom }
}
