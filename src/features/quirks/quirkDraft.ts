import { none, type Quirk } from '../../model/schema.ts'

/** What the form of a quirk holds. */
export interface QuirkDraft {
  title: string
  description: string
  /** `#rrggbb`. */
  color: string
  /** -1: none. */
  parentQuirkId: number
  groupIds: readonly number[]
  /** Empty: none. */
  shortcutKey: string
}

export const emptyDraft = (color: string): QuirkDraft => ({
  title: '',
  description: '',
  color,
  parentQuirkId: none,
  groupIds: [],
  shortcutKey: '',
})

export const draftOf = (quirk: Quirk, groupIds: readonly number[], shortcutKey: string): QuirkDraft => ({
  title: quirk.title,
  description: quirk.description,
  color: quirk.color,
  parentQuirkId: quirk.parentQuirkId,
  groupIds,
  shortcutKey,
})

type Changed = Partial<Omit<QuirkDraft, 'groupIds'>> & { groupIds?: number[] }

/** What differs, and only that; spaces around are not written (1 §4: saving with no change just closes). */
export function changedIn(draft: QuirkDraft, before: QuirkDraft): Changed {
  const changed: Changed = {}
  for (const field of ['title', 'description'] as const)
    if (draft[field].trim() !== before[field].trim()) changed[field] = draft[field].trim()
  if (draft.color !== before.color) changed.color = draft.color
  if (draft.parentQuirkId !== before.parentQuirkId) changed.parentQuirkId = draft.parentQuirkId
  if (draft.shortcutKey !== before.shortcutKey) changed.shortcutKey = draft.shortcutKey
  const groups = new Set(draft.groupIds)
  if (groups.size !== new Set(before.groupIds).size || before.groupIds.some((id) => !groups.has(id)))
    changed.groupIds = [...groups]
  return changed
}
