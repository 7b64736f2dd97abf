/**
 * Answers: what an answer's text is. The one door for text: importers, editor and wire come in and go out here.
 *
 * Promises: a document is its plain text; `\n` is the end of a line, U+FFFC with an entry in `images` is an image.
 * Positions are UTF-16 units of the plain text. In a normalised document marks are merged per tag, never lie on a line
 * break, and are sorted by `from`, then in the order of TAGS; kinds and images are sorted by `at`; the first line is no
 * 'br'. `parseHtml(toHtml(r))` equals r, and `toHtml(parseHtml(h))` is stable.
 */
import { canonicalText, cleanLine, isCanonicalText } from './canonicalText.ts'
import { fromPlain } from './fromPlain.ts'
import { normalMarks, subtract } from './marks.ts'
import { parseHtml } from './parseHtml.ts'
import { readCanonical } from './readCanonical.ts'
import { toHtml } from './toHtml.ts'

export { canonicalText, cleanLine, fromPlain, isCanonicalText, parseHtml, toHtml }

/** What answers say, by their canonical HTML: what parsing them anew would give. */
export type PlainTexts = ReadonlyMap<string, string>

export type MarkTag = 'b' | 'em' | 'i' | 'u' | 'mark'

/** A half-open stretch that carries the tag. */
export interface Mark {
  tag: MarkTag
  from: number
  to: number
}

/** What the line is whose first unit is at `at`; a line without one is a 'p'. A 'br' goes on in the block above it. */
export interface LineKind {
  at: number
  kind: 'br' | 'li'
  /** 0 for br, 1..6 for li. */
  depth: number
}

/** The image that stands at the U+FFFC at `at`; `src` is a data: address of a png, jpeg, gif or webp. */
export interface Image {
  at: number
  src: string
  alt: string
}

export interface RichText {
  text: string
  marks: Mark[]
  kinds: LineKind[]
  images: Image[]
}

/** The document of any HTML, and what toHtml writes of it: most often this very HTML, which is not written anew then. */
export function readHtml(html: string): { rich: RichText; canonical: string } {
  const read = readCanonical(html)
  if (read) return { rich: read, canonical: html }
  const rich = parseHtml(html)
  return { rich, canonical: toHtml(rich) }
}

export const canonicalHtml = (html: string): string => readHtml(html).canonical

/** Whether this is what toHtml writes. The room takes no other. */
export function isCanonicalHtml(html: string): boolean {
  return canonicalHtml(html) === html
}

/**
 * Cuts every line over `limit` units by turning one space, between sentences where there is one, into a line break, so
 * that no position moves. `split` = the positions turned, ascending. A stretch without any space stays whole.
 */
export function splitLongParagraphs(rich: RichText, limit = 20_000): { rich: RichText; split: number[] } {
  const { text } = rich
  const kindOf = new Map(rich.kinds.map((kind) => [kind.at, kind.kind]))
  const split: number[] = []
  const added: LineKind[] = []
  for (let from = 0; from <= text.length; ) {
    const to = lineEnd(text, from)
    for (let cut = cutOf(text, from, to, limit); cut >= 0; cut = cutOf(text, cut + 1, to, limit)) {
      split.push(cut)
      if (kindOf.has(from)) added.push({ at: cut + 1, kind: 'br', depth: 0 })
    }
    from = to + 1
  }
  if (split.length === 0) return { rich, split }
  const kinds = [...rich.kinds, ...added].sort((a, b) => a.at - b.at)
  return { rich: { ...rich, text: turned(text, split), marks: cutMarks(rich.marks, split), kinds }, split }
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}

const SENTENCE_END = /[.!?…。！？]["'”’»)\]]?$/

/** Where to cut the line [from, to), or -1: the last space after a sentence within `limit`, else any, else the next. */
function cutOf(text: string, from: number, to: number, limit: number): number {
  if (to - from <= limit) return -1
  let any = -1
  for (let pos = Math.min(from + limit, to - 2); pos > from; pos--) {
    if (text.charCodeAt(pos) !== 32) continue
    if (SENTENCE_END.test(text.slice(pos - 2, pos))) return pos
    if (any < 0) any = pos
  }
  if (any >= 0) return any
  const next = text.slice(from + limit, to - 1).indexOf(' ')
  return next < 0 ? -1 : from + limit + next
}

function turned(text: string, split: readonly number[]): string {
  const parts: string[] = []
  let done = 0
  for (const pos of split) {
    parts.push(text.slice(done, pos))
    done = pos + 1
  }
  parts.push(text.slice(done))
  return parts.join('\n')
}

/** The marks without the units at `split` (ascending). */
function cutMarks(marks: readonly Mark[], split: readonly number[]): Mark[] {
  return normalMarks(
    subtract(
      marks,
      split.map((at) => ({ from: at, to: at + 1 })),
    ),
  )
}
