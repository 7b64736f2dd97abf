/** Answers: random documents, edits and HTML for the fuzz tests of this folder, from a seed. */
import { canonicalText } from './canonicalText.ts'
import { isKind } from './kinds.ts'
import { normalMarks, withoutBreaks } from './marks.ts'
import type { LineKind, MarkTag, RichText } from './richText.ts'
import type { EditStep, Fragment } from './step.ts'

export interface Random {
  /** An integer from 0 up to, not including, `end`. */
  below(end: number): number
  pick<T>(from: readonly [T, ...T[]]): T
  chance(of: number): boolean
}

/** mulberry32. */
export function random(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    below: (end) => Math.floor(next() * end),
    pick: (from) => from[Math.floor(next() * from.length)] ?? from[0],
    chance: (of) => next() < of,
  }
}

const WORDS: readonly [string, ...string[]] = [
  ...([
    'a',
    'interview',
    'Straße',
    'e\u0301a\u0308',
    '\u00e9',
    '😀',
    '👩‍👩‍👧‍👦',
    '🏳️‍🌈',
    '👍🏽',
    'שלום',
    'مرحبا',
    '\u200f',
    '漢字',
  ] as const),
  ...([
    'न\u093fक',
    '&',
    '<b>',
    '>',
    '"',
    '&amp;',
    '&#32;',
    '\u00a0',
    '\u2003',
    '\ufeff',
    '\ufffd',
    '𝒳',
    '.',
    '</p>',
  ] as const),
]
const SPACES: readonly [string, ...string[]] = [' ', ' ', ' ', '  ', '   ', '\t', ' \t ', '']

/** Text of one line, canonical. */
export function randomLine(r: Random): string {
  let line = r.chance(0.2) ? r.pick(SPACES) : ''
  for (let words = r.below(5); words > 0; words--) line += r.pick(WORDS) + r.pick(SPACES)
  return line
}

/** Plain text with all that canonicalText has to mend. */
export function randomDirty(r: Random): string {
  const breaks: readonly [string, ...string[]] = [
    '\n',
    '\r\n',
    '\r',
    '\f',
    '\v',
    '\n\n',
    '\u0000',
    '\u0085',
    '\ud83d',
    '\ude00',
    '\u001b',
  ]
  let text = r.chance(0.2) ? '\ufeff' : ''
  for (let lines = 1 + r.below(4); lines > 0; lines--) text += randomLine(r) + (r.chance(0.8) ? r.pick(breaks) : '')
  return text
}

export function randomText(r: Random): string {
  const lines = Array.from({ length: r.below(7) }, () => randomLine(r) + (r.chance(0.15) ? '\ufffc' : ''))
  return canonicalText(lines.join('\n'))
}

/** A position that splits no surrogate pair. */
export function randomPos(r: Random, text: string): number {
  const pos = r.below(text.length + 1)
  const low = (text.charCodeAt(pos) & 0xfc00) === 0xdc00
  return low ? pos - 1 : pos
}

function randomRange(r: Random, text: string): { from: number; to: number } {
  const [a, b] = [randomPos(r, text), randomPos(r, text)]
  return r.chance(0.3) ? { from: a, to: a } : { from: Math.min(a, b), to: Math.max(a, b) }
}

function randomKind(r: Random): Omit<LineKind, 'at'> {
  return r.chance(0.35) ? { kind: 'br', depth: 0 } : { kind: 'li', depth: 1 + r.below(r.chance(0.7) ? 3 : 6) }
}

const MARKS: readonly [MarkTag, ...MarkTag[]] = ['b', 'em', 'i', 'u', 'mark']

export const SOURCES: readonly [string, ...string[]] = ['data:image/png;base64,AAAA', 'data:image/webp;base64,UklGRg==']

