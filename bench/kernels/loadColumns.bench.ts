/**
 * load-columns: every highlight from the database (in memory, in Node) into the columns / sqlite3_column_int64 of the same rows in the same
 * order into arrays in C; without a compiler or sqlite3.h through node:sqlite, and the name says so.
 */
import { openNode } from '../../wasm/database/boot/node.ts'
import { compile } from '../native/compile.ts'
import { compareInTurn, median, type Rows, timed } from '../row.ts'
import { theColumns } from './theColumns.ts'

const sql =
  'SELECT id, sourceId, questionId, quirkId, start, length FROM highlights ORDER BY sourceId, questionId, start'

export const rows: Rows = async (bench) => {
  const { columns, load } = await theColumns(bench)
  const { size } = columns
  const native = compile<{ ms: number[] }>(bench, 'rows.c', ['sqlite3'])
  const file = bench.projectFile()
  const reference = () => {
    if (native) return median(native.run(file, 'load', 1).ms)
    const other = openNode(file, { readOnly: true })
    const spent = timed(() => other.each(sql, [], () => {}))
    other.close()
    return spent
  }
  const ours = () =>
    timed(() => {
      const loaded = load().size
      if (loaded !== size) throw new Error(`${loaded} of ${size} rows were loaded`)
    })
  return [await compareInTurn(native ? 'load-columns' : 'load-columns (node:sqlite)', native ? 2 : 1, ours, reference)]
}
