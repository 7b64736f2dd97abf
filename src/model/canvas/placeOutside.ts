/**
 * Where does a quirk go that leaves its parents without being dragged anywhere? Beside the outermost of them, on the side where it hung.
 *
 * Promises: neither it nor what hangs on it touches anything of the tree that it leaves. Whole numbers, in canvas px.
 */
import type { PlacedDisc } from './bubbleLayout.ts'
import type { QuirkPlace } from './placement.ts'

const gap = 20

/** `discs`: all of them, as `layoutBubbles` placed them. Null when there is no such quirk. */
export function placeOutside(discs: readonly PlacedDisc[], quirkId: number): QuirkPlace | null {
  const byId = new Map(discs.map((disc) => [disc.id, disc]))
  const leaving = byId.get(quirkId)
  if (!leaving) return null
  const rootOf = (disc: PlacedDisc): PlacedDisc => {
    const parent = byId.get(disc.parent)
    return parent ? rootOf(parent) : disc
  }
  const isWithin = (disc: PlacedDisc): boolean => {
    const parent = byId.get(disc.parent)
    return disc.id === quirkId || (parent !== undefined && isWithin(parent))
  }
  const reach = (from: PlacedDisc, within: readonly PlacedDisc[]) =>
    Math.max(...within.map(({ x, y, r }) => Math.hypot(x - from.x, y - from.y) + r))
  const root = rootOf(leaving)
  const tree = discs.filter((disc) => rootOf(disc) === root)
  const direction = Math.atan2(leaving.y - root.y, leaving.x - root.x)
  const distance = reach(root, tree) + reach(leaving, tree.filter(isWithin)) + gap
  return {
    x: Math.round(root.x + distance * Math.cos(direction)),
    y: Math.round(root.y + distance * Math.sin(direction)),
  }
}
