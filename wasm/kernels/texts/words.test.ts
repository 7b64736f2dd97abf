import { describe, expect, test } from 'vitest'
import { drawnKernels } from '../../../fixtures/testing/drawnKernels.ts'
import { finish } from '../slices.ts'
import { placesOfWord } from './wordPlaces.ts'
import type { WordsAsked } from './wordWindows.ts'

const wordsOf = async (text: string, of: { quirkIds?: number[]; sourceIds?: number[]; most?: number } = {}) => {
  const { kernels } = await drawnKernels(text)
  return finish(kernels.wordCounts(of)).map(({ word, count }) => `${word} ${count}`)
}

describe('the words of texts', () => {
  test.each([
    ['Trust, trust. TRUST!', 'trust 3'],
    ["Don't don’t DON'T", "don't 2, don’t 1"],
    ["'quoted' rock'n'roll o''clock dogs'", "clock 1, dogs 1, o 1, quoted 1, rock'n'roll 1"],
    [
      "L'homme d’été qu'il j'ai n'y O'Brien dell'arte aujourd'hui",
      "ai 1, arte 1, aujourd'hui 1, homme 1, il 1, n'y 1, o'brien 1, été 1",
    ],
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

describe('who speaks', () => {
  const text = `
    quirk A
    source One | P1: [So P1: yes]A
               | Int : Why, P1?
               | 163 P1: 12 times
               | Note: once
    source Two | P1: No
               | Int: Int 2
               | Int: So
  `
  test('is who begins three paragraphs or more, the busiest first', async () => {
    const { kernels } = await drawnKernels(text)
    expect(finish(kernels.speakers())).toEqual(['Int', 'P1'])
  })

  test('is not counted where the label stands, and not among the places of the word', async () => {
    const { kernels } = await drawnKernels(text)
    const counted = finish(kernels.wordCounts({ withoutSpeakers: true })).map(({ word, count }) => `${word} ${count}`)
    expect(counted.join(', ')).toBe('p1 2, so 2, 12 1, 2 1, int 1, no 1, note 1, once 1, times 1, why 1, yes 1')
    expect(finish(kernels.wordCount({}, 'p1'))).toBe(5)
    expect(finish(kernels.wordCount({ withoutSpeakers: true, quirkIds: [1] }, 'p1'))).toBe(1)
  })
})

describe('windows of words', () => {
  const window = async (text: string, asked: Partial<WordsAsked> = {}) => {
    const { kernels } = await drawnKernels(text)
    const usual = {
      without: [],
      search: '',
      least: 1,
      order: 'count',
      descending: true,
      offset: 0,
      limit: 500,
    } as const
    const { rows, ...rest } = finish(kernels.words({}, { ...usual, ...asked }))
    return { ...rest, words: rows.map(({ word, count }) => `${word} ${count}`).join(', ') }
  }
  const text = 'source One | The b a c b c b, don’t THE é e f'

  test.each([
    [{}, { total: 8, occurrences: 12, words: 'b 3, c 2, the 2, a 1, don’t 1, e 1, f 1, é 1' }],
    [{ without: ['The', "DON'T", 'nowhere'] }, { total: 6, occurrences: 9, words: 'b 3, c 2, a 1, e 1, f 1, é 1' }],
    [{ least: 2 }, { total: 3, occurrences: 12, words: 'b 3, c 2, the 2' }],
    [{ search: 'E' }, { total: 2, occurrences: 12, words: 'the 2, e 1' }],
    [
      { offset: 1, limit: 2 },
      { total: 8, occurrences: 12, words: 'c 2, the 2' },
    ],
    [
      { descending: false, limit: 3 },
      { total: 8, occurrences: 12, words: 'a 1, don’t 1, e 1' },
    ],
    [
      { order: 'word', descending: false, limit: 6 } as const,
      { total: 8, occurrences: 12, words: 'a 1, b 3, c 2, don’t 1, e 1, é 1' },
    ],
    [{ order: 'word', descending: true, limit: 2 } as const, { total: 8, occurrences: 12, words: 'the 2, f 1' }],
  ])('%j', async (asked, expected) => {
    expect(await window(text, asked)).toEqual(expected)
  })

  test('of very many words too', async () => {
    const many = Array.from({ length: 20_000 }, (_, n) => `w${n} `.repeat(n % 7 === 0 ? 2 : 1)).join('')
    const { words, total } = await window(`source One | ${many}`, { offset: 2000, limit: 1000 })
    expect(total).toBe(20_000)
    expect(words.split(', ').filter((word) => word.endsWith(' 2'))).toHaveLength(858)
    expect(words.split(', ')).toHaveLength(1000)
  })
})

describe('places of a word: whole words as they are counted', () => {
  test.each([
    ['known', 'well-known, KNOWN known- unknown', ['KNOWN', 'known']],
    ["don't", "Don't don’t DON'T dont", ["Don't", "DON'T"]],
    ['a', 'a--b a-b 𠮷a a', ['a', 'a', 'a']],
    ['重要', '信任很重要, 重要', ['重要', '重要']],
    ['𐐨𐐨', '𐐀𐐨 𐐨𐐨', ['𐐀𐐨', '𐐨𐐨']],
    // Whatever its vowel marks.
    ['المعلم', 'قَالَ الْمُعَلِّمُ للمعلم: الـمعلم', ['الْمُعَلِّمُ', 'الـمعلم']],
    ['', 'a', []],
  ])('%s in “%s”', (word, text, expected) => {
    const places = placesOfWord(text, word, null)
    expect(places.map(({ start, length }) => text.slice(start, start + length))).toEqual(expected)
  })

  test('within passages, a word ends with its passage', () => {
    const text = 'untrustworthy trust'
    expect(placesOfWord(text, 'trust', [{ start: 2, length: 5 }])).toEqual([{ start: 2, length: 5 }])
    expect(placesOfWord(text, 'trust', [{ start: 2, length: 6 }])).toEqual([])
    expect(placesOfWord(text, 'trust', [{ start: 14, length: 5 }])).toEqual([{ start: 14, length: 5 }])
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
