/** How is a title written into a disc? Lengths in canvas px; `measure` gives a text's width at 1 px font size, in px. */
import { segments } from '../text/segments.ts'
export type Measure = (text: string) => number

export interface Fitted {
  readonly lines: readonly string[]
  /** Words are missing: an ellipsis stands for them. */
  readonly cut: boolean
}

const leading = 1.18
const mostLines = 3

/**
 * The title in at most three lines within a circle of `radius`, broken at spaces, with `below` lines kept free under it.
 * Cut with an ellipsis when it does not fit; null when not even four letters do.
 */
export function fitTitle(title: string, radius: number, font: number, below: number, measure: Measure): Fitted | null {
  const words = title.trim().split(/\s+/)
  let cut: Fitted | null = null
  for (let count = 1; count <= mostLines; count++) {
    const widths = lineWidths(radius, font * leading, count, below)
    if (!widths) break
    const lines = wrap(words, widths, font, measure)
    if (lines) return { lines, cut: false }
    cut = cutTo(words, widths, font, measure) ?? cut
  }
  return cut
}

/** How wide each of `count` lines may be, lines and those kept free standing in the middle of the circle together. */
function lineWidths(radius: number, height: number, count: number, below: number): number[] | null {
  const widths: number[] = []
  const top = (-(count + below) * height) / 2
  for (let line = 0; line < count; line++) {
    const furthest = Math.max(Math.abs(top + line * height), Math.abs(top + (line + 1) * height))
    if (furthest >= radius) return null
    widths.push(2 * Math.sqrt(radius * radius - furthest * furthest))
  }
  return widths
}

function wrap(words: readonly string[], widths: readonly number[], font: number, measure: Measure): string[] | null {
  const lines: string[] = []
  let at = 0
  for (const width of widths) {
    let line = ''
    while (at < words.length) {
      const longer = line ? `${line} ${words[at]}` : words[at]!
      if (measure(longer) * font > width) break
      line = longer
      at++
    }
    if (!line) return null
    lines.push(line)
    if (at === words.length) return lines
  }
  return null
}

/** As many words as fit, the last line cut. */
function cutTo(words: readonly string[], widths: readonly number[], font: number, measure: Measure): Fitted | null {
  const lines: string[] = []
  let at = 0
  for (const width of widths.slice(0, -1)) {
    let line = ''
    while (at < words.length - 1) {
      const longer = line ? `${line} ${words[at]}` : words[at]!
      if (measure(longer) * font > width) break
      line = longer
      at++
    }
    if (!line) return null
    lines.push(line)
  }
  const last = ellipsis(words.slice(at).join(' '), widths.at(-1)! / font, measure)
  return last === null ? null : { lines: [...lines, last], cut: true }
}

const fewestLetters = 4

/** `text` without so much of its middle that it fits `width` (in ems): both ends tell titles of one family from one another. */
export function withoutMiddle(text: string, width: number, measure: Measure): string {
  if (measure(text) <= width) return text
  const letters = Array.from(segments(text, 'grapheme'), ({ segment }) => segment)
  const cut = (kept: number) => {
    const begin = letters
      .slice(0, Math.floor(kept / 2))
      .join('')
      .trimEnd()
    return `${begin}…${letters
      .slice(letters.length - Math.ceil(kept / 2))
      .join('')
      .trimStart()}`
  }
  let least = 0
  let most = letters.length
  while (most - least > 1) {
    const middle = (least + most) >> 1
    if (measure(cut(middle)) <= width) least = middle
    else most = middle
  }
  return cut(least)
}

/** The beginning of `text` with an ellipsis that fits `width` (in ems); the text itself when it fits; null under four letters. */
export function ellipsis(text: string, width: number, measure: Measure): string | null {
  if (measure(text) <= width) return text
  const letters = Array.from(segments(text, 'grapheme'), ({ segment }) => segment)
  let least = 0
  let most = letters.length
  while (most - least > 1) {
    const middle = (least + most) >> 1
    if (measure(`${letters.slice(0, middle).join('').trimEnd()}…`) <= width) least = middle
    else most = middle
  }
  return least < fewestLetters ? null : `${letters.slice(0, least).join('').trimEnd()}…`
}
