import { expect, it } from 'vitest'
import { groupEntries } from './groupEntries.ts'

const groups = [
  { id: 1, description: 'Wave 10' },
  { id: 2, description: 'Wave 2' },
  { id: 3, description: 'Feelings' },
]

it('1 §3: a group’s quirk count is derived; groups stand by name, numbers as numbers', () => {
  const links = [
    { groupId: 1, quirkId: 5 },
    { groupId: 1, quirkId: 6 },
    { groupId: 3, quirkId: 5 },
  ]
  expect(groupEntries(groups, links)).toEqual([
    { id: 3, name: 'Feelings', quirks: 1 },
    { id: 2, name: 'Wave 2', quirks: 0 },
    { id: 1, name: 'Wave 10', quirks: 2 },
  ])
})

it('counts a quirk once that two people put into a group at the same time', () => {
  const twice = [
    { groupId: 2, quirkId: 5 },
    { groupId: 2, quirkId: 5 },
  ]
  expect(groupEntries(groups, twice).find(({ id }) => id === 2)?.quirks).toBe(1)
})
