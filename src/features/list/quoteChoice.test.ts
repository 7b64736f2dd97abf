import { expect, it } from 'vitest'
import { askedQuirks } from './askedQuirks.ts'
import { chosenAmong, chosenOf, everything, isChosen, noChoice, ranged, stillListed, toggled } from './quoteChoice.ts'

const ids = Float64Array.of(5, 3, 9, 7, 1)
const chosen = (choice: typeof noChoice) => [...chosenAmong(choice, ids)]

it('passages are chosen one by one, in ranges from the first of them, and all', () => {
  const one = toggled(noChoice, 3)
  expect(chosen(one)).toEqual([3])
  const range = ranged(one, ids, 7, 7)
  expect(chosen(range)).toEqual([3, 9, 7])
  expect(chosen(ranged(range, ids, 5, 5))).toEqual([5, 3, 9, 7])
  expect(chosen(ranged(noChoice, ids, 9, 1))).toEqual([9, 7, 1])
  expect(chosen(toggled(range, 9))).toEqual([3, 7])
  expect(chosenAmong(everything, ids)).toBe(ids)
})

it('all but some are chosen without a list of all', () => {
  const but = toggled(everything, 9)
  expect(chosen(but)).toEqual([5, 3, 7, 1])
  expect([chosenOf(but, 1_000_000), isChosen(but, 9), isChosen(but, 4)]).toEqual([999_999, false, true])
  expect(chosen(ranged(but, ids, 3, 3))).toEqual([5, 3, 9, 7, 1])
})

it('what is listed no more is not chosen', () => {
  const two = toggled(toggled(noChoice, 3), 4)
  expect(chosenOf(stillListed(two, ids), 5)).toBe(1)
  const one = toggled(noChoice, 3)
  expect(stillListed(one, ids)).toBe(one)
})

it('quirks are asked for with those inside them, as far as there are such and the groups filter leaves them', () => {
  const parents = new Map([
    [1, -1],
    [2, 1],
    [3, 2],
    [4, -1],
  ])
  expect(askedQuirks(null, true, null, parents)).toBe(null)
  expect(askedQuirks(null, true, new Set([4]), parents)).toEqual([4])
  expect(askedQuirks([1], true, null, parents)?.sort()).toEqual([1, 2, 3])
  expect(askedQuirks([1, 4, 99], false, null, parents)).toEqual([1, 4])
  expect(askedQuirks([1], true, new Set([2, 4]), parents)).toEqual([2])
})
