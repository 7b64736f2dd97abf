// What a project does when its copy is loaded, stopped, lost, or has no room: with a scripted server and a copy in memory.
import { describe, expect, it } from 'vitest'
import type { Access } from '../../src/model/access.ts'
import { isProblem, type Problem, Refusal } from '../../src/model/problems.ts'
import type { Opened } from '../../src/model/protocol.ts'
import type { AnswerText } from '../../src/model/queries.ts'
import type { SetAsideStep } from '../../src/model/setAside.ts'
import { plainStep } from '../../src/model/text/edit.ts'
import type { RichText } from '../../src/model/text/richText.ts'
import { openNode } from '../../wasm/database/boot/node.ts'
import type { Db } from '../../wasm/database/db.ts'
import { metaText, setMeta } from '../../wasm/database/meta.ts'
import { copySql } from '../../wasm/database/migrations/tables.ts'
import type { Told } from './api.ts'
import type { ProjectHost } from './host.ts'
import { openProject } from './project.ts'
import { writeSetAside } from './setAside/setAside.ts'
import type { HandedOver } from './sync/carryOver.ts'
import type { SocketEvents } from './sync/connection.ts'
import { OtherSnapshot } from './sync/snapshot.ts'

const copyOf = (): Db => {
  const db = openNode(':memory:')
  db.exec(copySql)
  setMeta(db, 'epoch', 'e')
  return db
}
const quirk = { title: 'Trust', description: '', color: '#ff0000' }

interface Script {
  /** The copy on the device at the start. */
  here?: Db
  handedOver?: HandedOver
  /** What writing a snapshot does; a database when it is through. */
  replace?: (turn: number, signal: AbortSignal) => Promise<Db>
  room?: Problem
  /** What a call to the server gives. */
  called?: Promise<Response>
  /** null: the server gives none; `away`: nobody answers. */
  ticket?: null | 'away'
}

