/** All pairs of quirks that overlap, as the bytes of a CSV file. */
import { csvParts } from '../../../src/model/csv.ts'
import type { AnalysisValue } from '../../../src/model/queries.ts'
import type { AnalysisQuery } from './analyses.ts'

export const overlapFile: AnalysisQuery<'overlapFile'> = function* (kernels, db, { quirkIds, least, head, untitled }) {
  const matrix = yield* kernels.overlapMatrix()
  const asked = quirkIds && new Set(quirkIds)
  const titles = new Map<number, string>()
  for (const { id, title } of db.all<{ id: number; title: string }>('SELECT id, title FROM quirks'))
    if (!asked || asked.has(id)) titles.set(id, title.trim() || untitled)
  const encoder = new TextEncoder()
  const parts: Uint8Array[] = []
  for (const part of csvParts(lines(matrix.pairs, matrix.quirkIds, titles, least, head))) {
    parts.push(encoder.encode(part))
    yield
  }
  return { bytes: joined(parts) } satisfies AnalysisValue<'overlapFile'>
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

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
