import { describe, expect, it } from 'vitest'
import { paragraphAround, sentenceAround } from './extent.ts'

const text = 'First one. Did he trust her? Yes!\nSecond paragraph, no stop\n\nEnd'
const at = (words: string) => ({ start: text.indexOf(words), length: words.length })
const shown = ({ start, length }: { start: number; length: number }) => text.slice(start, start + length)

describe('what is around a stretch', () => {
  it('is its sentence, without the blank behind it', () => {
    expect(shown(sentenceAround(text, at('trust')))).toBe('Did he trust her?')
    expect(shown(sentenceAround(text, at('First')))).toBe('First one.')
    expect(shown(sentenceAround(text, at('Yes')))).toBe('Yes!')
    expect(shown(sentenceAround(text, at('graph, no')))).toBe('Second paragraph, no stop')
  })

  it('is the sentences that it lies in', () => {
    expect(shown(sentenceAround(text, at('one. Did')))).toBe('First one. Did he trust her?')
  })

  it('is its paragraph, or the paragraphs that it lies in', () => {
    expect(shown(paragraphAround(text, at('trust')))).toBe('First one. Did he trust her? Yes!')
    expect(shown(paragraphAround(text, at('End')))).toBe('End')
    expect(shown(paragraphAround(text, at('Yes!\nSecond')))).toBe(text.slice(0, text.indexOf('\n\n')))
  })

  it('contains the stretch whatever it is', () => {
    for (let start = 0; start < text.length; start++)
      for (let length = 1; start + length <= text.length; length += 3) {
        for (const around of [sentenceAround(text, { start, length }), paragraphAround(text, { start, length })]) {
          expect(around.start).toBeLessThanOrEqual(start)
          expect(around.start + around.length).toBeGreaterThanOrEqual(start + length)
        }
      }
  })
})
