/**
 * Texts as other programs write them, character by character, and passages of them: the judge of positions. It counts each character by itself,
 * so it is right where it is slow.
 */

/** A number from 0 to below `bound`. */
export type Below = (bound: number) => number

export interface Rule {
  unit: 'codePoint' | 'utf16'
  breaks: 'inFile' | 'one' | 'two'
  mark: boolean
  inclusive: boolean
}

/** What is one in every way of counting but its length: a character, or a line break. */
interface Character {
  inFile: string
  /** As in a text of ours. */
  ours: string
}

export interface DrawnText {
  characters: Character[]
  hasMark: boolean
}

const words = [
  'the',
  'Garden',
  'naïve',
  'I',
  'a',
  'Überzeugung',
  '2024',
  'don’t',
  'café',
  'x',
  'überall',
  'слово',
  'ωμέγα',
]
const marks = [', ', '. ', ' ', ' ', ' ', ' – ', '? ', '  ', '\t', '\u00a0', '; ']
const strange = [
  '😀',
  '👩‍👩‍👧',
  '𝔘',
  'é',
  'ñ',
  '漢字',
  'שלום',
  '\ufeff',
  '\ufffc',
  '\u2028',
  '👍🏽',
  '\u0085',
  '\u0007',
]
const breaks = ['\n', '\r\n', '\r', '\f', '\v', '\n\n', '\r\n\r\n']

/** `length`: words at most. */
export function drawText(below: Below, length: number): DrawnText {
  const from = <T>(list: readonly T[]): T => list[below(list.length)] as T
  const usual = from(['\n', '\r\n', '\r\n', '\n', ''])
  const wild = below(3)
  const parts: string[] = []
  for (let n = below(length); n >= 0; n--) {
    parts.push(from(words))
    if (wild > 0 && below(4) === 0) parts.push(from(strange))
    parts.push(below(8) === 0 ? (wild > 1 && below(3) === 0 ? from(breaks) : usual || ' ') : from(marks))
  }
  return { characters: charactersOf(parts.join('')), hasMark: below(3) === 0 }
}

/** CR LF is one, everything else each code point. */
function charactersOf(text: string): Character[] {
  return (text.match(/\r\n|[\s\S]/gu) ?? []).map((inFile) => ({ inFile, ours: oursOf(inFile) }))
}

function oursOf(character: string): string {
  if (['\r\n', '\r', '\n', '\f', '\v'].includes(character)) return '\n'
  if (character === '\u0085') return '…'
  return character !== '\t' && /\p{Cc}/u.test(character) ? '\ufffd' : character
}

export const inFile = ({ characters, hasMark }: DrawnText): string =>
  (hasMark ? '\ufeff' : '') + characters.map((character) => character.inFile).join('')

export const ours = ({ characters }: DrawnText, from = 0, to = characters.length): string =>
  characters
    .slice(from, to)
    .map((character) => character.ours)
    .join('')

/** What a character counts. */
function lengthOf({ inFile: character, ours: read }: Character, rule: Rule): number {
  if (read === '\n') return rule.breaks === 'one' ? 1 : rule.breaks === 'two' ? 2 : character.length
  return rule.unit === 'codePoint' ? 1 : character.length
}

/** The positions that a writer with this rule gives the characters from `from` to below `to`, which is greater. */
export function positionsOf(
  { characters, hasMark }: DrawnText,
  rule: Rule,
  from: number,
  to: number,
): { start: number; end: number } {
  let at = hasMark && rule.mark ? 1 : 0
  let start = 0
  for (let index = 0; index < to; index++) {
    if (index === from) start = at
    at += lengthOf(characters[index] as Character, rule)
  }
  return { start, end: rule.inclusive ? at - 1 : at }
}

/** Some of its characters, at least one. */
export function drawPassage({ characters }: DrawnText, below: Below): { from: number; to: number } {
  const from = below(characters.length)
  return { from, to: from + 1 + below(Math.min(60, characters.length - from)) }
}

/** The same, from the beginning of a word to the end of one, as people mark them. */
export function drawWords(text: DrawnText, below: Below): { from: number; to: number } {
  let { from, to } = drawPassage(text, below)
  const isWord = (at: number) => /[\p{L}\p{N}\p{M}’]/u.test(text.characters[at]?.ours ?? ' ')
  while (from > 0 && isWord(from - 1)) from -= 1
  while (from < to - 1 && !isWord(from)) from += 1
  while (to < text.characters.length && isWord(to)) to += 1
  while (to > from + 1 && !isWord(to - 1)) to -= 1
  return { from, to }
}

export const drawRule = (below: Below): Rule => ({
  unit: below(2) === 0 ? 'codePoint' : 'utf16',
  breaks: (['inFile', 'one', 'two', 'inFile'] as const)[below(4)] as Rule['breaks'],
  mark: below(4) === 0,
  inclusive: below(4) === 0,
})
