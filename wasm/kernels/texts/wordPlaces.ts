/**
 * Where does a word stand in a text? The same words that `wordCounts` counts: whole runs of letters with single apostrophes and hyphens
 * inside, ended by their passage, cut by the rules of the language where no spaces are set.
 */

import { isUnspaced } from '../../../src/model/text/segments.ts'
import { soughtPattern } from '../../../src/model/text/soughtPattern.ts'
import type { Span } from '../../../src/model/text/span.ts'
import { vowelMark } from '../../../src/model/text/vowelMarks.ts'
import { cutRun, withoutElision } from './wordCounts.ts'

const letter = /^[\p{L}\p{M}\p{N}]$/u
const joint = /^['’-]$/

/** Ascending. `within`: only in these spans, ascending and apart; null: in the whole text. `word`: as `wordCounts` tells it. */
export function placesOfWord(text: string, word: string, within: readonly Span[] | null): Span[] {
  if (word === '') return []
  const found: Span[] = []
  const pattern = soughtPattern(word)
  // A passage may begin between a letter and its mark.
  const whole = new RegExp(`^${vowelMark}*(?:${pattern.source})$`, 'iu')
  for (const span of within ?? [{ start: 0, length: text.length }]) {
    const start = inPair(text, span.start) ? span.start + 1 : span.start
    const end = span.start + span.length
    const passage = text.slice(start, inPair(text, end) ? end + 1 : end)
    pattern.lastIndex = 0
    for (let match = pattern.exec(passage); match; match = pattern.exec(passage)) {
      const run = runAround(passage, match.index)
      let at = run.start
      for (const part of partsOf(passage.slice(run.start, run.end))) {
        at = passage.indexOf(part, at)
        if (whole.test(part)) found.push({ start: start + at, length: part.length })
        at += part.length
      }
      pattern.lastIndex = run.end
    }
  }
  return found
}

/** A passage that ends within a letter of two units has the whole of it, as for the kernel; one that begins there has none. */
const inPair = (text: string, at: number): boolean =>
  /[\ud800-\udbff]/.test(text.charAt(at - 1)) && /[\udc00-\udfff]/.test(text.charAt(at))

const partsOf = (run: string): string[] => (isUnspaced(run) ? cutRun(run) : [withoutElision(run)])

/** The letters around a place where one stands. */
function runAround(text: string, at: number): { start: number; end: number } {
  let start = at
  for (let before = signBefore(text, start); before !== ''; before = signBefore(text, start)) {
    if (!letter.test(before) && !(joint.test(before) && letter.test(signBefore(text, start - 1)))) break
    start -= before.length
  }
  let end = at
  for (let after = signAt(text, end); after !== ''; after = signAt(text, end)) {
    if (!letter.test(after) && !(joint.test(after) && end > at && letter.test(signAt(text, end + 1)))) break
    end += after.length
  }
  return { start, end }
}

const signAt = (text: string, at: number): string => {
  const code = text.codePointAt(at)
  return code === undefined ? '' : String.fromCodePoint(code)
}

function signBefore(text: string, at: number): string {
  if (at <= 0) return ''
  const sign = signAt(text, at - 1)
  return /[\udc00-\udfff]/.test(sign) && at > 1 ? signAt(text, at - 2) : sign
}
