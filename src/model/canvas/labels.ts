/**
 * Which names are shown, and where? Set like those of places on a map: of one size on screen at every scale, below the disc where there is room,
 * else beside it, else not at all (then on hover and focus). What stands higher chooses first, then what holds more. Below full size
 * a name is nowhere as near to another disc as to its own, but for a branch that would have none.
 */
import type { Box } from './box.ts'
import { ellipsis } from './fitTitle.ts'
import { boxGrid, type Circle, gridOf } from './grid.ts'
import { nameGap, nameLeading, nameSize } from './map/name.ts'
import { nameMeasure, partsOf } from './map/names.ts'
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

/** What names are set on. */
export type Drawn = Pick<Scene, 'bubbles' | 'bounds'>

/** Names keep their side while the scale stays within a level; a level is the least scale in it. */
export const levelOf = (scale: number): number => 2 ** (Math.floor(Math.log2(scale) * 3 + 1e-6) / 3)
/** The largest scale of a level, as scales are rounded. */
export const mostOfLevel = (level: number): number => level * 2 ** (1 / 3) - 1e-4

export const titleOf = (bubble: { title: string }, style: { untitled: string }): string =>
  bubble.title.trim() || style.untitled

export const isHeading = (bubble: Bubble): boolean => bubble.depth === 1 && hasChildren(bubble)

const sizeOf = (heading: boolean, level: number): number =>
  heading ? Math.max(12.5, nameSize.heading * Math.min(1, level)) : Math.max(11, nameSize.usual * Math.min(1, level))

/** What stands for a whole branch is read first. */
const foldedHeading = 14

/** Below, right, left, above. */
const sides = [
  [0, 1],
  [0.3, 1],
  [-0.3, 1],
  [0.5, 1],
  [-0.5, 1],
  [1, 0],
  [1, 0.3],
  [1, -0.3],
  [-1, 0],
  [-1, 0.3],
  [-1, -0.3],
  [0, -1],
  [0.3, -1],
  [-0.3, -1],
  [0.5, -1],
  [-0.5, -1],
] as const

/** What stands there is taken for another disc's more easily: only for what would have no name at all. */
const corners = [
  [1, 1],
  [-1, 1],
  [1, -1],
  [-1, -1],
] as const

/** `box`: of the name, in canvas px. */
export type MayStand = (bubble: Bubble, box: Box) => boolean
const anywhere: MayStand = () => true

/**
 * Of the bubbles with these numbers, by number. `level`: the scale that they are looked at from; `out`: so far a name may reach beyond all discs where it
 * is below 1, in px of the screen; `mayStand`: whether it may stand there for all that is beside the scene. Where one that is to have a name would have none,
 * all of those have smaller ones: of one size, as those of places of one rank.
 */
export function labelsOf(
  scene: Scene,
  numbers: readonly number[],
  level: number,
  out: number = furthestOut,
  mayStand: MayStand = anywhere,
): Map<number, Label> {
  const inRank = ranked(numbers.map((number) => scene.bubbles[number]!))
  // So many are named while they are panned: each has its usual place or none.
  const urgent: ReadonlySet<Bubble> = inRank.length > mostPlaced ? new Set() : urgentOf(inRank)
  /** All, and how many that are to have a name have none; stops where that are more than `mayMiss`. */
  const withNames = (most: number | null, mayMiss: number) => {
    let missing = 0
    const goOn = (bubble: Bubble, label: Label | undefined) => {
      if (!label && urgent.has(bubble)) missing++
      return missing <= mayMiss
    }
    const labels = labelsIn(scene, inRank, { level, out, mayStand, most, urgent, goOn, last: true })
    return { labels, missing }
  }
  const [smaller, smallest] = smallerSizes
  const usual = withNames(null, urgent.size * hopeless)
  if (usual.missing === 0) return usual.labels
  // Where many are missing, names that are a little smaller help none.
  const less = usual.missing <= urgent.size * hopeless ? withNames(smaller, 0) : usual
  return less.missing === 0 ? less.labels : withNames(smallest, urgent.size).labels
}

/** Of what the largest one of its level stands for: what has as much must not be without a name while a smaller one has one. */
const largeShare = 0.1

/** Of those that are to have a name. */
const hopeless = 0.2

/** What stands at the first level, and what is large among those of its own: they are to have a name. */
function urgentOf(bubbles: readonly Bubble[]): ReadonlySet<Bubble> {
  const most: number[] = []
  for (const { depth, total } of bubbles) most[depth] = Math.max(most[depth] ?? 1, total)
  return new Set(bubbles.filter((bubble) => bubble.depth === 1 || bubble.total >= most[bubble.depth]! * largeShare))
}