function scripted({ here, handedOver, replace, room, called, ticket }: Script) {
  const seen: {
    notices: Problem[]
    rights: Access[]
    renewed: HandedOver[]
    bugs: unknown[]
    removed: number
    pushes: number
    closed: (number | undefined)[]
  } = {
    notices: [],
    rights: [],
    renewed: [],
    bugs: [],
    removed: 0,
    pushes: 0,
    closed: [],
  }
  /** What the device does just now; the connection. */
  const world = {
    there: true,
    failure: null as 'full' | 'lost' | null,
    answersPushes: true,
    access: 'own',
    head: 0,
    /** What `dbOpen` answers. */
    status: 'open',
    away: ticket === 'away',
  }
  let turn = 0
  let signal = new AbortController().signal
  let socket: SocketEvents | undefined
  const timers = new Set<() => void>()

  const answer = (text: string) => {
    const { msg_id, query, push } = JSON.parse(text) as { msg_id: string; query?: string; push?: { n: number } }
    const { status, head } = world
    const standing = { status, protocol: 1, name: 'Study', client: 7, epoch: 'e', head } as Opened
    const opened: Opened = turn === 0 && !here ? { ...standing, snapshot: true } : standing
    const body = query?.includes('dbOpen') ? { data: { dbOpen: opened } } : {}
    if (push) seen.pushes += 1
    if (push && !world.answersPushes) return
    const judged = world.access === 'read' ? { problem: { kind: 'readOnly' } } : { seq: seen.pushes }
    const steps = push ? { push: { n: push.n, steps: [judged] } } : {}
    queueMicrotask(() =>
      socket?.message(
        JSON.stringify({ msg_id, status: 200, access_privilege: world.access, json_data: { ...body, ...steps } }),
      ),
    )
  }
  const host: ProjectHost = {
    uuid: 'u',
    random: Math.random,
    now: () => 1000,
    token: () => 'secret',
    ticket: async () => {
      if (world.away) throw new Error('nobody answers')
      return ticket === null ? null : 'ticket'
    },
    after: (_, run) => {
      timers.add(run)
      return () => timers.delete(run)
    },
    open: (_, events) => {
      socket = events
      queueMicrotask(() => events.opened())
      return { send: answer, close: (code) => seen.closed.push(code) }
    },
    call: async () => called ?? null,
    kernels: () => Promise.reject(new Error('nobody asks for them here')),
    isRoomy: false,
    turn: async () => {},
    signals: () => null,
    renew: (handedOver) => seen.renewed.push(handedOver),
    report: (error) => seen.bugs.push(error),
    snapshot: async (_, stop) => {
      signal = stop
      return { ok: { size: 100, chunks: (async function* () {})() } }
    },
    store: {
      kept: async () => 'evictable',
      open: async () => here ?? null,
      room: async () => room ?? null,
      replace: () => {
        turn += 1
        return replace ? replace(turn, signal) : Promise.resolve(copyOf())
      },
      settle: () => {},
      there: async () => world.there,
      failure: () => world.failure,
      letGo: () => {},
      remove: async () => {
        seen.removed += 1
      },
    },
  }
  // As a worker opens it: with all that it was started with.
  const started = { author: 'Ana', name: 'Study', handedOver, token: 'secret', signals: new SharedArrayBuffer(4) }
  const { api, ready } = openProject(host, started)
  const states: Extract<Told, { state: unknown }>['state'][] = []
  const begin = async () => {
    await ready
    await api.join('tab', (told) => {
      if ('state' in told) states.push(told.state)
      if ('notice' in told && told.notice.kind === 'problem') seen.notices.push(told.notice.problem)
      if ('notice' in told && told.notice.kind === 'accessChanged') seen.rights.push(told.notice.access)
    })
    await settled()
  }
  return {
    api,
    begin,
    seen,
    world,
    state: () => states.at(-1),
    run: (call: string) => api.run('tab', call, 'createQuirk', quirk),
    /** The server says something by itself. */
    told: (json_data: object = {}, status = 200) =>
      socket?.message(JSON.stringify({ msg_id: null, status, access_privilege: world.access, json_data })),
    look: () => api.environment({ online: true, focused: true }),
    /** Lets every timer ring that is set now. */
    ring: async () => {
      const now = [...timers]
      timers.clear()
      for (const run of now) run()
      await settled()
    },
  }
}

const settled = () => new Promise<void>((resolve) => setTimeout(resolve, 5))
const broken = () => Object.assign(new Error('disk I/O error'), { resultCode: 10 })

describe('the first load', () => {
  it('opens the project, and says how safe its copy lies', async () => {
    const { begin, state, seen } = scripted({})
    await begin()
    expect(state()).toMatchObject({ connection: 'online', progress: null, kept: 'evictable', problem: null })
    expect(seen.bugs).toEqual([])
    // The state goes to other pages too: neither a token nor shared memory may.
    const fields = 'name author connection head waiting setAside sendable access isProtected isLocked kept progress'
    expect(Object.keys(state() ?? {}).sort()).toEqual([...fields.split(' '), 'problem'].sort())
  })

  it('ends with the last tab that waits for it, and leaves nothing behind', async () => {
    const stopped = (signal: AbortSignal) =>
      new Promise<Db>((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))
    const { begin, api, seen, state } = scripted({ replace: (_, signal) => stopped(signal) })
    await begin()
    await api.join('other', () => {})
    await api.leave('tab')
    expect(seen.removed).toBe(0)
    await api.leave('other')
    expect(seen.removed).toBe(1)
    expect(state()?.connection).toBe('opening')
    expect(await api.run('tab', 'a', 'createQuirk', quirk)).toEqual({ problem: { kind: 'loadStopped' } })
  })

  it('begins anew with another snapshot, but not for ever', async () => {
    const once = scripted({ replace: async (turn) => (turn === 1 ? Promise.reject(new OtherSnapshot()) : copyOf()) })
    await once.begin()
    expect(once.state()?.connection).toBe('online')
    const always = scripted({ replace: () => Promise.reject(new OtherSnapshot()) })
    await always.begin()
    expect(always.state()).toMatchObject({ connection: 'closed', problem: { kind: 'loadCut' } })
  })

  it('without room is a problem, before it and in its middle; what fails otherwise is said too', async () => {
    const problem: Problem = { kind: 'noRoom', needed: 500, free: 20 }
    const before = scripted({ room: problem })
    await before.begin()
    expect(before.state()).toMatchObject({ connection: 'closed', problem })
    const within = scripted({ replace: () => Promise.reject(new Refusal(problem)) })
    await within.begin()
    expect(within.state()).toMatchObject({ connection: 'closed', problem })
    const otherwise = scripted({ replace: () => Promise.reject(new Error('strange')) })
    await otherwise.begin()
    expect(otherwise.state()?.problem).toEqual({ kind: 'noStorage', detail: 'strange' })
    expect(otherwise.seen.bugs).toHaveLength(1)
  })
})

