/** Quirks by the values of a property, or by who speaks: what stands in each cell, and the table as a file. */
import type { AnalysisArgs, AnalysisValue, CsvFile } from '../../../src/model/queries.ts'
import {
  type CrosstabRow,
  columnsOf,
  crosstabLines,
  sortedRows,
} from '../../../src/model/rules/analysis/crosstabTable.ts'
import { cellsOf } from '../../../src/model/rules/analysis/shares.ts'
import { none, type Row } from '../../../src/model/schema.ts'
import type { Db } from '../../../wasm/database/db.ts'
import type { Kernels } from '../../../wasm/kernels/kernels.ts'
import type { Slices } from '../../../wasm/kernels/slices.ts'
import { csvFile, titlesIn } from './csvBytes.ts'

export function* crosstab(
  kernels: Kernels,
  _db: Db,
  { keyId, quirkIds, counting, measure }: AnalysisArgs<'crosstab'>,
): Slices<AnalysisValue<'crosstab'>> {
  const counts =
    keyId === null
      ? yield* kernels.speakerCounts({ quirkIds })
      : { ...(yield* kernels.propertyCounts({ keyId, quirkIds })), names: null }
  yield
  const cells = yield* cellsOf(counts, counting, measure)
  const { valueIds, names, left } = counts
  return { keyId, names, counting, measure, quirkIds: counts.quirkIds, valueIds, left, cells }
}

export function* crosstabFile(
  kernels: Kernels,
  db: Db,
  { order, words, language, ...asked }: AnalysisArgs<'crosstabFile'>,
): Slices<CsvFile> {
  const table = yield* crosstab(kernels, db, asked)
  const compare = titlesIn(language)
  const keyId = asked.keyId ?? none
  const property = db.one<Row<'source_metadata_keys'>>('SELECT * FROM source_metadata_keys WHERE id = ?', [keyId])
  const values = db.all<Row<'source_metadata_values'>>('SELECT * FROM source_metadata_values WHERE keyId = ?', [keyId])
  const named = new Map(values.map((value) => [value.id, value]))
  const columns = columnsOf(table, named, words, property?.sortValuesAlphabetically ? compare : null)
  const quirks = new Map(db.all<Row<'quirks'>>('SELECT * FROM quirks').map((quirk) => [quirk.id, quirk]))
  const rows = table.quirkIds.map((id, place): CrosstabRow => {
    const { title = '', color = '' } = quirks.get(id) ?? {}
    return { id, title: title.trim() || words.untitled, color, place }
  })
  return yield* csvFile(crosstabLines(table, sortedRows(rows, columns, table, order, compare), columns, words))
}
