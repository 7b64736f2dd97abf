import { expect, test } from 'vitest'
import { noSigns, signSetters } from './signs.ts'

/** Setters, and which layers each call has had painted. */
function setters() {
  const painted: string[] = []
  const set = signSetters(noSigns(), {
    drawRest: () => painted.push('rest'),
    drawLive: () => painted.push('live'),
  })
  return { set, painted }
}

test('what is as it was is not painted again, and what changes is, on each layer that bears it', () => {
  const { set, painted } = setters()
  const quirkIds = new Set([1])
  for (let twice = 0; twice < 2; twice++) {
    set.setCounter(false)
    set.brush(quirkIds)
    set.caption(1)
    set.mark({ id: 1, focused: false })
    set.point(1)
  }
  expect(painted).toEqual(['rest', 'rest', 'rest', 'live', 'rest', 'live', 'live'])
})

test('setting one gives nothing back, as effects hand on what they get for their end', () => {
  const { set } = setters()
  const calls = [
    () => set.setCounter(true),
    () => set.ghost(null),
    () => set.bud(null),
    () => set.caption(null),
    () => set.mark(null),
    () => set.point(null),
    () => set.brush(null),
    () => set.holders(new Map()),
  ]
  for (const call of calls) expect(call()).toBeUndefined()
})
