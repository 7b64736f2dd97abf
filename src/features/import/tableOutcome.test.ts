import { expect, test } from 'vitest'
import type { ImportedSheet, TableColumn } from '../../data/files/importer.ts'
import { rolesOf, withRole } from '../../model/rules/columnRoles.ts'
import { outcomeOf } from './tableOutcome.ts'

const column = (header: string, role: TableColumn['role'], more: Partial<TableColumn> = {}): TableColumn => ({
  ...{ header, role, multiple: false, long: false, filled: 1, samples: [] },
  ...more,
})
const columns = [
  column('Name', 'title'),
  column('Why?', 'question'),
  column('Notes', 'property', { long: true }),
  column('notes', 'property'),
  column('', 'none'),
  column('', 'none', { filled: 0 }),
]
const sheet: ImportedSheet = {
  ...{ name: '', hidden: false, rows: 12, notes: [], columns },
  ...{ head: { rows: [1], data: 1 }, firstRows: [] },
}

test('what will come of it, and what to tell before', () => {
  expect(outcomeOf(sheet, rolesOf(columns))).toEqual({
    sources: 12,
    questions: 1,
    properties: 1,
    unnamed: 1,
    texts: [2],
  })
  // Without a column no row becomes anything.
  expect(
    outcomeOf(
      sheet,
      columns.map(() => 'none'),
    ).sources,
  ).toBe(0)
  const unnamed = withRole(columns, withRole(columns, rolesOf(columns), 4, 'property'), 2, 'question')
  expect(outcomeOf(sheet, unnamed)).toEqual({ sources: 12, questions: 2, properties: 2, unnamed: 0, texts: [] })
})
