import { expect, it } from 'vitest'
import type { QuirkRow } from '../queries.ts'
import { searchQuirks } from './quirkSearch.ts'

const quirk = (id: number, title: string, highlights = 0): QuirkRow => {
  return {
    id,
    title,
    description: '',
    color: '#1a66d1',
    x: 0,
    y: 0,
    parentQuirkId: -1,
    author: 'A',
    timestamp: 0,
    highlights,
  }
}
const quirks = [
  quirk(1, 'Distrust', 9),
  quirk(2, 'Trust', 1),
  quirk(3, 'Blind trust', 2),
  quirk(4, 'École', 0),
  quirk(5, 'TRUST in people', 4),
]
const found = (text: string, most = 10) => searchQuirks(quirks, text, most).map(({ id }) => id)

it('puts titles that begin with the words before words within, and words before parts of words', () => {
  expect(found('trust')).toEqual([5, 2, 3, 1])
})

it('passes over case, accents and spaces around', () => {
  expect(found(' ecole ')).toEqual([4])
  expect(found('ÉCO')).toEqual([4])
  expect(found('nothing')).toEqual([])
})

it('without words lists the most highlighted first, and never more than asked', () => {
  expect(found('', 3)).toEqual([1, 5, 3])
})
