import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keyPartsOf } from '../../model/sealing/keys.ts'
import { forgetKey, keepUnder, keptUnder, noteKey, noteSealed, whenOpenable } from './wordsKept.ts'

const lying = new Map<string, string>()
beforeEach(() => {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => lying.get(key) ?? null,
    setItem: (key: string, value: string) => void lying.set(key, value),
    removeItem: (key: string) => void lying.delete(key),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.doUnmock('../../model/sealing/sealedValue.ts')
  lying.clear()
})

const partsOf = (secret: number) => keyPartsOf(new Uint8Array(32).fill(secret))
const unlock = async (copy: string, secret = 1) => {
  noteKey(copy, partsOf(secret))
  await whenOpenable(copy)
}

/** As another load of the page has left it. */
const leftBefore = async (copy: string, key: string, words: string) => {
  const { sealValue } = await import('../../model/sealing/sealedValue.ts')
  noteSealed(copy)
  lying.set(key, sealValue(partsOf(1), key, words, 0))
}

test('words of a plain project lie as they are; none are taken away', () => {
  expect([keepUnder('plain', 'p', 'so early'), lying.get('p'), keptUnder('plain', 'p')]).toEqual([
    true,
    'so early',
    { words: 'so early' },
  ])
  expect([keepUnder('plain', 'p', null), lying.size, keptUnder('plain', 'p')]).toEqual([false, 0, null])
})

test('those of a protected project are kept sealed alone, for their own key of the storage, whatever their length', async () => {
  noteSealed('a')
  expect([keepUnder('a', 'place', 'Levkoje'), lying.size]).toEqual([false, 0])
  await unlock('a')
  expect(keepUnder('a', 'place', 'Levkoje')).toBe(true)
  const sealed = lying.get('place') ?? ''
  expect(sealed).toMatch(/^~1\.0\.[\w-]+$/)
  expect(keptUnder('a', 'place')).toEqual({ words: 'Levkoje' })
  lying.set('elsewhere', sealed)
  expect(keptUnder('a', 'elsewhere')).toBe('unread')
})

test('before the password is given they are neither nothing nor taken away nor written over, and are there after it', async () => {
  await leftBefore('b', 'b1', 'Levkoje')
  expect([keptUnder('b', 'b1'), keepUnder('b', 'b1', null), keepUnder('b', 'b1', 'Nelke')]).toEqual([
    'unread',
    false,
    false,
  ])
  noteKey('b', partsOf(1))
  // What opens them is on its way.
  expect([keptUnder('b', 'b1'), keepUnder('b', 'b1', null)]).toEqual(['unread', false])
  await whenOpenable('b')
  // Nor by whoever has not looked.
  expect([keepUnder('b', 'b1', null), keepUnder('b', 'b1', 'Nelke')]).toEqual([false, false])
  expect(keptUnder('b', 'b1')).toEqual({ words: 'Levkoje' })
  expect([keepUnder('b', 'b1', 'Nelke'), keptUnder('b', 'b1')]).toEqual([true, { words: 'Nelke' }])
})

test('what this page has kept or read goes when it is done with, be it after the project was locked', async () => {
  await unlock('c')
  keepUnder('c', 'c1', 'Levkoje')
  forgetKey('c')
  expect(keptUnder('c', 'c1')).toBe('unread')
  keepUnder('c', 'c1', null)
  expect(lying.size).toBe(0)
})

test('what another key has sealed is not taken away for nothing, but gives way to words', async () => {
  await leftBefore('d', 'd1', 'Levkoje')
  await unlock('d', 2)
  expect([keptUnder('d', 'd1'), keepUnder('d', 'd1', null), lying.has('d1')]).toEqual(['unread', false, true])
  expect([keepUnder('d', 'd1', 'Nelke'), keptUnder('d', 'd1')]).toEqual([true, { words: 'Nelke' }])
})

test('where what opens them cannot be fetched they stay, and it is fetched again when the server is there', async () => {
  await leftBefore('e', 'e1', 'Levkoje')
  vi.doMock('../../model/sealing/sealedValue.ts', () => {
    throw new Error('no network')
  })
  vi.resetModules()
  const offline = await import('./wordsKept.ts')
  offline.noteKey('e', partsOf(1))
  await offline.whenOpenable('e')
  expect(offline.whenOpenable('e')).toBe(null)
  expect([offline.keptUnder('e', 'e1'), offline.keepUnder('e', 'e1', null), offline.keepUnder('e', 'e1', 'x')]).toEqual(
    ['unread', false, false],
  )
  vi.doUnmock('../../model/sealing/sealedValue.ts')
  offline.noteKey('e', partsOf(1))
  await offline.whenOpenable('e')
  expect(offline.keptUnder('e', 'e1')).toEqual({ words: 'Levkoje' })
})

test('a page that may keep nothing keeps nothing, and says so', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  expect([keptUnder('f', 'f1'), keepUnder('f', 'f1', 'words'), keepUnder('f', 'f1', null)]).toEqual([
    null,
    false,
    false,
  ])
})