it('1 §4: a project whose status is not open closes its socket with 3000, and says that it could not be opened', async () => {
  const project = scripted({ here: copyOf() })
  project.world.status = 'busy'
  await project.begin()
  expect(project.seen.closed).toEqual([3000])
  expect(project.state()).toMatchObject({ connection: 'closed', problem: { kind: 'cannotOpen' } })
})

it('what is said before a tab has joined is said to the first one that does, once', async () => {
  const { begin, api, seen } = scripted({ here: copyOf(), ticket: null })
  await settled()
  await begin()
  await api.leave('tab')
  await begin()
  expect(seen.notices).toEqual([{ kind: 'noTicket' }])
})

it('a copy that is to go waits until each tab has handed on what was typed in it, and until none needs it, be it as slow as it may', async () => {
  const { begin, api } = scripted({ here: copyOf() })
  await begin()
  await api.join('slow', () => {})
  const done: string[] = []
  const wait = (name: string, through: Promise<void>) => through.then(() => done.push(name))
  const handedOn = wait('handed on', api.handOn('tab'))
  await settled()
  expect(done).toEqual([])
  await Promise.all([handedOn, api.handOn('slow')])
  const left = wait('left', api.leaveAll('tab'))
  await settled()
  expect(done).toEqual(['handed on'])
  await Promise.all([left, api.leaveAll('slow')])
  expect(done).toEqual(['handed on', 'left'])
})

it('a tab that closes holds up nobody', async () => {
  const { begin, api } = scripted({ here: copyOf() })
  await begin()
  await api.join('closed', () => {})
  const handedOn = api.handOn('tab')
  await api.leave('closed')
  await handedOn
})

it('a project that is closed does nothing more with what was on its way', async () => {
  const fetched = Promise.withResolvers<Response>()
  const project = scripted({ here: copyOf(), called: fetched.promise })
  await project.begin()
  project.told({ events: [{ seq: 1, fetch: true }] })
  await settled()
  await project.api.close()
  const event = { seq: 1, client: 2, n: 0, i: 0, author: 'Ben', at: 1, operations: [] }
  fetched.resolve(Response.json({ events: [event] }))
  await settled()
  expect(project.seen.bugs).toEqual([])
})

it('what waits goes once the copy has what the room had when the project was opened', async () => {
  const project = scripted({ here: copyOf() })
  Object.assign(project.world, { head: 1, answersPushes: false })
  await project.begin()
  await project.run('a')
  await settled()
  expect(project.seen.pushes).toBe(0)
  project.told({ events: [{ seq: 1, client: 2, n: 0, i: 0, author: 'Ben', at: 1, operations: [] }] })
  await settled()
  expect(project.seen.pushes).toBe(1)
})

