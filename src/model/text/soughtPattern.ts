import { vowelMark, withoutMarks } from './vowelMarks.ts'

/**
 * Finds `sought` in any case, and with as without vowel marks: all places, each with the marks that follow its letters, the same that the
 * folded search finds. Nothing where only marks are sought.
 */
export function soughtPattern(sought: string): RegExp {
  const letters = Array.from(withoutMarks(sought), (letter) => letter.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&'))
  return new RegExp(letters.length === 0 ? '(?!)' : letters.map((letter) => `${letter}${vowelMark}*`).join(''), 'giu')
}
