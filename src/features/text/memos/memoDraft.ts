/**
 * A memo that is being written, kept in local storage until it is saved or given up: a reload, another source in its place, or the lock of a protected
 * project loses nothing. Each has a key of its own and a lock as long as it is open, so that two windows never take the same one.
 */
import { draftsOfText, draftUnder, type MemoDraft } from '../../../data/copies/memoDrafts.ts'
import { keepUnder, whenOpenable } from '../../../data/copies/wordsKept.ts'
import { locks } from '../../../data/locks.ts'
import type { AnswerPlace } from '../editing/answerPlace.ts'
import type { MemoPlace } from './memoState.ts'

const WORDS = 200
/** How long an earlier page may take to let go of its lock. */
const LET_GO = 800

export const wordsOf = (slice: (from: number, to: number) => string, { from, to }: MemoPlace): string =>
  slice(from, Math.min(to, from + WORDS))

export interface KeptDraft {
  /** Null: as nothing has been typed, nothing is to be found again. */
  keep(draft: MemoDraft | null): void
  /** Not where the storage is full, or nothing may lie there. */
  isKept(): boolean
  /** It is saved, or given up: nothing is kept of it. */
  drop(): void
  /** It waits in the storage for whoever opens the text next. */
  leave(): void
}

/** A place to keep one draft in. `copy`: the key of the copy, since a draft is its author's. */
export function keepDraft(
  copy: string,
  place: AnswerPlace,
  key = draftsOfText(copy, place) + crypto.randomUUID(),
): KeptDraft {
  const release = hold(key)
  let isKept = false
  return {
    isKept: () => isKept,
    keep(draft) {
      isKept = keepUnder(copy, key, draft && JSON.stringify(draft))
    },
    drop() {
      keepUnder(copy, key, null)
      release()
    },
    leave: release,
  }
}

/** The draft that was left for this text and that no other window has open. */
export async function takeDraft(
  copy: string,
  place: AnswerPlace,
): Promise<{ draft: MemoDraft; kept: KeptDraft } | null> {
  await whenOpenable(copy)
  const prefix = draftsOfText(copy, place)
  for (const key of Object.keys(localStorage).filter((it) => it.startsWith(prefix))) {
    const draft = draftUnder(copy, key)
    if (draft === 'unread') continue
    if (!draft) keepUnder(copy, key, null)
    else if (await isFree(key)) return { draft, kept: keepDraft(copy, place, key) }
  }
  return null
}

/** Where the words of a draft are in a text that may have changed: nearest to where they were, else a point there. */
export function placeAgain(text: string, { from, to, words }: MemoDraft): MemoPlace {
  if (text.startsWith(words, from) && to <= text.length) return { from, to }
  const before = words ? text.lastIndexOf(words, from) : -1
  const after = words ? text.indexOf(words, from) : -1
  const at = before < 0 || (after >= 0 && after - from < from - before) ? after : before
  if (at < 0) return { from: Math.min(from, text.length), to: Math.min(from, text.length) }
  return { from: at, to: Math.min(text.length, at + to - from) }
}

/** Where the browser has no locks, whoever opens the text next takes the draft. */
function hold(key: string): () => void {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  void locks().request(key, () => held)
  return () => release()
}

async function isFree(key: string): Promise<boolean> {
  try {
    return await locks().request(key, { signal: AbortSignal.timeout(LET_GO) }, () => true)
  } catch {
    return false
  }
}
