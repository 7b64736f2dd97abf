/**
 * Where do the quirks that overlap one stand around it? The more overlaps, the nearer: in the order of their counts, each as near as its count
 * says and no nearer than those before it, in the direction that is free.
 *
 * Promises: discs lie neither on each other nor on the middle; a higher count is never further from the middle than a lower one, centre to
 * centre; all within the size. Who stood somewhere before keeps the direction where it is free, so that a change moves few.
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
    const placed = placedAround(middle, discs.slice(0, count), before)
    const extent = placed.reduce((far, { x, y, r }) => Math.max(far, Math.hypot(x, y) + r), middle)
    const scale = Math.min(most.scale, room / extent)
    const smallest = placed.reduce((least, { r }) => Math.min(least, r), Number.POSITIVE_INFINITY)
    if (count > 1 && smallest * scale < leastRadius) continue
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

function placedAround(middle: number, discs: readonly RingDisc[], before: ReadonlyMap<number, number>): PlacedDisc[] {
  const placed: Polar[] = []
  const highest = Math.log(1 + (discs[0]?.count ?? 0))
  let distance = 0
  let angle = -Math.PI / 2
  for (const { id, r, count } of discs) {
    const away = highest > 0 ? 1 - Math.log(1 + count) / highest : 0
    distance = Math.max(distance, middle + nearest + r, middle + nearest + away * reach)
    let free: number | null = null
    for (;;) {
      free = freeAngle(placed, distance, r, before.get(id) ?? angle)
      if (free !== null) break
      distance += step
    }
    placed.push({ id, r, distance, angle: free })
    angle = free + goldenAngle
  }
  return placed.map(({ id, r, distance: d, angle: a }) => ({ id, r, x: d * Math.cos(a), y: d * Math.sin(a) }))
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
