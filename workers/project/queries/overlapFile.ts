/** All pairs of quirks that overlap, as the bytes of a CSV file. */
import type { AnalysisQuery } from './analyses.ts'
import { csvFile } from './csvBytes.ts'

export const overlapFile: AnalysisQuery<'overlapFile'> = function* (kernels, db, { quirkIds, least, head, untitled }) {
  const matrix = yield* kernels.overlapMatrix()
  const asked = quirkIds && new Set(quirkIds)
  const titles = new Map<number, string>()
  for (const { id, title } of db.all<{ id: number; title: string }>('SELECT id, title FROM quirks'))
    if (!asked || asked.has(id)) titles.set(id, title.trim() || untitled)
  return yield* csvFile(lines(matrix.pairs, matrix.quirkIds, titles, least, head))
}

function* lines(
  pairs: Uint32Array,
  quirkIds: readonly number[],
  titles: ReadonlyMap<number, string>,
  least: number,
  head: readonly [string, string, string],
): Generator<readonly (string | number)[]> {
  yield head
  for (let at = 0; at < pairs.length; at += 3) {
    const one = titles.get(quirkIds[pairs[at] as number] as number)
    const other = titles.get(quirkIds[pairs[at + 1] as number] as number)
    const count = pairs[at + 2] as number
    if (one !== undefined && other !== undefined && count >= least) yield [one, other, count]
  }
}
