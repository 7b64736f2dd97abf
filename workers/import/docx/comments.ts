/**
 * A Word document's comments as memos on their words.
 *
 * Where a comment begins and ends is written into the text itself, as signs that mammoth passes on like letters, and taken out of the text that comes
 * of it: so the positions are right whatever becomes of the paragraphs, and the text is what it would be without comments.
 */
import type { RichText } from '../../../src/model/text/richText.ts'
import { withoutStretches } from '../../../src/model/text/withoutStretches.ts'
import { type Comment, commentMemos } from '../commentMemos.ts'
import type { ImportedMemo } from '../imported.ts'
import { readXml } from '../xml/readXml.ts'
import { timeOf } from '../xml/timeOf.ts'

/** Those of `word/comments.xml`, replies too, in its order. Of a part that is damaged those before the damage. */
export function commentsOf(part: Uint8Array): Comment[] {
  const comments: Comment[] = []
  let open: Comment | null = null
  let isWords = false
  let deleted = 0
  readXml(part, {
    open(name, { 'w:id': id = '', 'w:author': author = '', 'w:date': date }) {
      if (name === 'comment') {
        open = { id, author: author.trim(), timestamp: timeOf(date), content: '' }
        comments.push(open)
      }
      if (!open) return
      if (name === 'p' && open.content !== '') open.content += '\n'
      if (name === 'tab') open.content += '\t'
      if (name === 'br' || name === 'cr') open.content += '\n'
      if (name === 'del') deleted += 1
      isWords = name === 't' && deleted === 0
    },
    text(words) {
      if (open && isWords) open.content += words
    },
    close(name) {
      if (name === 'comment') open = null
      if (name === 'del') deleted = Math.max(0, deleted - 1)
      isWords = false
    },
  })
  return comments
}

/** Noncharacters: no text has them. */
const [before, after] = ['\uFDD0', '\uFDD1']
const sign = /\uFDD0([sep])(\d{1,9})\uFDD1/g
/** Where a comment starts or ends; where one that is on no words stands. */
type Kind = 's' | 'e' | 'p'

/** What of a part matters: words, where comments are, and what mammoth leaves out with its words. */
const pieces =
  /<w:t(?:\s[^<>]*)?>([^<]*)<\/w:t>|<w:comment(RangeStart|RangeEnd|Reference)\s[^<>]*?w:id=["']([^"']*)["'][^<>]*>|<(\/?)(?:w:del|w:moveFrom|w:rt|mc:Choice)(?:\s[^<>]*)?>/g

/** The XML of a part, in whose words the signs of these comments stand. They stand beside letters, so that no blank is in another place for them. */
export function withSigns(xml: string, comments: readonly Comment[]): string {
  if (!xml.includes('<w:comment')) return xml
  const numbers = new Map(comments.map(({ id }, number) => [id, number]))
  const inserted: { at: number; sign: string }[] = []
  /** Comments that have begun, but for their first letter. */
  let waiting: { number: number; kind: Kind }[] = []
  const ranged = new Set<number>()
  let lastLetter = -1
  let passing = 0
  const insert = (at: number, kind: Kind, number: number) =>
    inserted.push({ at, sign: `${before}${kind}${number}${after}` })
  for (const found of xml.matchAll(pieces)) {
    const [all, words, what, id = '', close] = found
    if (close !== undefined) {
      if (close === '/') passing = Math.max(0, passing - 1)
      else if (!all.endsWith('/>')) passing += 1
      continue
    }
    if (words !== undefined) {
      if (passing > 0 || words.trim() === '') continue
      const from = found.index + all.length - '</w:t>'.length - words.length
      const first = from + words.length - words.trimStart().length
      for (const { number, kind } of waiting) insert(first, kind, number)
      waiting = []
      lastLetter = from + words.trimEnd().length
      continue
    }
    const number = numbers.get(id)
    if (number === undefined) continue
    if (what === 'RangeStart') {
      ranged.add(number)
      waiting.push({ number, kind: 's' })
    } else if (what === 'RangeEnd' || !ranged.has(number)) {
      const isEmpty = what === 'Reference' || waiting.some((one) => one.number === number)
      waiting = waiting.filter((one) => one.number !== number)
      if (lastLetter >= 0) insert(lastLetter, isEmpty ? 'p' : 'e', number)
      else waiting.push({ number, kind: 'p' })
      ranged.add(number)
    }
  }
  return spliced(xml, inserted)
}

/** A comment that ends where another begins stands before it: stable, as they come in the file. */
function spliced(xml: string, inserted: { at: number; sign: string }[]): string {
  const parts: string[] = []
  let done = 0
  for (const { at, sign } of inserted.sort((a, b) => a.at - b.at)) {
    parts.push(xml.slice(done, at), sign)
    done = at
  }
  parts.push(xml.slice(done))
  return parts.join('')
}

/** The text without the signs, and the comments as memos. */
export function takeSigns(marked: RichText, comments: readonly Comment[]): { rich: RichText; memos: ImportedMemo[] } {
  if (comments.length === 0) return { rich: marked, memos: [] }
  const starts = new Map<number, number>()
  const ends = new Map<number, number>()
  const stretches: { from: number; to: number }[] = []
  let gone = 0
  for (const {
    index,
    0: { length },
    1: kind,
    2: digits,
  } of marked.text.matchAll(sign)) {
    const number = Number(digits)
    if (kind !== 'e') starts.set(number, index - gone)
    if (kind !== 's') ends.set(number, index - gone)
    stretches.push({ from: index, to: index + length })
    gone += length
  }
  const rich = withoutStretches(marked, stretches)
  return { rich, memos: commentMemos(comments, { starts, ends }, rich.text) }
}
