import { describe, expect, test } from 'vitest'
import { drawnKernels, finish } from '../../../../fixtures/testing/drawnKernels.ts'
import type { PropertyCounts } from '../../queries.ts'
import { cellAt, cellsOf, countAt, countings, measures, shareAt } from './shares.ts'

const drawing = `
  quirk A
  quirk B
  source One | [x]A [y]A [z]B
  source Two | [x]A [y]B
  source Three | [z]B
  source Four | nothing
`
/** One has red; Two red and blue; Four blue; Three none. */
async function counts(): Promise<PropertyCounts> {
  const { db, kernels } = await drawnKernels(drawing)
  db.run(`INSERT INTO source_metadata_keys VALUES (1, 'Colour', 1, 0)`)
  for (const [id, value] of [
    [1, 'red'],
    [2, 'blue'],
    [3, 'green'],
  ] as const)
    db.run('INSERT INTO source_metadata_values (id, keyId, value) VALUES (?, 1, ?)', [id, value])
  const links = [
    [1, 1],
    [2, 1],
    [2, 2],
    [4, 2],
  ] as const
  for (const [n, [sourceId, valueId]] of links.entries())
    db.run(
      `INSERT INTO source_metadatas (id, keyId, valueId, sourceId, author, timestamp) VALUES (?, 1, ?, ?, 'me', 0)`,
      [n + 1, valueId, sourceId],
    )
  return finish(kernels.propertyCounts({ keyId: 1, quirkIds: null }))
}

const [A, B] = [0, 1]
const [red, blue, green, without] = [0, 1, 2, 3]

describe('quirks by values', async () => {
  const found = await counts()
  const row = (counting: 'highlights' | 'sources', place: number | null) =>
    [red, blue, green, without, null].map((column) => countAt(found, counting, place, column))

  test('a highlight counts in each value of its source, and once in the total', () => {
    expect(row('highlights', A)).toEqual([3, 1, 0, 0, 3])
    expect(row('highlights', B)).toEqual([2, 1, 0, 1, 3])
    expect(row('highlights', null)).toEqual([5, 2, 0, 1, 6])
  })

  test('sources with a highlight, each once; those without a value are a column', () => {
    expect(row('sources', A)).toEqual([2, 1, 0, 0, 2])
    expect(row('sources', B)).toEqual([2, 1, 0, 1, 3])
    expect(row('sources', null)).toEqual([2, 1, 0, 1, 3])
    expect(Array.from(found.sourcesOfValue)).toEqual([2, 2, 0, 1])
  })

  test('shares of highlights: of the quirk’s, of the value’s, of all', () => {
    expect(shareAt(found, 'highlights', 'row', A, blue)).toBe(1 / 3)
    expect(shareAt(found, 'highlights', 'column', A, red)).toBe(3 / 5)
    expect(shareAt(found, 'highlights', 'total', A, red)).toBe(3 / 6)
    expect(shareAt(found, 'highlights', 'column', null, red)).toBe(1)
    expect(shareAt(found, 'highlights', 'column', A, null)).toBe(3 / 6)
  })

  test('shares of sources: of those with the quirk, of all with the value, of all', () => {
    expect(shareAt(found, 'sources', 'row', B, red)).toBe(2 / 3)
    expect(shareAt(found, 'sources', 'column', A, blue)).toBe(1 / 2)
    expect(shareAt(found, 'sources', 'total', A, red)).toBe(2 / 4)
    expect(shareAt(found, 'sources', 'column', A, null)).toBe(2 / 4)
  })

  test('all cells are what stands at each place, totals last', () => {
    for (const counting of countings)
      for (const measure of measures) {
        const table = {
          ...found,
          keyId: 1,
          names: null,
          counting,
          measure,
          cells: finish(cellsOf(found, counting, measure)),
        }
        expect(table.cells).toHaveLength(3 * 5)
        for (const row of [A, B, null])
          for (const column of [red, blue, green, without, null])
            expect(cellAt(table, row, column)).toBe(
              measure === 'count'
                ? countAt(found, counting, row, column)
                : (shareAt(found, counting, measure, row, column) ?? Number.NaN),
            )
      }
  })

  test('of nothing there is no share', () => {
    expect(shareAt(found, 'sources', 'column', A, green)).toBeNull()
    expect(shareAt(found, 'highlights', 'column', null, green)).toBeNull()
  })
})
