/**
 * Where is the title of each disc read? Inside where it fits whole; else beside it, where it covers no disc and no other title; else its
 * beginning inside; else nowhere. Those that come first choose first.
 */
import { ellipsis, fitTitle, type Measure } from '../../model/canvas/fitTitle.ts'
import type { PlacedDisc } from './ringLayout.ts'

export interface DiscTitle {
  inside: readonly string[]
  /** Its middle, in px around (0, 0). */
  beside: { text: string; x: number; y: number } | null
}

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** In px. */
export const titleFont = 12
const lineHeight = 16
const rim = 3
const away = 3
/** In ems: longer titles are cut. */
const widest = 13
const sides = [
  [0, 1],
  [0, -1],
  [1, 0],
  [-1, 0],
] as const

/** `middle`: the radius of the disc around (0, 0), which keeps its own title. Inside there is room for a count below. */
export function discTitles(
  discs: readonly PlacedDisc[],
  middle: number,
  titleOf: (id: number) => string,
  size: { width: number; height: number },
  measure: Measure,
): Map<number, DiscTitle> {
  const titles = new Map<number, DiscTitle>()
  const taken: Box[] = []
  const all = [{ x: 0, y: 0, r: middle + away }, ...discs]
  for (const disc of discs) {
    const title = titleOf(disc.id)
    const fitted = fitTitle(title, disc.r - rim, titleFont, 1, measure)
    if (fitted && !fitted.cut) {
      titles.set(disc.id, { inside: fitted.lines, beside: null })
      continue
    }
    const text = ellipsis(title, widest, measure)
    const found = text === null ? null : freeBox(disc, measure(text) * titleFont, all, taken, size)
    if (text === null || !found) {
      titles.set(disc.id, { inside: fitted?.lines ?? [], beside: null })
      continue
    }
    taken.push(found)
    const at = { x: (found.left + found.right) / 2, y: (found.top + found.bottom) / 2 }
    titles.set(disc.id, { inside: [], beside: { text, ...at } })
  }
  return titles
}

function freeBox(
  { x, y, r }: PlacedDisc,
  width: number,
  discs: readonly { x: number; y: number; r: number }[],
  taken: readonly Box[],
  size: { width: number; height: number },
): Box | null {
  for (const [across, down] of sides) {
    const middle = { x: x + across * (r + away + width / 2), y: y + down * (r + away + lineHeight / 2) }
    const box = {
      left: middle.x - width / 2,
      top: middle.y - lineHeight / 2,
      right: middle.x + width / 2,
      bottom: middle.y + lineHeight / 2,
    }
    const isWithin =
      Math.max(-box.left, box.right) <= size.width / 2 && Math.max(-box.top, box.bottom) <= size.height / 2
    if (isWithin && !discs.some((disc) => covers(disc, box)) && !taken.some((other) => meet(other, box))) return box
  }
  return null
}

function covers({ x, y, r }: { x: number; y: number; r: number }, { left, top, right, bottom }: Box): boolean {
  const [dx, dy] = [x - Math.min(Math.max(x, left), right), y - Math.min(Math.max(y, top), bottom)]
  return dx * dx + dy * dy < r * r
}

/** With a little room between them. */
const meet = (a: Box, b: Box): boolean =>
  a.left < b.right + 4 && b.left < a.right + 4 && a.top < b.bottom && b.top < a.bottom
