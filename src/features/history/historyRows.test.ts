import { describe, expect, test } from 'vitest'
import type { HistoryEntry } from '../../model/history.ts'
import { historyRows, joinSteps } from './historyRows.ts'

const noon = new Date(2026, 10, 21, 12).getTime()
const step = (seq: number, author: string, at: number): HistoryEntry => ({ seq, at, author, parts: [] })

describe('the rows of the history', () => {
  test('a heading for each day; who and when for the first step of a minute', () => {
    const rows = historyRows([
      step(5, 'Ann', noon + 61_000),
      step(4, 'Ann', noon + 1000),
      step(3, 'Ann', noon),
      step(2, 'Ben', noon),
      step(1, 'Ben', noon - 86_400_000),
    ])
    expect(rows.map((row) => (row.kind === 'day' ? 'day' : `${row.entry.seq}${row.first ? '*' : ''}`))).toEqual([
      'day',
      '5*',
      '4*',
      '3',
      '2*',
      'day',
      '1*',
    ])
  })

  test('pages overlap without a step standing twice', () => {
    const known = [step(5, 'Ann', 5), step(4, 'Ann', 4)]
    expect(joinSteps(known, [step(6, 'Ann', 6), step(5, 'Ann', 5), step(3, 'Ann', 3)]).map(({ seq }) => seq)).toEqual([
      6, 5, 4, 3,
    ])
  })
})
