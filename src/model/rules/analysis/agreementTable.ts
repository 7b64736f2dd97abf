/** What the table of agreement tells of each quirk, in which order, and the same as lines of a file. */
import type { CsvCell } from '../../csv.ts'
import {
  type Agreement,
  type AgreementLevel,
  agreementOf,
  highlightsAt,
  pooled,
  type Tally,
  tallyAt,
} from './agreement.ts'

export interface Named {
  readonly title: string
  readonly color: string
}

export interface AgreementFigures extends Agreement {
  /** null: of all quirks together. */
  readonly quirkId: number | null
  /** Of each author. */
  readonly highlights: readonly number[]
  /** Units that all authors have coded, that some but not all have, and of two authors: that only this one has. */
  readonly all: number
  readonly some: number
  readonly only: readonly number[]
}

export interface AgreementRow extends AgreementFigures, Named {}

/** `percent`, `kappa`, `alpha`, `all`, `some`, `title`, `highlights:0`, `only:1`. */
export type AgreementColumn = string

/** Of all quirks together, then of each. `counts`: as `tallyAt` and `highlightsAt` read them. */
export function agreementFigures(
  quirkIds: readonly number[],
  counts: ArrayLike<number>,
  authors: number,
  level: AgreementLevel,
): AgreementFigures[] {
  const tallies = quirkIds.map((_, at) => tallyAt(counts, authors, at, level))
  const highlights = quirkIds.map((_, at) => highlightsAt(counts, authors, at))
  const sums = Array.from({ length: authors }, (_, n) => highlights.reduce((sum, each) => sum + (each[n] ?? 0), 0))
  return [
    figures(null, sums, pooled(tallies, authors)),
    ...tallies.map((tally, at) => figures(quirkIds[at] as number, highlights[at] as number[], tally)),
  ]
}

function figures(quirkId: number | null, highlights: number[], tally: Tally): AgreementFigures {
  const all = tally.by.at(-1) ?? 0
  const some = tally.by.slice(1, -1).reduce((sum, units) => sum + units, 0)
  const only = tally.ofAuthor.length === 2 ? tally.ofAuthor.map((units) => units - all) : []
  return { quirkId, highlights, ...agreementOf(tally), all, some, only }
}

export function agreementRows(
  all: readonly AgreementFigures[],
  quirks: ReadonlyMap<number, Named>,
  words: { together: string; untitled: string },
): AgreementRow[] {
  return all.map((each) => {
    if (each.quirkId === null) return { ...each, title: words.together, color: '' }
    const { title = '', color = '' } = quirks.get(each.quirkId) ?? {}
    return { ...each, title: title.trim() || words.untitled, color }
  })
}

/** The row of all quirks stays the first; what is not defined comes last, ascending or not. */
export function sortedRows(
  [whole, ...rows]: readonly AgreementRow[],
  { key, descending }: { key: AgreementColumn; descending: boolean },
  compareTitles: (a: string, b: string) => number,
): AgreementRow[] {
  const way = descending ? -1 : 1
  const byTitle = (a: AgreementRow, b: AgreementRow) => compareTitles(a.title, b.title)
  const sorted = rows.toSorted((a, b) => {
    if (key === 'title') return byTitle(a, b) * way
    const [one, other] = [numberOf(a, key), numberOf(b, key)]
    if (one === null || other === null) return Number(one === null) - Number(other === null) || byTitle(a, b)
    return (one - other) * way || byTitle(a, b)
  })
  return whole ? [whole, ...sorted] : sorted
}

export function numberOf(row: AgreementRow, key: AgreementColumn): number | null {
  const [name, place] = key.split(':')
  if (name === 'highlights' || name === 'only') return row[name][Number(place)] ?? null
  return row[name as 'percent' | 'kappa' | 'alpha' | 'all' | 'some']
}

/** A line for each row, under the titles of the columns. */
export const agreementLines = (
  rows: readonly AgreementRow[],
  columns: readonly { key: AgreementColumn; name: string }[],
): CsvCell[][] => [
  columns.map(({ name }) => name),
  ...rows.map((row) => columns.map(({ key }) => (key === 'title' ? row.title : (numberOf(row, key) ?? '')))),
]
