/**
 * The report of a project: what its files hold, as the writer (`workers/export/report`) makes them and the viewer (`src/reportPage`) reads them.
 *
 * A report is a folder: `index.html` with the viewer, `data/{part}.js` as classic scripts that call `thicketReport(part, value)`, `images/`.
 * So it opens from a disk, without a server or a network. What may be long comes in parts of `partLength`, loaded when they are looked at.
 */
import { clockTime } from './sound/clockTime.ts'

/** What the viewer says, by key; each is a message of the interface, given in the person's language. */
export const reportWords = [
  'report.arranged',
  'report.author',
  'report.authors',
  'report.canvas',
  'report.closeAll',
  'report.contents',
  'report.count',
  'report.date',
  'report.description',
  'report.empty',
  'report.groups',
  'report.highlight',
  'report.highlights',
  'report.inside',
  'report.insideHint',
  'report.made',
  'report.memo',
  'report.memos',
  'report.missing',
  'report.more',
  'report.noOverlap',
  'report.openAll',
  'report.other',
  'report.overlap',
  'report.overlapHint',
  'report.overview',
  'report.perQuirk',
  'report.perSource',
  'report.print',
  'report.question',
  'report.questions',
  'report.quirk',
  'report.quirks',
  'report.quotes',
  'report.shown',
  'report.skip',
  'report.source',
  'report.sources',
  'report.title',
  'report.tree',
] as const
/** A table with more columns than this finds no room on paper: each row is its title and a paragraph there. */
export const mostColumnsOnPaper = 8

export type ReportWord = (typeof reportWords)[number]
export type ReportWords = Readonly<Record<ReportWord, string>>

/** What the viewer fills in itself. */
const open = { date: '{date}', shown: '{shown}', all: '{all}' }

export const wordsOfReport = (t: (key: ReportWord, values: typeof open) => string): ReportWords =>
  Object.fromEntries(reportWords.map((key) => [key, t(key, open)])) as Record<ReportWord, string>

export interface ReportQuirk {
  id: number
  /** As it is shown: never empty. */
  title: string
  description: string
  /** `#rrggbb`. */
  color: string
  /** 1: stands by itself. */
  depth: number
  highlights: number
  /** Its own and those of all quirks inside it. */
  within: number
  groups: readonly string[]
  author: string
  timestamp: number
  /** Of what is inside it; a file of the report. */
  picture?: string
}

export interface ReportSource {
  title: string
  author: string
  timestamp: number
  highlights: number
  memos: number
  /** In the order of the properties' names; '' where it has none. */
  properties: readonly string[]
}

export interface ReportPicture {
  /** Of the report. */
  file: string
  title: string
  width: number
  height: number
}

/** The part `project`, which is read first. */
export interface ReportProject {
  title: string
  /** As BCP 47 names it. */
  language: string
  words: ReportWords
  /** In ms since 1970, as all times. */
  made: number
  totals: {
    sources: number
    questions: number
    quirks: number
    highlights: number
    memos: number
    authors: number
  }
  /** Each before what is inside it; where the hierarchy is not wanted, all alike. */
  quirks: readonly ReportQuirk[]
  /** Whether quirks stand with what is inside them. */
  hierarchy: boolean
  properties: readonly string[]
  sources: readonly ReportSource[]
  /** The words of questions; a single one has none. */
  questions: Readonly<Record<number, string>>
  /** The pairs with the most overlaps, by places in `quirks`; null: not wanted. */
  overlap: readonly (readonly [quirk: number, other: number, count: number])[] | null
  pictures: readonly ReportPicture[]
}

/** What there is, each in words of its own where there is one: “1 Memo”. */
export function numbersOf({
  totals,
  words,
  language,
}: Pick<ReportProject, 'totals' | 'words' | 'language'>): (readonly [word: string, count: number])[] {
  const rules = new Intl.PluralRules(language)
  const numbers: [one: ReportWord, several: ReportWord, count: number][] = [
    ['report.source', 'report.sources', totals.sources],
    ['report.question', 'report.questions', totals.questions],
    ['report.quirk', 'report.quirks', totals.quirks],
    ['report.highlight', 'report.highlights', totals.highlights],
    ['report.memo', 'report.memos', totals.memos],
    ['report.author', 'report.authors', totals.authors],
  ]
  return numbers
    .filter(([one, , count]) => one !== 'report.question' || count > 1)
    .map(([one, several, count]) => [words[rules.select(count) === 'one' ? one : several], count])
}

/** The parts `quotes/{quirk id}-{n}` and `memos/{n}`; `source`: a place in `sources`. */
export interface ReportQuote {
  quote: string
  source: number
  question: number
  /** The numbers of the first and the last paragraph that it touches. */
  paragraphs: readonly [number, number]
  /** When it was said, in ms of its recording. */
  said?: readonly [from: number, to: number]
  author: string
  timestamp: number
}

export interface ReportMemo extends Omit<ReportQuote, 'paragraphs' | 'said'> {
  memo: string
}

/** Where its words stand, and when they were said: `¶ 3–4`, `00:01:02–00:01:09`. */
export function placesOf({ paragraphs, said }: Pick<ReportQuote, 'paragraphs' | 'said'>): string[] {
  const [from, to] = paragraphs
  const paragraph = `¶ ${from === to ? from : `${from}–${to}`}`
  return said ? [paragraph, said.map(clockTime).join('–')] : [paragraph]
}

export const partLength = 100

export const quotesPart = (quirkId: number, part: number): string => `quotes/${quirkId}-${part}`
export const memosPart = (part: number): string => `memos/${part}`
export const fileOfPart = (part: string): string => `data/${part}.js`

const call = 'thicketReport('
export const partFile = (part: string, value: unknown): string =>
  `${call}${JSON.stringify(part)},${JSON.stringify(value)})\n`
/** The value of a part out of its file. */
export const valueOfPart = (part: string, file: string): unknown =>
  JSON.parse(file.slice(call.length + JSON.stringify(part).length + 1, file.lastIndexOf(')')))
