/** A document's comments as memos: on their words, else on the word where they stand, else on the whole text. */
import { canonicalText } from '../../src/model/text/richText.ts'
import type { ImportedMemo } from './imported.ts'
import { memoParts } from './memoParts.ts'

export interface Comment {
  /** In the file; '' where it has none. */
  id: string
  author: string
  /** In ms since 1970; 0: not told. */
  timestamp: number
  content: string
}

/** Where comments begin and end in the text, by their number. One that is on no words has one place; one that is nowhere has none. */
export interface CommentPlaces {
  starts: ReadonlyMap<number, number>
  ends: ReadonlyMap<number, number>
}

export function commentMemos(
  comments: readonly Comment[],
  { starts, ends }: CommentPlaces,
  text: string,
): ImportedMemo[] {
  return comments.flatMap(({ author, timestamp, content }, number): ImportedMemo[] => {
    const start = starts.get(number) ?? ends.get(number)
    const end = Math.max(start ?? 0, ends.get(number) ?? start ?? 0)
    const span = start === undefined ? whole : end > start ? { start, length: end - start } : wordAt(text, start)
    const words = canonicalText(content).trim()
    return words === '' ? [] : memoParts(words).map((part) => ({ ...span, content: part, author, timestamp }))
  })
}

const whole = { start: 0, length: 0 }

function wordAt(text: string, at: number): { start: number; length: number } {
  const [left = ''] = /\S*$/.exec(text.slice(Math.max(0, at - 200), at)) ?? []
  const [right = ''] = /^\S*/.exec(text.slice(at, at + 200)) ?? []
  return left + right === '' ? whole : { start: at - left.length, length: left.length + right.length }
}
