import { proxy } from 'valtio'
import { expect, test, vi } from 'vitest'
import type { ProjectState } from './handle.ts'

const here = vi.hoisted(() => ({ account: 'ann' }))
vi.mock('../server/session.ts', () => ({ accountKey: () => here.account }))
const state = proxy({ kept: 'memory', waiting: 2, connection: 'offline', problem: null }) as unknown as ProjectState
/** What reached the worker, in this order, and the answer to each question. */
const said: string[] = []
let answers: (() => void)[] = []
const asked = () => {
  said.push('asked')
  return new Promise<void>((resolve) => answers.push(resolve))
}
const moment = () => new Promise((resolve) => setTimeout(resolve))
vi.mock('./openProject.ts', () => ({
  openProject: ({ uuid }: { uuid: string }) => ({
    uuid,
    account: here.account,
    state,
    ask: () => asked(),
    leaveAll: asked,
    close: () => said.push('closed'),
  }),
}))
// Another file of this process may have loaded it with the real ones.
vi.resetModules()
const { giveUpLast, heldOf, holdProject, holds, letGo } = await import('./heldProjects.ts')
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

test.each(['online', 'offline'] as const)(
  '%s: what the parts of a screen say as they end, after the screen itself, is in the copy before its project is closed',
  async (connection) => {
    const before = { ...state }
    Object.assign(state, { kept: 'persistent', waiting: 0, connection })
    said.length = 0
    answers = []
    const leaving = letGo(holdProject({ uuid: `left ${connection}`, name: 'Study', author: '', token: '' }))
    said.push('a memo that was being written')
    await moment()
    expect(said).toEqual(['a memo that was being written', 'asked'])
    answers.at(-1)?.()
    await moment()
    expect(said).toEqual(['a memo that was being written', 'asked', 'asked'])
    answers.at(-1)?.()
    await leaving
    expect(said.at(-1)).toBe('closed')
    Object.assign(state, before)
  },
)

test('a project that goes is closed once all tabs have said what they had to say, and one that opens it again meanwhile does so anew', async () => {
  const options = { uuid: 'gone', name: 'Study', author: '', token: '' }
  const going = holdProject(options)
  said.length = 0
  const closing = giveUpLast(going)
  await moment()
  expect(said).toEqual(['asked'])
  expect(holdProject(options)).not.toBe(going)
  answers.at(-1)?.()
  expect(await closing).toBe(true)
  expect(said).toEqual(['asked', 'closed'])
})
