// Runs the benches:  npm run bench -- [--size tiny|interview|large|huge] [--json out.json] [--only part-of-a-file-name]
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Size, sizes } from '../fixtures/generate.ts'
import { preparedProject } from './openProject.ts'
import type { Bench, Row, Rows } from './row.ts'

const usage = `usage: npm run bench -- [--size ${Object.keys(sizes).join('|')}] [--json out.json] [--only part-of-a-file-name]`

try {
  process.exitCode = await main()
} catch (error) {
  if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))) throw error
  console.error(`${error.message}\n${usage}`)
  process.exitCode = 2
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      size: { type: 'string', default: 'interview' },
      json: { type: 'string' },
      only: { type: 'string', default: '' },
    },
  })
  if (!Object.hasOwn(sizes, values.size)) {
    console.error(usage)
    return 2
  }
  const files = globSync('**/*.bench.ts', { cwd: import.meta.dirname })
    .sort()
    .filter((file) => file.includes(values.only))
  const folder = mkdtempSync(join(tmpdir(), 'thicket-bench-'))
  try {
    const bench = openBench(values.size as Size, folder)
    const rows: Row[] = []
    for (const file of files) {
      console.error(`${file} …`)
      const { rows: run } = (await import(join(import.meta.dirname, file))) as { rows: Rows }
      rows.push(...(await run(bench)).map(rounded))
    }
    console.log(table(rows))
    if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ rows }, null, 2)}\n`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return 0
}

function openBench(size: Size, folder: string): Bench {
  let project: string | undefined
  let paths = 0
  const newPath = () => join(folder, `${++paths}.qrk`)
  return {
    size,
    newPath,
    projectFile: () => {
      project ??= preparedProject(size, newPath())
      return project
    },
  }
}

/** Four digits that count. */
function rounded(row: Row): Row {
  const short = (number: number) => Number(number.toPrecision(4))
  return { ...row, value: short(row.value), reference: short(row.reference), ratio: short(row.ratio) }
}

function table(rows: readonly Row[]): string {
  const cells = rows.map((row) => [
    row.name,
    `${row.value} ${row.unit}`,
    `${row.reference} ${row.unit}`,
    row.ratio.toFixed(2),
    String(row.target),
    row.ratio > row.target ? 'over' : '',
  ])
  const all = [['', 'value', 'reference', 'ratio', 'target', ''], ...cells]
  const widths = all[0]?.map((_, column) => Math.max(...all.map((line) => line[column]?.length ?? 0))) ?? []
  const lines = all.map((line) =>
    line
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
  const over = rows.filter((row) => row.ratio > row.target).length
  return [...lines, '', `${rows.length - over} of ${rows.length} within their target`].join('\n')
}
