import { expect, test } from 'vitest'
import { everyMark, marksShown } from './markFilter.ts'

const at = (day: number, hour: number) => new Date(2026, 10, day, hour).getTime()

test('a filter that leaves nothing out is none', () => {
  expect(marksShown(everyMark)).toBeNull()
  expect(marksShown({ ...everyMark, fromDay: '21.11.2026' })).toBeNull()
})

test('§7 highlights and memos by author: those who are left out, and nobody else', () => {
  const shows = marksShown({ ...everyMark, withoutAuthors: ['Ben'] })
  expect(['Ana', 'Ben', 'ben', 'Cora'].map((author) => shows?.({ author, timestamp: 0 }))).toEqual([
    true,
    false,
    true,
    true,
  ])
})

test('§7 by date: both days are included, from their first hour to their last', () => {
  const shows = marksShown({ ...everyMark, fromDay: '2026-11-20', toDay: '2026-11-21' })
  const times = [at(19, 23), at(20, 0), at(21, 23), at(22, 0)]
  expect(times.map((timestamp) => shows?.({ author: 'Ana', timestamp }))).toEqual([false, true, true, false])
})
