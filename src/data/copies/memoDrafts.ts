/**
 * Memos that are being written, in local storage beside the copies (`features/text/memos/memoDraft.ts` keeps them): as long as they are not
 * saved they are nowhere else, so whatever takes a copy off this browser has to do with them as with the steps that wait in it. Those of a protected
 * project are sealed (`wordsKept.ts`): where it is not open, they are known to be there, and no more.
 */
import { longestText } from '../../model/limits.ts'
import { none } from '../../model/schema.ts'
import type { StepInWords } from '../../model/stepsInWords.ts'
import { copyKey, copyOf } from './copyKey.ts'
import { keptUnder } from './wordsKept.ts'

export interface MemoDraft {
  /** In the text; from 0 to 0: on the source as a whole. */
  from: number
  to: number
  /** -1 for one that is new. */
  memoId: number
  /** As it was when the writing began: a new one is empty. */
  before: string
  text: string
  /** What the passage begins with, so that it is found again where the text has changed meanwhile. */
  words: string
  /** The title of its source; empty where it was not kept. */
  source: string
}

const prefix = 'thicket:memo:'

/** Under which the drafts for one text are kept, each with an end of its own. `copy`: the key of the copy. */
export const draftsOfText = (
  copy: string,
  { sourceId, questionId }: { sourceId: number; questionId: number },
): string => `${prefix}${copy}:${sourceId}:${questionId}:`

/** `unread`: sealed, and not to be opened now. null: there is none, or nothing that could ever be read. */
export function draftUnder(copy: string, key: string): MemoDraft | 'unread' | null {
  const kept = keptUnder(copy, key)
  return kept === 'unread' ? kept : kept && readDraft(kept.words)
}

function readDraft(stored: string): MemoDraft | null {
  try {
    const {
      memoId = none,
      before = '',
      text,
      from,
      to,
      words = '',
      source = '',
    } = JSON.parse(stored) as Partial<MemoDraft>
    if (typeof text !== 'string' || typeof from !== 'number' || typeof to !== 'number') return null
    return { memoId, before, text: text.slice(0, longestText), from, to, words, source }
  } catch {
    return null
  }
}

/** Those in which there is something to lose, and how many more there are that cannot be read now: there may be something in each. */
export function draftsIn(account: string, uuid: string): { drafts: MemoDraft[]; unread: number } {
  const copy = copyKey(account, uuid)
  const found = draftKeys(`${prefix}${copy}:`).map((key) => draftUnder(copy, key))
  const isWorth = (draft: (typeof found)[number]): draft is MemoDraft =>
    draft !== null && draft !== 'unread' && draft.text.trim() !== '' && draft.text !== draft.before
  return { drafts: found.filter(isWorth), unread: found.filter((draft) => draft === 'unread').length }
}

export function countDrafts(account: string, uuid: string): number {
  const { drafts, unread } = draftsIn(account, uuid)
  return drafts.length + unread
}

/** The projects in which this account has some. */
export const draftedProjects = (account: string): string[] => [
  ...new Set(
    draftKeys(prefix)
      .map((key) => copyOf(key.slice(prefix.length).split(':')[0] ?? ''))
      .filter((copy) => copy.account === account)
      .map(({ uuid }) => uuid),
  ),
]

/** As steps that were not sent, each with its words alone. */
export const draftSteps = (drafts: readonly MemoDraft[]): StepInWords[] =>
  drafts.map(({ memoId, before, text, words, source }) => ({
    changes: [],
    said: [
      {
        op: memoId === none ? 'insert' : 'update',
        table: 'memos',
        ...(source && { source }),
        ...(words && { passage: words }),
        written: [text],
        ...(before && { removed: [before] }),
      },
    ],
  }))

function draftKeys(beginning: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(beginning))
  } catch {
    // Nothing can be kept here, so nothing is.
    return []
  }
}
