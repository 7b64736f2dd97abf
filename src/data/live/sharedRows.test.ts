import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ProjectHandle } from '../copies/handle.ts'
import { rowsKnown, watchRows } from './sharedRows.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A project that posts what it is told to, and counts who watches. */
function project() {
  const watches = new Set<(posted: never) => void>()
  let begun = 0
  const handle = {
    watch: (_query: unknown, _args: unknown, post: (posted: never) => void) => {
      begun += 1
      watches.add(post)
      return () => void watches.delete(post)
    },
  } as unknown as ProjectHandle
  return {
    handle,
    post: (posted: unknown) => {
      for (const post of watches) post(posted as never)
    },
    count: () => ({ begun, open: watches.size }),
  }
}

const group = (id: number, description: string) => ({ id, description })
const told = () => {
  const heard: string[] = []
  const listener = (rows: ReadonlyMap<unknown, unknown>) =>
    heard.push([...rows.values()].map((row) => (row as { description: string }).description).join(' '))
  return { heard, listener }
}

test('several who draw the same rows have one watch, and who comes later has them at once', () => {
  const { handle, post, count } = project()
  const [first, second] = [told(), told()]
  watchRows(handle, 'groups', '{}', first.listener)
  expect(rowsKnown(handle, 'groups', '{}')).toBeUndefined()
  post({ all: [group(1, 'Good'), group(2, 'Bad')] })
  watchRows(handle, 'groups', '{}', second.listener)
  post({ put: [group(2, 'Worse')], gone: [1] })
  expect(first.heard).toEqual(['Good Bad', 'Worse'])
  expect(second.heard).toEqual(['Good Bad', 'Worse'])
  expect(rowsKnown(handle, 'groups', '{}')?.size).toBe(1)
  expect(count()).toEqual({ begun: 1, open: 1 })
})

test('the watch ends a moment after the last has gone; who comes within it takes it over', () => {
  const { handle, post, count } = project()
  const [first, second] = [told(), told()]
  const stop = watchRows(handle, 'groups', '{}', first.listener)
  post({ all: [group(1, 'Good')] })
  stop()
  post({ put: [group(2, 'Bad')], gone: [] })
  const stopSecond = watchRows(handle, 'groups', '{}', second.listener)
  vi.runAllTimers()
  expect(count()).toEqual({ begun: 1, open: 1 })
  expect(first.heard).toEqual(['Good'])
  expect(second.heard).toEqual(['Good Bad'])
  stopSecond()
  vi.runAllTimers()
  expect(count()).toEqual({ begun: 1, open: 0 })
  expect(rowsKnown(handle, 'groups', '{}')).toBeUndefined()
  watchRows(handle, 'groups', '{}', second.listener)
  expect(count()).toEqual({ begun: 2, open: 1 })
})

test('other arguments and other projects are watched for themselves', () => {
  const [one, other] = [project(), project()]
  watchRows(one.handle, 'memos', '{"sourceId":1}', () => {})
  watchRows(one.handle, 'memos', '{"sourceId":2}', () => {})
  watchRows(other.handle, 'memos', '{"sourceId":1}', () => {})
  expect(one.count().begun).toBe(2)
  expect(other.count().begun).toBe(1)
})
