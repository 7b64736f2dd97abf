/**
 * Where does a list of any length stand? By the row that lies across its upper edge, not by a distance from the beginning: heights are
 * known of the rows that are drawn alone, and a million of them are higher than a browser can make an element.
 */
export interface ListPlace {
  index: number
  /** How much of the row is above the upper edge, in px; out of the row's own range until it is settled. */
  offset: number
}

/** The rows that are drawn, from `first` on: where each begins below the first one, and last where they end, in px. */
export interface Drawn {
  first: number
  tops: readonly number[]
}

export interface Extent {
  /** Of all rows. */
  count: number
  /** The height of what is seen. */
  view: number
  /** The usual height of a row. */
  usual: number
}

const rowsOf = ({ tops }: Drawn): number => Math.max(0, tops.length - 1)
const topOf = ({ first, tops }: Drawn, index: number): number => tops[index - first] ?? 0

export const isDrawn = (drawn: Drawn, index: number): boolean =>
  index >= drawn.first && index < drawn.first + rowsOf(drawn)

/** Where the upper edge lies below the first drawn row; undefined while the place's row is not drawn. */
export const edgeOf = (drawn: Drawn, { index, offset }: ListPlace): number | undefined =>
  isDrawn(drawn, index) ? topOf(drawn, index) + offset : undefined

const isWholeEnd = (drawn: Drawn, count: number): boolean => drawn.first + rowsOf(drawn) === count

/** The same place by the row that it lies in, and within the ends of the list; beyond what is drawn it is estimated. */
export function settled(place: ListPlace, drawn: Drawn, { count, view, usual }: Extent): ListPlace {
  const wanted = edgeOf(drawn, place)
  if (wanted === undefined) return { ...place, index: Math.max(0, Math.min(count - 1, place.index)) }
  const { first, tops } = drawn
  const end = tops.at(-1) ?? 0
  const low = isWholeEnd(drawn, count) ? Math.min(wanted, end - view) : wanted
  const edge = first === 0 ? Math.max(0, low) : low
  if (edge < 0) return { index: Math.max(0, first + Math.floor(edge / usual)), offset: 0 }
  if (edge >= end && end > 0)
    return { index: Math.min(count - 1, first + rowsOf(drawn) + Math.floor((edge - end) / usual)), offset: 0 }
  const past = tops.findIndex((top) => top > edge)
  const index = first + Math.max(0, past - 1)
  return { index, offset: edge - topOf(drawn, index) }
}

/** Moved as little as brings the row into sight; a row that is higher than the view begins at its upper edge. */
export function showing(place: ListPlace, drawn: Drawn, index: number, { view, usual }: Extent): ListPlace {
  const edge = edgeOf(drawn, place)
  if (edge === undefined || !isDrawn(drawn, index))
    return index < place.index ? { index, offset: 0 } : { index, offset: Math.min(0, usual - view) }
  const [top, bottom] = [topOf(drawn, index), topOf(drawn, index + 1)]
  if (top < edge || bottom - top > view) return { index, offset: 0 }
  return bottom > edge + view ? { index, offset: bottom - top - view } : place
}

/** The rows to be drawn, [from, to): those in sight, and some on each side. */
export function rowsAround(
  { index, offset }: ListPlace,
  { count, view, usual }: Extent,
  extra: number,
): [number, number] {
  const least = usual * 0.6
  const above = offset < 0 ? Math.ceil(-offset / least) : 0
  const below = Math.ceil((view + Math.max(0, offset)) / least)
  return [Math.max(0, index - above - extra), Math.min(count, index + below + extra)]
}

/** How far through the list, 0 to 1: exactly at its ends, elsewhere by rows. */
export function shareOf(place: ListPlace, drawn: Drawn, { count, view, usual }: Extent): number {
  const edge = edgeOf(drawn, place) ?? 0
  if (place.index === 0 && place.offset <= 0) return 0
  if (isWholeEnd(drawn, count) && edge >= (drawn.tops.at(-1) ?? 0) - view - 1) return 1
  const height = isDrawn(drawn, place.index) ? topOf(drawn, place.index + 1) - topOf(drawn, place.index) : usual
  const rows = place.index + Math.min(1, place.offset / Math.max(1, height))
  return Math.min(1, rows / Math.max(1, count - view / usual))
}

/** The place at a share of the list; at 1 about where it ends at the lower edge. */
export function placeAt(share: number, { count, view, usual }: Extent): ListPlace {
  if (share <= 0) return { index: 0, offset: 0 }
  if (share >= 1) return { index: Math.max(0, count - 1), offset: -view }
  const rows = share * Math.max(1, count - view / usual)
  const index = Math.min(count - 1, Math.floor(rows))
  return { index, offset: Math.round((rows - index) * usual) }
}
