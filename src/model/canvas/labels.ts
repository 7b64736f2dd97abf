/**
 * Which titles are shown, and where: inside the disc when it fits there, else beside it where it covers neither a bubble nor
 * another title, else cut inside the disc, else not at all (then on hover and focus). Bubbles with more highlights choose first.
 */
import { labelColour } from '../palette.ts'
import type { Box } from './box.ts'
import { ellipsis, fitTitle, type Measure } from './fitTitle.ts'
import { type BoxGrid, boxGrid } from './grid.ts'
import type { Bubble, Scene } from './scene.ts'

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

/**
 * In canvas px: on screen 13 px, a little more when looked at from near, never less than 11.4 px. It grows far less than the bubbles do:
 * who looks closer gets room for titles that found none.
 */
export const fontAt = (level: number): number => (13 * Math.max(0.88, level ** 0.25)) / level

/** Of a line beside a bubble, in ems. */
const widest = 8.5
const narrow = 5
const lineHeight = 1.25
/** Titles keep so far from discs. In px of the screen. */
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
  const taken = boxGrid()
  const inRank = numbers
    .map((number) => scene.bubbles[number]!)
    .sort((a, b) => Number(a.frame) - Number(b.frame) || b.highlights - a.highlights || a.index - b.index)
  for (const bubble of inRank) {
    const label = labelFor(bubble, scene, taken, font, style)
    if (label) labels.set(bubble.index, label)
  }
  return labels
}

function labelFor(bubble: Bubble, scene: Scene, taken: BoxGrid, font: number, style: LabelStyle): Label | null {
  const count = style.counter && bubble.highlights > 0 && !bubble.frame ? String(bubble.highlights) : ''
  const fitted = fitTitle(titleOf(bubble, style), bubble.r * 0.93, font, count ? 1 : 0, style.measure)
  const inside = fitted && isBare(bubble, scene, [...fitted.lines, count], font, style) ? fitted : null
  if (inside && !inside.cut) return { where: 'inside', ...inside, count }
  const beside = placeBeside(bubble, scene, taken, font, style)
  if (beside) taken.put(beside.box)
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

/** With its corners inside the disc. */
const fits = (count: string, { r }: Bubble, font: number, { measure }: LabelStyle): boolean =>
  count !== '' && font < r * 1.6 && Math.hypot(measure(count) / 2, 0.36) * font * countSize < r * 0.86

/** Half of the width and height of lines beside a bubble, in canvas px. */
export const halfOf = ({ lines }: { lines: readonly string[] }, font: number, measure: Measure) => ({
  x: (Math.max(...lines.map(measure)) * font) / 2,
  y: (lines.length * lineHeight * font) / 2,
})

function placeBeside(bubble: Bubble, scene: Scene, taken: BoxGrid, font: number, style: LabelStyle) {
  const title = titleOf(bubble, style)
  const text = besideLines(title, style.rows ?? 2, widest, style.measure)
  const placed = text && placeLines(text, bubble, scene, taken, font, style)
  if (placed) return placed
  // Where that finds no room, the beginning of it may.
  const less = besideLines(title, 1, narrow, style.measure)
  return less && less.lines[0] !== text?.lines[0] ? placeLines(less, bubble, scene, taken, font, style) : null
}

function placeLines(text: Lines, bubble: Bubble, scene: Scene, taken: BoxGrid, font: number, style: LabelStyle) {
  const half = halfOf(text, font, style.measure)
  const near = (rim / style.level) * 1.01
  const straight = { x: bubble.r + half.x + font * 0.35, y: bubble.r + half.y + near }
  // With its corner on the rim.
  const aslant = { x: bubble.r * Math.SQRT1_2 + half.x + near, y: bubble.r * Math.SQRT1_2 + half.y + near }
  for (const [side, along] of sides(bubble, scene)) {
    const isCorner = Math.abs(side) === 1 && Math.abs(along) === 1
    // Half of the way to a corner it stands as straight, and moves along by half of its width or height.
    const x = bubble.x + side * (isCorner ? aslant.x : Math.abs(side) === 1 ? straight.x : half.x)
    const y = bubble.y + along * (isCorner ? aslant.y : Math.abs(along) === 1 ? straight.y : half.y)
    const box = { left: x - half.x, top: y - half.y, right: x + half.x, bottom: y + half.y }
    if (isFree(box, scene, taken, font * 0.3, rim / style.level)) return { label: { ...text, x, y }, box }
  }
  return null
}

interface Lines {
  readonly lines: readonly string[]
  readonly cut: boolean
}

/** As many lines of `widest` ems as it needs, up to `rows`; what is longer still is cut. */
function besideLines(title: string, rows: number, widest: number, measure: Measure): Lines | null {
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

/** Below, right, left, above, then the corners, then what is between; what hangs on a parent tries the sides away from it first. */
function sides(bubble: Bubble, scene: Scene): readonly (readonly [number, number])[] {
  const parent = scene.byId.get(bubble.parent)
  if (!parent) return everywhere
  const away = ([across, down]: readonly [number, number]) =>
    ((bubble.x - parent.x) * across + (bubble.y - parent.y) * down) / Math.hypot(across, down)
  return everywhere.toSorted((a, b) => away(b) - away(a))
}

const around = [
  [0, 1],
  [1, 0],
  [-1, 0],
  [0, -1],
] as const

const corners = [
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
] as const

const between = corners.flatMap(([side, along]) => [[side / 2, along] as const, [side, along / 2] as const])

const everywhere: readonly (readonly [number, number])[] = [...around, ...corners, ...between]

function isFree(box: Box, scene: Scene, taken: BoxGrid, gap: number, around: number): boolean {
  if (taken.meets(box, gap)) return false
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
