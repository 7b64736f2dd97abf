/** The results that are kept in the repository, one file a size: what a new run is compared with, by ratio. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import type { Row } from './row.ts'

interface Results {
  date: string
  machine: string
  rows: Row[]
}

const fileOf = (size: string) => join(import.meta.dirname, 'results', `${size}.json`)

/** The last committed ratio of each row, by its name. */
export function lastRatios(size: string): ReadonlyMap<string, number> {
  if (!existsSync(fileOf(size))) return new Map()
  const { rows } = JSON.parse(readFileSync(fileOf(size), 'utf8')) as Results
  return new Map(rows.map(({ name, ratio }) => [name, ratio]))
}

/** Rows of before that were not measured again, because only some files were run, stay. */
export function save(size: string, rows: readonly Row[]): void {
  const before = existsSync(fileOf(size)) ? (JSON.parse(readFileSync(fileOf(size), 'utf8')) as Results).rows : []
  const measured = new Map(rows.map((row) => [row.name, row]))
  const kept = before.map((row) => measured.get(row.name) ?? row)
  const known = new Set(before.map(({ name }) => name))
  const results: Results = {
    date: new Date().toISOString().slice(0, 10),
    machine: machine(),
    rows: [...kept, ...rows.filter(({ name }) => !known.has(name))],
  }
  mkdirSync(dirname(fileOf(size)), { recursive: true })
  writeFileSync(fileOf(size), `${JSON.stringify(results, null, 2)}\n`)
}

const machine = (): string => {
  const [first] = cpus()
  return `${cpus().length} × ${first?.model.trim() ?? process.arch}, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform}, Node ${process.versions.node}`
}
