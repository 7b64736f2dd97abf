import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compare, median, percentile95 } from './row.ts'

// That the benches run and write their rows is tried by `main.long.test.ts`.
test('a size or an option that there is not ends with the usage', () => {
  for (const args of [['--size', 'giant'], ['--fast']] as const) {
    const run = spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], { encoding: 'utf8' })
    expect(run.status).toBe(2)
    expect(run.stderr).toContain('usage: npm run bench')
  }
})

test('a ratio is the median over the median of the same run; the first round does not count', () => {
  const values = [1000, 4, 6, 5, 900, 5]
  const references = [1000, 2, 2, 3, 1, 2]
  const row = compare(
    'x',
    3,
    () => values.shift() ?? 0,
    () => references.shift() ?? 0,
  )
  expect(row).toEqual({ name: 'x', value: 5, unit: 'ms', reference: 2, ratio: 2.5, target: 3 })
  expect(median([1, 2, 3, 10])).toBe(2.5)
  expect(percentile95(Array.from({ length: 100 }, (_, n) => n + 1))).toBe(95)
})
