/** Filters that every generated project can be asked, and what five of them come to, for the reference. */
import type { Filter } from '../../src/model/rules/analysis/filters.ts'
import type { Db } from '../../wasm/database/db.ts'
import type { Columns } from '../../wasm/kernels/columns/columns.ts'

export interface Conditions {
  /** Five joined by And. */
  filters: Filter[]
  /** Seven joined by And and Or. */
  either: Filter[]
  /** Coded A, in a source that also has B and not C, and not on the words of D: of the quirks with the most highlights. */
  together: Filter[]
  /** What the filters come to, for the reference. */
  sources: ReadonlySet<number>
  quirks: ReadonlySet<number>
  author: string
  from: number
  to: number
}

export function conditions(columns: Columns, db: Db): Conditions {
  const named = (sql: string) => db.one<{ value: string }>(sql)?.value ?? ''
  // A project of one's own may have no properties: then no source has this name.
  const key = named('SELECT "key" AS value FROM source_metadata_keys ORDER BY id LIMIT 1') || 'sourceName'
  const value =
    named(
      'SELECT value FROM source_metadata_values WHERE keyId = (SELECT MIN(id) FROM source_metadata_keys) ORDER BY id LIMIT 1',
    ) || '\0'
  const author = named('SELECT author AS value FROM highlights ORDER BY id LIMIT 1')
  const group = named('SELECT description AS value FROM groups ORDER BY id LIMIT 1')
  const times = columns.kernel.doubles(columns.at.times, columns.end)
  const first = times.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
  const last = times.reduce((a, b) => Math.max(a, b), 0)
  const [from, to] = [0.2, 0.8].map((part) => Math.floor(first + (last - first) * part)) as [number, number]
  const ids = (sql: string, ...params: string[]) =>
    new Set(db.all<{ id: number }>(sql, params).map(({ id }) => id)) as ReadonlySet<number>
  const busiest = db.all<{ id: number }>(
    'SELECT quirkId AS id FROM highlights GROUP BY quirkId ORDER BY COUNT(*) DESC, quirkId LIMIT 4',
  )
  const quirk = (n: number) => busiest[n % busiest.length]?.id ?? 0
  const filter = (
    field: string,
    operator: Filter['operator'],
    sought: string | number,
    clause: Filter['clause'] = 'And',
  ) => ({
    field,
    operator,
    value: sought,
    clause,
  })
  return {
    filters: [
      filter(key, '!=', value),
      filter('quirkAuthor', '!=', author),
      filter('highlightAuthor', '!=', author),
      filter('highlightDate', '>=', from),
      filter('highlightDate', '<', to),
    ],
    either: [
      filter(key, '=', value),
      filter('group', '=', group, 'Or'),
      filter('highlightAuthor', '!=', author),
      filter('quirkAuthor', '=', author, 'Or'),
      filter('highlightDate', '>=', from),
      filter(key, '!=', value, 'Or'),
      filter('highlightDate', '<', to),
    ],
    together: [
      filter('quirk', '=', quirk(0)),
      filter('sourceQuirk', '=', quirk(1)),
      filter('sourceQuirk', '!=', quirk(2)),
      filter('overlaps', '!=', quirk(3)),
    ],
    sources: ids(
      `SELECT id FROM sources WHERE id NOT IN (SELECT sourceId FROM source_metadatas WHERE valueId IN (SELECT id FROM source_metadata_values
        WHERE value = ? AND keyId = (SELECT MIN(id) FROM source_metadata_keys)))`,
      value,
    ),
    quirks: ids('SELECT id FROM quirks WHERE author <> ?', author),
    author,
    from,
    to,
  }
}
