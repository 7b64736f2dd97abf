import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseTable, tableText } from './tsv.ts'

describe('a table from the clipboard', () => {
  it.each([
    ['', []],
    ['a', [['a']]],
    ['a\n', [['a']]],
    [
      'a\tb\r\nc\td\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a\rb', [['a'], ['b']]],
    [
      'a\t\n\tb',
      [
        ['a', ''],
        ['', 'b'],
      ],
    ],
    ['a\t', [['a', '']]],
    ['\n\n', [[''], ['']]],
    ['a\nb\tc\td', [['a'], ['b', 'c', 'd']]],
    ['"two\r\nlines"\tx', [['two\nlines', 'x']]],
    ['"tab\there"\n', [['tab\there']]],
    ['"she said ""no"""\tx', [['she said "no"', 'x']]],
    ['""', [['']]],
    // Not quoting: what begins so and goes on behind the end, or never ends.
    ['"Ana" Silva\tx', [['"Ana" Silva', 'x']]],
    ['"open\tx\ny', [['"open', 'x'], ['y']]],
    ['5" pipe\tx', [['5" pipe', 'x']]],
  ])('%j', (text, rows) => {
    expect(parseTable(text)).toEqual(rows)
  })

  it('is read as it was written', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', ' ', ',', 'é'), maxLength: 4 })
    const row = fc.array(cell, { maxLength: 3 }).map((cells) => ['x', ...cells])
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), (rows) => {
        expect(parseTable(tableText(rows))).toEqual(rows)
      }),
    )
  })

  // Read anew from each cell on, either would not come to an end within the time of a test.
  it('takes a hostile text in time that grows with it', () => {
    const cells = 1_000_000
    expect(parseTable('"a\t'.repeat(cells))).toMatchObject([{ length: cells + 1 }])
    expect(parseTable('"'.repeat(2 * cells + 1))).toMatchObject([{ length: 1 }])
  })
})
