import { describe, expect, test } from 'vitest'
import { type Random, seeded } from '../../../fixtures/random.ts'
import { finish } from '../slices.ts'
import { similarOrder } from './similarOrder.ts'

/** `counts`: of each two places, "a b" with a < b. */
function tableOf(size: number, counts: ReadonlyMap<string, number>) {
  const rows = Array.from({ length: size }, (): [number, number][] => [])
  for (const [key, count] of counts) {
    const [one, other] = key.split(' ').map(Number) as [number, number]
    rows[one]?.push([other, count])
    rows[other]?.push([one, count])
  }
  const starts = new Uint32Array(size + 1)
  for (const [place, row] of rows.entries()) starts[place + 1] = (starts[place] as number) + row.length
  const entries = rows.flat()
  return {
    starts,
    others: Uint32Array.from(entries, ([other]) => other),
    counts: Uint32Array.from(entries, ([, count]) => count),
    totals: Uint32Array.from(rows, (row) => row.reduce((sum, [, count]) => sum + count, 0)),
  }
}

const orderOf = (size: number, counts: ReadonlyMap<string, number>): number[] =>
  Array.from(finish(similarOrder(tableOf(size, counts))))

/** Families within which everyone overlaps, dealt to random places. */
function families(random: Random) {
  const sizes = Array.from({ length: 2 + random.below(5) }, () => 2 + random.below(6))
  const of = sizes.flatMap((size, family) => Array<number>(size).fill(family))
  for (let n = of.length - 1; n > 0; n--) {
    const other = random.below(n + 1)
    ;[of[n], of[other]] = [of[other] as number, of[n] as number]
  }
  const counts = new Map<string, number>()
  for (const [one, mine] of of.entries())
    for (let other = one + 1; other < of.length; other++)
      if (of[other] === mine) counts.set(`${one} ${other}`, 1 + random.below(9))
  return { of, counts, families: sizes.length }
}

describe('the order of likeness', () => {
  test('those that overlap each other alone stand together, whatever their places were', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const { of, counts, families: count } = families(seeded(seed))
      const order = orderOf(of.length, counts)
      expect(order.toSorted((a, b) => a - b)).toEqual(Array.from(of.keys()))
      const borders = order.filter((place, n) => n > 0 && of[place] !== of[order[n - 1] as number]).length
      expect(borders, `seed ${seed}: ${order}`).toBe(count - 1)
    }
  })

  test('of a chain each link stands beside the next', () => {
    const counts = new Map([
      ['0 3', 6],
      ['1 3', 5],
      ['1 4', 6],
      ['2 4', 5],
    ])
    expect([
      [0, 3, 1, 4, 2],
      [2, 4, 1, 3, 0],
    ]).toContainEqual(orderOf(5, counts))
  })

  test('of none, one, and two', () => {
    expect([orderOf(0, new Map()), orderOf(1, new Map()), orderOf(2, new Map([['0 1', 1]]))]).toEqual([[], [0], [0, 1]])
  })
})
