/**
 * Answers: the canonical HTML of a document.
 * Promises: one document, one HTML. Tags nest in the order of TAGS; nothing stands between blocks.
 *
 * - Lines: `<p>`, `<br>` within a block, `<ul><li>…<ul><li>` for lists. A level that has no line of its own is a `<li>`
 *   with nothing before its `<ul>`; an empty line there is `<li><br><ul>`. As in browsers, a `<br>` that ends its block
 *   is only its foot: a block whose last line is an empty 'br' ends in two.
 * - White space: one space between two other units is written as it is; a space that a browser would swallow (first or
 *   last of its line, after another space) is `&#32;`, a tab always `&#9;`. parseHtml keeps references and collapses
 *   the rest, so foreign HTML reads as it looks and ours comes back unit by unit. U+00A0 is a character like others.
 * - A document of one empty paragraph is the empty string.
 */
import { TAGS } from './marks.ts'
import type { Image, LineKind, RichText } from './richText.ts'

export function toHtml(rich: RichText): string {
  if (rich.text === '' && rich.kinds.length === 0) return ''
  const blocks = blockWriter()
  const inline = inlineWriter(rich, blocks.out)
  const kinds = rich.kinds.values()
  let kind = kinds.next().value
  for (let from = 0; from <= rich.text.length; ) {
    const found = rich.text.indexOf('\n', from)
    const to = found < 0 ? rich.text.length : found
    const own: LineKind | undefined = kind?.at === from ? kind : undefined
    if (own) kind = kinds.next().value
    blocks.line(own, from === to)
    inline(from, to)
    from = to + 1
  }
  blocks.end()
  return blocks.out.join('')
}

/** Writes the tags around lines. */
function blockWriter() {
  const out: string[] = []
  let open: 'p' | 'li' | null = null
  let depth = 0
  // The block's last line needs a <br> as its foot: always where it is an empty 'br', before a <ul> where it is an empty 'li'.
  let bare: 'br' | 'li' | null = null

  function foot(nested: boolean): void {
    if (bare === 'br' || (bare === 'li' && nested)) out.push('<br>')
    bare = null
  }
  /** Leaves paragraph and lists down to an open <li> at `level`. */
  function leave(level: number): void {
    if (open === 'p') out.push('</p>')
    for (; depth > level; depth--) out.push('</li></ul>')
    if (depth === 0) open = null
  }
  function item(level: number): void {
    foot(level > depth)
    leave(level)
    if (depth === level) out.push('</li><li>')
    for (; depth < level; depth++) out.push('<ul><li>')
    open = 'li'
  }
  function paragraph(): void {
    foot(false)
    leave(0)
    out.push('<p>')
    open = 'p'
  }
  return {
    out,
    line(kind: LineKind | undefined, empty: boolean): void {
      if (kind?.kind === 'br') {
        out.push('<br>')
        bare = empty ? 'br' : null
        return
      }
      if (kind) item(kind.depth)
      else paragraph()
      bare = kind && empty ? 'li' : null
    },
    end(): void {
      foot(false)
      leave(0)
    },
  }
}

/** Writes the units of one line after the other: text, marks and images. */
function inlineWriter({ text, marks, images }: RichText, out: string[]): (from: number, to: number) => void {
  const toggles = marks.flatMap(({ tag, from, to }) => [from, to].map((pos) => pos * 8 + TAGS.indexOf(tag)))
  const sorted = Float64Array.from(toggles).sort()
  let next = 0
  let image = 0

  /** The tags that begin or end at `pos`, as bits. */
  function turns(pos: number): number {
    let bits = 0
    for (; next < sorted.length; next++) {
      const toggle = sorted[next] ?? 0
      if (Math.floor(toggle / 8) > pos) break
      bits ^= 1 << (toggle % 8)
    }
    return bits
  }
  return (from, to) => {
    let active = 0
    for (let pos = from; pos <= to; ) {
      const wanted = active ^ turns(pos)
      switchTags(active, wanted, out)
      active = wanted
      if (pos === to) break
      const picture = images[image]
      if (picture?.at === pos) {
        out.push(imageTag(picture))
        image++
        pos++
        continue
      }
      const turn = Math.floor((sorted[next] ?? Number.POSITIVE_INFINITY) / 8)
      const end = Math.min(to, turn, picture?.at ?? to)
      out.push(encode(text, pos, end, from, to))
      pos = end
    }
  }
}

/** Closes and opens so that the tags of `wanted` are open, in their order. */
function switchTags(active: number, wanted: number, out: string[]): void {
  const changed = active ^ wanted
  if (changed === 0) return
  const outermost = Math.clz32(changed & -changed) ^ 31
  for (let tag = TAGS.length - 1; tag >= outermost; tag--) if (active & (1 << tag)) out.push(`</${TAGS[tag]}>`)
  for (let tag = outermost; tag < TAGS.length; tag++) if (wanted & (1 << tag)) out.push(`<${TAGS[tag]}>`)
}

const NAMED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\t': '&#9;' }
/** A text as it stands in HTML, between tags and in double quotes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (unit) => NAMED[unit] ?? unit)
const NEEDS_CARE = /[&<>\t]|^ | $| {2}/

function imageTag({ src, alt }: Image): string {
  return `<img src="${src}" alt="${escapeHtml(alt)}">`
}

/** The units [from, to) of the line [lineFrom, lineTo). */
function encode(text: string, from: number, to: number, lineFrom: number, lineTo: number): string {
  const raw = text.slice(from, to)
  if (!NEEDS_CARE.test(raw)) return raw
  return raw.replace(/[&<>\t ]/g, (unit, offset: number) => {
    if (unit !== ' ') return NAMED[unit] ?? unit
    const pos = from + offset
    return pos === lineFrom || pos === lineTo - 1 || text[pos - 1] === ' ' ? '&#32;' : ' '
  })
}
