import { expect, test } from 'vitest'
import { isAboutSome, joiningRoles, type RoledColumn, rolesOf, withRole } from './columnRoles.ts'

const column = { long: false, filled: 2 }
const columns: RoledColumn[] = [
  { ...column, header: 'No.', role: 'title' },
  { ...column, header: 'Age', role: 'property' },
  { ...column, header: 'Name', role: 'property' },
  { ...column, header: 'Why?', role: 'question' },
  { ...column, header: 'Notes', role: 'question', long: true },
]

const rolesWith = (...found: number[]) => joiningRoles(columns, (at) => found[at] ?? 0)

test('the first column has the titles where some of them are there, and long texts stay answers; null where none of any column is', async () => {
  expect(await rolesWith(1, 0, 2)).toEqual(['title', 'property', 'property', 'question', 'question'])
  expect(await rolesWith(0, 0, 0, 2)).toBeNull()
})

test('else the column with the most titles that are there', async () => {
  expect(await rolesWith(0, 1, 2)).toEqual(['property', 'property', 'title', 'question', 'question'])
})

test('a column that is asked for has the titles, whatever is there', async () => {
  expect(await joiningRoles(columns, () => 0, 2)).toEqual(['property', 'property', 'title', 'question', 'question'])
  expect(await joiningRoles(columns, () => 1, 1)).toEqual(['property', 'title', 'property', 'question', 'question'])
})

test('one column is the title; the one that was becomes what it is elsewhere', () => {
  const roles = rolesOf(columns)
  expect(withRole(columns, roles, 2, 'title')).toEqual(['property', 'property', 'title', 'question', 'question'])
  const asked = withRole(columns, withRole(columns, roles, 3, 'title'), 0, 'title')
  expect(asked).toEqual(['title', 'property', 'property', 'question', 'question'])
  expect(withRole(columns, roles, 0, 'none')[0]).toBe('none')
})

test('a sheet of properties is about some where some of its rows have a source here, and not all', () => {
  expect([0, 1, 2].map((there) => isAboutSome(['title', 'property'], 2, there))).toEqual([false, true, false])
  expect(isAboutSome(['title', 'question'], 2, 1)).toBe(false)
})
