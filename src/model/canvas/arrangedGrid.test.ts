import { describe, expect, test } from 'vitest'
import { capture } from '../limits.ts'
import { arrangedGrid, cellPlace, cellTowards, columnsIn, rowOf, rowsBetween } from './arrangedGrid.ts'

const shape = { width: 300, columns: 3, rowHeight: () => 100, headingHeight: 40 }

test('capture: arranged grid 7 columns, 800 px wide, 200 px rows (1 §9)', () => {
  const { arrangedWidth: width, columns, rowHeight } = capture
  const grid = arrangedGrid([20], false, { width, columns, rowHeight: () => rowHeight, headingHeight: 0 })
  expect(grid.rows.map((row) => [row.top, row.height])).toEqual([
    [0, 200],
    [200, 200],
    [400, 200],
  ])
  expect(grid.height).toBe(600)
  expect(cellPlace(grid, 8)).toEqual({ x: 800 / 7, y: 200 })
})

test('on the screen as many columns as there is room for, one at least', () => {
  expect(columnsIn(800, 118)).toBe(6)
  expect(columnsIn(60, 118)).toBe(1)
  expect(columnsIn(0, 118)).toBe(1)
})

describe('sections', () => {
  const grid = arrangedGrid([4, 0, 1, 3], true, shape)

  test('each that has any begins a row of its own, below its heading', () => {
    expect(grid.rows.map((row) => (row.kind === 'heading' ? `§${row.section}` : `${row.first}–${row.last}`))).toEqual([
      '§0',
      '0–3',
      '3–4',
      '§2',
      '4–5',
      '§3',
      '5–8',
    ])
    expect(grid.rows.map(({ top }) => top)).toEqual([0, 40, 140, 240, 280, 380, 420])
    expect(grid.height).toBe(520)
  })

  test('a cell is found by its number, rows by what is in sight', () => {
    expect([0, 2, 3, 4, 5, 7].map((cell) => rowOf(grid, cell))).toEqual([1, 1, 2, 4, 6, 6])
    expect([rowOf(grid, 8), rowOf(grid, -1), cellPlace(grid, 99)]).toEqual([-1, -1, null])
    expect(cellPlace(grid, 6)).toEqual({ x: 100, y: 420 })
    expect(rowsBetween(grid, 0, 41)).toEqual({ from: 0, to: 2 })
    expect(rowsBetween(grid, 140, 380)).toEqual({ from: 2, to: 5 })
    expect(rowsBetween(grid, 900, 1000)).toEqual({ from: 7, to: 7 })
  })

  test.each([
    [0, 'ArrowRight', 1],
    [2, 'ArrowRight', 3],
    [7, 'ArrowRight', 7],
    [0, 'ArrowLeft', 0],
    [2, 'ArrowDown', 3],
    [1, 'ArrowUp', 1],
    [4, 'ArrowDown', 5],
    [7, 'ArrowUp', 4],
    [0, 'PageDown', 4],
    [7, 'PageUp', 3],
    [6, 'Home', 5],
    [5, 'End', 7],
    [3, 'Last', 7],
    [7, 'First', 0],
    [3, 'x', null],
  ] as const)('from %i %s goes to %s', (cell, key, to) => {
    expect(cellTowards(grid, cell, key, 2)).toBe(to)
  })
})

test('nothing is an empty grid', () => {
  const grid = arrangedGrid([], true, shape)
  expect([grid.rows, grid.height, rowsBetween(grid, 0, 100)]).toEqual([[], 0, { from: 0, to: 0 }])
})
