import { expect, test } from 'vitest'
import { isDone, type Now } from './isDone.ts'

const nothing: Now = { undo: null, redo: null, activeSource: null }
const did = (id: number, key: string, redo: Now['redo'] = null): Now => ({ ...nothing, undo: { id, key }, redo })

test('a first step is done by what it asks for, and by nothing else', () => {
  expect(isDone(0, nothing, nothing)).toBe(false)
  expect(isDone(0, nothing, { ...nothing, activeSource: 3 })).toBe(true)
  expect(isDone(1, nothing, did(1, 'undo.createHighlight'))).toBe(true)
  expect(isDone(1, nothing, did(1, 'undo.createQuirk'))).toBe(false)
  expect(isDone(2, did(1, 'undo.createHighlight'), did(2, 'undo.moveQuirk'))).toBe(true)
  const taken = { id: 2, key: 'undo.moveQuirk' }
  expect(isDone(3, did(2, 'undo.moveQuirk'), did(1, 'undo.createHighlight', taken))).toBe(true)
  expect(isDone(4, nothing, did(9, 'undo.createHighlight'))).toBe(false)
})

test('what was done before a step was shown does not pass it over', () => {
  const before = did(4, 'undo.createQuirkForPassage')
  expect(isDone(2, before, before)).toBe(false)
  expect(isDone(0, { ...nothing, activeSource: 3 }, { ...nothing, activeSource: 3 })).toBe(false)
})

test('a step that was taken back and is the last one again is not done once more', () => {
  const taken = { id: 5, key: 'undo.createHighlight' }
  expect(isDone(1, did(5, 'undo.createHighlight'), did(4, 'undo.createHighlight', taken))).toBe(false)
})
