import { describe, expect, test } from 'vitest'
import { findBest, fold, rankOf } from './ranking.ts'

const labels = (...all: string[]) => all.map((label) => ({ label, folded: fold(label) }))
const find = (typed: string, ...all: string[]) =>
  findBest(labels(...all), typed, 10)?.items.map(({ label }) => label) ?? []

describe('what the palette finds', () => {
  test('its beginning first, then beginnings of words, then anywhere; the shorter one of equals', () => {
    expect(find('tru', 'Distrust', 'Mutual trust', 'Trust in others', 'Trust')).toEqual([
      'Trust',
      'Trust in others',
      'Mutual trust',
      'Distrust',
    ])
  })

  test('whatever the case and the accents, on either side', () => {
    expect(find('uber', 'Über uns')).toEqual(['Über uns'])
    expect(find('ÉCOLE', 'école')).toEqual(['école'])
  })

  test('several words in any order, all of them', () => {
    expect(find('text size', 'Text size', 'Size of the text', 'Text')).toEqual(['Text size', 'Size of the text'])
  })

  test('no more than are asked for, the heavier first', () => {
    const quirks = Array.from({ length: 50 }, (_, n) => ({ folded: `quirk ${n}`, weight: n }))
    expect(findBest(quirks, 'quirk', 3)?.items.map(({ weight }) => weight)).toEqual([49, 48, 47])
  })

  test('nothing, where nothing fits', () => {
    expect(findBest(labels('Trust'), 'doubt', 5)).toBeNull()
    expect(rankOf('trust', 'trust me')).toBeNull()
  })
})
