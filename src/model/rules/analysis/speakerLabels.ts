/**
 * Who speaks in a transcript? What stands before a colon at the beginning of paragraphs: a name or a letter, as in `Anna: I came late.`
 *
 * Promises: at most three words that begin with a capital letter (or, in scripts without capitals, any letter), as they are written. A number of the
 * line before them (`163 Anna:`, `163. Anna:`) is no part of the name, but of the label.
 */
import type { Span } from '../../text/span.ts'

const label =
  /^[ \t]*(?:\d{1,6}[.)]?[ \t]+)?((?:\p{Lu}|\p{Lo})[\p{L}\p{M}\p{N}.'’-]{0,29}(?: [\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}.'’-]{0,29}){0,2}) ?:(?=\s|$)/gmu

/** Only who begins so many paragraphs is a speaker: a heading or a line of an address has a colon too. */
export const leastTurns = 3

export interface SpeakerLabel extends Span {
  name: string
}

/** Of each paragraph that begins with one, ascending: from the beginning of the line to the colon, both included. */
export const labelsIn = (text: string): SpeakerLabel[] =>
  Array.from(text.matchAll(label), ({ index, 0: { length }, 1: name = '' }) => ({ name, start: index, length }))

/** One name for each paragraph that begins with a label. */
export const speakerLabels = (text: string): string[] => labelsIn(text).map(({ name }) => name)

/** Their words, each once, as a stop list has them. */
export const labelWords = (names: readonly string[]): string[] => [
  ...new Set(
    names.flatMap((name) => name.toLowerCase().match(/[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu) ?? []),
  ),
]
