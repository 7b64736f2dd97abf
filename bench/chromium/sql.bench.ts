/**
 * sql-suite, sql-worst: SQLite as WebAssembly over OPFS in a worker of Chromium / node:sqlite on the same file, with the same pages, cache and
 * pragmas, rows read into JavaScript by our drivers on both sides. Each query in turn, its own median over that of the other. The rows show
 * the query whose ratio is the median of the twenty (of two in the middle the larger), and the largest.
 */
import type { Page } from 'playwright-core'
import type { Db } from '../../wasm/database/db.ts'
import { copyDb, duplicate, snapshotFile } from '../openProject.ts'
import { progressed } from '../progress.ts'
import { goalRounds, median, type Rows, rowOf } from '../row.ts'
import { type Query, suite } from './queries.ts'
import { theStage } from './stage.ts'

interface Measured extends Query {
  ours: number
  native: number
}

/** So long should one measurement take, in ms: short queries are repeated. */
const enough = 15

export const rows: Rows = async (bench) => {
  const stage = await theStage(bench)
  const db = copyDb(duplicate(bench, await snapshotFile(bench)))
  const tab = await stage.newTab()
  await tab.evaluate((start) => window.tab.startSql(start), await stage.untouched())
  const measured: Measured[] = []
  for (const query of suite(db)) measured.push(await measure(query, tab, db))
  await tab.evaluate(() => window.tab.stopSql())
  await tab.close()
  db.close()
  measured.sort((a, b) => a.ours / a.native - b.ours / b.native)
  const row = (name: string, target: number, { ours, native, name: which }: Measured) => ({
    ...rowOf(name, target, ours, native),
    note: which,
  })
  return [
    row('sql-suite', 1.5, measured[measured.length >> 1] as Measured),
    row('sql-worst', 2.5, measured.at(-1) as Measured),
  ]
}

async function measure(query: Query, tab: Page, db: Db): Promise<Measured> {
  const { sql } = query
  const run = (repeat: number) => {
    const began = performance.now()
    let rows = 0
    for (let i = 0; i < repeat; i += 1) rows = db.all(sql).length
    return { ms: (performance.now() - began) / repeat, rows }
  }
  const there = (repeat: number) => tab.evaluate((asked) => window.tab.runSql(asked), { sql, repeat })
  const [first, other] = [run(1), await there(1)]
  progressed()
  if (first.rows !== other.rows) throw new Error(`${query.name}: ${first.rows} rows natively, ${other.rows} over OPFS`)
  const repeat = Math.min(500, Math.max(1, Math.round(enough / Math.max(run(1).ms, 0.01))))
  const [ours, native]: [number[], number[]] = [[], []]
  for (let round = 0; round <= goalRounds; round += 1) {
    const spent = { native: run(repeat).ms, ours: (await there(repeat)).ms }
    if (round === 0) continue
    ours.push(spent.ours)
    native.push(spent.native)
  }
  const done = { ...query, ours: median(ours), native: median(native) }
  if (process.env.BENCH_EACH)
    console.error(
      `${(done.ours / done.native).toFixed(2)} ${done.ours.toFixed(3)} ${done.native.toFixed(3)} ms, ${first.rows} rows: ${query.name}`,
    )
  return done
}
