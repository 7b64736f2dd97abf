import { expect, it } from 'vitest'
import { changedIn, emptyDraft } from './quirkDraft.ts'

const before = { ...emptyDraft('#1a66d1'), title: 'Trust', groupIds: [1, 2] }

it('1 §4: what is left as it was is no change', () => {
  expect(changedIn(before, before)).toEqual({})
  expect(changedIn({ ...before, title: ' Trust ', groupIds: [2, 1] }, before)).toEqual({})
})

it('holds what differs, and only that', () => {
  expect(changedIn({ ...before, title: 'Doubt', groupIds: [2] }, before)).toEqual({ title: 'Doubt', groupIds: [2] })
  expect(changedIn({ ...before, parentQuirkId: 3, shortcutKey: 't', color: '#d90a1a' }, before)).toEqual({
    parentQuirkId: 3,
    shortcutKey: 't',
    color: '#d90a1a',
  })
  expect(changedIn({ ...before, description: ' New ', groupIds: [] }, before)).toEqual({
    description: 'New',
    groupIds: [],
  })
})
