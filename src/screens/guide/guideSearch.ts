/**
 * Searching the guide: paragraphs that have every word that is sought, in their own words or in the headings above them, those first whose headings
 * have more of them. Where none has all, those that have most of what is sought; the rarer a word is in the guide, the more it counts.
 *
 * Promises: upper and lower case and accents make no difference; no more than `mostFound` are found, `mostOfPart` of them under one heading.
 */
import type { GuidePage } from '../../model/guidePage.ts'

/** A paragraph, a row of a table or an item of a list. */
export interface GuideBlock {
  readonly page: GuidePage
  /** The heading above it; null: the page's title. */
  readonly part: { readonly id: string; readonly title: string } | null
  readonly text: string
}

export interface FoundBlock extends GuideBlock {
  /** Its words around the first that was found, cut into those that were sought and others. */
  readonly excerpt: readonly { readonly text: string; readonly isSought: boolean }[]
}

export const mostFound = 30
const mostOfPart = 2
/** Of the weight of all words: what has no more is not what was sought. */
const leastShare = 0.5
/** Characters of an excerpt before the first word found, and of all of it. */
const before = 60
const long = 220

/** Character by character, so that places stay the same. */
const folded = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => {
    const character = text.charAt(at)
    return character.normalize('NFD').charAt(0).toLowerCase().charAt(0) || character
  }).join('')

export function searchGuide(blocks: readonly GuideBlock[], sought: string): FoundBlock[] {
  const words = [...new Set(folded(sought.normalize('NFC')).split(/\s+/).filter(Boolean))]
  if (words.length === 0) return []
  const read = blocks.map((block) => readBlock(block, words))
  const found = read.filter(({ has }) => has.length === words.length)
  if (found.length > 0)
    return told(
      found.sort((a, b) => rankOf(b) - rankOf(a)),
      words,
    )
  const weights = new Map(words.map((word) => [word, weightOf(word, read)]))
  const weigh = (of: readonly string[]) => of.reduce((sum, word) => sum + (weights.get(word) ?? 0), 0)
  const enough = weigh(words) * leastShare
  const partly = read.map((one) => ({ ...one, weight: weigh(one.has) })).filter(({ weight }) => weight > enough)
  return told(
    partly.sort((a, b) => b.weight - a.weight || rankOf(b) - rankOf(a)),
    words,
  )
}

interface ReadBlock {
  block: GuideBlock
  text: string
  /** Which of the words it has at all, in its headings, and in its text. */
  has: readonly string[]
  inHeadings: number
  inText: number
}

function readBlock(block: GuideBlock, words: readonly string[]): ReadBlock {
  const headings = folded(`${block.page.title} ${block.part?.title ?? ''}`)
  const text = folded(block.text)
  const has = words.filter((word) => headings.includes(word) || text.includes(word))
  const inHeadings = words.filter((word) => headings.includes(word)).length
  return { block, text, has, inHeadings, inText: words.filter((word) => text.includes(word)).length }
}

const rankOf = ({ inHeadings, inText }: ReadBlock): number => inHeadings * 2 + inText

/** Nothing for a word that is everywhere, most for one that is nowhere: what lacks it is hardly what was sought. */
function weightOf(word: string, read: readonly ReadBlock[]): number {
  const having = read.filter(({ has }) => has.includes(word)).length
  return Math.log(read.length / Math.max(having, 0.5))
}

/** The best first; of one heading no more than say what stands there. */
function told(found: readonly ReadBlock[], words: readonly string[]): FoundBlock[] {
  const ofPart = new Map<string, number>()
  const kept = found.filter(({ block: { page, part } }) => {
    const key = `${page.name}/${part?.id ?? ''}`
    ofPart.set(key, (ofPart.get(key) ?? 0) + 1)
    return (ofPart.get(key) ?? 0) <= mostOfPart
  })
  return kept.slice(0, mostFound).map(({ block, text }) => ({ ...block, excerpt: excerptOf(block.text, text, words) }))
}

function excerptOf(text: string, within: string, words: readonly string[]): FoundBlock['excerpt'] {
  const first = Math.min(...words.map((word) => within.indexOf(word)).filter((at) => at >= 0), text.length)
  const from = first === text.length || first <= before ? 0 : text.lastIndexOf(' ', first - before) + 1
  const cut = text.length - from > long ? text.lastIndexOf(' ', from + long) : text.length
  const to = cut > first ? cut : Math.min(text.length, from + long)
  const pieces: { text: string; isSought: boolean }[] = []
  const push = (start: number, end: number, isSought: boolean) => {
    if (end > start) pieces.push({ text: text.slice(start, end), isSought })
  }
  let at = from
  while (at < to) {
    const next = words
      .map((word) => ({ start: within.indexOf(word, at), length: word.length }))
      .filter(({ start }) => start >= 0 && start < to)
      .sort((a, b) => a.start - b.start || b.length - a.length)[0]
    if (!next) break
    push(at, next.start, false)
    push(next.start, next.start + next.length, true)
    at = next.start + next.length
  }
  push(at, to, false)
  if (from > 0) pieces.unshift({ text: '… ', isSought: false })
  if (to < text.length) pieces.push({ text: ' …', isSought: false })
  return pieces
}
