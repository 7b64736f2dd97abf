import { expect, test } from 'vitest'
import { codedTimes } from './codedTimes.ts'
import { nextSpeaker } from './soundActs.ts'
import { lanePaths, wavePath } from './wavePath.ts'

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

test('however many passages were coded, each quirk is one path', () => {
  const bar = (quirkId: number, lane: number) => ({ quirkId, from: lane / 10, to: lane / 10 + 0.1, lane })
  const paths = lanePaths([bar(1, 0), bar(2, 1), bar(1, 2)], 30, 5)
  expect([...paths]).toEqual([
    [1, 'M0 30h100v4h-100zM200 40h100v4h-100z'],
    [2, 'M100 35h100v4h-100z'],
  ])
})

test('a recording is as high as it goes where it is loudest, however low that is', () => {
  expect(wavePath(Uint8Array.of(0, 10), 15, 15)).toBe('M0 15L250 15L750 0L1000 15L750 30L250 15Z')
  expect(wavePath(Uint8Array.of(0, 0), 15, 15)).not.toContain('NaN')
})

test.each([
  ['', 'A'],
  ['A: How was it?', 'B'],
  ['A: How was it?\nB: Good.', 'A'],
  ['Anna: How was it?', 'A'],
  ['Anna: Yes.\nBen: No.\nAnna: So?', 'Ben'],
  ['Anna: Yes.\nBen: No.\nCleo: So?', 'Anna'],
])('after %j speaks %s', (text, name) => expect(nextSpeaker(text)).toBe(name))
