import { describe, expect, test } from 'vitest'
import { type AgreementLevel, codedWidth } from './agreement.ts'
import { agreementFigures, agreementLines, agreementRows, sortedRows } from './agreementTable.ts'

const quirks = new Map([
  [5, { title: 'Trust', color: '#1a66d1' }],
  [6, { title: ' ', color: '#e97200' }],
])
const words = { together: 'Together', untitled: 'Untitled' }
/** Of two authors: characters by none, one, both; stretches likewise; of each: characters, stretches, highlights. */
const counts = [
  ...[70, 20, 10, 4, 2, 1, ...[25, 15], ...[2, 2], ...[3, 2]],
  ...[100, 0, 0, 1, 0, 0, ...[0, 0], ...[0, 0], ...[1, 0]],
]
const rowsAt = (level: AgreementLevel) => agreementRows(agreementFigures([5, 6], counts, 2, level), quirks, words)

describe('the table of agreement', () => {
  test('has all quirks together first, and what only one author has', () => {
    expect(counts).toHaveLength(2 * codedWidth(2))
    const [together, trust, untitled] = rowsAt('character')
    expect(trust).toMatchObject({ title: 'Trust', highlights: [3, 2], all: 10, some: 20, only: [15, 5], percent: 0.8 })
    expect(untitled).toMatchObject({ title: 'Untitled', percent: 1, kappa: null, alpha: null, only: [0, 0] })
    expect(together).toMatchObject({ quirkId: null, title: 'Together', highlights: [4, 2], all: 10, percent: 0.9 })
  })

  test('counts stretches by overlap', () => {
    const [, trust] = rowsAt('overlap')
    expect(trust).toMatchObject({ all: 1, some: 2, only: [1, 1], percent: 5 / 7 })
  })

  test('is sorted with the whole on top, and what is not defined at the end', () => {
    const rows = rowsAt('character')
    const titles = (key: string, descending: boolean) =>
      sortedRows(rows, { key, descending }, (a, b) => a.localeCompare(b)).map(({ title }) => title)
    expect(titles('kappa', false)).toEqual(['Together', 'Trust', 'Untitled'])
    expect(titles('kappa', true)).toEqual(['Together', 'Trust', 'Untitled'])
    expect(titles('title', true)).toEqual(['Together', 'Untitled', 'Trust'])
    expect(titles('only:0', false)).toEqual(['Together', 'Untitled', 'Trust'])
  })

  test('leaves empty in a file what is not defined', () => {
    const rows = rowsAt('character')
    const columns = ['title', 'percent', 'kappa', 'highlights:1'].map((key) => ({ key, name: key.toUpperCase() }))
    expect(agreementLines(rows, columns)).toEqual([
      ['TITLE', 'PERCENT', 'KAPPA', 'HIGHLIGHTS:1'],
      ['Together', 0.9, expect.closeTo(0.4483, 4), 2],
      ['Trust', 0.8, expect.closeTo(0.3846, 4), 2],
      ['Untitled', 1, '', 0],
    ])
  })
})
