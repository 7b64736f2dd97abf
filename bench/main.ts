// Runs the benches:  npm run bench -- [--size tiny|interview|large|huge | --project file.qrk] [--json out.json] [--only part-of-a-file-name] [--without part,part] [--save]
// A file whose measurement fails is told, and does not stop the others; then, as with a wrong option, the program does not end with 0.
import { existsSync, globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Size, sizes } from '../fixtures/generate.ts'
import { openBench } from './openBench.ts'
import { whileProgressing } from './progress.ts'
import { lastRatios, save } from './results.ts'
import type { Row, Rows } from './row.ts'

const usage = `usage: npm run bench -- [--size ${Object.keys(sizes).join('|')} | --project file.qrk] [--json out.json] [--only part-of-a-file-name] [--without part,part] [--save]`

/** A file may make no progress for so long, in ms: what hangs must not take the others' time. */
const patience = 300_000

try {
  // At once: a browser that hangs, or a measurement that was given up, would keep the program alive.
  process.exit(await main())
} catch (error) {
  if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))) throw error
  console.error(`${error.message}\n${usage}`)
  process.exitCode = 2
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      size: { type: 'string', default: 'interview' },
      project: { type: 'string' },
      json: { type: 'string' },
      only: { type: 'string', default: '' },
      without: { type: 'string' },
      save: { type: 'boolean', default: false },
    },
  })
  const known = values.project === undefined ? Object.hasOwn(sizes, values.size) : existsSync(values.project)
  if (!known) {
    console.error(values.project === undefined ? usage : `${values.project}: no such file`)
    return 2
  }
  const size = values.project === undefined ? (values.size as Size) : 'project'
  const files = globSync('**/*.bench.ts', { cwd: import.meta.dirname })
    .map((file) => file.replaceAll('\\', '/'))
    .sort(lightFirst)
    .filter((file) => file.includes(values.only))
    .filter((file) => !values.without?.split(',').some((part) => file.includes(part)))
  const { bench, end } = openBench(size, values.project)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void end().finally(() => process.exit(1)))
  const failed: string[] = []
  const rows: Row[] = []
  try {
    for (const file of files) {
      const began = performance.now()
      process.stderr.write(`${file} … `)
      try {
        const { rows: run } = (await import(join(import.meta.dirname, file))) as { rows: Rows }
        rows.push(...(await whileProgressing(run(bench), patience)).map(rounded))
      } catch (error) {
        failed.push(file)
        console.error(error)
      }
      console.error(`${Math.round((performance.now() - began) / 1000)} s`)
    }
  } finally {
    await end()
  }
  console.log(table(rows, lastRatios(size)))
  for (const file of failed) console.log(`✗ ${file}`)
  if (values.json !== undefined) {
    const bare = rows.map(({ note: _, ...row }) => row)
    writeFileSync(values.json, `${JSON.stringify({ rows: bare }, null, 2)}\n`)
  }
  if (values.save && size !== 'project') save(size, rows)
  return failed.length > 0 ? 1 : 0
}

/** What starts a browser comes last. */
function lightFirst(a: string, b: string): number {
  const heavy = (file: string) => Number(file.startsWith('chromium/'))
  return heavy(a) - heavy(b) || (a < b ? -1 : 1)
}

/** Four digits that count. */
function rounded(row: Row): Row {
  const short = (number: number) => Number(number.toPrecision(4))
  return { ...row, value: short(row.value), reference: short(row.reference), ratio: short(row.ratio) }
}

function table(rows: readonly Row[], last: ReadonlyMap<string, number>): string {
  const cells = rows.map((row) => [
    row.name,
    `${row.value} ${row.unit}`,
    `${row.reference} ${row.unit}`,
    row.ratio.toFixed(2),
    String(row.target),
    row.ratio > row.target ? 'over' : '',
    last.get(row.name)?.toFixed(2) ?? '',
  ])
  const all = [['', 'value', 'reference', 'ratio', 'target', '', 'last'], ...cells]
  const widths = all[0]?.map((_, column) => Math.max(...all.map((line) => line[column]?.length ?? 0))) ?? []
  const lines = all.map((line) =>
    line
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
  const notes = rows.flatMap(({ name, note }) => (note === undefined ? [] : [`${name}: ${note}`]))
  const over = rows.filter((row) => !(row.ratio <= row.target)).length
  return [...lines, '', ...notes, `${rows.length - over} of ${rows.length} within their target`].join('\n')
}
