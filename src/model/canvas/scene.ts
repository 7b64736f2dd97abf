/** The quirks as the canvas shows them: placed, sized, in the order of painting and of reading, and found by place. */

import type { QuirkRow } from '../queries.ts'
import type { Parents } from '../rules/nesting.ts'
import { framesAround } from '../rules/shownQuirks.ts'
import type { Key } from '../schema.ts'
import { type Box, boxAround, type Point } from './box.ts'
import { type Circle, type Grid, gridOf } from './grid.ts'
import type { MapLayout, PlacedBubble } from './map/layoutMap.ts'
import { middle } from './map/middle.ts'

export interface Bubble extends PlacedBubble {
  readonly title: string
  /** `#rrggbb`. */
  readonly colour: string
  readonly highlights: number
  /** Its number in the order of painting; what is below it has the numbers up to, but not including, `end`. */
  readonly index: number
  readonly end: number
  /** Left out by the groups filter, and kept as an empty ring for what is shown inside it. */
  readonly frame: boolean
}

export interface Scene {
  /** Large bubbles before small ones, so that none is buried; a parent directly before all below it. */
  readonly bubbles: readonly Bubble[]
  readonly byId: ReadonlyMap<number, Bubble>
  /** Of all quirks, those left out included: they count when something is nested. */
  readonly parents: Parents
  readonly grid: Grid
  /** Around all bubbles; null when there are none. */
  readonly bounds: Box | null
  /** By which the distances between stored places are drawn larger. */
  readonly scale: number
}

/** `layout`: of these rows. */
export function sceneOf(rows: ReadonlyMap<Key, QuirkRow>, { placed, scale }: MapLayout): Scene {
  const ends = endsOf(placed)
  const bubbles = placed.map((disc, index): Bubble => {
    const { title, color, highlights } = rows.get(disc.id)!
    return { ...disc, title, colour: color, highlights, index, end: ends[index]!, frame: false }
  })
  return sceneWith(bubbles, new Map(bubbles.map(({ id, parent }) => [id, parent])), scale)
}

/** With the same parents, and stored places drawn at the same scale. */
export const sceneWith = (bubbles: readonly Bubble[], parents: Parents, scale: number): Scene => ({
  scale,
  bubbles,
  byId: new Map(bubbles.map((bubble) => [bubble.id, bubble])),
  parents,
  grid: gridOf(bubbles),
  bounds: bubbles.length === 0 ? null : boxAround(bubbles),
})

/** Of a project that has no quirks, or is not read yet. */
export const noScene: Scene = sceneWith([], new Map(), 1)

/**
 * What the groups filter leaves of a scene; `shown` null leaves all. Nothing moves or changes its size: a bubble that is left
 * out but holds one that is shown stays as a frame, so that each is found where it was, under its own parent.
 */
export function onlyShown(whole: Scene, shown: ReadonlySet<number> | null): Scene {
  if (!shown) return whole
  const frames = framesAround(shown, whole.parents)
  /** How many are kept before each number. */
  const before = [0]
  for (const { id } of whole.bubbles) before.push(before.at(-1)! + (shown.has(id) || frames.has(id) ? 1 : 0))
  const kept = whole.bubbles.filter(({ index }) => before[index + 1] !== before[index])
  const siblings = new Map<number, number>()
  const places = kept.map(({ parent }) => {
    const place = (siblings.get(parent) ?? 0) + 1
    siblings.set(parent, place)
    return place
  })
  const bubbles = kept.map((bubble, index): Bubble => {
    const counted = { place: places[index]!, siblings: siblings.get(bubble.parent)! }
    return { ...bubble, ...counted, index, end: before[bubble.end]!, frame: frames.has(bubble.id) }
  })
  return sceneWith(bubbles, whole.parents, whole.scale)
}

/** The branch of `top` alone, at other places, each counting its own highlights; its numbers begin at 0, its parents are those of the whole. */
export function partOf(scene: Scene, top: Bubble, places: ReadonlyMap<number, Circle>): Scene {
  const bubbles = scene.bubbles.slice(top.index, top.end).map((bubble): Bubble => {
    const numbers = { index: bubble.index - top.index, end: bubble.end - top.index }
    return { ...bubble, ...places.get(bubble.id), ...numbers, count: bubble.highlights }
  })
  return sceneWith(bubbles, scene.parents, scene.scale)
}

/** For each disc the number after the last one below it. */
function endsOf(placed: readonly PlacedBubble[]): number[] {
  const ends: number[] = []
  const open: number[] = []
  const close = (depth: number, index: number) => {
    while (open.length >= depth) ends[open.pop()!] = index
  }
  placed.forEach(({ depth }, index) => {
    close(depth, index)
    open.push(index)
  })
  close(1, placed.length)
  return ends
}

/** A quirk with all below it, in the order of painting; none when it is not there. */
export const branchOf = (scene: Scene, id: number): Bubble[] => {
  const top = scene.byId.get(id)
  return top ? scene.bubbles.slice(top.index, top.end) : []
}

/** Whether `bubble` is `top` or hangs below it. */
export const isWithin = (bubble: Bubble, top: Bubble): boolean => bubble.index >= top.index && bubble.index < top.end

export const hasChildren = ({ index, end }: Pick<Bubble, 'index' | 'end'>): boolean => end > index + 1

/** Whether there are highlights inside it, beside its own. */
export const holdsMore = ({ total, highlights }: Pick<Bubble, 'total' | 'highlights'>): boolean => total > highlights

/** Painted as a ring with paper inside: its disc stands for no highlights, or the groups filter has left it out. */
export const isHollow = ({ frame, count }: Pick<Bubble, 'frame' | 'count'>): boolean => frame || count === 0

/** How many are drawn: what is folded into another one is not. */
export const drawnIn = ({ bubbles }: Scene): number =>
  bubbles.reduce((count, { folded }) => (folded ? count : count + 1), 0)

/** Whether what hangs on it is folded into it. */
export const isFolder = ({ bubbles }: Pick<Scene, 'bubbles'>, bubble: Bubble): boolean =>
  hasChildren(bubble) && bubbles[bubble.index + 1]!.folded

/** About where a quirk that is stored there is drawn: what stands there already may push it aside. */
export const drawnPlace = ({ scale }: Pick<Scene, 'scale'>, { x, y }: Point): Point => ({
  x: middle.x + (x - middle.x) * scale,
  y: middle.y + (y - middle.y) * scale,
})

/** What is stored for what is dropped at a place of the canvas. */
export const storedPlace = ({ scale }: Pick<Scene, 'scale'>, { x, y }: Point): Point => ({
  x: Math.round(middle.x + (x - middle.x) / scale),
  y: Math.round(middle.y + (y - middle.y) / scale),
})
