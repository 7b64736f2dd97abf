/**
 * Answers: a document being written from its start, line by line.
 * Promises: what it gives is normalised, whatever the order of calls; time and memory are linear in what is written.
 */
import { isCanonicalText } from './canonicalText.ts'
import { OBJECT } from './image.ts'
import { TAGS } from './marks.ts'
import type { Image, LineKind, Mark, RichText } from './richText.ts'

/** Which marks a stretch carries: bit n for TAGS[n]. */
export type MarkBits = number

export interface Draft {
  /** Of what is written, in UTF-16 units. */
  readonly length: number
  /** Begins a line; the first one begins the document. */
  line(kind: 'p' | 'br' | 'li', depth: number): void
  /** Adds text without line breaks to the line; what is not canonical in it becomes U+FFFD. */
  write(text: string, marks: MarkBits): void
  image(src: string, alt: string, marks: MarkBits): void
  finish(): RichText
}

export function draft(): Draft {
  const parts: string[] = []
  const kinds: LineKind[] = []
  const images: Image[] = []
  const marks: Mark[] = []
  const open: (Mark | null)[] = TAGS.map(() => null)
  let length = 0
  let bits: MarkBits = 0
  let begun = false

  /** Ends and begins marks at the present end. */
  function turn(wanted: MarkBits): void {
    if (wanted === bits) return
    for (const [rank, tag] of TAGS.entries()) {
      const bit = 1 << rank
      if ((wanted & bit) === (bits & bit)) continue
      const running = open[rank]
      if (running) running.to = length
      open[rank] = null
      if (wanted & bit) {
        const mark = { tag, from: length, to: length }
        open[rank] = mark
        marks.push(mark)
      }
    }
    bits = wanted
  }
  function add(text: string): void {
    parts.push(text)
    length += text.length
  }
  return {
    get length() {
      return length
    },
    line(kind, depth) {
      turn(0)
      if (begun) add('\n')
      if (kind !== 'p' && (begun || kind === 'li')) kinds.push({ at: length, kind, depth })
      begun = true
    },
    write(text, wanted) {
      turn(wanted)
      add(isCanonicalText(text) ? text : text.toWellFormed().replace(/(?!\t)\p{Cc}/gu, '\uFFFD'))
    },
    image(src, alt, wanted) {
      turn(wanted)
      images.push({ at: length, src, alt })
      add(OBJECT)
    },
    finish() {
      turn(0)
      return { text: parts.join(''), marks, kinds, images }
    },
  }
}
