import { expect, it } from 'vitest'
import type { Result } from '../../src/model/problems.ts'
import type { Noted } from '../files/identity.ts'
import { backAfter, type ProjectThread, storedProject } from './storedProject.ts'

const noted: Noted = { uuid: 'u', path: 'p.qrk', epoch: 'e', head: 0, hash: '', clean: true }

/** A thread that says what it is asked, and answers when it is told to. */
function openThread(name: string, said: string[], answers: Map<string, Result<unknown>>) {
  const waiting: (() => void)[] = []
  const thread: ProjectThread = {
    listeners: new Map(),
    call: (call, args) => {
      said.push(`${name} ${call} ${JSON.stringify('since' in args ? args.since : '')}`)
      return new Promise((resolve) => {
        waiting.push(() => resolve((answers.get(call) ?? { ok: undefined }) as never))
      })
    },
  }
  return {
    thread,
    /** Answers all that has been asked, and what is asked then, until nothing waits. */
    answer: async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        next()
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
  }
}

function open() {
  const said: string[] = []
  const held = { project: 7, path: 'p.qrk', uuid: 'u', epoch: 'e', head: 0 }
  const answers = new Map<string, Result<unknown>>([
    ['close', { ok: noted }],
    ['open', { ok: held }],
  ])
  const shared = openThread('shared', said, answers)
  const behind = openThread('behind', said, answers)
  let time = 0
  let ids = 0
  let lost = 0
  const stored = storedProject(shared.thread, held, {
    newId: () => {
      ids += 1
      return ids
    },
    threads: { shared: () => shared.thread, behind: () => behind.thread },
    options: {},
    leaves: () => {},
    now: () => time,
  })
  stored.listen({
    taken: () => {},
    lost: () => {
      lost += 1
    },
  })
  return {
    stored,
    said,
    shared,
    behind,
    answers,
    get lost() {
      return lost
    },
    later: (ms: number) => {
      time += ms
    },
  }
}

it('a project goes behind the others’ when somebody heavy asks, and comes back when none has for a minute', async () => {
  const { stored, said, shared, behind, later } = open()
  stored.askedBy(false)
  void stored.events(1, 0)
  stored.askedBy(true)
  void stored.events(2, 0)
  void stored.events(3, 0)
  await shared.answer()
  await behind.answer()
  expect(said.splice(0)).toEqual([
    'shared events 1',
    'shared close ""',
    'behind open ""',
    'behind events 2',
    'behind events 3',
  ])
  expect([shared.thread.listeners.size, behind.thread.listeners.size]).toEqual([0, 1])
  later(backAfter - 1)
  stored.askedBy(false)
  void stored.events(4, 0)
  later(1)
  stored.askedBy(false)
  void stored.events(5, 0)
  await behind.answer()
  await shared.answer()
  expect(said).toEqual(['behind events 4', 'behind close ""', 'shared open ""', 'shared events 5'])
  expect([shared.thread.listeners.size, behind.thread.listeners.size]).toEqual([1, 0])
})

it('whoever is heavy now and then keeps it there, and it goes once, however many ask meanwhile', async () => {
  const { stored, said, shared, behind, later } = open()
  for (let n = 0; n < 3; n += 1) {
    stored.askedBy(true)
    await shared.answer()
    await behind.answer()
    later(backAfter / 2)
    stored.askedBy(false)
  }
  expect(said).toEqual(['shared close ""', 'behind open ""'])
})

it('names that are reserved stay so, and a copy of the file is made to its end before it goes', async () => {
  const { stored, said, shared, behind } = open()
  stored.reserve(['Ann'])
  const copied = stored.ask('copy', { path: 'copy.qrk' })
  stored.askedBy(true)
  expect(said).toEqual(['shared reserve ""', 'shared copy ""'])
  await shared.answer()
  await copied
  stored.askedBy(true)
  await shared.answer()
  await behind.answer()
  expect(said.slice(2)).toEqual(['shared close ""', 'behind open ""', 'behind reserve ""'])
})

it('one that does not open where it goes is lost, once, and whoever has asked hears it', async () => {
  for (const opened of [{ problem: { kind: 'projectLocked', name: 'p' } }, { ok: { project: 1, epoch: 'another' } }]) {
    const at = open()
    at.answers.set('open', opened as Result<unknown>)
    at.stored.askedBy(true)
    const asked = at.stored.events(1, 0)
    await at.shared.answer()
    await at.behind.answer()
    expect(await asked).toMatchObject({ problem: { kind: 'storageFailed' } })
    expect(at.lost).toBe(1)
    expect(at.said).not.toContain('behind events 1')
  }
})