/** With more bubbles drawn, only the names in sight are placed. */
const mostPlaced = 400
const placed = new WeakMap<Scene, Map<number, Map<number, Label>>>()

/** At least those of `numbers`. Of a map that is not too large all are placed together, once: whoever pans sees nothing but the same names elsewhere. */
export function labelsAround(scene: Scene, numbers: readonly number[], level: number): ReadonlyMap<number, Label> {
  const drawn = scene.bubbles.filter(({ folded }) => !folded).map(({ index }) => index)
  if (drawn.length > mostPlaced) return labelsOf(scene, numbers, level)
  const known = placed.get(scene) ?? new Map<number, Map<number, Label>>()
  placed.set(scene, known)
  const found = known.get(level) ?? labelsOf(scene, drawn, level)
  known.set(level, found)
  return found
}

/**
 * Whether all that hold others at the first level, and so large a share of all that is drawn, have a name of its usual size in its usual place. Stops
 * as soon as that cannot be any more.
 */
export function isLegible(scene: Drawn, level: number, share: number): boolean {
  const drawn = scene.bubbles.filter(({ folded, frame, name }) => !folded && !frame && name.lines.length > 0)
  const inRank = ranked(drawn)
  const mayMiss = drawn.length * (1 - share)
  let missing = 0
  let hopeless = false
  const goOn = (bubble: Bubble, label: Label | undefined) => {
    if (label?.cramped !== false) missing++
    hopeless = missing > mayMiss || (!label && isHeading(bubble))
    return !hopeless
  }
  const labels = labelsIn(scene, inRank, {
    level,
    out: furthestOut,
    mayStand: anywhere,
    most: null,
    urgent: urgentOf(inRank),
    goOn,
    last: false,
  })
  return !hopeless && drawn.filter(({ index }) => labels.get(index)?.cramped !== false).length <= mayMiss
}

/** What stands higher chooses first, then what holds more. */
const ranked = (bubbles: readonly Bubble[]): Bubble[] =>
  bubbles
    .filter(({ r, name }) => r > 0 && name.lines.length > 0)
    .sort((a, b) => Number(a.frame) - Number(b.frame) || a.depth - b.depth || b.total - a.total || a.id - b.id)

interface Setting {
  level: number
  out: number
  mayStand: MayStand
  /** Names of urgent ones are no larger, and are shortened at the least of these sizes; null: they have their usual size. */
  most: number | null
  urgent: ReadonlySet<Bubble>
  /** Told what each one got, undefined for no name; false: the others are left out. */
  goOn: (bubble: Bubble, label: Label | undefined) => boolean
  /** What has no name at the end may take what is left. */
  last: boolean
}

function labelsIn(scene: Drawn, inRank: readonly Bubble[], setting: Setting): Map<number, Label> {
  const { level, most, urgent, goOn, last } = setting
  const placesOf = placesIn(scene, setting)
  const usual = new Map<Bubble, Iterable<Place>>()
  /** They are asked for again for each name that would stand there instead. */
  const usualPlacesOf = (bubble: Bubble): Iterable<Place> => {
    const known = usual.get(bubble) ?? remembered(placesOf(bubble, triesFor(scene, bubble, setting)))
    usual.set(bubble, known)
    return known
  }
  const { labels, set, setInstead } = openNames(level, usualPlacesOf)
  const setOne = (bubble: Bubble) => {
    const places = usualPlacesOf(bubble)
    if (set(bubble, places) || !urgent.has(bubble)) return
    if (setInstead(bubble, places) || most !== smallerSizes[1]) return
    const shorter = [...lastTries(bubble, most)]
    const lastPlaces = [...placesOf(bubble, shorter)]
    if (set(bubble, lastPlaces) || setInstead(bubble, lastPlaces) || !isHeading(bubble)) return
    // A branch without a name tells less than one whose name stands near to another disc too.
    set(bubble, placesOf(bubble, [...triesFor(scene, bubble, setting), ...shorter], { anywhere: true }))
  }
  for (const bubble of inRank) {
    setOne(bubble)
    if (!goOn(bubble, labels.get(bubble.index))) return labels
  }
  if (!last || inRank.length > mostPlaced) return labels
  // What has none yet takes what is left, in other lines and further away: no other name is left out for it.
  for (const bubble of inRank) {
    if (labels.has(bubble.index) || urgent.has(bubble)) continue
    const alone = { ...setting, urgent: new Set([bubble]), most: null }
    const tries = [...triesFor(scene, bubble, alone), ...lastTries(bubble, smallerSizes[1])]
    const places = remembered(placesOf(bubble, tries, { sides: [...sides, ...corners] }))
    if (!set(bubble, places)) setInstead(bubble, places)
  }
  return labels
}

