/** Notes beside files on shares: whose they are, and until when they count. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { testFolder } from '../testing/serve.ts'
import { noteBeside, type OpenNotes, openNotes } from './openNotes.ts'

let folder: string
let path: string
let at: number
let isAway: boolean
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  folder = testFolder()
  path = join(folder, 'Study.qrk')
  at = Date.UTC(2026, 10, 22)
  isAway = false
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
})

const of = (id: string, machine = id): OpenNotes =>
  openNotes({ id, machine, person: () => 'Ann', answers: async () => !isAway, now: () => at })
const noted = () => JSON.parse(readFileSync(noteBeside(path), 'utf8')) as { id: string; at: number }
const minute = 60_000

it('the first has it, the next is told who; left, it is the next one’s', async () => {
  const [a, b] = [of('a'), of('b')]
  expect(await a.take(path)).toBeNull()
  expect(await b.take(path)).toEqual({ machine: 'a', person: 'Ann' })
  // Whoever does not have it leaves the note.
  await b.leave(path)
  expect(noted().id).toBe('a')
  await a.leave(path)
  expect(readdirSync(folder)).toEqual([])
  expect(await b.take(path)).toBeNull()
  expect(noted().id).toBe('b')
})

it('opened anew while it is being closed, it stays', async () => {
  const a = of('a')
  await a.take(path)
  await a.take(path)
  await a.leave(path)
  expect(await of('b').take(path)).toEqual({ machine: 'a', person: 'Ann' })
  await a.leave(path)
  expect(await of('b').take(path)).toBeNull()
})

it('of two who come at once, one has it', async () => {
  const all = await Promise.all(['a', 'b', 'c', 'd'].map((id) => of(id).take(path)))
  expect(all.filter((told) => told === null)).toHaveLength(1)
})

it('is taken over by its own machine after a crash, and by anybody five minutes after the last renewal; a clock that is wrong by hours shuts nobody out', async () => {
  await of('a').take(path)
  expect(await of('a').take(path)).toBeNull()
  at += 5 * minute - 1
  expect(await of('b').take(path)).toEqual({ machine: 'a', person: 'Ann' })
  at += 1
  expect(await of('b').take(path)).toBeNull()
  expect(noted().id).toBe('b')
  at -= 60 * minute
  expect(await of('c').take(path)).toBeNull()
})

it('is renewed each minute, but not over somebody else’s, and not where the folder does not answer', async () => {
  const a = of('a')
  await a.take(path)
  const began = at
  at += minute
  await vi.advanceTimersByTimeAsync(minute)
  await vi.waitFor(() => expect(noted().at).toBe(began + minute), { timeout: 20_000 })
  isAway = true
  at += minute
  await vi.advanceTimersByTimeAsync(minute)
  expect(noted().at).toBe(began + minute)
  // It has slept: others have it meanwhile.
  isAway = false
  at += 10 * minute
  const b = of('b')
  await b.take(path)
  await vi.advanceTimersByTimeAsync(minute)
  await a.leave(path)
  expect(noted().id).toBe('b')
  await b.leave(path)
})

it('what is no note of ours, or cannot be written, keeps nobody from the file', async () => {
  for (const text of ['', '{', 'null', '{"id":7}']) {
    writeFileSync(noteBeside(path), text)
    expect(await of('a').take(path)).toBeNull()
    expect(noted().id).toBe('a')
  }
  const nowhere = join(folder, 'none/Study.qrk')
  expect(await of('a').take(nowhere)).toBeNull()
  expect(existsSync(noteBeside(nowhere))).toBe(false)
})
