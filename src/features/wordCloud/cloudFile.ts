/** The words of a cloud as a table in a file. */

import { csvParts } from '../../model/csv.ts'
import type { WordsOf } from '../../model/queries.ts'

/** What a cloud and its table count. */
export interface WordsCounted extends WordsOf {
  without: readonly string[]
  withoutNumbers?: boolean
  least: number
}

export interface WordRow {
  word: string
  count: number
}

/** `heads`: the names of its three columns; shares are of `occurrences`, 0 to 1. */
export function wordsCsv(rows: Iterable<WordRow>, occurrences: number, heads: readonly [string, string, string]): Blob {
  function* lines(): Generator<(string | number)[]> {
    yield [...heads]
    for (const { word, count } of rows) yield [word, count, Number((count / Math.max(1, occurrences)).toPrecision(6))]
  }
  return new Blob([...csvParts(lines())], { type: 'text/csv;charset=utf-8' })
}
