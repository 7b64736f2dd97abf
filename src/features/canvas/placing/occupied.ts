/** What a card beside a bubble should not cover: other bubbles and titles near it. In px of the screen. */

import { type Label, labelBox } from '../../../model/canvas/labels.ts'
import type { Bubble } from '../../../model/canvas/scene.ts'
import type { Occupied } from '../drawing/captionPlace.ts'
import { isOn } from '../drawing/tray.ts'
import type { Sight } from './sight.ts'
import { type Box, type Size, toScreen, type View } from './viewport.ts'

/** `id` is missing of what is no quirk yet. */
type Spot = Pick<Bubble, 'x' | 'y' | 'r'> & { readonly id?: number }

/** So far from its disc a card may stand, and more. */
const reach = 240

/** `card`: its size; `replaced`: the card shows the title of `bubble` in the place of the one beside it. */
export function occupied(sight: Sight, bubble: Spot, replaced: boolean, view: View, card: Size): Occupied {
  const around = (Math.max(card.width, card.height) + reach) / view.scale + bubble.r
  const near = around + 90 / view.scale
  const area = { left: bubble.x - near, top: bubble.y - near, right: bubble.x + near, bottom: bubble.y + near }
  const names: Box[] = []
  const discs: Box[] = []
  const onScreen = ({ left, top, right, bottom }: Box): Box => {
    const from = toScreen(view, { x: left, y: top })
    const to = toScreen(view, { x: right, y: bottom })
    return { left: from.x, top: from.y, right: to.x, bottom: to.y }
  }
  const put = (other: Bubble, label: Label | undefined, titles: Box[]) => {
    if (other.r === 0) return
    const { x, y, r } = other
    discs.push(onScreen({ left: x - r, top: y - r, right: x + r, bottom: y + r }))
    if (label && !(replaced && other.id === bubble.id)) titles.push(onScreen(labelBox(label, other, view.scale)))
  }
  const { opened } = sight
  for (const number of sight.scene.grid.within(area)) {
    const other = sight.scene.bubbles[number]!
    const covered = opened && isOn(opened.tray, other)
    // While something is opened, names elsewhere have stepped back.
    if (!covered && !opened?.scene.byId.has(other.id)) put(other, sight.labels.get(number), opened ? discs : names)
  }
  for (const number of opened?.scene.grid.within(area) ?? []) {
    const other = opened?.scene.bubbles[number]
    if (other) put(other, opened?.labels.get(number), names)
  }
  return { names, discs }
}