describe('a server that nobody reaches', () => {
  it('does not lead away who opened the project without it: they go on with the copy, and it is sent once it is there', async () => {
    const project = scripted({ here: copyOf(), ticket: 'away' })
    await project.begin()
    await project.run('a')
    for (let i = 0; i < 20; i += 1) await project.ring()
    expect(project.state()).toMatchObject({ connection: 'offline', problem: null, waiting: 1 })
    project.world.away = false
    for (let i = 0; i < 8; i += 1) await project.ring()
    expect(project.state()).toMatchObject({ connection: 'online', waiting: 0 })
  })

  it('leads to the list who has nothing here, and whom the server gives no ticket', async () => {
    for (const script of [{ ticket: 'away' } as const, { here: copyOf(), ticket: null }]) {
      const project = scripted(script)
      await project.begin()
      for (let i = 0; i < 8; i += 1) await project.ring()
      expect(project.state()).toMatchObject({ connection: 'closed', problem: { kind: 'cannotConnect' } })
    }
  })
})

describe('a device without room', () => {
  it('refuses a step as a problem and goes on', async () => {
    const here = copyOf()
    const { begin, run, world, state, seen } = scripted({ here })
    await begin()
    here.exec("CREATE TEMP TRIGGER full BEFORE INSERT ON quirks BEGIN SELECT RAISE(ABORT, 'full'); END")
    world.failure = 'full'
    expect(await run('a')).toEqual({ problem: { kind: 'deviceFull' } })
    here.exec('DROP TRIGGER full')
    expect(isProblem(await run('b'))).toBe(false)
    await settled()
    expect(state()).toMatchObject({ connection: 'online', problem: null })
    expect(seen.renewed).toEqual([])
  })
})

describe('what can be undone in a tab that is gone', () => {
  const undoOf = async (api: ReturnType<typeof scripted>['api'], tab: string, again: boolean) => {
    let undo: unknown
    const hear = (told: Told) => {
      if ('history' in told) undo = told.history.undo
    }
    await api.join(tab, hear, again)
    await settled()
    return undo
  }
  const withHistory = () => {
    const here = copyOf()
    here.run(
      `INSERT INTO _history (tab, undone, title, changes, onText) VALUES ('first', 0, '{"key":"undo.test"}', '[]', 0)`,
    )
    return here
  }

  it('is found by the next that opens the project', async () => {
    expect(await undoOf(scripted({ here: withHistory() }).api, 'next', false)).toMatchObject({ key: 'undo.test' })
  })

  it('is not by one that was there all the time, when the worker goes on in that: the first may only be loading again', async () => {
    const { api } = scripted({ here: withHistory() })
    expect(await undoOf(api, 'second', true)).toBeNull()
    expect(await undoOf(api, 'first', false)).toMatchObject({ key: 'undo.test' })
    expect(await undoOf(api, 'second', true)).toBeNull()
  })
})

