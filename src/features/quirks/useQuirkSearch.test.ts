import { expect, it } from 'vitest'
import type { QuirkItem } from '../../model/rules/quirkItems.ts'
import { choicesFor } from './useQuirkSearch.ts'

const item = (id: number, title: string, highlights: number): QuirkItem => {
  return { id, title, highlights, color: '#1a66d1', parent: -1, path: [], key: '' }
}
const items = [
  item(1, 'Trust', 9),
  item(2, 'Doubt', 8),
  item(3, 'Hope', 7),
  item(4, 'Work', 6),
  item(5, 'Rest', 5),
  item(6, 'Silence', 4),
  item(7, 'Élan', 0),
]
const shown = (text: string, options: Parameters<typeof choicesFor>[2] = {}) =>
  choicesFor(items, text, options).map((choice) => {
    const name = 'quirk' in choice ? choice.quirk.title : `+ ${choice.create}`
    return choice.section ? `${choice.section}: ${name}` : name
  })

it('1 §9: the five most used, while nothing is typed', () => {
  expect(shown('', { onlyMostUsed: true })).toEqual(['mostUsed: Trust', 'Doubt', 'Hope', 'Work', 'Rest'])
})

it('those used last come before them, and all others after', () => {
  expect(shown(' ', { recent: [7, 3, 99] })).toEqual([
    'recent: Élan',
    'Hope',
    'mostUsed: Trust',
    'Doubt',
    'Work',
    'Rest',
    'Silence',
  ])
  expect(choicesFor([item(7, 'Élan', 0)], '', {}).map(({ section }) => section)).toEqual([undefined])
})

it('what is typed can become a quirk where none is named so', () => {
  expect(shown('trus', { mayCreate: true })).toEqual(['Trust', '+ trus'])
  expect(shown(' élan', { mayCreate: true })).toEqual(['Élan'])
  expect(shown('Fear', { mayCreate: true })).toEqual(['+ Fear'])
  expect(shown('Fear')).toEqual([])
})
