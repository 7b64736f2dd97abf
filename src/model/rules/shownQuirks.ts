/**
 * Which quirks does a view show? The groups filter of the navbar (specification 1 §2), the same for the canvas and every other view.
 *
 * Promises: as long as no group is unchecked, every quirk is shown, those in no group included; from the first unchecked group
 * on only quirks of a checked group are. What is unchecked but no longer exists counts for nothing, so that a removed group
 * leaves no filter behind, and undoing its removal finds it as it was. A group that a colleague adds is checked.
 */
import { ancestors, type Parents } from './nesting.ts'

export interface GroupLink {
  readonly groupId: number
  readonly quirkId: number
}

/** The ids of the quirks that are shown; null: every quirk. `groups` has the ids of those that exist. */
export function shownQuirks(
  groups: { has(groupId: number): boolean },
  links: Iterable<GroupLink>,
  unchecked: readonly number[],
): ReadonlySet<number> | null {
  const left = new Set(unchecked.filter((groupId) => groups.has(groupId)))
  if (left.size === 0) return null
  const shown = new Set<number>()
  for (const { groupId, quirkId } of links) if (groups.has(groupId) && !left.has(groupId)) shown.add(quirkId)
  return shown
}

/**
 * The quirks that are not shown themselves but hold one that is, at any depth: a view keeps them as an empty frame, so that
 * everything stays where it was and each quirk under its own parent.
 */
export function framesAround(shown: ReadonlySet<number>, parents: Parents): Set<number> {
  const frames = new Set<number>()
  for (const quirk of shown) for (const above of ancestors(parents, quirk)) if (!shown.has(above)) frames.add(above)
  return frames
}
