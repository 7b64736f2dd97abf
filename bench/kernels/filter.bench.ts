/**
 * filter: five conditions in one pass with the counts of each quirk and answer, time within the kernel / one loop in C that knows the five.
 * filter-limit: a whole filter of seven with And and Or, its look-ups by SQL and its counts / limit 20 ms.
 * filter-together-limit: a whole filter of four by quirks: the highlight's own, what its source has and has not, what overlaps it / limit 50 ms.
 */
import { filterAnswers } from '../../wasm/kernels/filters/filterAnswers.ts'
import { finish } from '../../wasm/kernels/slices.ts'
import type { SaidBy } from '../../wasm/kernels/texts/speakers.ts'
import { limitRow, median, type Rows, timed } from '../row.ts'
import { checksum } from './checksum.ts'
import { theColumns } from './theColumns.ts'

/** Nobody asks for who speaks. */
// biome-ignore lint/correctness/useYield: there is nothing to wait for
const nobody: SaidBy = function* () {
  return new Map()
}

export const rows: Rows = async (bench) => {
  const { columns, db, conditions, meter, quirkIds, against } = await theColumns(bench)
  const wholes: number[] = []
  const together: number[] = []
  const five = () => {
    meter.spent = 0
    const found = new Map(
      finish(filterAnswers(columns, db, conditions.filters, nobody)).quirks.map((row) => [row.id, row.highlights]),
    )
    const ms = meter.spent
    wholes.push(timed(() => finish(filterAnswers(columns, db, conditions.either, nobody))))
    together.push(timed(() => finish(filterAnswers(columns, db, conditions.together, nobody))))
    return { ms, check: checksum(Uint32Array.from(quirkIds, (id) => found.get(id) ?? 0)) }
  }
  const row = await against('filter', 2.5, five, 'filter')
  return [
    row,
    limitRow('filter-limit', median(wholes.slice(1)), 20),
    limitRow('filter-together-limit', median(together.slice(1)), 50),
  ]
}
