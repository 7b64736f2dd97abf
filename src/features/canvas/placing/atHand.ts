/** What is the pointer at? All that stands within its reach, and the whole branch of a quirk that is opened. In px of the canvas. */
import type { Sight } from './sight.ts'
import type { Point } from './viewport.ts'

export function atHand({ scene, opened }: Sight, { x, y }: Point, reach: number): Set<number> {
  const around = { left: x - reach, right: x + reach, top: y - reach, bottom: y + reach }
  const near = scene.grid
    .within(around)
    .map((number) => scene.bubbles[number]!)
    .filter((bubble) => !bubble.folded && Math.hypot(bubble.x - x, bubble.y - y) - bubble.r <= reach)
  return new Set([...near, ...(opened?.scene.bubbles ?? [])].map(({ id }) => id))
}
