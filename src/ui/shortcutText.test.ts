import { describe, expect, test } from 'vitest'
import { setLanguage } from '../i18n/language.ts'
import { isShortcut, shortcutText } from './shortcutText.ts'

const pressed = (key: string, held = '', code = '') => ({
  key,
  code,
  ctrlKey: held.includes('c'),
  metaKey: held.includes('m'),
  altKey: held.includes('a'),
  shiftKey: held.includes('s'),
})

test('keys that have a name are written in the language of the page', async () => {
  await setLanguage('de')
  expect(shortcutText('Mod+Shift+Z', false)).toBe('Strg+Umschalt+Z')
  expect(shortcutText('Del', false)).toBe('Entf')
  await setLanguage('en')
})

test.each([
  ['Mod+K', 'Ctrl+K', '⌘K'],
  ['Mod+Shift+Z', 'Ctrl+Shift+Z', '⇧⌘Z'],
  ['Shift+1', 'Shift+1', '⇧1'],
  ['?', '?', '?'],
  ['+', '+', '+'],
  ['Shift+F10', 'Shift+F10', '⇧F10'],
])('%s is written %s, on a Mac %s', (keys, plain, mac) => {
  expect(shortcutText(keys, false)).toBe(plain)
  expect(shortcutText(keys, true)).toBe(mac)
})

describe('an event is a shortcut', () => {
  test.each([
    ['Mod+K', pressed('k', 'c'), true, false],
    ['Mod+K', pressed('k', 'm'), false, true],
    ['Mod+K', pressed('K', 'cs'), false, false],
    ['Mod+K', pressed('k', 'cm'), false, false],
    ['Mod+K', pressed('k'), false, false],
    ['Mod+K', pressed('л', 'c', 'KeyK'), true, false],
    // A German keyboard has Z where an English one has Y: what counts is what is written on the key.
    ['Mod+Z', pressed('z', 'c', 'KeyY'), true, false],
    ['Mod+Y', pressed('z', 'c', 'KeyY'), false, false],
    ['Mod+Z', pressed('я', 'c', 'KeyZ'), true, false],
    ['Mod+Z', pressed('z', 'ca', 'KeyZ'), false, false],
    ['Mod+Z', pressed('Z', 'cs', 'KeyZ'), false, false],
    ['Mod+Shift+Z', pressed('Z', 'cs', 'KeyZ'), true, false],
    ['Mod+Shift+Z', pressed('Z', 'ms', 'KeyZ'), false, true],
    // On a French keyboard the question mark needs Shift, on others a dead key; what counts is what comes out.
    ['?', pressed('?', 's'), true, true],
    ['?', pressed('?'), true, true],
    ['?', pressed('?', 'c'), false, false],
    ['Del', pressed('Delete'), true, true],
    ['Esc', pressed('Escape'), true, true],
    ['Space', pressed(' '), true, true],
    ['−', pressed('-'), true, true],
    ['Alt+←', pressed('ArrowLeft', 'a'), true, true],
    ['Alt+←', pressed('ArrowLeft', 'as'), false, false],
    ['F8', pressed('F8', 's'), false, false],
    ['Shift+F8', pressed('F8', 's'), true, true],
    // On a German keyboard Shift makes an exclamation mark of the 1, and a French one needs Shift for the 1 itself.
    ['Shift+1', pressed('!', 's', 'Digit1'), true, true],
    ['Shift+1', pressed('1', '', 'Digit1'), false, false],
  ])('%s: %o', (keys, event, plain, mac) => {
    expect(isShortcut(event, keys, false)).toBe(plain)
    expect(isShortcut(event, keys, true)).toBe(mac)
  })
})