interface Where {
  /** Another disc may be as near as its own. */
  anywhere?: boolean
  sides?: readonly Label['side'][]
}

// Where the layout has kept room for it, the line between two of them is no reason to leave one out.
const within = ({ left, top, right, bottom }: Box): Box => ({
  left: left + 0.5,
  top: top + 0.5,
  right: right - 0.5,
  bottom: bottom - 0.5,
})

/** Where a name may stand as far as discs are concerned: none is in the way and, below full size, no other one, nor the ring around it, is as near as its own. */
function placesIn(scene: Drawn, { level, out, mayStand }: Pick<Setting, 'level' | 'out' | 'mayStand'>) {
  const discs = scene.bubbles.filter(({ r }) => r > 0)
  const numbers = new Map(discs.map((bubble, number) => [bubble, number]))
  const rimOf = (bubble: Bubble) => (isFolder(scene, bubble) ? ringReach(level) : 0)
  const grid = gridOf(discs, level)
  const withRings = gridOf(
    discs.map((bubble) => ({ x: bubble.x, y: bubble.y, r: bubble.r + rimOf(bubble) })),
    level,
  )
  const { bounds } = scene
  const reaches = (box: Box) =>
    level >= 1 || (bounds !== null && box.left >= bounds.left - out / level && box.right <= bounds.right + out / level)
  return function* (
    bubble: Bubble,
    tries: Iterable<Try>,
    { anywhere = false, sides: where = sides }: Where = {},
  ): Generator<Place> {
    const heading = isHeading(bubble)
    const rim = rimOf(bubble)
    // At full size the layout has kept room for each below its disc.
    const own = level < 1 && !anywhere ? numbers.get(bubble) : undefined
    for (const { lines, ems, size, away, cramped } of tries) {
      const shape = { lines, ems, size, rim: rim + away / level }
      for (const side of where) {
        const box = boxAt(shape, side, bubble, level)
        if (!reaches(box) || !mayStand(bubble, box)) continue
        if (own === undefined ? grid.isNear(within(box)) : withRings.isNear(box, (nameGap + away) / level, own))
          continue
        yield { label: { ...shape, cut: lines.some((line) => line.endsWith('…')), heading, side, cramped }, box }
      }
    }
  }
}

/** The names that are set, of which none covers another. `placesOf`: where one may stand that gives way to another. */
function openNames(level: number, placesOf: (bubble: Bubble) => Iterable<Place>) {
  const labels = new Map<number, Label>()
  const taken = boxGrid(level)
  const owners = new Map<Box, Bubble>()
  const put = (bubble: Bubble, { label, box }: Place) => {
    taken.put(box)
    owners.set(box, bubble)
    labels.set(bubble.index, label)
  }
  const freeOf = (places: Iterable<Place>): Place | undefined => {
    for (const place of places) if (!taken.meets(within(place.box), 0)) return place
    return undefined
  }
  return {
    /** By the number of its bubble. */
    labels,
    /** Takes the first place that is free. */
    set(bubble: Bubble, places: Iterable<Place>): boolean {
      const found = freeOf(places)
      if (found) put(bubble, found)
      return found !== undefined
    },
    /** Takes a place at which one other name stands that finds another place. */
    setInstead(bubble: Bubble, places: Iterable<Place>): boolean {
      for (const place of places) {
        const [one, ...more] = taken.over(within(place.box))
        const blocker = one && owners.get(one)
        if (!blocker || more.length > 0) continue
        taken.remove(one)
        taken.put(place.box)
        const other = freeOf(placesOf(blocker))
        taken.remove(place.box)
        put(blocker, other ?? { box: one, label: labels.get(blocker.index)! })
        if (!other) continue
        put(bubble, place)
        return true
      }
      return false
    },
  }
}

/** The same each time that it is gone through; made as far as somebody has gone. */
function remembered<T>(made: Iterator<T>): Iterable<T> {
  const known: T[] = []
  return {
    *[Symbol.iterator]() {
      for (let at = 0; ; at++) {
        if (at === known.length) {
          const { done, value } = made.next()
          if (done) return
          known.push(value)
        }
        yield known[at]!
      }
    },
  }
}

interface Place {
  readonly label: Label
  readonly box: Box
}

