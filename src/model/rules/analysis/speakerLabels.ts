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
  /** Where the name itself begins. */
  nameStart: number
}

/** Of each paragraph that begins with one, ascending: from the beginning of the line to the colon, both included. */
export const labelsIn = (text: string): SpeakerLabel[] =>
  Array.from(text.matchAll(label), ({ index, 0: whole, 1: name = '' }) => ({
    name,
    nameStart: index + whole.indexOf(name),
    start: index,
    length: whole.length,
  }))

/** One name for each paragraph that begins with a label. */
export const speakerLabels = (text: string): string[] => labelsIn(text).map(({ name }) => name)

/** Whether a paragraph that begins with it and a colon is one of somebody who is called so. */
export const isSpeakerName = (name: string): boolean => speakerLabels(`${name}: x`)[0] === name

/** How many paragraphs each begins, in the order in which they first speak. */
export function turnsIn(text: string): ReadonlyMap<string, number> {
  const turns = new Map<string, number>()
  for (const name of speakerLabels(text)) turns.set(name, (turns.get(name) ?? 0) + 1)
  return turns
}

/** Their words, each once, as a stop list has them. */
export const labelWords = (names: readonly string[]): string[] => [
  ...new Set(
    names.flatMap((name) => name.toLowerCase().match(/[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu) ?? []),
  ),
]
