import { expect, test } from 'vitest'
import type { ProjectState } from '../../../data/copies/handle.ts'
import { mayVanish, savingState } from './savingState.ts'

const calm: ProjectState = {
  name: 'Study',
  connection: 'online',
  head: 0,
  waiting: 0,
  setAside: 0,
  sendable: 0,
  access: 'own',
  isProtected: false,
  isLocked: false,
  author: 'Ana',
  kept: 'evictable',
  progress: null,
  problem: null,
}

test.each<[string, Partial<ProjectState>]>([
  ['saved', {}],
  ['saved', { kept: 'persistent' }],
  ['saving', { waiting: 2 }],
  ['saving', { waiting: 2, kept: 'memory' }],
  ['memory', { kept: 'memory' }],
  ['memory', { kept: 'memory', access: 'read' }],
  ['readOnly', { access: 'read' }],
  ['setAside', { setAside: 2 }],
  ['setAside', { setAside: 1, access: 'read' }],
  ['setAside', { setAside: 1, kept: 'memory' }],
  ['saving', { setAside: 1, waiting: 1 }],
  ['offline', { setAside: 1, connection: 'offline' }],
  ['offline', { connection: 'offline', waiting: 3, kept: 'memory' }],
  ['offline', { connection: 'closed' }],
  ['connecting', { connection: 'reconnecting' }],
  ['offline', { connection: 'reconnecting', waiting: 1 }],
  ['connecting', { connection: 'opening', waiting: 1 }],
  ['connecting', { connection: 'opening', access: 'read' }],
  ['connecting', { kept: 'lost' }],
])('%s: %o', (status, change) => {
  expect(savingState({ ...calm, ...change }, false)).toBe(status)
})

test('what may be lost is said before all else', () => {
  expect(savingState({ ...calm, connection: 'offline', waiting: 1 }, true)).toBe('atRisk')
})

test.each<[boolean, Partial<ProjectState>]>([
  [false, { waiting: 1 }],
  [false, { connection: 'offline' }],
  [false, { connection: 'offline', waiting: 1, kept: 'persistent' }],
  [true, { connection: 'offline', waiting: 1 }],
  [true, { connection: 'reconnecting', waiting: 1, kept: 'memory' }],
  [true, { connection: 'closed', waiting: 1, kept: 'memory' }],
  [true, { connection: 'offline', waiting: 1, kept: 'lost' }],
])('steps may vanish: %s, with %o', (expected, change) => {
  expect(mayVanish({ ...calm, ...change })).toBe(expected)
})