describe('a lost copy', () => {
  it('is said, and handed on once what waits is sent', async () => {
    const { begin, run, look, world, seen, state } = scripted({ here: copyOf() })
    await begin()
    world.answersPushes = true
    await run('a')
    await settled()
    world.there = false
    await look()
    await settled()
    expect(seen.notices).toEqual([{ kind: 'copyLost' }])
    expect(seen.renewed).toEqual([{ carried: [], setAside: [], opened: [] }])
    expect(state()?.kept).toBe('lost')
  })

  it('hands on what could not be sent in time, and nothing is run in it afterwards', async () => {
    const { begin, run, look, ring, world, seen } = scripted({ here: copyOf() })
    await begin()
    world.answersPushes = false
    await run('a')
    world.there = false
    await look()
    await settled()
    expect(seen.renewed).toEqual([])
    await ring()
    expect(seen.renewed).toHaveLength(1)
    expect(seen.renewed[0]?.carried).toHaveLength(1)
    expect(await Promise.race([run('b'), settled().then(() => 'unanswered')])).toBe('unanswered')
  })

  it('that cannot be read is handed on at once; steps that went with it are said', async () => {
    const here = copyOf()
    const { begin, run, world, seen } = scripted({ here })
    await begin()
    world.answersPushes = false
    await run('a')
    await settled()
    const fail = () => {
      throw broken()
    }
    Object.assign(here, { all: fail, one: fail })
    world.failure = 'lost'
    expect(await run('b')).toEqual({ problem: { kind: 'copyLost' } })
    expect(seen.notices).toEqual([{ kind: 'copyLost' }, { kind: 'stepsLost', count: 1 }])
    expect(seen.renewed).toEqual([{ carried: [], setAside: [], opened: [] }])
  })

  it('is followed by a fresh one that takes what was handed over', async () => {
    const first = scripted({ here: copyOf() })
    await first.begin()
    first.world.answersPushes = false
    await first.run('a')
    first.world.there = false
    await first.look()
    await settled()
    await first.ring()
    const handedOver = structuredClone(first.seen.renewed[0]) as HandedOver

    const next = copyOf()
    const second = scripted({ handedOver, replace: async () => next })
    await second.begin()
    await settled()
    expect(next.all('SELECT title FROM quirks')).toEqual([{ title: 'Trust' }])
    expect(second.seen.pushes).toBe(1)
    expect(second.state()).toMatchObject({ waiting: 0, kept: 'evictable', connection: 'online' })
  })

  it('keeps what was handed over as long as no fresh one can be had', async () => {
    const handedOver: HandedOver = { carried: [{ intent: [], base: {} }], setAside: [], opened: [] }
    const { begin, state, api } = scripted({
      handedOver,
      replace: async (turn) => (turn === 1 ? Promise.reject(new Refusal({ kind: 'loadCut' })) : copyOf()),
    })
    await begin()
    expect(state()).toMatchObject({ waiting: 1, kept: 'lost', problem: { kind: 'loadCut' } })
    await api.reconnect()
    await settled()
    expect(state()).toMatchObject({ waiting: 0, kept: 'evictable', connection: 'online', problem: null })
  })
})

