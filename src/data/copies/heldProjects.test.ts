import { proxy } from 'valtio'
import { expect, test, vi } from 'vitest'
import type { ProjectState } from './handle.ts'
import { holdProject, nothingAtRisk } from './heldProjects.ts'

const state = proxy({ kept: 'memory', waiting: 2, connection: 'offline', problem: null }) as unknown as ProjectState
vi.mock('./openProject.ts', () => ({ openProject: ({ uuid }: { uuid: string }) => ({ uuid, state, close: () => {} }) }))

test('what this tab alone has is waited for before the page may be drawn anew; what the device keeps is not', async () => {
  holdProject({ uuid: 'a', name: 'Study', author: '', token: '', takeOver: false })
  let may = false
  const waiting = nothingAtRisk().then(() => {
    may = true
  })
  state.waiting = 1
  await new Promise((resolve) => setTimeout(resolve))
  expect(may).toBe(false)
  state.waiting = 0
  await waiting
  state.waiting = 3
  state.kept = 'persistent'
  await nothingAtRisk()
})
