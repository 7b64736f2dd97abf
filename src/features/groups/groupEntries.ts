import { compareTitles } from '../../i18n/formats.ts'
import type { GroupLink } from '../../model/rules/shownQuirks.ts'
import type { Group } from '../../model/schema.ts'

/** A group as it is listed; how many quirks it has is counted, never stored (specification 1 §3). */
export interface GroupEntry {
  readonly id: number
  readonly name: string
  readonly quirks: number
}

/** By name, as a reader of the language orders them. */
export function groupEntries(groups: Iterable<Group>, links: Iterable<GroupLink>): GroupEntry[] {
  const members = new Map<number, Set<number>>()
  for (const { groupId, quirkId } of links) {
    const known = members.get(groupId)
    if (known) known.add(quirkId)
    else members.set(groupId, new Set([quirkId]))
  }
  return [...groups]
    .map(({ id, description }) => ({ id, name: description, quirks: members.get(id)?.size ?? 0 }))
    .sort((a, b) => compareTitles(a.name, b.name) || a.id - b.id)
}
