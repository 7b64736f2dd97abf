import { proxy } from 'valtio'
import { expect, test, vi } from 'vitest'
import { collectedSources, noteCollected, tellCollected } from './collected.ts'

/** What is kept outlives a test. */
let projects = 0

type Asked = Parameters<typeof tellCollected>[0]

/** A project with these sources, of whose steps so many wait in the worker; `told`: of what the server has heard. */
function world(sources: readonly number[], hasNetwork = true) {
  const told: string[] = []
  projects += 1
  const worker = { waiting: 0 }
  const state = proxy({ waiting: 0, connection: 'online' })
  const tell = async (id: string) => {
    told.push(id)
    return hasNetwork ? { ok: {} } : { problem: { kind: 'cannotConnect' } as const }
  }
  const project = {
    uuid: `p${projects}`,
    account: 'ann',
    state,
    ask: async (_: string, { sourceId }: { sourceId: number }) => ({ value: sources.includes(sourceId) ? {} : null }),
    waitingAsFile: async () => JSON.stringify(Array(worker.waiting).fill({})),
  } as unknown as Asked
  return { project, state, worker, tell, told }
}
/** All that was begun by what has changed. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('the server hears that a transcript was collected once the step that made its source is in the room', async () => {
  const { project, state, worker, tell, told } = world([5])
  noteCollected(project, 'a', 5)
  // The worker knows of the step before the state says so.
  worker.waiting = 1
  const heard = vi.fn()
  const telling = tellCollected(project, tell, heard)
  await settled()
  expect(told).toEqual([])
  state.waiting = 1
  await settled()
  worker.waiting = 0
  state.waiting = 0
  await settled()
  expect(told).toEqual(['a'])
  expect(heard).toHaveBeenCalledTimes(1)
  expect(collectedSources(project)).toEqual({})
  telling.stop()
})

test('a source that was undone, or refused, leaves its transcript to be collected again', async () => {
  const { project, tell, told } = world([])
  noteCollected(project, 'a', 5)
  const telling = tellCollected(project, tell, () => {})
  await settled()
  expect(told).toEqual([])
  expect(collectedSources(project)).toEqual({})
  telling.stop()
})

test('a step that is in the room before its transcript is noted is told too', async () => {
  const { project, tell, told } = world([5])
  const telling = tellCollected(project, tell, () => {})
  await settled()
  noteCollected(project, 'a', 5)
  telling.look()
  await settled()
  expect(told).toEqual(['a'])
  telling.stop()
})

test('without a network it is told later', async () => {
  const { project, state, tell, told } = world([5], false)
  noteCollected(project, 'a', 5)
  const telling = tellCollected(project, tell, () => {})
  await settled()
  expect(told).toEqual(['a'])
  expect(collectedSources(project)).toEqual({ a: 5 })
  state.connection = 'offline'
  await settled()
  expect(told).toHaveLength(1)
  telling.stop()
})
