import { expect, test } from 'vitest'
import { type Bracket, foldLanes } from './foldLanes.ts'
import type { HighlightValue } from './highlightState.ts'

const bracket = (id: number, lane: number, top: number, bottom: number): Bracket => ({
  highlights: [{ id, from: 0, to: 1, value: { id } as HighlightValue }],
  lane,
  top,
  bottom,
  openTop: false,
  openBottom: false,
})
const show = (brackets: Bracket[]) =>
  brackets.map(({ highlights, lane, top, bottom }) => `${highlights.map(({ id }) => id)} in ${lane}: ${top}-${bottom}`)

test('lanes that fit are drawn as they are', () => {
  expect(show(foldLanes([bracket(1, 0, 0, 10), bracket(2, 1, 5, 20)], 2))).toEqual(['1 in 0: 0-10', '2 in 1: 5-20'])
})

test('one without a lane that fits stands where one is free beside its rows', () => {
  const spans = [bracket(1, 0, 0, 20), bracket(2, 1, 0, 20), bracket(3, 2, 20, 60), bracket(4, 3, 40, 80)]
  expect(show(foldLanes(spans, 2))).toEqual(['1 in 0: 0-20', '3 in 0: 20-60', '2 in 1: 0-20', '4 in 1: 40-80'])
})

test('what does not fit is gathered in the last lane, place by place', () => {
  const spans = [
    bracket(1, 0, 0, 90),
    bracket(2, 1, 5, 20),
    bracket(3, 2, 10, 40),
    bracket(4, 3, 60, 70),
    bracket(5, 1, 80, 90),
  ]
  expect(show(foldLanes(spans, 2))).toEqual(['1 in 0: 0-90', '2,3 in 1: 5-40', '4 in 1: 60-70', '5 in 1: 80-90'])
})

test('no highlight is left out', () => {
  const spans = Array.from({ length: 40 }, (_, id) => bracket(id, id % 7, id * 3, id * 3 + 30))
  for (const capacity of [1, 2, 3, 6]) {
    expect(foldLanes(spans, capacity).flatMap(({ highlights }) => highlights)).toHaveLength(40)
  }
})
