import { expect, test } from 'vitest'
import type { ImportedSheet, TableColumn } from '../../data/files/importer.ts'
import { outcomeOf, rolesOf, withRole } from './tableRoles.ts'

const column = (header: string, role: TableColumn['role'], more: Partial<TableColumn> = {}): TableColumn => ({
  ...{ header, role, multiple: false, long: false, filled: 1, samples: [] },
  ...more,
})
const sheet: ImportedSheet = {
  ...{ name: '', hidden: false, rows: 12, notes: [] },
  columns: [
    column('Name', 'title'),
    column('Why?', 'question'),
    column('Notes', 'property', { long: true }),
    column('notes', 'property'),
    column('', 'none'),
    column('', 'none', { filled: 0 }),
  ],
}

test('one column is the title; the one that was becomes what it is elsewhere', () => {
  expect(withRole(sheet, rolesOf(sheet), 2, 'title')).toEqual([
    'property',
    'question',
    'title',
    'property',
    'none',
    'none',
  ])
  const asked = withRole(sheet, withRole(sheet, rolesOf(sheet), 1, 'title'), 0, 'title')
  expect(asked.slice(0, 2)).toEqual(['title', 'question'])
  expect(withRole(sheet, rolesOf(sheet), 0, 'none')[0]).toBe('none')
})

test('what will come of it, and what to tell before', () => {
  expect(outcomeOf(sheet, rolesOf(sheet))).toEqual({ sources: 12, questions: 1, properties: 1, unnamed: 1, texts: [2] })
  const unnamed = withRole(sheet, withRole(sheet, rolesOf(sheet), 4, 'property'), 2, 'question')
  expect(outcomeOf(sheet, unnamed)).toEqual({ sources: 12, questions: 2, properties: 2, unnamed: 0, texts: [] })
})
