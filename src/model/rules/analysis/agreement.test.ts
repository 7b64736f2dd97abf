import { describe, expect, test } from 'vitest'
import { agreementOf, cohensKappa, krippendorffsAlpha, pooled, type Tally } from './agreement.ts'

/** One string for each observer, one character for each unit; a point: no value. */
function alphaOf(...observers: string[]): number | null {
  const values = [...new Set(observers.join('').replaceAll('.', ''))]
  const units = Array.from(observers[0] ?? '', (_, unit) => ({
    values: values.map((value) => observers.filter((observer) => observer[unit] === value).length),
    times: 1,
  }))
  return krippendorffsAlpha(units)
}

describe('Krippendorff, “Computing Krippendorff’s Alpha-Reliability” (2011)', () => {
  test('A: binary data, two observers, no missing values: 0.095', () => {
    const alpha = alphaOf('0100000010', '1110010000')
    expect(alpha).toBeCloseTo(0.095, 3)
    // As worked out there: o01 = 4, n0 = 14, n1 = 6, n = 20.
    expect(alpha).toBeCloseTo(1 - (19 * 4) / (14 * 6), 12)
  })

  test('B: nominal data, two observers, no missing values: 0.692', () => {
    const alpha = alphaOf('aabbdcccedda', 'babbbccceddd')
    expect(alpha).toBeCloseTo(0.692, 3)
  })

  test('C: nominal data, four observers, missing values: 0.743', () => {
    const alpha = alphaOf('123321412...', '1233224125.3', '.3332342251.', '12332441251.')
    expect(alpha).toBeCloseTo(0.743, 3)
  })
})

test('Cohen, “A Coefficient of Agreement for Nominal Scales” (1960), Tables 1 and 2: observed .70, by chance .41, kappa .492', () => {
  const table = [
    [88, 14, 18],
    [10, 40, 10],
    [2, 6, 12],
  ]
  expect(cohensKappa(table)).toBeCloseTo((0.7 - 0.41) / (1 - 0.41), 12)
  expect(cohensKappa(table)).toBeCloseTo(0.492, 3)
})

test('Sim and Wright, “The Kappa Statistic in Reliability Studies” (2005), Table 1: 22, 2, 4, 11 of 39; kappa .67', () => {
  const tally = { by: [11, 6, 22], ofAuthor: [24, 26] }
  expect(agreementOf(tally).kappa).toBeCloseTo(0.67, 2)
  expect(agreementOf(tally).percent).toBeCloseTo(33 / 39, 12)
})

/** Codings of authors, a string each: x is coded. */
function tallyOf(...codings: string[]): Tally {
  const by = Array<number>(codings.length + 1).fill(0)
  for (const [unit] of Array.from(codings[0] ?? '').entries()) {
    const coded = codings.filter((coding) => coding[unit] === 'x').length
    by[coded] = (by[coded] ?? 0) + 1
  }
  return { by, ofAuthor: codings.map((coding) => coding.replaceAll('-', '').length) }
}

describe('a tally', () => {
  test('of two authors has the alpha of its data, and its kappa', () => {
    const [one, other] = ['-x------x-', 'xxx--x----']
    expect(agreementOf(tallyOf(one, other))).toEqual({
      percent: 0.6,
      kappa: cohensKappa([
        [1, 1],
        [3, 5],
      ]),
      alpha: alphaOf(one, other),
    })
  })

  test('of three authors: the mean of the pairs, no kappa, alpha of all', () => {
    const codings = ['xx--x-', 'x---xx', 'xx----']
    const { percent, kappa, alpha } = agreementOf(tallyOf(...codings))
    expect(percent).toBeCloseTo((4 / 6 + 5 / 6 + 3 / 6) / 3, 12)
    expect(kappa).toBeNull()
    expect(alpha).toBeCloseTo(alphaOf(...codings) as number, 12)
  })

  test('is whole agreement, or none at all', () => {
    expect(agreementOf(tallyOf('xx--', 'xx--'))).toEqual({ percent: 1, kappa: 1, alpha: 1 })
    expect(agreementOf(tallyOf('xx--', '--xx'))).toMatchObject({ percent: 0, kappa: -1 })
  })

  test.each([
    ['nothing varies: all coded', ['xxx', 'xxx'], 1],
    ['nothing varies: none coded', ['---', '---'], 1],
    ['there is nothing', ['', ''], null],
  ])('has no kappa and no alpha where %s', (_, codings, percent) => {
    expect(agreementOf(tallyOf(...codings))).toEqual({ percent, kappa: null, alpha: null })
  })

  test('where one author codes all and the other nothing, kappa is 0 and not undefined', () => {
    expect(agreementOf(tallyOf('xx', '--'))).toMatchObject({ percent: 0, kappa: 0 })
  })

  test('several are pooled: all their units together', () => {
    const [a, b] = [tallyOf('xx--', 'x---'), tallyOf('-x', 'xx')]
    expect(pooled([a, b], 2)).toEqual(tallyOf('xx---x', 'x---xx'))
    expect(pooled([], 2)).toEqual({ by: [0, 0, 0], ofAuthor: [0, 0] })
  })
})
