/** What the fields of filters can be compared with: the values there are. */
import type { AnalysisArgs, AnalysisValue } from '../../../src/model/queries.ts'
import { isFilterField } from '../../../src/model/rules/analysis/filters.ts'
import { none } from '../../../src/model/schema.ts'
import type { Db } from '../../../wasm/database/db.ts'
import { propertyNamed } from '../../../wasm/kernels/filters/lookUp.ts'
import type { Kernels } from '../../../wasm/kernels/kernels.ts'
import type { Slices } from '../../../wasm/kernels/slices.ts'

const columns: Readonly<Record<string, string>> = {
  quirkAuthor: 'SELECT DISTINCT author AS value FROM quirks',
  group: 'SELECT DISTINCT description AS value FROM groups',
  sourceName: 'SELECT DISTINCT title AS value FROM sources',
  question: 'SELECT DISTINCT question AS value FROM questions',
}

/** Of dates none. */
export function* filterValues(
  kernels: Kernels,
  db: Db,
  { field }: AnalysisArgs<'filterValues'>,
): Slices<AnalysisValue<'filterValues'>> {
  if (field === 'highlightAuthor') return { values: (yield* kernels.authors()).sort() }
  const sql = columns[field]
  if (sql === undefined && isFilterField(field)) return { values: [] }
  const values = sql ? db.all<{ value: string }>(sql) : ofProperty(db, field)
  return { values: values.map(({ value }) => value).sort() }
}

const ofProperty = (db: Db, name: string) =>
  db.all<{ value: string }>('SELECT DISTINCT value FROM source_metadata_values WHERE keyId = ?', [
    propertyNamed(db, name) ?? none,
  ])
