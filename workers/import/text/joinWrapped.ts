/**
 * Was this text written with a line break at every so many letters, as books on the network and old mails are? Then its paragraphs are what
 * stands between empty lines, and a break within one is a space.
 *
 * Promises: a text where that is not plain to see stays as it is: one with pages, speakers or times, with lines of any length, or with
 * lines that end where a sentence does. A line joins the next only where that one's first word had no room on it: verses, headings and lists stay
 * lines. Each break becomes one space. Several empty lines in a row become one: they were set as gaps of a printed page.
 */
import { leastTurns, speakerLabels } from '../../../src/model/rules/analysis/speakerLabels.ts'

/** Of the longest lines, in units; so many of the lines may be longer, up to `beyond` more. */
const width = { from: 58, to: 90, beyond: 12 }
const longer = 0.01
/** Who breaks lines by hand leaves a little room. */
const slack = 4
/** Of pairs of lines in a paragraph: so many at the least, so large a part of them full, so large a part cut within a sentence. */
const least = { pairs: 20, full: 0.96, cut: 0.7 }
/** Lines of a paragraph, on average. */
const mostLines = 40

const time = /^[ \t]*[[(]?\d{1,2}:\d{2}\b/gm
const sentenceEnd = /[.!?:;…][)\]"'’”»«]*$/
/** Begins a paragraph, a verse or an entry of a list. */
const opens = /^(?:[ \t]|[-*•–—·>|#] |\(?(?:\d{1,3}|\p{L})[.)] )/u

/** null: it stays as it is. `joined`: how many breaks have become spaces. `emptied`: how many empty lines are gone. */
export function joinWrapped(file: string): { text: string; joined: number; emptied: number } | null {
  if (/[\f\t]/.test(file) || hasTurns(file)) return null
  const lines = file.replace(/\r\n?/g, '\n').split('\n')
  const lengths = lines.flatMap((line) => (line.trim() === '' ? [] : [line.trimEnd().length])).sort((a, b) => a - b)
  const wide = lengths[Math.floor(lengths.length * (1 - longer))] ?? 0
  if (wide < width.from || wide > width.to || (lengths.at(-1) ?? 0) > wide + width.beyond) return null
  if ((lines.length - lengths.length) * mostLines < lengths.length) return null
  const ends = lines.map((line, at) => endOf(line.trimEnd(), lines[at + 1] ?? '', wide))
  const full = ends.filter((end) => end === 'full' || end === 'cut').length
  const cut = ends.filter((end) => end === 'cut').length
  const pairs = ends.filter((end) => end !== null).length
  if (pairs < least.pairs || full < pairs * least.full || cut < full * least.cut) return null
  const isJoined = (at: number) => ends[at] === 'full' || ends[at] === 'cut'
  const isSpare = (at: number) => at > 0 && lines[at]?.trim() === '' && lines[at - 1]?.trim() === ''
  const text = lines.map((line, at) => (isSpare(at) ? '' : line + (isJoined(at) ? ' ' : '\n'))).join('')
  return { text: text.replace(/\n$/, ''), joined: full, emptied: lines.filter((_, at) => isSpare(at)).length }
}

/** A name counts where it begins several lines: a heading has a colon too. */
function hasTurns(text: string): boolean {
  const turns = Map.groupBy(speakerLabels(text), (name) => name)
  return [...turns.values()].some(({ length }) => length >= leastTurns) || (text.match(time) ?? []).length >= leastTurns
}

/** How a line ends that has another after it: `cut` is full, and within a sentence. null: it says nothing, being short or alone. */
function endOf(line: string, next: string, wide: number): 'cut' | 'full' | 'open' | null {
  const [word] = /^\S+/.exec(next) ?? []
  if (word === undefined || line.length < wide / 2 || opens.test(next)) return null
  if (line.length + 1 + word.length <= wide - slack || word.length > wide / 2) return 'open'
  return sentenceEnd.test(line) ? 'full' : 'cut'
}
