/**
 * Answers: what remains of the white space and line breaks in HTML, as a browser would show them.
 * Promises: raw white space collapses, also across tags; at the ends of a line it goes; a `<br>` that ends its block
 * goes. What was written as a character reference stays unit by unit.
 */
import { cleanAlt } from './canonicalText.ts'
import type { Draft } from './draft.ts'
import { imageSource } from './image.ts'

export type Flow = ReturnType<typeof flowWriter>

const SPACES = /[\t\n\v\f\r ]+/g
const COLLAPSES = /[\t\n\v\f\r]| {2}/

/** Writes text as it flows: collapses white space, holds back what a line's end or a block's end would swallow. */
export function flowWriter(out: Draft) {
  let startLine: (out: Draft) => void = () => {}
  let open = false
  let marks = 0
  let preformatted = 0
  // Held back until something follows in the line: a space with its marks (or -1), tabs between cells, a <br>.
  let space = -1
  let tabs = 0
  let broken = false

  function begin(): void {
    if (!open) startLine(out)
    else if (broken) out.line('br', 0)
    open = true
    broken = false
  }
  /** Gets everything held back out of the way of content. */
  function ready(): void {
    begin()
    if (tabs > 0) out.write('\t'.repeat(tabs), 0)
    else if (space >= 0) out.write(' ', space)
    tabs = 0
    space = -1
  }
  function holdSpace(): void {
    if (open && !broken && space < 0) space = marks
  }
  function lineBreak(): void {
    begin()
    broken = true
    space = -1
    tabs = 0
  }
  function collapsed(raw: string): void {
    const text = COLLAPSES.test(raw) ? raw.replace(SPACES, ' ') : raw
    const from = text.startsWith(' ') ? 1 : 0
    if (from === 1) holdSpace()
    const to = text.endsWith(' ') ? text.length - 1 : text.length
    if (from >= to) return
    ready()
    out.write(text.slice(from, to), marks)
    if (to < text.length) holdSpace()
  }
  function exact(text: string): void {
    ready()
    out.write(text, marks)
  }
  function asTyped(raw: string): void {
    const lines = raw.split(/\r\n?|[\n\v\f]/)
    for (const [index, line] of lines.entries()) {
      if (index > 0 && (open || index > 1)) lineBreak()
      if (line !== '') exact(line)
    }
  }
  function text(raw: string): void {
    if (preformatted > 0) asTyped(raw)
    else collapsed(raw)
  }
  return {
    onLine(start: (out: Draft) => void): void {
      startLine = start
    },
    setMark(rank: number, on: boolean): void {
      marks = on ? marks | (1 << rank) : marks & ~(1 << rank)
    },
    text,
    /** A character reference: a space or tab written so is meant. */
    reference(unit: string): void {
      if (/[\n\v\f\r]/.test(unit)) text(unit)
      else exact(unit)
    },
    image(src: string, alt: string): void {
      const kept = imageSource(src)
      if (kept === null) {
        collapsed(alt)
        return
      }
      ready()
      out.image(kept, cleanAlt(alt), marks)
    },
    lineBreak,
    /** A table's cell begins: true when it goes on in the line that is open, after a tab. */
    cell(): boolean {
      if (!open) return false
      tabs++
      space = -1
      broken = false
      return true
    },
    emptyLine(): void {
      begin()
      open = false
    },
    endBlock(): void {
      open = false
      broken = false
      space = -1
      tabs = 0
    },
    pre(on: boolean): void {
      preformatted += on ? 1 : -1
    },
    finish: () => out.finish(),
  }
}
