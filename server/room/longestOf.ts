import { longestAnswer, longestText, longestTitle } from '../../src/model/limits.ts'

const long: Readonly<Record<string, number>> = {
  answer: longestAnswer,
  words: longestAnswer,
  content: longestText,
  message: longestText,
  description: longestText,
  value: longestText,
}

/** The UTF-16 units that a text in a column of this name may have. */
export const longestOf = (column: string): number => long[column] ?? longestTitle
