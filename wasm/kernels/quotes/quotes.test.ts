import { expect, test } from 'vitest'
import { drawnKernels } from '../../../fixtures/testing/drawnKernels.ts'
import type { QuoteOrder } from '../../../src/model/queries.ts'
import { finish } from '../slices.ts'
import type { QuotesAsked } from './quotes.ts'

const open = async () => {
  const drawn = await drawnKernels(`
    quirk b2
    quirk b10
    quirk A
    source One | [aa]{b10}@Zoe [b]A@Ben [ccc]{b2}@Zoe
    source Two | [dd]A@Ben [eeee]{b10}@Zoe
  `)
  // The last first; two at one time, one before 1970, one far ahead.
  const times = [2 ** 42, 5_000_000, 5_000_001, 5_000_000, -1]
  for (const [n, time] of times.entries())
    drawn.db.run('UPDATE highlights SET timestamp = ? WHERE id = ?', [time, n + 1])
  const words = (asked: Partial<QuotesAsked>): string => {
    const { total, ids } = finish(
      drawn.kernels.quotes({
        quirkIds: null,
        filters: [],
        order: 'place',
        descending: false,
        offset: 0,
        limit: 100,
        ...asked,
      }),
    )
    return [...ids.map((id) => 'aa b ccc dd eeee'.split(' ')[id - 1]), `of ${total}`].join(' ')
  }
  return { ...drawn, words }
}

test.each<[QuoteOrder, string, string]>([
  ['place', 'aa b ccc dd eeee', 'eeee dd ccc b aa'],
  ['length', 'b aa dd ccc eeee', 'eeee ccc aa dd b'],
  ['quirk', 'b dd ccc aa eeee', 'aa eeee ccc b dd'],
  ['author', 'b dd aa ccc eeee', 'aa ccc eeee b dd'],
  ['date', 'eeee b dd ccc aa', 'aa ccc b dd eeee'],
])('by %s; equals stay in the order of the texts, descending too', async (order, ascending, descending) => {
  const { words } = await open()
  expect(words({ order })).toBe(`${ascending} of 5`)
  expect(words({ order, descending: true })).toBe(`${descending} of 5`)
})

test('windows are parts of the whole list', async () => {
  const { words } = await open()
  expect(words({ offset: 1, limit: 2 })).toBe('b ccc of 5')
  expect(words({ offset: 1, limit: 2, descending: true })).toBe('dd ccc of 5')
  expect(words({ offset: 4, limit: 10 })).toBe('eeee of 5')
  expect(words({ offset: 9, limit: 10 })).toBe('of 5')
  expect(words({ limit: 0 })).toBe('of 5')
})

test('of some quirks, and of those that filters let through', async () => {
  const { words } = await open()
  expect(words({ quirkIds: [1, 3] })).toBe('b ccc dd of 3')
  expect(words({ quirkIds: [] })).toBe('of 0')
  expect(words({ quirkIds: [99] })).toBe('of 0')
  const filters = [{ field: 'sourceName', operator: '=', value: 'Two', clause: 'And' }] as const
  expect(words({ quirkIds: [3], filters })).toBe('dd of 1')
})

test('a quirk that gets another name gets another place, though no highlight has changed', async () => {
  const { words, db, kernels } = await open()
  expect(words({ order: 'quirk' })).toBe('b dd ccc aa eeee of 5')
  db.run("UPDATE quirks SET title = 'Z' WHERE id = 3")
  kernels.keep([{ op: 'update', table: 'quirks', id: 3, set: { title: 'Z' }, was: { title: 'A' } }])
  expect(words({ order: 'quirk' })).toBe('ccc aa eeee b dd of 5')
})
