/**
 * Where the cards of memos stand beside their passages: each at its own where there is room, pushed down by the one before it where
 * there is not. What would stand too far from its words is folded: a chip says how many there are.
 */
export interface Card {
  id: number
  /** Where the row of its passage begins. */
  anchor: number
  height: number
}

export type Box =
  | { kind: 'card'; id: number; top: number; height: number }
  /** `ids` in their order. */
  | { kind: 'chip'; ids: number[]; top: number; height: number }

export interface MemoRoom {
  gap: number
  /** How far a card may stand from its passage. */
  mostPushed: number
  chip: number
}

/**
 * `cards` in the order of their anchors. The active one stands at its passage exactly: those before it give way upward, and those
 * for which there is no room above are folded under it. No two boxes overlap; every card is in one box.
 */
export function placeMemos(cards: readonly Card[], active: number | null, room: MemoRoom): Box[] {
  const at = cards.findIndex(({ id }) => id === active)
  const one = cards[at]
  if (!one) return downward(cards, Number.NEGATIVE_INFINITY, room)
  const before = cards.slice(0, at)
  const { placed, homeless } = upward(before, one.anchor - room.gap, room)
  const boxes: Box[] = [...placed, { kind: 'card', id: one.id, top: one.anchor, height: one.height }]
  let bottom = one.anchor + one.height + room.gap
  if (homeless.length > 0) {
    boxes.push({ kind: 'chip', ids: homeless, top: bottom, height: room.chip })
    bottom += room.chip + room.gap
  }
  return [...boxes, ...downward(cards.slice(at + 1), bottom, room)]
}

function downward(cards: readonly Card[], from: number, { gap, mostPushed, chip }: MemoRoom): Box[] {
  const boxes: Box[] = []
  let bottom = from
  for (const { id, anchor, height } of cards) {
    const last = boxes.at(-1)
    const top = Math.max(anchor, bottom)
    if (top - anchor <= mostPushed) {
      boxes.push({ kind: 'card', id, top, height })
      bottom = top + height + gap
    } else if (last?.kind === 'chip') last.ids.push(id)
    else {
      boxes.push({ kind: 'chip', ids: [id], top, height: chip })
      bottom = top + chip + gap
    }
  }
  return boxes
}

/** The boxes before the active card end at `limit`: from there upward, until the others have room where they would stand anyway. */
function upward(cards: readonly Card[], limit: number, room: MemoRoom): { placed: Box[]; homeless: number[] } {
  const placed: Box[] = []
  let end = limit
  let left = cards.length
  const othersIn = (bottom: number): Box[] | null => {
    const boxes = downward(cards.slice(0, left), Number.NEGATIVE_INFINITY, room)
    const last = boxes.at(-1)
    return !last || last.top + last.height <= bottom ? boxes : null
  }
  for (; left > 0; left -= 1) {
    const others = othersIn(end)
    if (others) return { placed: [...others, ...placed], homeless: [] }
    const { id, anchor, height } = cards[left - 1] as Card
    const top = Math.min(anchor, end - height)
    if (top < 0 || anchor - top > room.mostPushed) break
    placed.unshift({ kind: 'card', id, top, height })
    end = top - room.gap
  }
  // One chip holds all that finds no room; it stands above those that did, or under the active card.
  const folded: number[] = []
  const top = end - room.chip
  while (left > 0) {
    left -= 1
    folded.unshift((cards[left] as Card).id)
    const others = top < 0 ? null : othersIn(top - room.gap)
    if (others)
      return { placed: [...others, { kind: 'chip', ids: folded, top, height: room.chip }, ...placed], homeless: [] }
  }
  return { placed, homeless: folded }
}

/** Marks where cards have no room: those that would touch are one. `marks` in the order of their anchors. */
export function groupMarks(marks: readonly { id: number; anchor: number }[], height: number): Box[] {
  const boxes: (Box & { kind: 'chip' })[] = []
  for (const { id, anchor } of marks) {
    const last = boxes.at(-1)
    if (last && anchor < last.top + last.height) last.ids.push(id)
    else boxes.push({ kind: 'chip', ids: [id], top: anchor, height })
  }
  return boxes
}
