import { expect, test } from 'vitest'
import type { ProjectState } from '../data/handle.ts'
import { savingState } from './savingState.ts'

const calm: ProjectState = {
  name: 'Study',
  connection: 'online',
  waiting: 0,
  left: 0,
  access: 'own',
  stored: 'device',
  progress: null,
  problem: null,
}

test.each<[string, Partial<ProjectState>]>([
  ['saved', {}],
  ['saving', { waiting: 2 }],
  ['saving', { waiting: 2, stored: 'memory' }],
  ['memory', { stored: 'memory' }],
  ['memory', { stored: 'memory', access: 'read' }],
  ['readOnly', { access: 'read' }],
  ['offline', { connection: 'offline', waiting: 3, stored: 'memory' }],
  ['offline', { connection: 'closed' }],
  ['connecting', { connection: 'reconnecting' }],
  ['offline', { connection: 'reconnecting', waiting: 1 }],
  ['connecting', { connection: 'opening', waiting: 1 }],
  ['connecting', { connection: 'opening', access: 'read' }],
])('%s: %o', (status, change) => {
  expect(savingState({ ...calm, ...change })).toBe(status)
})
