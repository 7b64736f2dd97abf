import { expect, it } from 'vitest'
import { freeKey, isReserved, keyOf, textActOf } from './shortcutKey.ts'

const pressed = (key: string, held: Partial<Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>> = {}) =>
  keyOf({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held })

it('takes one printable key, the same with and without Caps Lock', () => {
  expect(['t', 'T', '7', 'é', '+', '😀'].map((key) => pressed(key))).toEqual(['t', 't', '7', 'é', '+', '😀'])
  expect(['Enter', 'Tab', ' ', 'F2', 'Dead', ''].map((key) => pressed(key))).toEqual([
    null,
    null,
    null,
    null,
    null,
    null,
  ])
})

it('leaves combinations to the browser, but not what AltGr prints', () => {
  expect(pressed('t', { ctrlKey: true })).toBeNull()
  expect(pressed('t', { metaKey: true })).toBeNull()
  expect(pressed('t', { altKey: true })).toBeNull()
  expect(pressed('@', { ctrlKey: true, altKey: true })).toBe('@')
})

it('leaves letters with Shift to the text, but not signs that need it', () => {
  expect(pressed('M', { shiftKey: true })).toBeNull()
  expect(pressed('É', { shiftKey: true })).toBeNull()
  expect(pressed('!', { shiftKey: true })).toBe('!')
  expect(pressed('1', { shiftKey: true })).toBe('1')
})

it('knows what letters do in the text besides', () => {
  expect(textActOf('m')).toBe('memo.write')
  expect(textActOf('n')).toBe('canvas.newQuirk')
  expect(textActOf('t')).toBeUndefined()
})

it('offers a key that is free, of the title if it can', () => {
  expect(freeKey(new Set(['t']), 'Trust')).toBe('r')
  // M and N do something in the text besides.
  expect(freeKey(new Set(['a']), 'Man')).toBe('b')
  expect(freeKey(new Set(), 'Été')).toBe('t')
  expect(freeKey(new Set('abcdefghijklmnopqrstuvwxyz'), '')).toBe('1')
  expect(freeKey(new Set('abcdefghijklmnopqrstuvwxyz123456789'), 'Trust')).toBeUndefined()
})

it('keeps the keys that the text has', () => {
  expect(isReserved('.')).toBe(true)
  expect(isReserved('?')).toBe(true)
  expect(isReserved('+')).toBe(false)
  expect(isReserved('t')).toBe(false)
})
