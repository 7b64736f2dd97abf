import { existsSync, rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Random, seeded } from '../../fixtures/random.ts'
import type { Result } from '../../src/model/problems.ts'
import type { Noted } from '../files/identity.ts'
import { testFolder } from '../testing/serve.ts'
import { quirk } from '../testing/socketClient.ts'
import { openThreadProjects } from './projects.ts'
import type { FromThread, Held, ThreadCalls, ToThread } from './threadMessages.ts'

let folder = ''
beforeEach(() => {
  folder = testFolder()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true, force: true })
})

interface Known {
  path: string
  /** null: closed. */
  project: number | null
  /** Steps that have been answered with a number. */
  head: number
  noted: Noted[]
  /** Its log was cut on the disk: what comes of it is its own affair. */
  isDamaged: boolean
}

/** One thread without its thread: what is said to it, what it says, and when its turns and its timers come are the test's. */
function openThread() {
  const turns: (() => void)[] = []
  const answers = new Map<number, FromThread>()
  const noted: Noted[] = []
  const broken: string[] = []
  const handle = openThreadProjects(
    (message) => {
      if ('taken' in message)
        for (const { id, answer } of message.taken.items) answers.set(id, { id, result: { ok: answer } })
      else if ('noted' in message) noted.push(message.noted)
      else {
        if ('broken' in message) broken.push(message.broken)
        if (message.id !== undefined) answers.set(message.id, message)
      }
    },
    (run) => turns.push(run),
  )
  let last = 0
  return {
    noted,
    broken,
    say: <N extends keyof ThreadCalls>(call: N, args: ThreadCalls[N]['args']): number => {
      last += 1
      handle({ id: last, call, args } as ToThread)
      return last
    },
    turn: () => turns.shift()?.(),
    turns: () => {
      while (turns.length > 0) turns.shift()?.()
    },
    answer: (id: number) => answers.get(id),
    said: () => last,
  }
}
type Thread = ReturnType<typeof openThread>

const opened = (thread: Thread, id: number): Held => {
  const answer = thread.answer(id) as { result: Result<Held> } | undefined
  if (!answer || !('result' in answer) || 'problem' in answer.result) throw new Error(JSON.stringify(answer))
  return answer.result.ok
}
const step = (project: number, n: number) => ({
  project,
  submission: {
    sender: { client: 0, access: 'own' as const, author: null },
    push: null,
    steps: [{ operations: [quirk(n)], versions: {} }],
    hash: '',
  },
})

/** Every project that nothing has happened to takes steps, and has all that it has answered. */
function work(seed: number) {
  const random: Random = seeded(seed)
  const thread = openThread()
  const projects: Known[] = []
  const open = (known: Known) => {
    const before = thread.noted.filter(({ path }) => path === known.path)
    const id = thread.say('open', { path: known.path, known: before.slice(-1) })
    if (known.isDamaged) return
    const held = opened(thread, id)
    expect(held.head).toBe(known.head)
    known.project = held.project
  }
  const waiting: { known: Known; id: number }[] = []
  /** What was submitted is answered by the turn that takes it, whatever was closed before. */
  const settleAnswers = () => {
    for (const { known, id } of waiting.splice(0)) {
      const answer = thread.answer(id)
      if (known.isDamaged) expect(answer).toBeDefined()
      else {
        known.head += 1
        expect(answer).toMatchObject({ result: { ok: { steps: [{ seq: known.head }] } } })
      }
    }
  }
  let quirks = 0
  for (let i = 0; i < 4; i += 1) {
    const held = opened(thread, thread.say('create', { path: join(folder, `${seed}-${i}`), overwrite: false }))
    projects.push({ path: held.path, project: held.project, head: 0, noted: [], isDamaged: false })
  }
  for (let i = 0; i < 60; i += 1) {
    const known = random.from(projects)
    const act = random.below(12)
    if (known.project === null) {
      thread.turns()
      settleAnswers()
      open(known)
    } else if (act < 5) {
      quirks += 1
      waiting.push({ known, id: thread.say('submit', step(known.project, quirks)) })
    } else if (act < 7) {
      thread.say('close', { project: known.project })
      known.project = null
    } else if (act < 9) thread.turn()
    else if (act < 11) vi.advanceTimersByTime(random.from([500, 1000, 2500]))
    else if (random.chance(1, 3) && !known.isDamaged) {
      thread.turns()
      settleAnswers()
      known.isDamaged = true
      truncateSync(`${known.path}-wal`, 32)
    }
  }
  thread.turns()
  settleAnswers()
  vi.advanceTimersByTime(3000)
  const end = thread.say('end', {})
  expect(thread.answer(end)).toEqual({ id: end, result: { ok: undefined } })
  for (let id = 1; id <= thread.said(); id += 1) expect(thread.answer(id), `call ${id}`).toBeDefined()
  const whole = projects.filter(({ isDamaged }) => !isDamaged)
  for (const known of whole) {
    expect(thread.noted.findLast(({ path }) => path === known.path)).toMatchObject({ head: known.head, clean: true })
    // Its log is in the file, and the file let go.
    expect(existsSync(`${known.path}-wal`)).toBe(false)
  }
  const damaged = projects.filter(({ isDamaged }) => isDamaged)
  for (const said of thread.broken)
    expect(
      damaged.some(({ path }) => said.includes(path)),
      said,
    ).toBe(true)
  return { broken: thread.broken.length }
}

it('what is opened, closed and submitted in one thread, in any order, is each project’s own affair: the others go on', () => {
  let broken = 0
  for (let seed = 1; seed <= 8; seed += 1) broken += work(seed).broken
  // Cut logs have thrown in timers and in closings.
  expect(broken).toBeGreaterThan(0)
})
