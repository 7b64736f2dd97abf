import { expect, test } from 'vitest'
import { countSteps, joined } from './unsentSteps.ts'

test('steps of one project that are kept twice are there once, others are added', () => {
  const step = (title: string, ...said: unknown[]) => ({ changes: [{ op: 'insert', row: { title } }], said })
  const [one, two] = [step('Ebb'), step('Flow')]
  const text = (...steps: unknown[]) => JSON.stringify(steps)
  expect(JSON.parse(joined(text(one), text(step('Ebb', { written: ['Ebb'] }), two)))).toEqual([one, two])
  expect(JSON.parse(joined(text(one, two), text()))).toEqual([one, two])
  expect(countSteps({ text: joined(text(two), text(one)) })).toBe(2)
  // Kept by an earlier version.
  expect(JSON.parse(joined(text(one.changes), text(one, two)))).toEqual([one, two])
})

test('steps of words alone are told apart by them', () => {
  const memo = (words: string) => ({ changes: [], said: [{ op: 'insert', table: 'memos', written: [words] }] })
  const text = (...steps: unknown[]) => JSON.stringify(steps)
  expect(JSON.parse(joined(text(memo('one')), text(memo('one'), memo('two'))))).toEqual([memo('one'), memo('two')])
})
