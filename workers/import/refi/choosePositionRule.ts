/**
 * How does this writer count? What is known of its program is believed unless the passages themselves say otherwise: names that repeat their
 * words, ends behind the end of the text, and edges between words rather than within them. Chance alone must not outweigh what is known: of
 * n passages that two rules see differently, it moves the balance by about √n.
 */
import { canonicalText } from '../../../src/model/text/richText.ts'
import { type FileText, irregular, type Range, type Rule, rangeOf } from './positions.ts'

export interface Passage {
  name: string
  start: number
  end: number
}

/** `sure`: every other rule would be worse by far, or the same; `likely`: it is the best; `guess`: nothing tells. */
export type Certainty = 'sure' | 'likely' | 'guess'

export interface Choice {
  rule: Rule
  certainty: Certainty
  /** Passages that were looked at. */
  looked: number
  /** What of the rule makes a difference in these texts. */
  matters: { unit: boolean; breaks: boolean; mark: boolean }
}

const plain: Rule = { unit: 'codePoint', breaks: 'inFile', mark: false, inclusive: false }

/** What is known of programs, by the `origin` of their files; the first that fits. Measured, or read in their code. */
const known: readonly [RegExp, Rule][] = [
  [/^thicket/i, plain],
  [/nvivo/i, { ...plain, unit: 'utf16' }],
  [/atlas/i, { ...plain, breaks: 'one' }],
  [/qualcoder/i, { ...plain, breaks: 'one' }],
]

/** The standard's code points; the end is the one after the last, as in every program that was measured. */
const knownRule = (origin: string): Rule | undefined => known.find(([program]) => program.test(origin))?.[1]

const rules: readonly Rule[] = (['codePoint', 'utf16'] as const).flatMap((unit) =>
  (['inFile', 'one', 'two'] as const).flatMap((breaks) =>
    [false, true].flatMap((mark) => [false, true].map((inclusive) => ({ unit, breaks, mark, inclusive }))),
  ),
)

const same = (a: Rule, b: Rule): boolean =>
  a.unit === b.unit && a.breaks === b.breaks && a.mark === b.mark && a.inclusive === b.inclusive

/** How many of the four differ. */
const distance = (a: Rule, b: Rule): number =>
  Number(a.unit !== b.unit) +
  Number(a.breaks !== b.breaks) * (a.breaks === 'two' || b.breaks === 'two' ? 2 : 1) +
  Number(a.mark !== b.mark) +
  Number(a.inclusive !== b.inclusive)

/** Passages of one text, and of all, that are looked at. */
const mostOfText = 300
const mostInAll = 20_000

export interface Evidence {
  /** `ours`: the text as it will be. */
  add: (text: FileText, ours: string, passages: readonly Passage[]) => void
  choose: (origin: string) => Choice
}

/** What speaks for a rule on the passages that another one sees differently. */
interface Against {
  passages: number
  score: number
  outside: number
}

