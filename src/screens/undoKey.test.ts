import { expect, test } from 'vitest'
import { undoKey } from './undoKey.ts'

const none = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false }
const ctrl = { ...none, ctrlKey: true }
const cmd = { ...none, metaKey: true }

test.each([
  ['undo', { ...ctrl, key: 'z', code: 'KeyZ' }],
  ['undo', { ...cmd, key: 'z', code: 'KeyZ' }],
  ['redo', { ...ctrl, key: 'y', code: 'KeyY' }],
  ['redo', { ...cmd, key: 'Z', code: 'KeyZ', shiftKey: true }],
  ['redo', { ...ctrl, key: 'Z', code: 'KeyZ', shiftKey: true }],
  // A German keyboard has Z where an English one has Y.
  ['undo', { ...ctrl, key: 'z', code: 'KeyY' }],
  ['redo', { ...ctrl, key: 'y', code: 'KeyZ' }],
  // A Russian one has no Z.
  ['undo', { ...ctrl, key: 'я', code: 'KeyZ' }],
  [null, { ...none, key: 'z', code: 'KeyZ' }],
  [null, { ...ctrl, key: 'z', code: 'KeyZ', altKey: true }],
  [null, { ...ctrl, key: 'Y', code: 'KeyY', shiftKey: true }],
  [null, { ...ctrl, key: 'x', code: 'KeyX' }],
])('%s', (way, event) => {
  expect(undoKey(event)).toBe(way)
})
