/**
 * Answers: the document of HTML that toHtml has written, in one pass.
 * Promises: what it gives is what reading it tag by tag gives, and toHtml writes this very HTML of it. Of anything else, and where there are images, it gives null. Linear time.
 *
 * So each rule here is one of toHtml's: how tags nest (switchTags), which spaces are references (encode), where blocks begin and which `<br>` is only the foot of one (blockWriter).
 */
import { type Draft, draft, type MarkBits } from './draft.ts'
import { MAX_DEPTH } from './kinds.ts'
import { TAGS } from './marks.ts'
import type { RichText } from './richText.ts'

/** What is neither white space nor means anything to HTML or to us: an image's place, control characters, halves of pairs. */
const plain = String.raw`[^\s<>&\0-\x1f\x7f-\x9f\ud800-\udfff\ufffc]+`
const plainParagraphs = new RegExp(`^(?:<p>${plain}(?: ${plain})*</p>)+$`)
/** UTF-16 units. */
const mostPlain = 10_000
/** Control characters end up as others, and tabs and line breaks collapse where they are no references. */
const controls = String.raw`[\0-\x1f\x7f-\x9f]`
const CONTROL = new RegExp(controls)
const RANKS: ReadonlyMap<string, number> = new Map(TAGS.map((tag, rank) => [tag, rank]))
const UNITS: ReadonlyMap<string, string> = new Map(
  Object.entries({ '&amp;': '&', '&lt;': '<', '&gt;': '>', '&#32;': ' ', '&#9;': '\t' }),
)

export function readCanonical(html: string): RichText | null {
  // Most answers of a table are paragraphs of plain words.
  if (html.length <= mostPlain && plainParagraphs.test(html))
    return { text: html.slice(3, -4).replaceAll('</p><p>', '\n'), marks: [], kinds: [], images: [] }
  // The document of one empty paragraph is the empty string.
  if (!html.endsWith('>') || html === '<p></p>' || CONTROL.test(html) || !html.isWellFormed()) return null
  const out = draft()
  const line = lineReader(out)
  const blocks = blockReader(html, out, line)
  for (let at = 0; at < html.length; ) {
    const tagAt = html.indexOf('<', at)
    if (tagAt < 0 || (tagAt > at && !(blocks.inLine() && line.words(html.slice(at, tagAt))))) return null
    const end = html.indexOf('>', tagAt) + 1
    const tag = html.slice(tagAt + 1, end - 1)
    if (blocks.inLine() && line.mark(tag)) at = end
    else at = blocks.tag(tag, tagAt, end)
    if (at < 0) return null
  }
  return blocks.isClosed() ? out.finish() : null
}

/** Follows paragraphs, lists and lines. */
function blockReader(html: string, out: Draft, line: LineReader) {
  // 'none': outside of all; 'bare': in an item that has no line of its own; 'left': in an item, behind the list in it.
  let place: 'none' | 'line' | 'bare' | 'left' = 'none'
  let depth = 0

  /** Whether the line that is open, if any, may end here. */
  const ended = (): boolean => place !== 'line' || line.end()
  function begin(kind: 'p' | 'br' | 'li'): void {
    out.line(kind, kind === 'li' ? depth : 0)
    place = 'line'
  }
  /** Before and behind a tag. */
  const before = (tag: string, at: number): boolean => html.endsWith(tag, at)
  const behind = (tag: string, at: number): boolean => html.startsWith(tag, at)

  function lineBreak(from: number, to: number): boolean {
    if (place !== 'line') return false
    // A foot belongs to an empty line that another `<br>` has begun; before a list, to an empty item too.
    if (behind('<ul>', to)) return before('<br>', from) || before('<li>', from)
    if (behind('</p>', to) || behind('</li>', to)) return before('<br>', from)
    if (!line.end()) return false
    begin('br')
    return true
  }
  /** `<ul><li>`: of lists that follow each other, or an item, there is only one. */
  function list(from: number, to: number): boolean {
    const mayBegin = depth === 0 ? place === 'none' && !before('</ul>', from) : place !== 'left'
    if (!mayBegin || before('</li><li>', from) || !ended() || depth === MAX_DEPTH) return false
    depth += 1
    if (behind('<ul>', to)) place = 'bare'
    else begin('li')
    return true
  }
  function paragraph(): boolean {
    if (place !== 'none') return false
    begin('p')
    return true
  }
  function endOfParagraph(): boolean {
    if (place !== 'line' || depth > 0 || !line.end()) return false
    place = 'none'
    return true
  }
  /** `</li><li>` or `</li></ul>`. */
  function endOfItem(hasNext: boolean): boolean {
    if (depth === 0 || place === 'bare' || !ended()) return false
    if (hasNext) {
      begin('li')
      return true
    }
    depth -= 1
    place = depth === 0 ? 'none' : 'left'
    return true
  }
  return {
    inLine: () => place === 'line',
    isClosed: () => place === 'none',
    /** Where what follows the tag at [from, to) begins, which may be more than one; -1: it is none that toHtml writes here. */
    tag(tag: string, from: number, to: number): number {
      if (tag === 'p') return paragraph() ? to : -1
      if (tag === '/p') return endOfParagraph() ? to : -1
      if (tag === 'br') return lineBreak(from, to) ? to : -1
      if (tag === 'ul') return behind('<li>', to) && list(from, to + 4) ? to + 4 : -1
      if (tag !== '/li') return -1
      if (behind('<li>', to)) return endOfItem(true) ? to + 4 : -1
      return behind('</ul>', to) && endOfItem(false) ? to + 5 : -1
    },
  }
}

