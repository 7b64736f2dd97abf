/** Benches of the tiny project, each in a process of its own as `npm run bench` has them: they say nothing of the program, and cost a second each. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { generateProject } from '../fixtures/testing/generateProject.ts'

const folder = mkdtempSync(join(tmpdir(), 'thicket-bench-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

const main = (...args: string[]) =>
  spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], { encoding: 'utf8' })

test.each(['opening', 'command', 'catchUp', 'snapshot', 'kernels', 'insert'])(
  'the bench %s runs on the tiny project and writes its rows',
  { timeout: 60_000 },
  (only) => {
    const json = join(folder, `${only}.json`)
    const run = main('--size', 'tiny', '--only', only, '--json', json)
    expect(run.status, run.stderr).toBe(0)
    const { rows } = JSON.parse(readFileSync(json, 'utf8')) as { rows: Record<string, unknown>[] }
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) {
      expect(Object.keys(row).sort()).toEqual(['name', 'ratio', 'reference', 'target', 'unit', 'value'])
      expect(Number(row.ratio) / (Number(row.value) / Number(row.reference))).toBeCloseTo(1, 2)
      expect(run.stdout).toContain(String(row.name))
    }
  },
)

test('what fails is named, and the program does not end with 0', () => {
  const notes = join(folder, 'notes.qrk')
  writeFileSync(notes, 'these are my notes')
  const run = main('--project', notes, '--only', 'insert', '--json', join(folder, 'none.json'))
  expect(run.status).toBe(1)
  expect(run.stdout).toContain('✗ insert.bench.ts')
  expect(JSON.parse(readFileSync(join(folder, 'none.json'), 'utf8'))).toEqual({ rows: [] })
})

test('a project of one’s own is measured on a copy of its file', () => {
  const path = join(folder, 'own.qrk')
  generateProject(path, 'tiny')
  const before = readFileSync(path)
  const run = main('--project', path, '--only', 'insert')
  expect(run.status, run.stderr).toBe(0)
  expect(run.stdout).toContain('20 rows')
  expect(readFileSync(path).equals(before)).toBe(true)
})
