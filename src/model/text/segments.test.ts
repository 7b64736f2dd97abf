import { expect, test } from 'vitest'
import { plainSegments, segments } from './segments.ts'

const words = (found: Iterable<{ segment: string; isWordLike?: boolean | undefined }>) =>
  [...found].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment)

test('words of scripts without spaces', () => {
  expect(words(segments('東京の大学に', 'word'))).toEqual(['東京', 'の', '大学', 'に'])
  expect(words(segments('ฉันรักภาษาไทย', 'word'))).toEqual(['ฉัน', 'รัก', 'ภาษา', 'ไทย'])
})

test('a browser that cannot tell them has words by their spaces, and of scripts without spaces letters', () => {
  expect(words(plainSegments('Ich sah 東京 zu.', 'word'))).toEqual(['Ich', 'sah', '東', '京', 'zu'])
  expect([...plainSegments('e\u0301a', 'grapheme')].map(({ segment }) => segment)).toEqual(['e\u0301', 'a'])
  expect([...plainSegments('Ja. Und dann? …', 'sentence')].map(({ segment }) => segment)).toEqual([
    'Ja. ',
    'Und dann? ',
    '…',
  ])
})

test('whatever they are, they are all of the text', () => {
  const text = 'Ana: „so“ 東京…\n\u0301x 🙂. No!'
  for (const kind of ['grapheme', 'word', 'sentence'] as const)
    for (const each of [segments, plainSegments]) {
      const found = [...each(text, kind)]
      expect(found.map(({ segment }) => segment).join('')).toBe(text)
      for (const { segment, index } of found) expect(text.startsWith(segment, index)).toBe(true)
    }
})
