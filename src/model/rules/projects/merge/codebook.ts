/** Quirks, groups and shortcut keys of another project: what the base has already stays as it is. */
import { isOfClient } from '../../../ids.ts'
import { nestingDepth } from '../../../limits.ts'
import type { ProjectRows } from '../../../projectRows.ts'
import { none, type Quirk } from '../../../schema.ts'
import { depthOf } from '../../nesting.ts'
import type { MergeResult } from './result.ts'

export type Ids = ReadonlyMap<number, number>

export interface MergedQuirks {
  /** Theirs to those of the result. */
  ids: Ids
  same: number
  /** Ids in the result. */
  added: Set<number>
  /** Titles of those that would have lain too deep, and are at the top instead. */
  lifted: string[]
}

/**
 * Parents first. A quirk is the base's where both were made as one (a copy of a project), or else the one that it became as it came with a project before, or
 * else where one with its title lies below the same quirk that no other is yet; of two that are alike in the other project only one can be.
 * `became`: what quirks of the projects before have become, as they were made; those of this one are added.
 */
export function mergeQuirks(result: MergeResult, theirs: readonly Quirk[], became: Map<string, number>): MergedQuirks {
  const { quirks } = result.rows
  const parents = new Map(quirks.map(({ id, parentQuirkId }) => [id, parentQuirkId]))
  const madeAs = new Map(quirks.map((quirk) => [madeOf(quirk), quirk.id]))
  const lyingAt = Map.groupBy(quirks, ({ parentQuirkId, title }) => placeOf(parentQuirkId, title))
  const merged = { ids: new Map<number, number>(), same: 0, added: new Set<number>(), lifted: [] as string[] }
  const isMade = new Set(theirs.map((quirk) => madeAs.get(madeOf(quirk))))
  const before = (quirk: Quirk) => {
    const id = became.get(madeOf(quirk))
    return isMade.has(id) ? undefined : id
  }
  const knownAs = (quirk: Quirk) => madeAs.get(madeOf(quirk)) ?? before(quirk)
  const isKnown = new Set(theirs.map(knownAs))
  const meant = new Set<number>()
  for (const quirk of parentsFirst(theirs)) {
    const above = merged.ids.get(quirk.parentQuirkId) ?? none
    const isTooDeep = above !== none && depthOf(parents, above) >= nestingDepth
    const parentQuirkId = isTooDeep ? none : above
    const there = [
      knownAs(quirk),
      ...(lyingAt.get(placeOf(parentQuirkId, quirk.title)) ?? []).flatMap(({ id }) => (isKnown.has(id) ? [] : [id])),
    ].find((id) => id !== undefined && !meant.has(id))
    if (there !== undefined) {
      merged.same += 1
      meant.add(there)
      merged.ids.set(quirk.id, there)
      continue
    }
    const id = result.freeId('quirks', quirk.id)
    quirks.push({ ...quirk, id, parentQuirkId })
    parents.set(id, parentQuirkId)
    if (isTooDeep) merged.lifted.push(quirk.title)
    merged.added.add(id)
    meant.add(id)
    merged.ids.set(quirk.id, id)
  }
  for (const quirk of theirs) became.set(madeOf(quirk), merged.ids.get(quirk.id) ?? none)
  return merged
}

/** One of a copy that was renamed is still the one that it was made as; an id that another program may have given to anything tells it with the title alone. */
const madeOf = ({ id, title, author, timestamp }: Quirk): string =>
  JSON.stringify([id, timestamp, isOfClient(id) ? author : title])
const placeOf = (parentQuirkId: number, title: string): string => `${parentQuirkId} ${title}`

/** Those that lie in a circle, as in a damaged file, last. */
function parentsFirst(quirks: readonly Quirk[]): Quirk[] {
  const all = new Set(quirks.map(({ id }) => id))
  const below = Map.groupBy(quirks, ({ parentQuirkId }) => (all.has(parentQuirkId) ? parentQuirkId : none))
  const ordered = new Set(below.get(none) ?? [])
  for (const { id } of ordered) for (const quirk of below.get(id) ?? []) ordered.add(quirk)
  for (const quirk of quirks) ordered.add(quirk)
  return [...ordered]
}

/** A group is known by its name. */
export function mergeGroups(result: MergeResult, other: ProjectRows, quirks: Ids): void {
  const { groups, group_quirks: members } = result.rows
  const called = new Map(groups.map(({ id, description }) => [description, id]))
  const there = new Set(members.map(({ groupId, quirkId }) => `${groupId} ${quirkId}`))
  const ids = new Map<number, number>()
  for (const group of other.groups ?? []) {
    const known = called.get(group.description)
    const id = known ?? result.freeId('groups', group.id)
    ids.set(group.id, id)
    if (known !== undefined) continue
    groups.push({ ...group, id })
    called.set(group.description, id)
  }
  for (const member of other.group_quirks ?? []) {
    const [groupId, quirkId] = [ids.get(member.groupId), quirks.get(member.quirkId)]
    if (groupId === undefined || quirkId === undefined || there.has(`${groupId} ${quirkId}`)) continue
    there.add(`${groupId} ${quirkId}`)
    members.push({ id: result.freeId('group_quirks', member.id), groupId, quirkId })
  }
}

/** A key that leads to another quirk already stays that one's. */
export function mergeShortcutKeys(result: MergeResult, other: ProjectRows, quirks: Ids): void {
  const { quirk_shortcut_keys: keys } = result.rows
  const taken = new Set(keys.map(({ shortcutKey }) => shortcutKey))
  const having = new Set(keys.map(({ quirkId }) => quirkId))
  for (const { quirkId: theirs, shortcutKey } of other.quirk_shortcut_keys ?? []) {
    const quirkId = quirks.get(theirs)
    if (quirkId === undefined || taken.has(shortcutKey) || having.has(quirkId)) continue
    taken.add(shortcutKey)
    having.add(quirkId)
    keys.push({ quirkId, shortcutKey })
  }
}
