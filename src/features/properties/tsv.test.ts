import { describe, expect, it } from 'vitest'
import { random } from '../../model/text/randomRich.ts'
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

  it('is read as it was written (200 seeds)', () => {
    for (let seed = 0; seed < 200; seed += 1) {
      const { below } = random(seed)
      const signs = ['a', '"', '\t', '\n', ' ', ',', 'é', '']
      const cell = () => Array.from({ length: below(5) }, () => signs[below(signs.length)]).join('')
      const rows = Array.from({ length: 1 + below(4) }, () => ['x', ...Array.from({ length: below(4) }, cell)])
      expect(parseTable(tableText(rows)), `seed ${seed}`).toEqual(rows)
    }
  })

  // Read anew from each cell on, either would not come to an end within the time of a test.
  it('takes a hostile text in time that grows with it', () => {
    const cells = 1_000_000
    expect(parseTable('"a\t'.repeat(cells))).toMatchObject([{ length: cells + 1 }])
    expect(parseTable('"'.repeat(2 * cells + 1))).toMatchObject([{ length: 1 }])
  })
})
