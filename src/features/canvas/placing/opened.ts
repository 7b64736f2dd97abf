/** A quirk opened on the canvas: what is inside it stands around it on paper of its own, over everything else. */
import { fontAt, halfOf, type Label, type LabelStyle, labelsOf } from '../../../model/canvas/labels.ts'
import { hasChildren, partOf, type Scene } from '../../../model/canvas/scene.ts'
import { type Tray, trayAround } from '../drawing/tray.ts'
import { spread } from './spread.ts'

export interface Opened {
  readonly id: number
  /** Its children's children have come out too, and so on. */
  readonly whole: boolean
  /** Of its branch alone: places as opened, numbers of their own. */
  readonly scene: Scene
  /** By number in `scene`. */
  readonly labels: ReadonlyMap<number, Label>
  /** The paper under all of it, titles included. */
  readonly tray: Tray
}

/** Kept free around a child's centre, in px of the screen: two lines of a title beside a small bubble fit there. */
const roomOnScreen = 30
const padding = 14

/** Null where there is nothing to open. */
export function openedOf(scene: Scene, id: number, whole: boolean, usual: LabelStyle): Opened | null {
  const style = { ...usual, rows: 4 }
  const top = scene.byId.get(id)
  if (!top || !hasChildren(top)) return null
  const places = spread(scene, top, whole ? Number.POSITIVE_INFINITY : 1, roomOnScreen / style.level)
  const part = partOf(scene, top, places)
  const labels = labelsOf(
    part,
    part.bubbles.map(({ index }) => index),
    style,
  )
  return { id, whole, scene: part, labels, tray: trayOf(part, labels, style) }
}

function trayOf(part: Scene, labels: ReadonlyMap<number, Label>, { level, measure }: LabelStyle): Tray {
  const titles = [...labels.values()].flatMap((label) => {
    if (label.where === 'inside') return []
    const { x, y } = halfOf(label, fontAt(level), measure)
    return { left: label.x - x, top: label.y - y, right: label.x + x, bottom: label.y + y }
  })
  return trayAround(part.bubbles, titles, padding / level, part.bubbles[0]!)
}
