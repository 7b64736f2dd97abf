import { expect, test } from 'vitest'
import { drawnKernels } from '../../../fixtures/testing/drawnKernels.ts'
import en from '../../i18n/en.json' with { type: 'json' }
import { examples, schemaTables, tablesNamed } from './schemaTables.ts'

const { db } = await drawnKernels(`
  quirk Trust
  quirk Doubt
  source Anna | I [trusted]Trust him.
  source Ben | Nothing.
`)

test('the tables and columns that are told are those there are, each with its meaning', () => {
  const there = db
    .all<{ name: string }>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\' AND name NOT LIKE 'sqlite%'",
    )
    .map(({ name }) => name)
  expect(schemaTables.map(({ name }) => name).sort()).toEqual(there.sort())
  for (const { name, meaning, columns } of schemaTables) {
    const found = db.all<{ name: string; type: string }>('SELECT name, type FROM pragma_table_info(?)', [name])
    expect(columns.map((column) => ({ name: column.name, type: column.type }))).toEqual(found)
    for (const key of [meaning, ...columns.map((column) => column.meaning)])
      expect([key, en[key]]).toEqual([key, expect.any(String)])
  }
})

test.each(examples)('the example $title can be run', ({ sql }) => {
  const rows: unknown[][] = []
  const asking = { stop: () => false, columns: () => {}, row: (cells: unknown[]) => rows.push(cells) > 0 }
  expect(db.ask(sql, asking)).toEqual({ end: 'all' })
  expect(rows.length).toBeGreaterThan(0)
})

test('the tables that a statement names, however they are written, and none of its texts and comments', () => {
  const named = (sql: string) => tablesNamed(sql).map(({ name }) => name)
  expect(named('SELECT h.quirk_id FROM highlights h JOIN "Quirks" q ON 1')).toEqual(
    schemaTables.map(({ name }) => name).filter((name) => name === 'highlights' || name === 'quirks'),
  )
  expect(named("SELECT 'memos' -- sources\n FROM/* groups */answer_texts")).toEqual(['answer_texts'])
  expect(named('SELECT quirksx, 1')).toEqual([])
})
