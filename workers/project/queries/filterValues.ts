/** What the fields of filters can be compared with: the values there are. */
import type { AnalysisArgs, AnalysisValue } from '../../../src/model/queries.ts'
import { none } from '../../../src/model/schema.ts'
import type { Db } from '../../../wasm/database/db.ts'
import { propertyNamed } from '../../../wasm/kernels/filters/lookUp.ts'
import type { Kernels } from '../../../wasm/kernels/kernels.ts'
import type { Slices } from '../../../wasm/kernels/slices.ts'
import { valuesOf } from './filterFields.ts'

/** Of dates and quirks none. */
export function* filterValues(
  kernels: Kernels,
  db: Db,
  { field }: AnalysisArgs<'filterValues'>,
): Slices<AnalysisValue<'filterValues'>> {
  const values = valuesOf(field)
  if (values === null) return { values: [] }
  if (values === 'authors') return { values: (yield* kernels.authors()).sort() }
  if (values === 'speakers') return { values: (yield* kernels.speakers()).sort() }
  const rows = values ? db.all<{ value: string }>(values.sql) : ofProperty(db, field)
  return { values: rows.map(({ value }) => value).sort() }
}

const ofProperty = (db: Db, name: string) =>
  db.all<{ value: string }>('SELECT DISTINCT value FROM source_metadata_values WHERE keyId = ?', [
    propertyNamed(db, name) ?? none,
  ])