/** What shows all discs of a canvas has to show their names too. */
const furthestOut = 40
const smallerSizes = [12.5, 11] as const
/** Of what is to have a name. */
const otherDistances = [-2, 10, 24]
/** Of a name in narrow lines, and at last of one of which words are missing, in px. */
const narrowLines = [80, 60]
const lastWidths = [84, 72, 60]
/** With fewer letters a shortened name says nothing. */
const leastLetters = 8

/** A name of one size in these lines. */
interface Try extends Pick<Label, 'lines' | 'ems' | 'size' | 'cramped'> {
  /** From its disc, in px of the screen. */
  readonly away: number
}

/** As the layout has kept room for it; then, where a name at the first level finds none there, in other lines and further away. */
function* triesFor(scene: Drawn, bubble: Bubble, { level, most, urgent }: Setting): Generator<Try> {
  const heading = isHeading(bubble)
  const { lines, wide } = bubble.name
  const usual = { lines, ems: wide / nameSize[heading ? 'heading' : 'usual'] }
  const largest =
    heading && isFolder(scene, bubble) ? Math.max(foldedHeading, sizeOf(heading, level)) : sizeOf(heading, level)
  const isUrgent = urgent.has(bubble)
  const size = isUrgent && most !== null ? Math.min(most, largest) : largest
  yield { ...usual, size, away: 0, cramped: size < largest }
  if ((bubble.depth > 1 && !isUrgent) || urgent.size === 0) return
  const others = [[titled(bubble)], ...narrowLines.flatMap((width) => narrowed(titled(bubble), width / size) ?? [])]
    .filter((other) => other.join('\n') !== lines.join('\n'))
    .map((other) => ({ lines: other, ems: emsOf(other) }))
  for (const other of others) yield { ...other, size, away: 0, cramped: true }
  if (!isUrgent) return
  for (const away of otherDistances) for (const each of [usual, ...others]) yield { ...each, size, away, cramped: true }
}

/** Better its first letters than none. */
function* lastTries(bubble: Bubble, size: number): Generator<Try> {
  for (const width of lastWidths) {
    const line = ellipsis(titled(bubble), width / size, nameMeasure)
    if (!line || lettersOf(line) < leastLetters) continue
    for (const away of [0, ...otherDistances]) yield { lines: [line], ems: emsOf([line]), size, away, cramped: true }
  }
}

const lettersOf = (text: string): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0

const emsOf = (lines: readonly string[]): number => Math.max(...lines.map(nameMeasure))

/** All of it: what a line has left out too. */
const titled = ({ title, name }: Bubble): string => title.trim() || name.lines.join(' ')

/** The words in at most three lines of so many ems; null: they do not go into these. */
function narrowed(title: string, most: number): string[][] | null {
  const lines: string[] = []
  for (const word of partsOf(title)) {
    const longer = (lines.at(-1) ?? '') + word
    if (lines.length > 0 && nameMeasure(longer.trimEnd()) <= most) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  const trimmed = lines.map((line) => line.trimEnd())
  return trimmed.length <= 3 && emsOf(trimmed) <= most ? [trimmed] : null
}

/** Where it stands, in canvas px. */
export const labelBox = (label: Label, disc: Circle, scale: number): Box => boxAt(label, label.side, disc, scale)

function boxAt(
  { lines, ems, size, rim }: Pick<Label, 'lines' | 'ems' | 'size' | 'rim'>,
  [across, down]: Label['side'],
  { x, y, r }: Circle,
  scale: number,
): Box {
  const font = size / scale
  const wide = (ems * font) / 2
  const high = (lines.length * nameLeading * font) / 2
  // At a corner it is as near to the disc as elsewhere.
  const away = (r + rim + nameGap / scale) * (Math.abs(across * down) === 1 ? Math.SQRT1_2 : 1)
  const middleX = x + (Math.abs(across) === 1 ? across * (away + wide) : across * 2 * wide)
  const middleY = y + (Math.abs(down) === 1 ? down * (away + high) : down * 2 * high)
  return { left: middleX - wide, top: middleY - high, right: middleX + wide, bottom: middleY + high }
}

/** Of the number in a disc, in px of the screen, as its reader writes it; null where the disc is too small for it. Rather small than none. */
export function countSize(diameter: number, number: string): number | null {
  const digits = number.replace(/\D/g, '').length
  const wide = digits * digitWide + (number.length - digits) * signWide
  const size = Math.min(17, Math.max(leastNumber, Math.min(0.3 * diameter, (diameter - 2) / wide)))
  return diameter < leastCounted || wide * size > diameter - 2 ? null : size
}

/** In px of the screen: letters of a number, and the disc that has one. */
const leastNumber = 11
export const leastCounted = 18
/** In ems: a digit, and the sign between thousands. */
const digitWide = 0.64
const signWide = 0.32
