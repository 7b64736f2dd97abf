/**
 * Where do the quirks that overlap one stand around it? The more overlaps, the nearer: in the order of their counts, all of a count as near as it
 * says and as there is room for all of them, no nearer than those before, each in the direction that is free.
 *
 * Promises: discs lie neither on each other nor on the middle; from edge to edge of the middle, equal counts are equally far and a higher count
 * is never further than a lower one; all within the size. Who stood somewhere before keeps the direction where it is free, so that a change
 * moves few.
 */

export interface RingDisc {
  id: number
  /** As on the canvas, in px. */
  r: number
  /** Above 0. */
  count: number
}

export interface PlacedDisc {
  id: number
  x: number
  y: number
  r: number
}

export interface Ring {
  /** In px, around (0, 0). */
  middle: number
  discs: PlacedDisc[]
}

const gap = 4
/** From the rim of the middle to the nearest count, and from there to the furthest, in px before scaling. */
const nearest = 10
const reach = 150
const step = 3
/** Smaller discs tell nothing: then fewer are shown. */
const leastRadius = 9
const most = { scale: 1.8, discs: 150 }
/** No two directions in a row are near each other. */
const goldenAngle = Math.PI * (3 - Math.sqrt(5))

/** `discs` by their counts, the highest first: as many of the first as there is room for. */
export function ringLayout(
  middle: number,
  discs: readonly RingDisc[],
  size: { width: number; height: number },
  before: ReadonlyMap<number, number> = new Map(),
): Ring {
  const room = Math.max(40, Math.min(size.width, size.height) / 2 - 2)
  for (let count = Math.min(discs.length, most.discs); ; count = Math.floor(count * 0.85)) {
    const drawn = discs.slice(0, count)
    const smallest = drawn.reduce((least, { r }) => Math.min(least, r), Number.POSITIVE_INFINITY)
    const furthest = count > 1 ? (room * smallest) / leastRadius : Number.POSITIVE_INFINITY
    const placed = placedAround(middle, drawn, before, furthest)
    if (!placed) continue
    const extent = placed.reduce((far, { x, y, r }) => Math.max(far, Math.hypot(x, y) + r), middle)
    const scale = Math.min(most.scale, room / extent)
    return {
      middle: middle * scale,
      discs: placed.map(({ id, x, y, r }) => ({ id, x: x * scale, y: y * scale, r: r * scale })),
    }
  }
}

/** The direction of each, for the next layout. */
export const directionsOf = ({ discs }: Ring): Map<number, number> =>
  new Map(discs.map(({ id, x, y }) => [id, Math.atan2(y, x)]))

interface Polar {
  id: number
  r: number
  distance: number
  angle: number
}

/** null: not all of them within `furthest` of the centre. */
function placedAround(
  middle: number,
  discs: readonly RingDisc[],
  before: ReadonlyMap<number, number>,
  furthest: number,
): PlacedDisc[] | null {
  const placed: Polar[] = []
  const highest = Math.log(1 + (discs[0]?.count ?? 0))
  let off = nearest
  let angle = -Math.PI / 2
  for (const equals of byCount(discs)) {
    const away = highest > 0 ? 1 - Math.log(1 + (equals[0]?.count ?? 0)) / highest : 0
    const largest = equals.reduce((most, { r }) => Math.max(most, r), 0)
    off = Math.max(off, nearest + away * reach)
    for (;;) {
      if (middle + off + 2 * largest > furthest) return null
      const isRoomy = roundShare(equals, middle + off) <= 1
      const ring =
        isRoomy &&
        (ringOf(placed, equals, middle + off, (id) => before.get(id), angle, goldenAngle) ??
          ringOf(placed, equals, middle + off, () => undefined, angle, 0))
      if (ring) {
        placed.push(...ring)
        angle = (ring.at(-1)?.angle ?? angle) + goldenAngle
        break
      }
      off += step
    }
  }
  return placed.map(({ id, r, distance: d, angle: a }) => ({ id, r, x: d * Math.cos(a), y: d * Math.sin(a) }))
}

/** All of a count, each with its edge at `inner` from the centre; the next one `turn` further round. null: no room for all of them. */
function ringOf(
  placed: readonly Polar[],
  equals: readonly RingDisc[],
  inner: number,
  wanted: (id: number) => number | undefined,
  from: number,
  turn: number,
): Polar[] | null {
  const all = [...placed]
  let angle = from
  for (const { id, r } of equals) {
    const distance = inner + r
    const free = freeAngle(all, distance, r, wanted(id) ?? angle)
    if (free === null) return null
    all.push({ id, r, distance, angle: free })
    angle = free + turn
  }
  return all.slice(placed.length)
}

/** How much of the way round discs at `inner` take at least. */
const roundShare = (discs: readonly RingDisc[], inner: number): number =>
  discs.length < 3 ? 0 : discs.reduce((sum, { r }) => sum + Math.asin(Math.min(1, r / (inner + r))), 0) / Math.PI / 1.2

function byCount(discs: readonly RingDisc[]): RingDisc[][] {
  const rings: RingDisc[][] = []
  for (const disc of discs) {
    const last = rings.at(-1)
    if (last && last[0]?.count === disc.count) last.push(disc)
    else rings.push([disc])
  }
  return rings
}

/** The angle nearest to `wanted` at which a disc touches no other one; null where there is none. */
function freeAngle(placed: readonly Polar[], distance: number, r: number, wanted: number): number | null {
  const taken: [number, number][] = []
  for (const other of placed) {
    const apart = r + other.r + gap
    if (distance - other.distance >= apart) continue
    const cosine =
      (distance * distance + other.distance * other.distance - apart * apart) / (2 * distance * other.distance)
    if (cosine >= 1) continue
    if (cosine <= -1) return null
    const half = Math.acos(cosine)
    const from = around(other.angle - half - wanted)
    taken.push([from, from + 2 * half])
    if (from + 2 * half > 2 * Math.PI) taken.push([0, from + 2 * half - 2 * Math.PI])
  }
  taken.sort((a, b) => a[0] - b[0])
  const least = 1e-9
  let best: number | null = null
  let end = 0
  // Free stretches from the wanted angle all the way round: their ends are the nearest angles.
  for (const [from, to] of [...taken, [2 * Math.PI, 2 * Math.PI] as [number, number]]) {
    if (from > end + least)
      for (const at of [end, from]) {
        const off = Math.min(at, 2 * Math.PI - at)
        if (best === null || off < Math.min(best, 2 * Math.PI - best)) best = at
      }
    end = Math.max(end, to)
  }
  return best === null ? null : wanted + best
}

const around = (angle: number): number => ((angle % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI)
