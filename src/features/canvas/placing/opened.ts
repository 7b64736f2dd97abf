/** A quirk opened on the canvas, as under a lens: its branch stands drawn apart around its own centre, on paper of its own over everything else. */
import type { Circle } from '../../../model/canvas/grid.ts'
import { type Label, labelBox, labelsOf } from '../../../model/canvas/labels.ts'
import { hasChildren, isFolder, partOf, type Scene } from '../../../model/canvas/scene.ts'
import { type Tray, trayAround } from '../drawing/tray.ts'

export interface Opened {
  readonly id: number
  /** Its children's children have come out too, and so on. */
  readonly whole: boolean
  /** Of its branch alone: places as opened, numbers of their own. */
  readonly scene: Scene
  /** By number in `scene`. */
  readonly labels: ReadonlyMap<number, Label>
  /** The paper under all of it, names included. */
  readonly tray: Tray
}

const padding = 14
/** Who sees a branch drawn apart from so near needs no lens. */
const near = 0.79

/** Null where there is nothing to open, or all of it is seen already. */
export function openedOf(scene: Scene, id: number, whole: boolean, level: number): Opened | null {
  const top = scene.byId.get(id)
  if (!top || !hasChildren(top)) return null
  const branch = scene.bubbles.slice(top.index, top.end)
  if (level >= near && !branch.some((bubble) => isFolder(scene, bubble))) return null
  const larger = Math.max(1, level) / level
  const places = new Map<number, Circle>()
  for (const { id: each, parent, depth, own } of branch) {
    const apart = whole || depth <= top.depth + 1
    const place = {
      x: top.x + (own.x - top.own.x) * larger,
      y: top.y + (own.y - top.own.y) * larger,
      r: own.r * larger,
    }
    places.set(each, apart ? place : { ...places.get(parent)!, r: 0 })
  }
  const part = partOf(scene, top, places)
  const labels = labelsOf(
    part,
    part.bubbles.map(({ index }) => index),
    level,
  )
  const titles = Array.from(labels, ([number, label]) => labelBox(label, part.bubbles[number]!, level))
  const seen = part.bubbles.filter(({ r }) => r > 0)
  return { id, whole, scene: part, labels, tray: trayAround(seen, titles, padding / level, part.bubbles[0]!) }
}
