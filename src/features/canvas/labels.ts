/**
 * Which titles are shown, and where: inside the disc when it fits there, else beside it where it covers neither a bubble nor
 * another title, else cut inside the disc, else not at all (then on hover and focus). Bubbles with more highlights choose first.
 */
import { labelColour } from '../../model/palette.ts'
import { ellipsis, fitTitle, type Measure } from './label.ts'
import { type Bubble, hasChildren, type Scene } from './scene.ts'
import type { Box } from './viewport.ts'

export type Label =
  /** Lines from top to bottom; the count is the last of them where there is one. */
  | { readonly where: 'inside'; readonly lines: readonly string[]; readonly count: string; readonly cut: boolean }
  /** Lines centred on `x`, `y`; `count` stands inside the disc. */
  | {
      readonly where: 'beside'
      readonly lines: readonly string[]
      readonly count: string
      readonly cut: boolean
      readonly x: number
      readonly y: number
    }

/** Titles keep their place and breaks while the scale stays within a level; a level is the least scale in it. */
export const levelOf = (scale: number): number => 2 ** (Math.floor(Math.log2(scale) * 3 + 1e-6) / 3)

/** In canvas px: on screen 13 px, a little more when looked at from near, never less than 11.4 px. */
export const fontAt = (level: number): number => (13 * Math.max(0.88, Math.sqrt(level))) / level

/** Of a line beside a bubble, in ems. */
const widest = 8.5
const lineHeight = 1.25

export interface LabelStyle {
  readonly level: number
  readonly measure: Measure
  /** Whether the number of highlights is shown. */
  readonly counter: boolean
  readonly untitled: string
}

export const titleOf = (bubble: Bubble, style: { untitled: string }): string => bubble.title.trim() || style.untitled

/** The labels of the bubbles with these numbers, by number. */
export function labelsOf(scene: Scene, numbers: readonly number[], style: LabelStyle): Map<number, Label> {
  const font = fontAt(style.level)
  const labels = new Map<number, Label>()
  const taken: Box[] = []
  const inRank = numbers
    .map((number) => scene.bubbles[number]!)
    .sort((a, b) => b.highlights - a.highlights || a.index - b.index)
  for (const bubble of inRank) {
    const label = labelFor(bubble, scene, taken, font, style)
    if (label) labels.set(bubble.index, label)
  }
  return labels
}

function labelFor(bubble: Bubble, scene: Scene, taken: Box[], font: number, style: LabelStyle): Label | null {
  const count = style.counter && bubble.highlights > 0 ? String(bubble.highlights) : ''
  const room = bubble.r * (hasChildren(bubble) ? 0.6 : 0.93)
  // Under another bubble nothing is written: it would be read half.
  const covered = scene.grid.at(bubble) !== bubble.index
  const inside = covered ? null : fitTitle(titleOf(bubble, style), room, font, count ? 1 : 0, style.measure)
  if (inside && !inside.cut) return { where: 'inside', ...inside, count }
  const beside = placeBeside(bubble, scene, taken, font, style)
  if (beside) taken.push(beside.box)
  const within = !covered && fits(count, bubble, font, style) ? count : ''
  if (beside) return { where: 'beside', ...beside.label, count: within }
  if (inside) return { where: 'inside', ...inside, count }
  return within ? { where: 'inside', lines: [], count, cut: true } : null
}

const fits = (count: string, { r }: Bubble, font: number, { measure }: LabelStyle): boolean =>
  count !== '' && measure(count) * font < r * 1.7 && font < r * 1.6

function placeBeside(bubble: Bubble, scene: Scene, taken: readonly Box[], font: number, style: LabelStyle) {
  const text = besideLines(titleOf(bubble, style), style.measure)
  if (!text) return null
  const half = {
    x: (Math.max(...text.lines.map(style.measure)) * font) / 2,
    y: (text.lines.length * lineHeight * font) / 2,
  }
  const away = { x: bubble.r + half.x + font * 0.35, y: bubble.r + half.y + font * 0.1 }
  for (const [side, along] of sides(bubble, scene)) {
    const x = bubble.x + side * away.x
    const y = bubble.y + along * away.y
    const box = { left: x - half.x, top: y - half.y, right: x + half.x, bottom: y + half.y }
    if (isFree(box, scene, taken, font * 0.3)) return { label: { ...text, x, y }, box }
  }
  return null
}

/** One line, or two where the title is longer; what is longer still is cut. */
function besideLines(title: string, measure: Measure): { lines: string[]; cut: boolean } | null {
  if (measure(title) <= widest) return { lines: [title], cut: false }
  const words = title.split(/\s+/)
  let first = words[0]!
  let used = 1
  while (used < words.length - 1 && measure(`${first} ${words[used]}`) <= widest) first = `${first} ${words[used++]}`
  const rest = words.slice(used).join(' ')
  if (rest === '' || measure(first) > widest) {
    const only = ellipsis(title, widest, measure)
    return only === null ? null : { lines: [only], cut: true }
  }
  const second = ellipsis(rest, widest, measure)
  return second === null ? { lines: [`${first}…`], cut: true } : { lines: [first, second], cut: second !== rest }
}

/** Below, right, left, above; what hangs on a parent tries the sides away from it first. */
function sides(bubble: Bubble, scene: Scene): readonly (readonly [number, number])[] {
  const parent = scene.byId.get(bubble.parent)
  if (!parent) return around
  const away = ([across, down]: readonly [number, number]) =>
    ((bubble.x - parent.x) * across + (bubble.y - parent.y) * down) / Math.hypot(across, down)
  return [...around, ...corners].sort((a, b) => away(b) - away(a))
}

const around = [
  [0, 1],
  [1, 0],
  [-1, 0],
  [0, -1],
] as const

/** Nearer to the disc than its corner of the box: the text's corner touches the rim. */
const corners = [
  [0.85, 0.8],
  [0.85, -0.8],
  [-0.85, 0.8],
  [-0.85, -0.8],
] as const

function isFree(box: Box, scene: Scene, taken: readonly Box[], gap: number): boolean {
  const meets = (other: Box) =>
    other.left < box.right + gap && other.right > box.left - gap && other.top < box.bottom && other.bottom > box.top
  if (taken.some(meets)) return false
  return !scene.grid.covers(box)
}

const inks = new Map<string, string>()

/** `labelColour`, kept: it is asked for every bubble in every frame. */
export function inkOn(colour: string): string {
  const known = inks.get(colour)
  if (known) return known
  const ink = labelColour(colour)
  inks.set(colour, ink)
  return ink
}
