import { expect, test } from 'vitest'
import type { ImportedSheet } from '../../data/files/importer.ts'
import { joiningRoles } from './titleColumn.ts'

const column = { multiple: false, long: false, filled: 2, samples: [] }
const sheet: ImportedSheet = {
  name: '',
  hidden: false,
  rows: 2,
  notes: [],
  columns: [
    { ...column, header: 'No.', role: 'title' },
    { ...column, header: 'Age', role: 'property' },
    { ...column, header: 'Name', role: 'property' },
    { ...column, header: 'Why?', role: 'question' },
    { ...column, header: 'Notes', role: 'question', long: true },
  ],
}

const rolesWith = (...found: number[]) => joiningRoles(sheet, (at) => Promise.resolve(found[at] ?? 0))

test('the first column has the titles where some of them are there, then texts are properties; and where none of any column is', async () => {
  expect(await rolesWith(1, 0, 2)).toEqual(['title', 'property', 'property', 'question', 'property'])
  expect(await rolesWith(0, 0, 0, 2)).toBeNull()
})

test('else the column with the most titles that are there', async () => {
  expect(await rolesWith(0, 1, 2)).toEqual(['property', 'property', 'title', 'question', 'property'])
})
