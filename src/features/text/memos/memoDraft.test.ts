import { describe, expect, test } from 'vitest'
import type { MemoDraft } from '../../../data/copies/memoDrafts.ts'
import { placeAgain, wordsOf } from './memoDraft.ts'

const text = 'I trusted him. Then the letters stopped. I trusted her too.'
const draft = (from: number, to: number): MemoDraft => {
  const words = wordsOf((a, b) => text.slice(a, b), { from, to })
  return { memoId: -1, before: '', text: 'why?', from, to, words, source: '' }
}
const found = (now: string, from: number, to: number) => {
  const at = placeAgain(now, draft(from, to))
  return now.slice(at.from, at.to)
}

describe('a draft finds its words again', () => {
  test('where they were', () => expect(found(text, 20, 39)).toBe('the letters stopped'))

  test('where the text has moved them, forward or back', () => {
    expect(found(`Before. ${text}`, 20, 39)).toBe('the letters stopped')
    expect(found(text.slice(15), 20, 39)).toBe('the letters stopped')
  })

  test('of several places the nearest', () => {
    expect(placeAgain(`A${text}`, draft(41, 50))).toEqual({ from: 42, to: 51 })
    expect(placeAgain(`A${text}`, draft(0, 9))).toEqual({ from: 1, to: 10 })
  })

  test('without them it is a point where they were', () => {
    expect(placeAgain('Nothing of it is left', draft(15, 39))).toEqual({ from: 15, to: 15 })
    expect(placeAgain('Short', draft(15, 39))).toEqual({ from: 5, to: 5 })
  })

  test('on the whole source it stays on the whole source', () => {
    expect(placeAgain('Another text', draft(0, 0))).toEqual({ from: 0, to: 0 })
  })
})