type LineReader = ReturnType<typeof lineReader>

/** Writes the words of one line after the other, and says whether they, and the marks around them, are as toHtml writes them. */
function lineReader(out: Draft) {
  // The tags that are open now, and around the words before; since these: those that were closed or opened, and whether one was opened.
  let open: MarkBits = 0
  let before: MarkBits = 0
  let turned: MarkBits = 0
  let isOpening = false
  /** The unit before, as it was written; '' where the line begins. */
  let last = ''
  /** A space that is a reference only because no other unit follows in its line. */
  let isLast = false

  /** Whether the tags since the words before are those that lead from its marks to the new ones. */
  function settle(): boolean {
    const changed = open ^ before
    const isRight = lowest(turned) === lowest(changed)
    before = open
    turned = 0
    isOpening = false
    return isRight
  }
  function add(text: string, unit: string): boolean {
    if (isLast) return false
    if (turned !== 0 && !settle()) return false
    out.write(text, open)
    last = unit
    return true
  }
  function raw(text: string): boolean {
    if (text.includes('>') || text.includes('  ')) return false
    if (text.startsWith(' ') && (last === '' || isSpace(last))) return false
    return add(text, text.endsWith(' ') ? ' ' : 'x')
  }
  function reference(name: string): boolean {
    const unit = UNITS.get(name)
    if (unit === undefined) return false
    const mayStay = unit !== ' ' || last === '' || isSpace(last)
    if (!add(unit, name)) return false
    isLast = !mayStay
    return true
  }
  return {
    words(text: string): boolean {
      for (let at = 0; at < text.length; ) {
        const found = text.indexOf('&', at)
        const to = found < 0 ? text.length : found
        if (to > at && !raw(text.slice(at, to))) return false
        at = to
        if (at === text.length) break
        const end = text.indexOf(';', at) + 1
        if (end === 0 || !reference(text.slice(at, end))) return false
        at = end
      }
      return true
    },
    /** `b`, `/b` and their like. */
    mark(tag: string): boolean {
      const isEnd = tag.startsWith('/')
      const rank = RANKS.get(isEnd ? tag.slice(1) : tag)
      if (rank === undefined) return false
      const bit = 1 << rank
      // The innermost is closed first, and nothing is opened before; what is opened lies within all that is open.
      if (isEnd ? isOpening || highest(open) !== bit : open >= bit) return false
      open ^= bit
      turned |= bit
      isOpening = !isEnd
      return true
    },
    /** Whether the line may end here; the next one begins. */
    end(): boolean {
      const mayEnd = open === 0 && (turned === 0 || settle()) && last !== ' '
      last = ''
      isLast = false
      return mayEnd
    },
  }
}

const isSpace = (unit: string): boolean => unit === ' ' || unit === '&#32;'
const lowest = (bits: number): number => bits & -bits
const highest = (bits: number): number => (bits === 0 ? 0 : 1 << (31 - Math.clz32(bits)))
