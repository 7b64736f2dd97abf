/**
 * A memo that is being written, kept in local storage until it is saved or given up: a reload, or another source in its place, loses
 * nothing. Each has a key of its own and a lock as long as it is open, so that two windows never take the same one.
 */
import { longestText } from '../../../model/limits.ts'
import type { AnswerPlace } from '../editing/answerPlace.ts'
import { type Place, unsavedMemo } from './memoState.ts'

export interface MemoDraft extends Place {
  /** `unsavedMemo` for one that is new. */
  memoId: number
  /** As it was when the writing began: a new one is empty. */
  before: string
  text: string
  /** What the passage begins with, so that it is found again where the text has changed meanwhile. */
  words: string
}

const WORDS = 200
/** How long an earlier page may take to let go of its lock. */
const LET_GO = 800

export const wordsOf = (slice: (from: number, to: number) => string, { from, to }: Place): string =>
  slice(from, Math.min(to, from + WORDS))

const keyOf = (project: string, { sourceId, questionId }: AnswerPlace): string =>
  `thicket:memo:${project}:${sourceId}:${questionId}:`

export interface KeptDraft {
  /** Null: as nothing has been typed, nothing is to be found again. */
  keep(draft: MemoDraft | null): void
  /** It is saved, or given up: nothing is kept of it. */
  drop(): void
  /** It waits in the storage for whoever opens the text next. */
  leave(): void
}

/** A place to keep one draft in. */
export function keepDraft(
  project: string,
  place: AnswerPlace,
  key = keyOf(project, place) + crypto.randomUUID(),
): KeptDraft {
  const release = hold(key)
  return {
    keep(draft) {
      try {
        if (draft) localStorage.setItem(key, JSON.stringify(draft))
        else localStorage.removeItem(key)
      } catch {
        // The storage is full: it lasts as long as the page.
      }
    },
    drop() {
      localStorage.removeItem(key)
      release()
    },
    leave: release,
  }
}

/** The draft that was left for this text and that no other window has open. */
export async function takeDraft(
  project: string,
  place: AnswerPlace,
): Promise<{ draft: MemoDraft; kept: KeptDraft } | null> {
  const prefix = keyOf(project, place)
  for (const key of Object.keys(localStorage).filter((it) => it.startsWith(prefix))) {
    const draft = readDraft(localStorage.getItem(key))
    if (!draft) localStorage.removeItem(key)
    else if (await isFree(key)) return { draft, kept: keepDraft(project, place, key) }
  }
  return null
}

function readDraft(stored: string | null): MemoDraft | null {
  try {
    const {
      memoId = unsavedMemo,
      before = '',
      text,
      from,
      to,
      words = '',
    } = JSON.parse(stored ?? '') as Partial<MemoDraft>
    if (typeof text !== 'string' || typeof from !== 'number' || typeof to !== 'number') return null
    return { memoId, before, text: text.slice(0, longestText), from, to, words }
  } catch {
    return null
  }
}

/** Where the words of a draft are in a text that may have changed: nearest to where they were, else a point there. */
export function placeAgain(text: string, { from, to, words }: MemoDraft): Place {
  if (text.startsWith(words, from) && to <= text.length) return { from, to }
  const before = words ? text.lastIndexOf(words, from) : -1
  const after = words ? text.indexOf(words, from) : -1
  const at = before < 0 || (after >= 0 && after - from < from - before) ? after : before
  if (at < 0) return { from: Math.min(from, text.length), to: Math.min(from, text.length) }
  return { from: at, to: Math.min(text.length, at + to - from) }
}

/** Where the browser has no locks (no secure origin), whoever opens the text next takes the draft. */
function hold(key: string): () => void {
  const locks: LockManager | undefined = navigator.locks
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  locks?.request(key, () => held)
  return () => release()
}

async function isFree(key: string): Promise<boolean> {
  const locks: LockManager | undefined = navigator.locks
  if (!locks) return true
  try {
    return await locks.request(key, { signal: AbortSignal.timeout(LET_GO) }, () => true)
  } catch {
    return false
  }
}
