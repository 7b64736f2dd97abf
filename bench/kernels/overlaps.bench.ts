/**
 * matrix: all pairs counted and handed on as triples / the same in C. one-against-all: the most used quirk with each / C. In Node, the whole way
 * of the product. matrix-upkeep: a highlight comes or goes, with its columns, while the matrix is kept / limit 20 µs.
 */
import type { Columns } from '../../wasm/kernels/columns/columns.ts'
import { openOverlapCounts } from '../../wasm/kernels/overlaps/overlapCounts.ts'
import { finish } from '../../wasm/kernels/slices.ts'
import { limitRow, median, type Rows, timed } from '../row.ts'
import { checksum } from './checksum.ts'
import { hearing } from './hearing.ts'
import { theColumns } from './theColumns.ts'

export const rows: Rows = async (bench) => {
  const { columns, quirkIds, top, against } = await theColumns(bench)
  const countAll = () => {
    let pairs = new Uint32Array()
    const heard = hearing(columns)
    const ms = timed(() => {
      pairs = finish(openOverlapCounts(heard.columns).matrix(quirkIds)).pairs as typeof pairs
    })
    heard.drop()
    return { ms, check: checksum(pairs) }
  }
  const counts = openOverlapCounts(columns)
  const countOne = () => {
    let found = new Map<number, number>()
    const ms = timed(() => {
      found = finish(counts.against(columns.quirks.at(top)))
    })
    return { ms, check: checksum(Uint32Array.from(quirkIds, (id) => found.get(id) ?? 0)) }
  }
  return [
    await against('matrix', 1.6, countAll, 'matrix'),
    await against('one-against-all', 1.4, countOne, 'one', top),
    limitRow('matrix-upkeep', matrixUpkeep(columns), 0.02),
  ]
}

/** The columns are left as they were. Milliseconds of one row, the median of a thousand comings and goings. */
function matrixUpkeep(columns: Columns): number {
  const heard = hearing(columns)
  finish(openOverlapCounts(heard.columns).matrix([]))
  const spent: number[] = []
  for (let n = 0; n < 1000; n += 1) {
    const group = (n * 7919) % columns.groupCount
    if (columns.count(group) === 0) continue
    const row = { ...columns.row(columns.offset(group) + (n % columns.count(group))), id: 2 ** 52 + n }
    spent.push(
      timed(() => columns.insert(group, row)),
      timed(() => columns.take(group, row.id)),
    )
  }
  heard.drop()
  return median(spent)
}
