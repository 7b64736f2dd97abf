import { expect, test } from 'vitest'
import { codedTimes } from './codedTimes.ts'
import { nextSpeaker } from './soundActs.ts'

const words = Array.from({ length: 10 }, (_, n) => ({
  from: n * 2,
  to: n * 2 + 1,
  begins: n * 1000,
  ends: n * 1000 + 900,
}))

test('what was coded lies along the recording where it was said, and beside what it overlaps', () => {
  const coded = [
    { from: 0, to: 3, quirkId: 1 },
    { from: 2, to: 5, quirkId: 2 },
    { from: 6, to: 7, quirkId: 1 },
  ]
  expect(codedTimes(coded, words, 10_000)).toEqual([
    { quirkId: 1, from: 0, to: 0.19, lane: 0 },
    { quirkId: 2, from: 0.1, to: 0.29, lane: 1 },
    { quirkId: 1, from: 0.3, to: 0.39, lane: 0 },
  ])
  expect([codedTimes(coded, [], 10_000), codedTimes(coded, words, 0)]).toEqual([[], []])
})

test.each([
  ['', 'A'],
  ['A: How was it?', 'B'],
  ['A: How was it?\nB: Good.', 'A'],
  ['Anna: How was it?', 'A'],
  ['Anna: Yes.\nBen: No.\nAnna: So?', 'Ben'],
  ['Anna: Yes.\nBen: No.\nCleo: So?', 'Anna'],
])('after %j speaks %s', (text, name) => expect(nextSpeaker(text)).toBe(name))
