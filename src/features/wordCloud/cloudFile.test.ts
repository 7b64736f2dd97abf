import { expect, test } from 'vitest'
import { wordsCsv } from './cloudFile.ts'

test('a table of words as a file: shares of all occurrences, and no formulas', async () => {
  const rows = [
    { word: 'trust', count: 3 },
    { word: '-dash', count: 1 },
  ]
  const file = wordsCsv(rows, 8, ['Word', 'Count', 'Share'])
  expect(file.type).toBe('text/csv;charset=utf-8')
  expect(await file.text()).toBe("Word,Count,Share\r\ntrust,3,0.375\r\n'-dash,1,0.125\r\n")
})
