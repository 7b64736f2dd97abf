/**
 * In which order does the arranged view show the quirks (1 §1, "arranged (sort) view")? By the number of their highlights, title, colour,
 * date, author or group, under headings where several share one.
 *
 * Promises: every quirk stands once, by group once in each of its groups and else in the last section; with `nested` a quirk is followed by
 * what is below it, in the same order, under the heading of the outermost of them. Equals stand in the order of their titles, then ids.
 */
import { PALETTE } from '../palette.ts'
import type { QuirkRow } from '../queries.ts'
import { none } from '../schema.ts'

export const arrangedBy = ['count', 'title', 'colour', 'date', 'author', 'group'] as const
export interface ArrangedOrder {
  by: (typeof arrangedBy)[number]
  descending: boolean
  /** Below their parents; else all alike. */
  nested: boolean
}

export const usualArrangement: ArrangedOrder = { by: 'count', descending: true, nested: false }
/** What comes first at first: the largest, the newest; names from A on. */
export const startsDescending = (by: ArrangedOrder['by']): boolean => by === 'count' || by === 'date'

export interface Arranged {
  readonly quirk: QuirkRow
  /** 1: stands by itself, or is the outermost; 2 and 3: is below the one before it that has less. */
  readonly depth: number
}

/** `key`: a colour's hex, an author's name, a group's id; null: in no group, or all without headings. */
export interface Section {
  readonly key: string | number | null
  readonly quirks: readonly Arranged[]
}

export interface ArrangedWith {
  groups: Iterable<{ readonly id: number; readonly description: string }>
  links: Iterable<{ readonly groupId: number; readonly quirkId: number }>
  /** As a reader of the language orders titles. */
  compare(a: string, b: string): number
}

type Compare = (a: QuirkRow, b: QuirkRow) => number

/** Where a colour stands in the palette; others after it. */
const shades = new Map<string, number>(PALETTE.map(({ hex }, n) => [hex, n]))
const shade = (colour: string): number => shades.get(colour.toLowerCase()) ?? PALETTE.length

export function arrange(quirks: Iterable<QuirkRow>, order: ArrangedOrder, context: ArrangedWith): Section[] {
  const all = [...quirks]
  const { compare } = context
  const steady: Compare = (a, b) => compare(a.title.trim(), b.title.trim()) || a.id - b.id
  const turned = (way: Compare): Compare => (order.descending ? (a, b) => way(b, a) : way)
  const first: Readonly<Record<ArrangedOrder['by'], Compare>> = {
    count: turned((a, b) => a.highlights - b.highlights),
    title: turned((a, b) => compare(a.title.trim(), b.title.trim())),
    date: turned((a, b) => a.timestamp - b.timestamp),
    // Under headings the largest come first, whichever way the headings go.
    colour: (a, b) => b.highlights - a.highlights,
    author: (a, b) => b.highlights - a.highlights,
    group: (a, b) => b.highlights - a.highlights,
  }
  const sorted = all.toSorted((a, b) => first[order.by](a, b) || steady(a, b))
  const families = order.nested ? inFamilies(sorted) : sorted.map((quirk) => [{ quirk, depth: 1 }])
  return sectionsOf(families, order, context)
}

/** The outermost of each, with all below it right after it. */
function inFamilies(sorted: readonly QuirkRow[]): Arranged[][] {
  const known = new Set(sorted.map(({ id }) => id))
  const below = new Map<number, QuirkRow[]>()
  for (const quirk of sorted) {
    const parent = known.has(quirk.parentQuirkId) ? quirk.parentQuirkId : none
    const siblings = below.get(parent)
    if (siblings) siblings.push(quirk)
    else below.set(parent, [quirk])
  }
  const taken = new Set<number>()
  const withAll = (quirk: QuirkRow, depth: number): Arranged[] => {
    if (taken.has(quirk.id)) return []
    taken.add(quirk.id)
    return [{ quirk, depth }, ...(below.get(quirk.id) ?? []).flatMap((child) => withAll(child, depth + 1))]
  }
  const families = (below.get(none) ?? []).map((quirk) => withAll(quirk, 1))
  // What hangs in a circle has no outermost one.
  for (const quirk of sorted) if (!taken.has(quirk.id)) families.push(withAll(quirk, 1))
  return families
}

function sectionsOf(families: readonly Arranged[][], order: ArrangedOrder, context: ArrangedWith): Section[] {
  if (order.by === 'count' || order.by === 'title' || order.by === 'date')
    return [{ key: null, quirks: families.flat() }]
  const groupsOf = order.by === 'group' ? memberships(context) : null
  const sections = new Map<string | number | null, Arranged[]>()
  for (const family of families) {
    const [{ quirk } = { quirk: undefined }] = family
    if (!quirk) continue
    for (const key of keysOf(quirk, order.by, groupsOf)) {
      const held = sections.get(key)
      if (held) held.push(...family)
      else sections.set(key, [...family])
    }
  }
  const way = order.descending ? -1 : 1
  const ranked = order.by === 'group' ? groupRanks(context) : null
  return Array.from(sections, ([key, quirks]) => ({ key, quirks })).sort((a, b) => {
    // What is in no group comes last either way.
    if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null)
    if (ranked) return ((ranked.get(Number(a.key)) ?? 0) - (ranked.get(Number(b.key)) ?? 0)) * way
    if (order.by === 'colour') return (shade(String(a.key)) - shade(String(b.key))) * way
    return context.compare(String(a.key), String(b.key)) * way
  })
}

function keysOf(
  quirk: QuirkRow,
  by: ArrangedOrder['by'],
  groupsOf: ReadonlyMap<number, readonly number[]> | null,
): readonly (string | number | null)[] {
  if (by === 'colour') return [quirk.color.toLowerCase()]
  if (by === 'author') return [quirk.author]
  return groupsOf?.get(quirk.id) ?? [null]
}

function memberships({ groups, links }: ArrangedWith): Map<number, number[]> {
  const known = new Set(Array.from(groups, ({ id }) => id))
  const groupsOf = new Map<number, number[]>()
  for (const { groupId, quirkId } of links) {
    if (!known.has(groupId)) continue
    const held = groupsOf.get(quirkId)
    if (!held) groupsOf.set(quirkId, [groupId])
    else if (!held.includes(groupId)) held.push(groupId)
  }
  return groupsOf
}

function groupRanks({ groups, compare }: ArrangedWith): Map<number, number> {
  const inOrder = [...groups].sort((a, b) => compare(a.description, b.description) || a.id - b.id)
  return new Map(inOrder.map(({ id }, n) => [id, n]))
}
