import { describe, expect, it } from 'vitest'
import { inSourceOrder, joined, type SourceOrder } from './sourceOrder.ts'

const titles = new Map([
  [1, 'Interview 10'],
  [2, 'interview 9'],
  [3, 'Álvaro'],
  [4, 'Zoë'],
])
const ids = [...titles.keys()]
const byTitle = (descending: boolean) => inSourceOrder(ids, { by: 'title', descending }, (id) => titles.get(id) ?? null)

describe('1 §5: sorting sources', () => {
  it('orders titles as a reader does: numbers as numbers, letters whatever their case and accents', () => {
    expect(byTitle(false)).toEqual([3, 2, 1, 4])
    expect(byTitle(true)).toEqual([4, 1, 2, 3])
  })

  it('puts what has no value last, whichever the direction, and keeps equals as they were added', () => {
    const values = new Map([
      [2, 'b'],
      [4, 'b'],
    ])
    const order = { by: 'property', keyId: 7 } as const
    const valueBy = (id: number) => values.get(id) ?? null
    expect(inSourceOrder(ids, { ...order, descending: false }, valueBy)).toEqual([2, 4, 1, 3])
    expect(inSourceOrder(ids, { ...order, descending: true }, valueBy)).toEqual([2, 4, 1, 3])
  })

  it('throws for a type that has no order', () => {
    const order = { by: 'picture', descending: false } as unknown as SourceOrder
    expect(() => inSourceOrder(ids, order, () => null)).toThrow('Invalid type of sorting category')
  })

  it('has several values of a property as one text', () => {
    expect([joined([]), joined(['a', 'b'])]).toEqual([null, 'a, b'])
  })
})
