/** What a card beside a bubble should not cover: other bubbles and titles near it. In px of the screen. */

import { type Label, labelBox } from '../../../model/canvas/labels.ts'
import type { Bubble } from '../../../model/canvas/scene.ts'
import { isOn } from '../drawing/tray.ts'
import type { Sight } from './sight.ts'
import { type Box, type Size, toScreen, type View } from './viewport.ts'

/** `id` is missing of what is no quirk yet. */
type Spot = Pick<Bubble, 'x' | 'y' | 'r'> & { readonly id?: number }

/** `card`: its size; `replaced`: the card shows the title of `bubble` in the place of the one beside it. */
export function occupied(sight: Sight, bubble: Spot, replaced: boolean, view: View, card: Size): Box[] {
  const around = (Math.max(card.width, card.height) + 80) / view.scale + bubble.r
  const near = around + 90 / view.scale
  const area = { left: bubble.x - near, top: bubble.y - near, right: bubble.x + near, bottom: bubble.y + near }
  const boxes: Box[] = []
  const box = ({ left, top, right, bottom }: Box) => {
    const from = toScreen(view, { x: left, y: top })
    const to = toScreen(view, { x: right, y: bottom })
    boxes.push({ left: from.x, top: from.y, right: to.x, bottom: to.y })
  }
  const put = (other: Bubble, label: Label | undefined) => {
    if (other.r === 0) return
    box({ left: other.x - other.r, top: other.y - other.r, right: other.x + other.r, bottom: other.y + other.r })
    if (label && !(replaced && other.id === bubble.id)) box(labelBox(label, other, view.scale))
  }
  const { opened } = sight
  for (const number of sight.scene.grid.within(area)) {
    const other = sight.scene.bubbles[number]!
    const covered = opened && isOn(opened.tray, other)
    if (!covered && !opened?.scene.byId.has(other.id)) put(other, sight.labels.get(number))
  }
  for (const number of opened?.scene.grid.within(area) ?? []) {
    const other = opened?.scene.bubbles[number]
    if (other) put(other, opened?.labels.get(number))
  }
  return boxes
}
