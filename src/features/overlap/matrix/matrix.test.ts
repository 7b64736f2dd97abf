import { describe, expect, test } from 'vitest'
import { drawnKernels, finish } from '../../../../fixtures/testing/drawnKernels.ts'
import { type MatrixOrder, matrixOf } from '../../../model/canvas/matrix/matrixOf.ts'
import { rangeOf } from '../../../model/canvas/matrix/paintMatrix.ts'
import { fitting, zoomed, zooms } from './zooms.ts'

const drawing = `
  quirk Zeal
  quirk Fear
  quirk Alone
  quirk Hope
  source One | [1:a [2:b]1:Zeal c [3:d]2:Fear e]3:Hope
  source Two | [1:[2:all]1:Fear]2:Hope [[x]Alone]Hope
`
const compare = (a: string, b: string) => a.localeCompare(b)

async function matrix(order: MatrixOrder) {
  const { kernels } = await drawnKernels(drawing)
  const table = finish(kernels.overlapTable({ quirkIds: null, least: 1, most: 10, similar: order === 'similar' }))
  const quirks = new Map(
    ['Zeal', 'Fear', 'Alone', 'Hope'].map((title, n) => [n + 1, { id: n + 1, title, color: '#d90a1a', highlights: 2 }]),
  )
  quirks.delete(3)
  return matrixOf(table, quirks, order, compare, (id) => ({ id, title: 'gone', color: '', highlights: 0 }))
}

describe.each(['count', 'title', 'similar'] as const)('the matrix by %s', (order) => {
  test('counts what two quirks have, both ways, wherever they stand', async () => {
    const { quirks, count, each, highest } = await matrix(order)
    const at = (title: string) => quirks.findIndex((quirk) => quirk.title === title)
    expect(quirks.map(({ title }) => title).sort(compare)).toEqual(['Fear', 'gone', 'Hope', 'Zeal'])
    expect([count(at('Fear'), at('Hope')), count(at('Hope'), at('Fear'))]).toEqual([2, 2])
    expect([count(at('Zeal'), at('Fear')), count(at('Zeal'), at('gone'))]).toEqual([1, 0])
    expect(highest).toBe(2)
    for (const row of quirks.keys()) {
      const found = new Map<number, number>()
      each(row, (column, n) => found.set(column, n))
      for (const column of quirks.keys()) expect(found.get(column) ?? 0).toBe(count(row, column))
    }
  })
})

test('by title, and by overlaps', async () => {
  expect((await matrix('title')).quirks.map(({ title }) => title)).toEqual(['Fear', 'gone', 'Hope', 'Zeal'])
  expect(
    (await matrix('count')).quirks
      .map(({ title }) => title)
      .slice(0, 2)
      .sort(compare),
  ).toEqual(['Fear', 'Hope'])
})

test('what is in sight, to the last cell that begins there', () => {
  expect(rangeOf(0, 100, 20, 50)).toEqual({ first: 0, end: 5 })
  expect(rangeOf(30, 100, 20, 50)).toEqual({ first: 1, end: 7 })
  expect(rangeOf(0, 100, 20, 3)).toEqual({ first: 0, end: 3 })
})

test('zooming goes by steps, from any size, and ends; all fits where that is asked', () => {
  expect([zoomed(28, 1), zoomed(28, -1), zoomed(0.34, 1), zoomed(0.34, -1)]).toEqual([32, 24, 0.5, 0.25])
  expect([zoomed(40, 1), zoomed(0.25, -1)]).toEqual([40, 0.25])
  expect(fitting(2000, 700) * 2000).toBeLessThanOrEqual(700)
  expect([fitting(100, 750), fitting(3, 700)]).toEqual([7, zooms.at(-1)])
})
