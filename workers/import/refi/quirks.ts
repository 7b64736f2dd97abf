/**
 * Quirks of codes. A quirk has three levels at most: a code below them lies under its second ancestor, and its title is the rest of its path,
 * so that the whole path can still be read.
 */

import { bubbleDiameter } from '../../../src/model/canvas/bubble.ts'
import { layoutBubbles } from '../../../src/model/canvas/bubbleLayout.ts'
import { placeBeside } from '../../../src/model/canvas/placeBeside.ts'
import { importedPlacement, nestingDepth } from '../../../src/model/limits.ts'
import { colourOr } from '../../../src/model/palette.ts'
import { none, type Quirk } from '../../../src/model/schema.ts'
import type { Code, Exchange } from './exchange.ts'
import { hashOf } from './guid.ts'
import type { CodePlace } from './places.ts'
import type { Tally } from './tally.ts'
import { longText, title } from './words.ts'

export interface Quirks {
  rows: readonly Quirk[]
  /** Ids by key. */
  ids: Map<string, number>
}

/** `notes`: what notes say of a code, to go with its description. Authors of codes are not told. */
export function quirksOf(
  { codes, time }: Exchange,
  places: ReadonlyMap<string, CodePlace>,
  notes: ReadonlyMap<Code, string>,
  tally: Tally,
): Quirks {
  const ids = new Map<string, number>()
  const idOf = new Map(codes.map((code, index) => [code, index + 1]))
  /** By what they lie in: others are not seen beside them. */
  const taken = new Map<Code | null, CodePlace[]>()
  for (const code of codes) {
    const place = places.get(code.key)
    if (place) taken.set(code.parent, [...(taken.get(code.parent) ?? []), place])
  }
  const freePlace = (code: Code, id: number): CodePlace => {
    const beside = taken.get(code.parent) ?? []
    const place = placeOf(code.key || String(id), beside)
    taken.set(code.parent, beside)
    beside.push(place)
    return place
  }
  const rows = codes.map((code, index): Quirk => {
    const id = index + 1
    if (!ids.has(code.key)) ids.set(code.key, id)
    if (!code.codable) tally.count('refiFolders')
    const path = pathOf(code)
    if (path.length > nestingDepth) tally.count('refiDeepCodes')
    const above = path.length > nestingDepth ? path[nestingDepth - 2] : code.parent
    const named = path.length > nestingDepth ? path.slice(nestingDepth - 1) : [code]
    const described = [code.description, notes.get(code) ?? ''].filter((text) => text.trim() !== '')
    return {
      id,
      title: title(named.map(({ name }) => name || '–').join(' / '), tally),
      description: longText(described.join('\n\n'), tally),
      color: colourOr(code.color, index),
      ...(places.get(code.key) ?? freePlace(code, id)),
      parentQuirkId: (above && idOf.get(above)) ?? none,
      author: '',
      timestamp: time,
    }
  })
  return { rows, ids }
}

/**
 * In the square of 2 §5 many bubbles lie over each other, and those on top hide what is below: they are moved apart, as little as keeps them so. Call it once it is
 * known how many highlights each has (`counts`), since that is how large they are. `stays`: those whose place is kept.
 */
export function movedApart(
  rows: readonly Quirk[],
  counts: ReadonlyMap<number, number>,
  stays: (quirkId: number) => boolean,
): Quirk[] {
  const most = Math.max(0, ...counts.values())
  const discs = rows.map((quirk) => ({ ...quirk, r: bubbleDiameter(counts.get(quirk.id) ?? 0, most) / 2 }))
  const places = placeBeside(layoutBubbles(discs), (id) => !stays(id))
  return rows.map((quirk) => ({ ...quirk, ...places.get(quirk.id) }))
}

/** From the top down to the code. */
function pathOf(code: Code): Code[] {
  const path: Code[] = []
  for (let at: Code | null = code; at; at = at.parent) path.unshift(at)
  return path
}

/** How many places are drawn for a quirk; with so many beside it, each is as good as any. */
const draws = 24
const crowd = 1000

/** Of some that are drawn the one that is farthest from all others. The same each time a file is read. */
function placeOf(key: string, beside: readonly CodePlace[]): CodePlace {
  let place = drawn(key)
  if (beside.length > crowd) return place
  let distance = nearest(place, beside)
  for (let draw = 1; draw < draws; draw++) {
    const other = drawn(`${key} ${draw}`)
    const farther = nearest(other, beside)
    if (farther > distance) [place, distance] = [other, farther]
  }
  return place
}

function drawn(key: string): CodePlace {
  const { from, to } = importedPlacement
  const span = to - from + 1
  return { x: from + (hashOf(key) % span), y: from + (hashOf(`${key}y`) % span) }
}

/** Squared. */
const nearest = ({ x, y }: CodePlace, beside: readonly CodePlace[]): number =>
  beside.reduce((least, other) => Math.min(least, (x - other.x) ** 2 + (y - other.y) ** 2), Number.POSITIVE_INFINITY)
