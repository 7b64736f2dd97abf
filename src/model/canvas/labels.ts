/**
 * Which names are shown, and where? Set like those of places on a map: of one size on screen at every scale, below the disc where there is room,
 * else beside it, else not at all (then on hover and focus). What stands higher chooses first, then what holds more.
 */
import type { Box } from './box.ts'
import { boxGrid, type Circle } from './grid.ts'
import { nameGap, nameLeading, nameSize } from './map/name.ts'
import { ringReach } from './map/ring.ts'
import { type Bubble, hasChildren, isFolder, type Scene } from './scene.ts'

export interface Label {
  readonly lines: readonly string[]
  /** Words are missing. */
  readonly cut: boolean
  /** Of the longest line, in ems. */
  readonly ems: number
  /** In px of the screen. */
  readonly size: number
  readonly heading: boolean
  /** On which side of its disc it stands: across and down, each from -1 to 1. */
  readonly side: readonly [number, number]
  /** How far it stands beyond its disc: as the ring around a folded quirk reaches, or where nearer no place is free. In canvas px. */
  readonly rim: number
  /** It is smaller, or further away, than it would be with more room. */
  readonly cramped: boolean
}

/** Names keep their side while the scale stays within a level; a level is the least scale in it. */
export const levelOf = (scale: number): number => 2 ** (Math.floor(Math.log2(scale) * 3 + 1e-6) / 3)

export const titleOf = (bubble: { title: string }, style: { untitled: string }): string =>
  bubble.title.trim() || style.untitled

export const isHeading = (bubble: Bubble): boolean => bubble.depth === 1 && hasChildren(bubble)

const sizeOf = (heading: boolean, level: number): number =>
  heading ? Math.max(12.5, nameSize.heading * Math.min(1, level)) : Math.max(11, nameSize.usual * Math.min(1, level))

/** What stands for a whole branch is read first. */
const foldedHeading = 14

const sides = [
  [0, 1],
  [0.3, 1],
  [-0.3, 1],
  [0.5, 1],
  [-0.5, 1],
  [0, -1],
  [1, 0],
  [-1, 0],
  [1, 1],
  [-1, 1],
  [1, -1],
  [-1, -1],
] as const

/**
 * Of the bubbles with these numbers, by number. `level`: the scale that they are looked at from; `out`: so far a name may reach beyond all discs where it
 * is below 1, in px of the screen.
 */
export function labelsOf(
  scene: Scene,
  numbers: readonly number[],
  level: number,
  out: number = furthestOut,
): Map<number, Label> {
  const labels = new Map<number, Label>()
  const taken = boxGrid()
  const inRank = numbers
    .map((number) => scene.bubbles[number]!)
    .filter(({ r, name }) => r > 0 && name.lines.length > 0)
    .sort((a, b) => Number(a.frame) - Number(b.frame) || a.depth - b.depth || b.total - a.total || a.id - b.id)
  for (const bubble of inRank) {
    const heading = isHeading(bubble)
    const { lines, wide } = bubble.name
    const ems = wide / nameSize[heading ? 'heading' : 'usual']
    const cut = lines.some((line) => line.endsWith('…'))
    const isFolded = isFolder(scene, bubble)
    const size = isFolded && heading ? Math.max(foldedHeading, sizeOf(heading, level)) : sizeOf(heading, level)
    const rim = isFolded ? ringReach(level) : 0
    const { bounds } = scene
    const isFree = ({ box }: Place) => {
      // Where the layout has kept room for it, the line between two of them is no reason to leave one out.
      const within = { left: box.left + 0.5, top: box.top + 0.5, right: box.right - 0.5, bottom: box.bottom - 0.5 }
      return !taken.meets(within, 0) && !scene.grid.covers(within)
    }
    const reaches = ({ box }: Place, most: number) =>
      bounds !== null && box.left >= bounds.left - most / level && box.right <= bounds.right + most / level
    const places = triesFor(bubble, size).flatMap(({ size, away, cramped }) =>
      sides.map((side): Place => {
        const label = { lines, cut, ems, size, heading, side, rim: rim + away / level, cramped }
        return { label, box: labelBox(label, bubble, level) }
      }),
    )
    const found = places.find((place) => (level >= 1 || reaches(place, out)) && isFree(place))
    if (!found) continue
    taken.put(found.box)
    labels.set(bubble.index, found.label)
  }
  return labels
}

interface Place {
  readonly label: Label
  readonly box: Box
}

/** What shows all discs of a canvas has to show their names too. */
const furthestOut = 40
/** Smaller, and then further away from its disc: a branch is to have a name. */
const smallerSizes = [12.5, 11]
const furtherAway = [10, 24]

function triesFor(bubble: Bubble, size: number): { size: number; away: number; cramped: boolean }[] {
  const usual = { size, away: 0, cramped: false }
  if (bubble.depth > 1 || !hasChildren(bubble)) return [usual]
  const sizes = smallerSizes.filter((each) => each < size)
  const least = sizes.at(-1) ?? size
  return [
    usual,
    ...sizes.map((each) => ({ size: each, away: 0, cramped: true })),
    ...furtherAway.map((away) => ({ size: least, away, cramped: true })),
  ]
}

/** Where it stands, in canvas px. */
export function labelBox(
  { lines, ems, size, rim, side: [across, down] }: Label,
  { x, y, r: disc }: Circle,
  scale: number,
): Box {
  const r = disc + rim
  const font = size / scale
  const half = { x: (ems * font) / 2, y: (lines.length * nameLeading * font) / 2 }
  const gap = nameGap / scale
  const isCorner = Math.abs(across) === 1 && down !== 0
  const out = isCorner ? r * Math.SQRT1_2 : r
  const dx = Math.abs(across) === 1 ? Math.sign(across) * (out + gap + half.x) : across * 2 * half.x
  const dy = down === 0 ? 0 : Math.sign(down) * (out + gap + half.y)
  return { left: x + dx - half.x, top: y + dy - half.y, right: x + dx + half.x, bottom: y + dy + half.y }
}

/** Of the number in a disc, in px of the screen; null where the disc is too small for it. */
export function countSize(diameter: number, count: number): number | null {
  const size = Math.min(17, Math.max(11, 0.3 * diameter))
  return diameter < 18 || String(count).length * digitWide * size > diameter - 4 ? null : size
}

/** In ems. */
const digitWide = 0.64
