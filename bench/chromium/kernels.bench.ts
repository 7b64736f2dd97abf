/**
 * The kernels again, in a worker of Chromium over OPFS: load-columns-chromium, matrix-chromium, one-against-all-chromium, against the same
 * references in C as in Node, with the same targets.
 */
import { theColumns } from '../kernels/theColumns.ts'
import { compile } from '../native/compile.ts'
import { compareInTurn, median, type Rows } from '../row.ts'
import type { KernelAsked } from './sql.ts'
import { theStage } from './stage.ts'

export const rows: Rows = async (bench) => {
  const stage = await theStage(bench)
  const { columns, quirkIds, top, against } = await theColumns(bench)
  const tab = await stage.newTab()
  await tab.evaluate((start) => window.tab.startSql(start), await stage.untouched())
  const ask = (what: KernelAsked['what']) =>
    tab.evaluate((asked) => window.tab.runKernel(asked), { what, quirkIds, top })
  const checked = (what: 'matrix' | 'one') => async () => {
    const { ms, rows: check } = await ask(what)
    return { ms, check }
  }
  const native = compile<{ ms: number[] }>(bench, 'rows.c', ['sqlite3'])
  const load = async () => {
    const { ms, rows: size } = await ask('load')
    if (size !== columns.size) throw new Error(`${size} of ${columns.size} rows were loaded`)
    return ms
  }
  const loaded = native
    ? [
        await compareInTurn('load-columns-chromium', 2, load, () =>
          median(native.run(bench.projectFile(), 'load', 1).ms),
        ),
      ]
    : []
  await ask('load')
  const rows = [
    ...loaded,
    await against('matrix-chromium', 1.6, checked('matrix'), 'matrix'),
    await against('one-against-all-chromium', 1.4, checked('one'), 'one', top),
  ]
  await tab.evaluate(() => window.tab.stopSql())
  await tab.close()
  return rows
}
