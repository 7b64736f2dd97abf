import { expect, test } from 'vitest'
import { oneCopy } from '../../../fixtures/testing/oneCopy.ts'
import { stateOf } from '../../../fixtures/testing/simulation.ts'
import { isProblem } from '../../../src/model/problems.ts'
import type { StopWord } from '../../../src/model/rules/analysis/stopList.ts'

const world = oneCopy()

const set = (words: StopWord[], person = world.anna) => world.run({ command: 'setStopList', args: { words } }, person)
const stored = (person = world.anna) =>
  person.copy.db.one<{ value: string }>("SELECT value FROM preferences WHERE key = 'stopList'")?.value ?? null
const the = { value: 'the', selected: true }
const of = { value: 'of', selected: false }

test('the stop list is one preference, of objects with value and selected; setting it is one undo step', () => {
  expect(isProblem(set([the]))).toBe(false)
  expect(isProblem(set([the, { ...of, value: ' of ' }]))).toBe(false)
  expect(stored()).toBe('[{"value":"the","selected":true},{"value":"of","selected":false}]')
  world.anna.copy.undo('tab')
  expect(stored()).toBe('[{"value":"the","selected":true}]')
  world.anna.copy.undo('tab')
  expect(stored()).toBeNull()
  world.anna.copy.redo('tab')
  world.anna.copy.redo('tab')
  expect(JSON.parse(stored() ?? '')).toEqual([the, of])
})

test('what is no list of single words is refused, and what is the same is no step', () => {
  expect(set([the, the])).toEqual({ problem: { kind: 'wordAlreadyExists', word: 'the' } })
  expect(set([{ value: 'two words', selected: true }])).toEqual({ problem: { kind: 'onlyOneWord' } })
  expect(stored()).toBeNull()
  set([the])
  set([the])
  world.anna.copy.undo('tab')
  expect(stored()).toBeNull()
})

test('it reaches the others', () => {
  const berta = world.simulation.join('Berta')
  set([the])
  world.simulation.settle()
  expect(stored(berta)).toBe(stored())
  expect(stateOf(berta.copy.db)).toEqual(stateOf(world.anna.copy.db))
})
