/**
 * Who speaks in a transcript? What stands before a colon at the beginning of paragraphs: a name or a letter, as in `Anna: I came late.`
 *
 * Promises: at most three words that begin with a capital letter (or, in scripts without capitals, any letter), as they are written.
 */

const label =
  /^[ \t]*((?:\p{Lu}|\p{Lo})[\p{L}\p{M}\p{N}.'’-]{0,29}(?: [\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}.'’-]{0,29}){0,2}) ?:(?=\s|$)/gmu

/** Only who begins so many paragraphs is a speaker: a heading or a line of an address has a colon too. */
export const leastTurns = 3

/** One for each paragraph that begins with a label. */
export const speakerLabels = (text: string): string[] => Array.from(text.matchAll(label), ([, name]) => name ?? '')

/** Their words, each once, as a stop list has them. */
export const labelWords = (names: readonly string[]): string[] => [
  ...new Set(
    names.flatMap((name) => name.toLowerCase().match(/[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu) ?? []),
  ),
]
