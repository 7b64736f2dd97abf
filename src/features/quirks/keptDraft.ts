/**
 * What has been typed into the form of a quirk, kept in local storage until it is saved or given up: neither Escape nor a reload loses
 * it. Only what differs from the quirk is kept, so that what a colleague changes meanwhile comes through.
 */
import { mayKeepWords } from '../../data/copies/wordsKept.ts'
import type { QuirkDraft } from './quirkDraft.ts'

type Changed = Partial<QuirkDraft>

/** `copy`: the key of the copy. `quirkId`: undefined for a new one. */
const keyOf = (copy: string, quirkId: number | undefined): string => `thicket:quirk:${copy}:${quirkId ?? 'new'}`

/** Null: nothing that is worth keeping has been typed. */
export function keepDraft(copy: string, quirkId: number | undefined, changed: Changed | null): void {
  try {
    if (changed && mayKeepWords(copy)) localStorage.setItem(keyOf(copy, quirkId), JSON.stringify(changed))
    else localStorage.removeItem(keyOf(copy, quirkId))
  } catch {
    // The storage is full: it lasts as long as the page.
  }
}

/** Words, not a colour alone. */
export const isTyped = ({ title, description }: Changed): boolean => Boolean(title?.trim() || description?.trim())

export function keptDraft(copy: string, quirkId: number | undefined): Changed | null {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(copy, quirkId)) ?? 'null') as Record<string, unknown> | null
    if (!kept) return null
    const { title, description, color, parentQuirkId, groupIds, shortcutKey } = kept
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
