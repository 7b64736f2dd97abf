/** A query's result on the canvas: bubbles as large as what passes of them, and one more for what belongs to no quirk. */

import { bubbleDiameter } from '../../../model/canvas/bubble.ts'
import type { Circle } from '../../../model/canvas/grid.ts'
import type { Scene } from '../../../model/canvas/scene.ts'
import type { QuirkRow } from '../../../model/queries.ts'
import type { Key } from '../../../model/schema.ts'
import type { QuirkResult } from '../../../state/viewProps.ts'

/** The quirks with the highlights that pass in place of all. */
export const passingRows = (rows: ReadonlyMap<Key, QuirkRow>, { highlights }: QuirkResult) =>
  new Map(Array.from(rows, ([key, row]) => [key, { ...row, highlights: highlights.get(row.id) ?? 0 }]))

/** Below the bubbles, with room for their titles. */
const below = 72

/** Where what belongs to no quirk stands, and the scene with it in its bounds; null: there is nothing. */
export function withBare(scene: Scene, { highlights, bare }: QuirkResult): { scene: Scene; bare: Circle | null } {
  if (bare === 0) return { scene, bare: null }
  const r = bubbleDiameter(bare, Math.max(bare, ...highlights.values())) / 2
  const { bounds } = scene
  if (!bounds)
    return { scene: { ...scene, bounds: { left: -r, top: -r, right: r, bottom: r } }, bare: { x: 0, y: 0, r } }
  const circle = { x: (bounds.left + bounds.right) / 2, y: bounds.bottom + below + r, r }
  return { scene: { ...scene, bounds: { ...bounds, bottom: circle.y + r + below / 2 } }, bare: circle }
}
