import { expect, test } from 'vitest'
import { csvLine, csvParts } from './csv.ts'

const text = (lines: readonly (readonly (string | number)[])[]) => [...csvParts(lines)].join('')

test('what would end a cell stands in quotation marks', () => {
  expect(csvLine(['plain', 'a, b', 'a; b', 'say "yes"', 'two\nlines', 12, ''])).toBe(
    'plain,"a, b","a; b","say ""yes""","two\nlines",12,\r\n',
  )
})

test('what a spreadsheet would take for a formula does not begin with its sign; numbers stay numbers', () => {
  expect(csvLine(['=HYPERLINK("x")', '+1', '-1', '@SUM(A1)', '\t=1', -1])).toBe(
    `"'=HYPERLINK(""x"")",'+1,'-1,'@SUM(A1),"'\t=1",-1\r\n`,
  )
})

test('begins with a byte order mark, once, however many parts it has', () => {
  const lines = Array.from({ length: 10_001 }, (_, n) => [n, `name ${n}`])
  expect([...csvParts(lines)].length).toBe(3)
  expect(text(lines).startsWith('\ufeff0,name 0\r\n')).toBe(true)
  expect(text(lines).lastIndexOf('\ufeff')).toBe(0)
  expect(text(lines).trimEnd().split('\r\n').at(-1)).toBe('10000,name 10000')
  expect(text([])).toBe('\ufeff')
})
