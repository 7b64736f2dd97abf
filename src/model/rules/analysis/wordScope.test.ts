import { expect, test } from 'vitest'
import { isNumber, usualWordCloud, type WordsIn, wordsOf } from './wordScope.ts'

const links = [
  { groupId: 7, quirkId: 3 },
  { groupId: 7, quirkId: 1 },
  { groupId: 8, quirkId: 2 },
]
const of = (words: WordsIn, shown: number[] | null = null, sourceIds: number[] | null = null) =>
  wordsOf({ words, sourceIds }, { all: [1, 2, 3], shown: shown && new Set(shown), links })

test('whole texts, all highlights, a group, chosen quirks; quirks that are no more count for nothing', () => {
  expect(of(usualWordCloud.words)).toEqual({})
  expect(of({ of: 'highlights' })).toEqual({ quirkIds: [1, 2, 3] })
  expect(of({ of: 'group', groupId: 7 })).toEqual({ quirkIds: [1, 3] })
  expect(of({ of: 'group', groupId: 9 })).toEqual({ quirkIds: [] })
  expect(of({ of: 'quirks', quirkIds: [3, 99, 2] })).toEqual({ quirkIds: [2, 3] })
})

test('without the labels of speakers, where that is asked for', () => {
  const asked = { words: usualWordCloud.words, sourceIds: null, withoutSpeakers: true }
  expect(wordsOf(asked, { all: [1], shown: null, links })).toEqual({ withoutSpeakers: true })
})

test.each([
  ['2020', true],
  ['1990-95', true],
  ['½', true],
  ['1st', false],
  ['p1', false],
  ['one', false],
])('%s is a number: %s', (word, is) => {
  expect(isNumber(word)).toBe(is)
})

test('in chosen sources', () => {
  expect(of({ of: 'texts' }, null, [12, 4])).toEqual({ sourceIds: [4, 12] })
  expect(of({ of: 'quirks', quirkIds: [1] }, null, [4])).toEqual({ sourceIds: [4], quirkIds: [1] })
})

test('with a query: whole texts that pass, or the highlights that do', () => {
  const criteria = {
    filters: [{ field: 'sourceName', operator: '=', value: 'Anna', clause: 'And' } as const],
    text: '',
  }
  const asked = (words: WordsIn) => wordsOf({ words, sourceIds: null }, { all: [1], shown: null, links }, criteria)
  expect(asked({ of: 'texts' })).toEqual({ ...criteria, whole: true })
  expect(asked({ of: 'highlights' })).toEqual({ ...criteria, quirkIds: [1] })
  expect(wordsOf(usualWordCloud, { all: [1], shown: null, links }, { filters: [], text: '' })).toEqual({
    withoutSpeakers: true,
  })
})

test('the groups filter holds: of what is left out nothing is counted, and no whole texts', () => {
  expect(of({ of: 'texts' }, [1, 2])).toEqual({ quirkIds: [1, 2] })
  expect(of({ of: 'highlights' }, [2])).toEqual({ quirkIds: [2] })
  expect(of({ of: 'group', groupId: 7 }, [3])).toEqual({ quirkIds: [3] })
  expect(of({ of: 'quirks', quirkIds: [1, 3] }, [2])).toEqual({ quirkIds: [] })
})
