/**
 * Of what does a word cloud count the words? Of whole texts, or of what is highlighted: with any quirk, with those of a group, with chosen
 * ones; in all sources or in chosen ones.
 *
 * Promises: the groups filter holds: while it leaves quirks out, only the passages of those that are shown are counted, never whole texts.
 */
import type { WordsOf } from '../../queries.ts'
import { asksNothing, type Criteria } from './criteria.ts'

export type WordsIn =
  | { of: 'texts' }
  | { of: 'highlights' }
  | { of: 'group'; groupId: number }
  | { of: 'quirks'; quirkIds: readonly number[] }

export interface WordCloudState {
  words: WordsIn
  /** null: all. */
  sourceIds: readonly number[] | null
  /** How many words are shown, and how often they occur at least. */
  number: number
  least: number
  as: 'cloud' | 'table'
  /** What is not counted: the labels before colons that say who speaks, and numbers. Missing in what was kept before there were these. */
  withoutSpeakers?: boolean
  withoutNumbers?: boolean
}

export const cloudNumber = { least: 25, most: 300, step: 25 } as const
export const usualWordCloud: WordCloudState = {
  words: { of: 'texts' },
  sourceIds: null,
  number: 100,
  least: 1,
  as: 'cloud',
  withoutSpeakers: true,
  withoutNumbers: false,
}

/** Whether a word is a number: digits alone, with apostrophes or hyphens between, as in 1990-95; 1st and 90s are words. */
export const isNumber = (word: string): boolean => /^\p{N}[\p{N}'’-]*$/u.test(word)

export interface ScopedQuirks {
  /** The ids of all quirks. */
  all: Iterable<number>
  /** What the groups filter leaves; null: all. */
  shown: ReadonlySet<number> | null
  /** Which quirk is in which group. */
  links: Iterable<{ readonly groupId: number; readonly quirkId: number }>
}

/** What is counted, with `criteria` only of what passes them. The ids are ascending, so that the same question is the same. */
export function wordsOf(
  { words, sourceIds, withoutSpeakers }: Pick<WordCloudState, 'words' | 'sourceIds' | 'withoutSpeakers'>,
  { all, shown, links }: ScopedQuirks,
  criteria?: Criteria,
): WordsOf {
  const within: WordsOf = {
    ...(sourceIds !== null && { sourceIds: sourceIds.toSorted((a, b) => a - b) }),
    ...(withoutSpeakers && { withoutSpeakers }),
    ...(criteria && !asksNothing(criteria) && { filters: criteria.filters, text: criteria.text }),
  }
  if (words.of === 'texts' && !shown) return within.filters ? { ...within, whole: true } : within
  const known = new Set(all)
  const quirkIds =
    words.of === 'quirks'
      ? words.quirkIds
      : words.of === 'group'
        ? Array.from(links, (link) => (link.groupId === words.groupId ? link.quirkId : -1))
        : [...known]
  const chosen = new Set(quirkIds.filter((id) => known.has(id) && (shown?.has(id) ?? true)))
  return { ...within, quirkIds: [...chosen].sort((a, b) => a - b) }
}
