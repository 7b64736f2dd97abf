import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { compare, median } from './row.ts'

const folder = mkdtempSync(join(tmpdir(), 'thicket-bench-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

const main = (...args: string[]) =>
  spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], { encoding: 'utf8' })

test('every bench of a project runs on the tiny one and writes its rows', () => {
  const json = join(folder, 'rows.json')
  for (const only of ['opening', 'command', 'catchUp', 'snapshot']) {
    const run = main('--size', 'tiny', '--only', only, '--json', json)
    expect(run.status, run.stderr).toBe(0)
    const { rows } = JSON.parse(readFileSync(json, 'utf8')) as { rows: Record<string, unknown>[] }
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) {
      expect(Object.keys(row).sort()).toEqual(['name', 'ratio', 'reference', 'target', 'unit', 'value'])
      expect(Number(row.ratio) / (Number(row.value) / Number(row.reference))).toBeCloseTo(1, 2)
      expect(run.stdout).toContain(String(row.name))
    }
  }
})

test('a size or an option that there is not ends with the usage', () => {
  for (const args of [['--size', 'giant'], ['--fast']]) {
    const run = main(...args)
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
})
