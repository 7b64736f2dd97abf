/**
 * What has been typed into the form of a quirk, kept in local storage until it is saved or given up: neither Escape nor a reload loses
 * it. Only what differs from the quirk is kept, so that what a colleague changes meanwhile comes through.
 */
import { keepUnder, keptUnder } from '../../data/copies/wordsKept.ts'
import type { QuirkDraft } from './quirkDraft.ts'

type Changed = Partial<QuirkDraft>

/** `copy`: the key of the copy. `quirkId`: undefined for a new one. */
const keyOf = (copy: string, quirkId: number | undefined): string => `thicket:quirk:${copy}:${quirkId ?? 'new'}`

/** Null: nothing that is worth keeping has been typed. What cannot be kept lasts as long as the form. */
export function keepDraft(copy: string, quirkId: number | undefined, changed: Changed | null): void {
  keepUnder(copy, keyOf(copy, quirkId), changed && JSON.stringify(changed))
}

/** Words, not a colour alone. */
export const isTyped = ({ title, description }: Changed): boolean => Boolean(title?.trim() || description?.trim())

export function keptDraft(copy: string, quirkId: number | undefined): Changed | null {
  const kept = keptUnder(copy, keyOf(copy, quirkId))
  if (kept === null || kept === 'unread') return null
  try {
    const { title, description, color, parentQuirkId, groupIds, shortcutKey } = JSON.parse(kept.words) as Record<
      string,
      unknown
    >
    const draft: Changed = {
      ...(typeof title === 'string' && { title }),
      ...(typeof description === 'string' && { description }),
      ...(typeof color === 'string' && { color }),
      ...(typeof parentQuirkId === 'number' && { parentQuirkId }),
      ...(Array.isArray(groupIds) && { groupIds: groupIds.filter((id) => typeof id === 'number') }),
      ...(typeof shortcutKey === 'string' && { shortcutKey }),
    }
    return isTyped(draft) ? draft : null
  } catch {
    return null
  }
}