/** Random formatting on the stretch [from, to) of a text. */
function randomFormat(r: Random, text: string, most: number): Fragment {
  const marks = Array.from({ length: r.below(most) }, () => ({
    tag: r.pick(MARKS),
    ...randomRange(r, text),
  }))
  const starts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)]
  const kinds = starts.filter(() => r.chance(0.5)).map((at) => ({ at, ...randomKind(r) }))
  const images = Array.from(text.matchAll(/\ufffc/g), ({ index }) => index).filter(() => r.chance(0.8))
  return {
    marks: normalMarks(
      marks.flatMap(({ tag, ...range }) => withoutBreaks(text, range).map((part) => ({ tag, ...part }))),
    ),
    kinds: kinds.filter(({ at, kind, depth }) => isKind(at, kind, depth)),
    images: images.map((at) => ({ at, src: r.pick(SOURCES), alt: r.pick(['', 'a <"&> b', ' x  ', '😀']) })),
  }
}

export function randomRich(r: Random): RichText {
  const text = randomText(r)
  return { text, ...randomFormat(r, text, 6) }
}

/** A step that fits the document. */
export function randomStep(r: Random, rich: RichText): EditStep {
  const { text } = rich
  const dice = r.below(10)
  if (dice === 0) return { type: 'mark', tag: r.pick(MARKS), ...randomRange(r, text), on: r.chance(0.6) }
  if (dice === 1) {
    const at = text.lastIndexOf('\n', r.below(text.length + 1) - 1) + 1
    const kind = r.chance(0.3) ? ({ kind: 'p', depth: 0 } as const) : randomKind(r)
    if (isKind(at, kind.kind, kind.depth)) return { type: 'kind', at, ...kind }
  }
  const image = rich.images[r.below(rich.images.length + 1)]
  if (dice === 2 && image) return { type: 'image', at: image.at, src: r.pick(SOURCES), alt: r.pick(['', 'new']) }
  return randomTextStep(r, text)
}

/** Up to three replacements, some adjacent, with formatting that also lies beside the insertions. */
export function randomTextStep(r: Random, text: string): EditStep {
  const edges = Array.from({ length: 2 * (1 + r.below(3)) }, () => randomPos(r, text)).sort((a, b) => a - b)
  const parts: unknown[] = []
  let done = 0
  let after = ''
  for (let i = 0; i + 1 < edges.length; i += 2) {
    const [from, to] = [edges[i] ?? 0, r.chance(0.4) ? (edges[i] ?? 0) : (edges[i + 1] ?? 0)]
    const insert = r.chance(0.3) ? '' : randomText(r)
    if (from > done) parts.push(from - done)
    parts.push(insert === '' ? [to - from] : [to - from, ...insert.split('\n')])
    after += text.slice(done, from) + insert
    done = to
  }
  if (text.length > done) parts.push(text.length - done)
  return { type: 'text', changes: parts, format: randomFormat(r, after + text.slice(done), 4) }
}

const TAG_NAMES: readonly [string, ...string[]] = [
  ...([
    'p',
    'p',
    'b',
    'i',
    'em',
    'u',
    'mark',
    'strong',
    'ul',
    'ol',
    'li',
    'li',
    'br',
    'div',
    'span',
    'table',
    'tr',
    'td',
  ] as const),
  ...([
    'pre',
    'h1',
    'blockquote',
    'script',
    'title',
    'head',
    'svg',
    'img',
    'a',
    'template',
    'hr',
    'image',
    'body',
  ] as const),
]

/** Broken, foreign HTML. */
export function randomHtml(r: Random): string {
  let html = ''
  for (let parts = r.below(30); parts > 0; parts--) {
    const tag = r.pick(TAG_NAMES)
    const dice = r.below(12)
    if (dice < 5) html += `<${tag}${tag === 'img' ? ` src="${r.pick(SOURCES)}" alt=x` : ''}>`
    else if (dice < 8) html += `</${tag}>`
    else if (dice < 9)
      html += r.pick([
        '<!-- x',
        '-->',
        '&nbsp;',
        '&#32;',
        '&#9;',
        '&#10;',
        '&#0;',
        '&lt',
        '<',
        '<![CDATA[x]]>',
        '\n ',
        '<p/>',
      ])
    else html += randomDirty(r)
  }
  return html
}
