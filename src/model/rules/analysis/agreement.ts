/**
 * How far authors agree who have coded the same texts: percent agreement, Cohen's kappa and Krippendorff's alpha, from counts.
 *
 * For each quirk a unit of text is coded by each author or it is not: nominal data of two values, from every author. *By character* the
 * units are the characters. *By overlap* they are the stretches that at least one author gave to the quirk, as long as possible, and the
 * gaps between them; an author has coded a stretch where one of their highlights lies in it. (Units and gaps of a continuum: Krippendorff,
 * "On the Reliability of Unitizing Continuous Data", Sociological Methodology 25, 1995, 47–76. That passages which overlap are taken for
 * the same: Wiebe, Wilson and Cardie, "Annotating Expressions of Opinions and Emotions in Language", Language Resources and Evaluation 39,
 * 2005, 165–210.)
 *
 * Promises: a statistic that is not defined (nothing was coded, or nothing varies) is null, never NaN.
 */

export type AgreementLevel = 'character' | 'overlap'

/** So many authors can be compared at once. */
export const mostCoders = 30

/**
 * Numbers that are counted for each quirk, of n authors: characters coded by 0 … n of them, stretches and gaps coded by 0 … n, then of
 * each author the characters, the stretches and the highlights.
 */
export const codedWidth = (authors: number): number => 2 * (authors + 1) + 3 * authors

/** The tally of the quirk at place `at` of what was counted. */
export function tallyAt(counts: ArrayLike<number>, authors: number, at: number, level: AgreementLevel): Tally {
  const first = at * codedWidth(authors)
  const part = (from: number, length: number) => Array.from({ length }, (_, n) => counts[first + from + n] as number)
  const later = level === 'overlap' ? 1 : 0
  return {
    by: part(later * (authors + 1), authors + 1),
    ofAuthor: part(2 * (authors + 1) + later * authors, authors),
  }
}

/** How many highlights of the quirk each of the authors has. */
export function highlightsAt(counts: ArrayLike<number>, authors: number, at: number): number[] {
  const first = at * codedWidth(authors) + 2 * (authors + 1) + 2 * authors
  return Array.from({ length: authors }, (_, n) => counts[first + n] as number)
}

/** What was counted of one quirk, in units of one level. */
export interface Tally {
  /** Units coded by none, by one, … by all of the authors. */
  readonly by: readonly number[]
  /** Units that each of the authors has coded. */
  readonly ofAuthor: readonly number[]
}

export interface Agreement {
  /** 0 to 1; of more than two authors the mean of all pairs. */
  percent: number | null
  /** For two authors. */
  kappa: number | null
  alpha: number | null
}

export const agreementOf = (tally: Tally): Agreement => ({
  percent: percentAgreement(tally),
  kappa: tally.ofAuthor.length === 2 ? cohensKappa(tableOf(tally)) : null,
  alpha: krippendorffsAlpha(unitsOf(tally)),
})

/** All decisions on all quirks, taken together. */
export function pooled(tallies: readonly Tally[], authors: number): Tally {
  const sum = (of: (tally: Tally) => readonly number[], length: number) =>
    Array.from({ length }, (_, at) => tallies.reduce((all, tally) => all + (of(tally)[at] ?? 0), 0))
  return { by: sum((tally) => tally.by, authors + 1), ofAuthor: sum((tally) => tally.ofAuthor, authors) }
}

const pairsOf = (n: number): number => (n * (n - 1)) / 2
const total = (numbers: readonly number[]): number => numbers.reduce((sum, n) => sum + n, 0)

function percentAgreement({ by }: Tally): number | null {
  const authors = by.length - 1
  const pairs = pairsOf(authors) * total(by)
  if (pairs === 0) return null
  return total(by.map((units, coded) => units * (pairsOf(coded) + pairsOf(authors - coded)))) / pairs
}

/** The 2 × 2 table of two authors: coded or not by the first, by the second. */
export function tableOf({ by: [neither = 0, , both = 0], ofAuthor: [first = 0, second = 0] }: Tally): number[][] {
  return [
    [both, first - both],
    [second - both, neither],
  ]
}

/** Cohen 1960. A square table of counts, a row for each value of the first judge. Null where chance alone would agree always. */
export function cohensKappa(table: readonly (readonly number[])[]): number | null {
  const rows = table.map(total)
  const columns = table.map((_, at) => total(table.map((row) => row[at] ?? 0)))
  const all = total(rows)
  const observed = total(table.map((row, at) => row[at] ?? 0)) / all
  const expected = total(rows.map((row, at) => (row / all) * ((columns[at] as number) / all)))
  return defined(1 - (1 - observed) / (1 - expected))
}

/** Units that are alike: how many observers gave each value to it, and how many such units there are. */
export interface AlphaUnit {
  readonly values: readonly number[]
  readonly times: number
}

/**
 * Krippendorff's alpha for nominal data, of any number of observers, with values missing or not ("Computing Krippendorff's
 * Alpha-Reliability", 2011). A unit with a single value counts for nothing. Null where all values are the same.
 */
export function krippendorffsAlpha(units: readonly AlphaUnit[]): number | null {
  const pairable = units.filter(({ values }) => total(values) > 1)
  const width = Math.max(0, ...pairable.map(({ values }) => values.length))
  const ofValue = Array.from({ length: width }, (_, value) =>
    total(pairable.map(({ values, times }) => (values[value] ?? 0) * times)),
  )
  const all = total(ofValue)
  /** Pairs of values that are equal: within units, and of all. */
  const within = total(
    pairable.map(({ values, times }) => (times * 2 * total(values.map(pairsOf))) / (total(values) - 1)),
  )
  const alike = 2 * total(ofValue.map(pairsOf))
  return defined(1 - ((all - 1) * (all - within)) / (all * (all - 1) - alike))
}

/** One kind of unit for each number of authors who coded it. */
const unitsOf = ({ by }: Tally): AlphaUnit[] =>
  by.map((times, coded) => ({ values: [by.length - 1 - coded, coded], times }))

const defined = (value: number): number | null => (Number.isFinite(value) ? value : null)
