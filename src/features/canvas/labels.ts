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
/** Around a disc stands the colour of its parent; titles keep clear of it. In px of the screen. */
const rim = 4

/** Of the count, beside that of the title: 11 px at the least, too. */
export const countSize = 0.97

export interface LabelStyle {
  readonly level: number
  readonly measure: Measure
  /** Whether the number of highlights is shown. */
  readonly counter: boolean
  readonly untitled: string
  /** How many lines a title beside a bubble may take; without it two. */
  readonly rows?: number
}

export const titleOf = (bubble: Bubble, style: { untitled: string }): string => bubble.title.trim() || style.untitled

/** The labels of the bubbles with these numbers, by number. */
export function labelsOf(scene: Scene, numbers: readonly number[], style: LabelStyle): Map<number, Label> {
  const font = fontAt(style.level)
  const labels = new Map<number, Label>()
  const taken: Box[] = []
  const inRank = numbers
    .map((number) => scene.bubbles[number]!)
    .sort((a, b) => Number(a.frame) - Number(b.frame) || b.highlights - a.highlights || a.index - b.index)
  for (const bubble of inRank) {
    const label = labelFor(bubble, scene, taken, font, style)
    if (label) labels.set(bubble.index, label)
  }
  return labels
}

function labelFor(bubble: Bubble, scene: Scene, taken: Box[], font: number, style: LabelStyle): Label | null {
  const count = style.counter && bubble.highlights > 0 && !bubble.frame ? String(bubble.highlights) : ''
  const room = bubble.r * (hasChildren(bubble) ? 0.6 : 0.93)
  const fitted = fitTitle(titleOf(bubble, style), room, font, count ? 1 : 0, style.measure)
  const inside = fitted && isBare(bubble, scene, [...fitted.lines, count], font, style) ? fitted : null
  if (inside && !inside.cut) return { where: 'inside', ...inside, count }
  const beside = placeBeside(bubble, scene, taken, font, style)
  if (beside) taken.push(beside.box)
  const within = fits(count, bubble, font, style) && isBare(bubble, scene, [count], font, style) ? count : ''
  if (beside) return { where: 'beside', ...beside.label, count: within }
  if (inside) return { where: 'inside', ...inside, count }
  return within ? { where: 'inside', lines: [], count, cut: true } : null
}

/** What is written into a bubble is not written under another one: it would be read half. */
function isBare(
  { x, y, index }: Bubble,
  scene: Scene,
  lines: readonly string[],
  font: number,
  style: LabelStyle,
): boolean {
  const written = lines.filter((line) => line !== '')
  if (written.length === 0) return true
  const half = halfOf({ lines: written }, font, style.measure)
  const around = rim / style.level
  const box = { left: x - half.x - around, top: y - half.y, right: x + half.x + around, bottom: y + half.y }
  return !scene.grid.covers(box, (number) => number <= index)
}

const fits = (count: string, { r }: Bubble, font: number, { measure }: LabelStyle): boolean =>
  count !== '' && measure(count) * font < r * 1.7 && font < r * 1.6

/** Half of the width and height of lines beside a bubble, in canvas px. */
export const halfOf = ({ lines }: { lines: readonly string[] }, font: number, measure: Measure) => ({
  x: (Math.max(...lines.map(measure)) * font) / 2,
  y: (lines.length * lineHeight * font) / 2,
})

function placeBeside(bubble: Bubble, scene: Scene, taken: readonly Box[], font: number, style: LabelStyle) {
  const text = besideLines(titleOf(bubble, style), style.rows ?? 2, style.measure)
  if (!text) return null
  const half = halfOf(text, font, style.measure)
  const away = { x: bubble.r + half.x + font * 0.35, y: bubble.r + half.y + (rim / style.level) * 1.01 }
  for (const [side, along] of sides(bubble, scene)) {
    const x = bubble.x + side * away.x
    const y = bubble.y + along * away.y
    const box = { left: x - half.x, top: y - half.y, right: x + half.x, bottom: y + half.y }
    if (isFree(box, scene, taken, font * 0.3, rim / style.level)) return { label: { ...text, x, y }, box }
  }
  return null
}

/** As many lines as it needs, up to `rows`; what is longer still is cut. */
function besideLines(title: string, rows: number, measure: Measure): { lines: string[]; cut: boolean } | null {
  const words = title.split(/\s+/)
  const lines: string[] = []
  while (words.length > 0) {
    const rest = words.join(' ')
    if (lines.length === rows - 1 || measure(words[0]!) > widest) {
      const last = ellipsis(rest, widest, measure)
      if (last !== null) return { lines: [...lines, last], cut: last !== rest }
      const before = lines.pop()
      return before === undefined ? null : { lines: [...lines, `${before}…`], cut: true }
    }
    let line = words.shift()!
    while (words.length > 0 && measure(`${line} ${words[0]}`) <= widest) line = `${line} ${words.shift()}`
    lines.push(line)
  }
  return { lines, cut: false }
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

function isFree(box: Box, scene: Scene, taken: readonly Box[], gap: number, around: number): boolean {
  const meets = (other: Box) =>
    other.left < box.right + gap && other.right > box.left - gap && other.top < box.bottom && other.bottom > box.top
  if (taken.some(meets)) return false
  const { left, top, right, bottom } = box
  return !scene.grid.covers({ left: left - around, top: top - around, right: right + around, bottom: bottom + around })
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
