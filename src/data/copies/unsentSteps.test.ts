import { expect, test } from 'vitest'
import { countSteps, joined } from './unsentSteps.ts'

test('steps of one project that are kept twice are there once, others are added', () => {
  const one = [{ op: 'insert', row: { title: 'Ebb' } }]
  const two = [{ op: 'insert', row: { title: 'Flow' } }]
  const text = (...steps: unknown[]) => JSON.stringify(steps)
  expect(JSON.parse(joined(text(one), text(one, two)))).toEqual([one, two])
  expect(JSON.parse(joined(text(one, two), text()))).toEqual([one, two])
  expect(countSteps({ text: joined(text(two), text(one)) })).toBe(2)
})
