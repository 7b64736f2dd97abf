import { proxy } from 'valtio'
import { expect, test, vi } from 'vitest'
import type { ProjectState } from './handle.ts'

const here = vi.hoisted(() => ({ account: 'ann' }))
vi.mock('../server/session.ts', () => ({ accountKey: () => here.account }))
const state = proxy({ kept: 'memory', waiting: 2, connection: 'offline', problem: null }) as unknown as ProjectState
vi.mock('./openProject.ts', () => ({
  openProject: ({ uuid }: { uuid: string }) => ({
    uuid,
    account: here.account,
    state,
    close: () => {},
  }),
}))
// Another file of this process may have loaded it with the real ones.
vi.resetModules()
const { heldOf, holdProject, holds } = await import('./heldProjects.ts')
const { nothingAtRisk } = await import('./held.ts')

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

test('who signs in after another in the same tab gets a copy of their own, and the first finds theirs again', () => {
  const options = { uuid: 'shared', name: 'Study', author: '', token: '' }
  const first = holdProject(options)
  here.account = 'ben'
  expect(holds('shared')).toBe(false)
  const second = holdProject(options)
  expect(second).not.toBe(first)
  expect(heldOf('ben')).toEqual([second])
  here.account = 'ann'
  expect(holdProject(options)).toBe(first)
})
