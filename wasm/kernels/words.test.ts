import { describe, expect, test } from 'vitest'
import { drawnKernels } from '../../fixtures/testing/drawnKernels.ts'
import { finish } from './slices.ts'

const wordsOf = async (text: string, of: { quirkIds?: number[]; sourceIds?: number[]; most?: number } = {}) => {
  const { kernels } = await drawnKernels(text)
  return finish(kernels.wordCounts(of)).map(({ word, count }) => `${word} ${count}`)
}

describe('the words of texts', () => {
  test.each([
    ['Trust, trust. TRUST!', 'trust 3'],
    ["Don't don’t DON'T", "don't 2, don’t 1"],
    ["'quoted' rock'n'roll o''clock dogs'", "clock 1, dogs 1, o 1, quoted 1, rock'n'roll 1"],
    ['well-known - pre- -fix a--b', 'a 1, b 1, fix 1, pre 1, well-known 1'],
    ['Straße STRASSE 1st 2,5 km²', '1st 1, 2 1, 5 1, km² 1, strasse 1, straße 1'],
    ['e\u0301te\u0301 E\u0301TE\u0301', 'e\u0301te\u0301 2'],
    ['👩‍👩‍👧 so😀so …', 'so 2'],
    ['שלום שלום مرحبا', 'שלום 2, مرحبا 1'],
    ['𠮷野 𐐀𐐨 𐐨𐐨', '𐐨𐐨 2, 野 1, 𠮷 1'],
    ['信任很重要', '信任 1, 很 1, 重要 1'],
    ['ความไว้วางใจ', 'ความ 1, วางใจ 1, ไว้ 1'],
  ])('%s', async (text, expected) => {
    expect((await wordsOf(`source One | ${text}`)).join(', ')).toBe(expected)
  })

  test('the most frequent first, as often then by word; as many as are asked for', async () => {
    const text = 'source One | b a c b c b'
    expect(await wordsOf(text)).toEqual(['b 3', 'c 2', 'a 1'])
    expect(await wordsOf(text, { most: 2 })).toEqual(['b 3', 'c 2'])
    expect(await wordsOf(text, { most: 0 })).toEqual([])
  })

  test('of some sources', async () => {
    const text = 'source One | one\nsource Two | two\nsource Three | three'
    expect(await wordsOf(text, { sourceIds: [1, 3] })).toEqual(['one 1', 'three 1'])
    expect(await wordsOf(text, { sourceIds: [] })).toEqual([])
  })

  test('of the passages of some quirks: cut at their borders, once where they overlap or touch', async () => {
    const text = `
      quirk A
      quirk B
      source One | un[trust]{A}worthy, and [1:so [2:it]1:A is]2:B; [bo]{A}[th]B sides
      source Two | Nothing
    `
    expect(await wordsOf(text, { quirkIds: [1] })).toEqual(['bo 1', 'it 1', 'so 1', 'trust 1'])
    expect(await wordsOf(text, { quirkIds: [1, 2] })).toEqual(['both 1', 'is 1', 'it 1', 'so 1', 'trust 1'])
    expect(await wordsOf(text, { quirkIds: [99] })).toEqual([])
  })
})

describe('text search', () => {
  const text = `
    source One | Die Straße nach Łódź, ΟΔΟΣ, İstanbul
    source Two | 信任 and 👩‍👩‍👧, e\u0301te\u0301; 5 Å, 300 K; (.*)
    question 2 Why?
    answer One 2 | STRASSE GROẞ
  `
  test.each([
    ['straße', [1]],
    ['GROSS', []],
    ['groß', [3]],
    ['łÓDŹ', [1]],
    ['οδος', [1]],
    ['οδοσ', [1]],
    ['i\u0307stanbul', []],
    ['İSTANBUL', [1]],
    ['任', [2]],
    ['👩', [2]],
    ['\u0301T', [2]],
    ['å', [2]],
    ['k', [2]],
    ['(.*)', [2]],
    ['s', [1, 3]],
    ['nowhere', []],
    ['', []],
  ])('“%s” is in the answers %j', async (sought, answers) => {
    const { kernels } = await drawnKernels(text)
    expect(finish(kernels.textSearch(sought))).toEqual(answers)
  })
})