export function gatherEvidence(): Evidence {
  const against = rules.map(() => rules.map((): Against => ({ passages: 0, score: 0, outside: 0 })))
  const matters = { unit: false, breaks: false, mark: false }
  let looked = 0

  function look(passage: Passage, ours: string, ranges: readonly ((start: number, end: number) => Range)[]): void {
    const name = nameOf(passage.name)
    // Few of the rules differ on one passage: those that see the same are judged once.
    const seen: { range: Range; score: number; rules: number[] }[] = []
    for (const [rule, rangeIn] of ranges.entries()) {
      const range = rangeIn(passage.start, passage.end)
      const known = seen.find((other) => alike(other.range, range))
      if (known) known.rules.push(rule)
      else seen.push({ range, score: scoreOf(range, ours, name), rules: [rule] })
    }
    for (const one of seen)
      for (const other of seen) {
        if (one === other) continue
        for (const a of one.rules)
          for (const b of other.rules) {
            const found = against[a]?.[b]
            if (!found) continue
            found.passages += 1
            found.score += one.score
            found.outside += Number(one.range.outside)
          }
      }
    looked += 1
  }
  /** Whether one rule is better than another by more than chance, and good in itself: what no rule fits tells nothing. */
  function beats(a: number, b: number, doubt = 2): boolean {
    const [own, other] = [against[a]?.[b], against[b]?.[a]]
    if (!own || !other || own.passages === 0) return false
    const clear = own.score - other.score > doubt * Math.sqrt(own.passages)
    return clear && (own.score >= own.passages || (own.outside === 0 && other.outside > 0))
  }
  const lead = (a: number, b: number) => (against[a]?.[b]?.score ?? 0) - (against[b]?.[a]?.score ?? 0)
  return {
    add(text, ours, passages) {
      const found = irregular(text)
      const [pairs, crlfs, mark] = [found.pairs.length > 0, found.crlfs.length > 0, found.hasMark]
      if (passages.length > 0) {
        matters.unit ||= pairs
        matters.breaks ||= crlfs
        matters.mark ||= mark
      }
      const made = new Map<string, (start: number, end: number) => Range>()
      const ranges = rules.map((rule) => {
        const breaks = crlfs || rule.breaks === 'two' ? rule.breaks : ''
        const name = `${pairs ? rule.unit : ''} ${breaks} ${mark && rule.mark} ${rule.inclusive}`
        const range = made.get(name) ?? rangeOf(found, rule, ours)
        made.set(name, range)
        return range
      })
      for (const passage of sample(passages, Math.min(mostOfText, mostInAll - looked))) look(passage, ours, ranges)
    },
    choose(origin) {
      const program = knownRule(origin)
      const preferred = program ?? plain
      const start = rules.findIndex((rule) => same(rule, preferred))
      const far = (index: number) => distance(rules[index] ?? preferred, preferred)
      const better = rules
        .map((_rule, index) => index)
        .filter((index) => beats(index, start, program ? 4 : 2))
        .sort((a, b) => lead(b, start) - lead(a, start) || far(a) - far(b))
      // Our own files are what they say, however odd their passages are.
      const own = /^thicket/i.test(origin)
      const chosen = own ? start : (better[0] ?? start)
      const others = rules.flatMap((_rule, index) => ((against[chosen]?.[index]?.passages ?? 0) > 0 ? [index] : []))
      const certainty: Certainty =
        own || others.every((other) => beats(chosen, other))
          ? 'sure'
          : others.every((other) => lead(chosen, other) > 0)
            ? 'likely'
            : 'guess'
      return { rule: rules[chosen] ?? preferred, certainty, looked, matters }
    },
  }
}

const alike = (a: Range, b: Range): boolean => a.start === b.start && a.end === b.end && a.outside === b.outside

/** Some of them, evenly, and the one that ends last. */
function sample(passages: readonly Passage[], most: number): Passage[] {
  const placed = passages.filter(({ start, end }) => !Number.isNaN(start) && !Number.isNaN(end))
  if (placed.length <= most) return placed
  if (most <= 0) return []
  const step = placed.length / most
  const some = Array.from({ length: most }, (_, index) => placed[Math.floor(index * step)] as Passage)
  const last = placed.reduce((a, b) => (b.end > a.end ? b : a))
  return [...some, last]
}

interface Name {
  words: string
  /** With the white space that it has. */
  exact: string
  /** It was cut. */
  cut: boolean
}

const spaced = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** More of a passage is not compared with its name. */
const longestName = 20_000

/** A name that may be the words of its passage. */
function nameOf(name: string): Name | null {
  const words = spaced(name)
  const cut = /(?:…|\.\.\.)$/.test(words)
  const kept = cut ? words.replace(/(?:…|\.\.\.)$/, '').trim() : words
  return kept.length < 2 ? null : { words: kept, exact: canonicalText(name), cut }
}

/** What speaks for this range: at most 14, at least −12. */
function scoreOf({ start, end, outside }: Range, ours: string, name: Name | null): number {
  return (
    edgeScore(ours, start, 'start') +
    edgeScore(ours, end, 'end') +
    nameScore(ours.slice(start, end), name) -
    (outside ? 10 : 0)
  )
}

function nameScore(words: string, name: Name | null): number {
  if (!name) return 0
  const said = spaced(words.length > longestName ? words.slice(0, longestName) : words)
  if (name.cut) return said.startsWith(name.words) ? 4 : 0
  return said === name.words ? (words === name.exact ? 12 : 6) : 0
}

/** 1 at the edge of a word, 0 where space hangs on it, −1 within a word. */
function edgeScore(text: string, at: number, side: 'start' | 'end'): number {
  const before = text.charCodeAt(at - 1)
  const after = text.charCodeAt(at)
  const within = side === 'start' ? after : before
  if (Number.isNaN(within) || isSpace(within)) return 0
  return isWord(text, at - 1, before) && isWord(text, at, after) ? -1 : 1
}

const isSpace = (unit: number): boolean => unit === 32 || unit === 10 || unit === 9 || unit === 0xa0

const WORD = /[\p{L}\p{N}\p{M}_\u200c\u200d]/u

function isWord(text: string, at: number, unit: number): boolean {
  if (unit < 128)
    return (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57) || unit === 95
  if (Number.isNaN(unit)) return false
  // A pair counts as the character that it is.
  const from = (unit & 0xfc00) === 0xdc00 ? at - 1 : at
  return WORD.test(String.fromCodePoint(text.codePointAt(from) ?? 0))
}