describe('who may no longer write', () => {
  it('is offered what was under way when the room has told whether it has it', async () => {
    const here = copyOf()
    const steps: SetAsideStep[] = [{ changes: [], versions: {}, epoch: 'e', sent: { client: 7, n: 1, i: 0 } }]
    writeSetAside(here, [...steps, { changes: [], versions: {}, epoch: 'e', sent: { client: 7, n: 1, i: 1 } }])
    const { begin, world, state, told } = scripted({ here })
    world.head = 2
    await begin()
    expect(state()).toMatchObject({ connection: 'online', setAside: 2, sendable: 0 })
    const operations = [{ name: 'groupCreateOrUpdate', args: { id: 8192, description: 'Wave 1', create: true } }]
    const event = { client: 7, n: 1, author: 'Ana', at: 1, operations }
    told({ events: [{ ...event, seq: 1, i: 1 }] })
    await settled()
    expect(state()).toMatchObject({ setAside: 1, sendable: 0 })
    told({ events: [{ ...event, seq: 2, n: 2, i: 0, operations: [] }] })
    await settled()
    expect(state()).toMatchObject({ setAside: 1, sendable: 1 })
  })

  it("is offered what belongs to a row of another's once that is back", async () => {
    const here = copyOf()
    const row = { id: 1, groupId: 8192, quirkId: -1 }
    writeSetAside(here, [{ changes: [{ op: 'insert', table: 'group_quirks', id: 1, row }], versions: {}, epoch: 'e' }])
    const { begin, world, state, told } = scripted({ here })
    world.head = 1
    await begin()
    expect(state()).toMatchObject({ connection: 'online', head: 0, setAside: 1, sendable: 0 })
    const operations = [{ name: 'groupCreateOrUpdate', args: { id: 8192, description: 'Wave 1', create: true } }]
    told({ events: [{ client: 8, n: 1, i: 0, author: 'Ben', at: 1, seq: 1, operations }] })
    await settled()
    expect(state()).toMatchObject({ head: 1, setAside: 1, sendable: 1 })
  })

  it('has set aside what was still to come from the page, not in the text', async () => {
    const project = scripted({ here: copyOf() })
    const { begin, api, world, told, state, seen } = project
    await begin()
    const { was, place, type } = await typing(project)
    world.access = 'read'
    told()
    await settled()
    expect(await type()).toEqual({ ok: { tick: expect.any(Number) } })
    await settled()
    expect(state()).toMatchObject({ access: 'read', waiting: 0, setAside: 1 })
    // One message for what has happened.
    expect(seen).toMatchObject({ notices: [], rights: ['read'] })
    const anew: AnswerText[] = []
    await api.watch('answer', place, ((posted: { value: AnswerText }) => anew.push(posted.value)) as never)
    await settled()
    expect(anew.at(-1)).toMatchObject({ rich: { text: was } })
    expect(await api.run('tab', 'c', 'createQuirk', quirk)).toEqual({ problem: { kind: 'readOnly' } })
    expect(state()).toMatchObject({ setAside: 1 })
  })

  it('is told once that the right has gone, whatever was under way', async () => {
    const { begin, run, world, state, seen } = scripted({ here: copyOf() })
    await begin()
    world.access = 'read'
    await run('a')
    await run('b')
    await settled()
    expect(state()).toMatchObject({ access: 'read', waiting: 0, setAside: 2 })
    expect(seen).toMatchObject({ notices: [], rights: ['read'] })
  })

  it('is told of a right that is another than the copy last knew, not of the same one on coming back', async () => {
    const here = copyOf()
    const first = scripted({ here })
    first.world.access = 'write'
    await first.begin()
    // Nothing was known of it before.
    expect(first.seen.rights).toEqual([])
    expect(metaText(here, 'access')).toBe('write')
    const again = async (access: Access) => {
      const copy = copyOf()
      setMeta(copy, 'access', 'write')
      const project = scripted({ here: copy })
      project.world.access = access
      // Without a network first, as after a reload.
      await project.api.environment({ online: false, focused: true })
      await project.begin()
      expect(project.state()).toMatchObject({ connection: 'offline', access: 'write' })
      await project.look()
      await settled()
      expect(project.state()).toMatchObject({ connection: 'online', access })
      return project.seen.rights
    }
    expect(await again('write')).toEqual([])
    expect(await again('read')).toEqual(['read'])
  })

  it('is put out: what was under way and what still comes from the page is set aside', async () => {
    const project = scripted({ here: copyOf() })
    const { begin, api, run, world, told, state } = project
    await begin()
    const { type } = await typing(project)
    world.answersPushes = false
    await run('b')
    told({ errors: [{ message: 'Access revoked', problem: { kind: 'accessRevoked', deleted: false } }] }, 403)
    await settled()
    expect(state()).toMatchObject({ problem: { kind: 'accessRevoked' }, waiting: 0, setAside: 1 })
    await type()
    expect(state()).toMatchObject({ waiting: 0, setAside: 2 })
    expect(JSON.parse(await api.waitingAsFile())).toMatchObject([
      { said: [{ written: ['Trust'] }] },
      { said: [{ written: ['Three.'] }] },
    ])
  })

  it('and never had a copy is answered that nothing waits', async () => {
    const { begin, api, state } = scripted({ room: { kind: 'noRoom', needed: 500, free: 20 } })
    await begin()
    expect(state()?.problem).toMatchObject({ kind: 'noRoom' })
    expect(await api.waitingAsFile()).toBe('[]')
  })
})

/** A text that is open in the page; `type` hands on what was typed at its end. */
async function typing({ api }: ReturnType<typeof scripted>) {
  const source = await api.run('tab', 'a', 'createSource', { title: 'Kelly', html: '<p>One two.</p>' })
  if (isProblem(source)) throw new Error(source.problem.kind)
  const place = { sourceId: source.ok, questionId: 1 }
  const posts: AnswerText[] = []
  await api.watch('answer', place, ((posted: { value: AnswerText }) => posts.push(posted.value)) as never)
  await settled()
  const { tick, rich } = posts.at(-1) as AnswerText & { rich: RichText }
  const was = rich.text
  const steps = [plainStep(rich, [{ from: was.length, to: was.length, insert: ' Three.' }])]
  return { was, place, type: () => api.run('tab', 'typed', 'editAnswerSteps', { ...place, steps, tick, session: 's' }) }
}
