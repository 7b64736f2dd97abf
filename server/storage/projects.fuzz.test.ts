// Projects of one thread that are opened, written to, left alone and closed at random: each answers for itself, what was taken is there when it is
// opened again, and what goes wrong with one leaves the others as they are.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { seeded } from '../../fixtures/random.ts'
import type { Result } from '../../src/model/problems.ts'
import { testFolder } from '../testing/serve.ts'
import { quirk } from '../testing/socketClient.ts'
import { openProjects } from './projects.ts'
import type { CallName, Calls, FromThread, Held, ToThread } from './threadMessages.ts'

let folder = ''
beforeEach(() => {
  folder = testFolder()
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true, force: true })
})

/** The projects of one thread in this process; what it says, and what it was asked to do later. */
function thread() {
  const said: FromThread[] = []
  const answers = new Map<number, Result<unknown>>()
  const post = (message: FromThread) => {
    said.push(message)
    if ('result' in message) answers.set(message.id, message.result)
    if ('taken' in message) for (const { id, answer } of message.taken.items) answers.set(id, { ok: answer })
  }
  const handle = openProjects(post, (run) => setTimeout(run, 0))
  let lastId = 0
  const send = <N extends CallName>(call: N, args: Calls[N]['args']): number => {
    lastId += 1
    handle({ id: lastId, call, args } as ToThread)
    return lastId
  }
  const ask = <N extends CallName>(call: N, args: Calls[N]['args']): Calls[N]['result'] => {
    const answer = answers.get(send(call, args))
    if (!answer || 'problem' in answer) throw new Error(`${call}: ${JSON.stringify(answer)}`)
    return answer.ok as Calls[N]['result']
  }
  return { answers, ask, broken: () => said.flatMap((message) => ('broken' in message ? [message.broken] : [])), send }
}

const step = (id: number) => ({
  sender: { client: 0, access: 'own' as const, author: null },
  push: null,
  steps: [{ operations: [quirk(id)], versions: {} }],
  hash: '',
})

it('a project that is closed in the moment in which a step of it waits is not written to when its time to rest comes', () => {
  const { answers, ask, broken, send } = thread()
  const [a, b] = ['a', 'b'].map((name) => ask('create', { path: join(folder, name), overwrite: false }).project)
  const taken = send('submit', { project: a as number, submission: step(1) })
  ask('close', { project: a as number })
  expect(answers.get(taken)).toHaveProperty('ok')
  vi.advanceTimersByTime(10_000)
  expect(broken()).toEqual([])
  expect(ask('events', { project: b as number, since: 0, mostBytes: 1e6 })).toEqual([])
})

it.each([1, 2, 3, 4, 5, 6])('seed %i', (seed) => {
  const random = seeded(seed)
  const { answers, ask, broken, send } = thread()
  /** By name: under which number it is open, and the steps that were sent to it. */
  const open = new Map<string, Held>()
  const sent = new Map<string, number[]>()
  const names = ['a', 'b', 'c', 'd']
  for (let turn = 0; turn < 300; turn += 1) {
    const name = random.from(names)
    const held = open.get(name)
    const path = join(folder, `${name}.qrk`)
    if (!held && !sent.has(name)) {
      open.set(name, ask('create', { path, overwrite: false }))
      sent.set(name, [])
    } else if (!held) {
      const again = ask('open', { path, known: [] })
      expect(again.head).toBe(sent.get(name)?.length)
      open.set(name, again)
    } else if (random.below(10) < 6) {
      const steps = sent.get(name) as number[]
      steps.push(send('submit', { project: held.project, submission: step(steps.length + 1) }))
    } else if (random.below(2) === 0) {
      ask('close', { project: held.project })
      open.delete(name)
    }
    if (random.below(4) === 0) vi.advanceTimersByTime(random.from([0, 1, 500, 2500, 70_000]))
  }
  ask('end', {})
  vi.advanceTimersByTime(100_000)
  expect(broken()).toEqual([])
  for (const id of [...sent.values()].flat()) expect(answers.get(id)).toHaveProperty('ok')
})
