import { describe, expect, it } from 'vitest'
import { seeded } from '../../../fixtures/random.ts'
import { canonicalText } from '../../../src/model/text/richText.ts'
import { drawPassage, drawRule, drawText, inFile, ours, positionsOf } from '../testing/drawnText.ts'
import { fromC1 } from '../text/decodeText.ts'
import { irregular, rangeOf } from './positions.ts'

describe('positions of the exchange format', () => {
  it.each(Array.from({ length: 150 }, (_, seed) => seed + 1))(
    'lie on the very words, in every way of counting (seed %i)',
    (seed) => {
      const { below } = seeded(seed)
      const text = drawText(below, 60)
      const read = canonicalText(`\uFEFF${fromC1(inFile({ ...text, hasMark: false })).text}`)
      expect(read).toBe(ours(text))
      const rule = drawRule(below)
      const range = rangeOf(irregular({ text: inFile({ ...text, hasMark: false }), hasMark: text.hasMark }), rule, read)
      for (let n = 0; n < 30; n++) {
        const { from, to } = drawPassage(text, below)
        const { start, end } = positionsOf(text, rule, from, to)
        const found = range(start, end)
        expect({ ...found, words: read.slice(found.start, found.end) }, JSON.stringify(rule)).toEqual({
          start: ours(text, 0, from).length,
          end: ours(text, 0, to).length,
          outside: false,
          words: ours(text, from, to),
        })
      }
    },
  )

  it('outside of the text are at its end, within a break before it, within a pair around it', () => {
    const text = 'a\r\nb😀c'
    const read = canonicalText(text)
    const range = rangeOf(
      irregular({ text, hasMark: false }),
      { unit: 'utf16', breaks: 'inFile', mark: false, inclusive: false },
      read,
    )
    expect(range(5, 99)).toEqual({ start: 3, end: 6, outside: true })
    expect(range(-3, 1)).toEqual({ start: 0, end: 1, outside: true })
    expect(range(0, 2)).toEqual({ start: 0, end: 1, outside: false })
    expect(range(2, 4)).toEqual({ start: 1, end: 3, outside: false })
    expect(range(5, 7)).toEqual({ start: 3, end: 6, outside: false })
    expect(range(4, 3)).toEqual({ start: 2, end: 3, outside: false })
  })
})
