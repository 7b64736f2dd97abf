/**
 * An open project in its worker: the copy, its connection, and the tabs that use it.
 *
 * Promises: what is in the copy is shown at once, connected or not; steps wait in the copy and are sent in order, one push
 * at a time, whenever the project is open on a socket. No close code, no reset and no failed attempt drops a step.
 */
import { mayWrite } from '../../src/model/access.ts'
import { type Call, notUndoable } from '../../src/model/commands.ts'
import { socketBytes } from '../../src/model/limits.ts'
import { isProblem, ok, type Problem, problem, type Result } from '../../src/model/problems.ts'
import {
  type AnnouncedEvent,
  closeCodes,
  type Event,
  type Opened,
  type PushAnswer,
  protocolVersion,
  type Reply,
} from '../../src/model/protocol.ts'
import type { Db } from '../../wasm/db.ts'
import type { ProjectApi, ProjectState, Told } from './api.ts'
import { type CarriedStep, carryOver, discardLeft, keepLeft, leftFile, leftSteps } from './carryOver.ts'
import { openConnection } from './connection.ts'
import { type Copy, openCopy } from './copy.ts'
import type { ProjectHost } from './host.ts'
import { openLive } from './live.ts'

const dbOpen = `query ($uuid: String!, $name: String, $client: Whole, $epoch: String, $since: Whole, $protocol: Whole) {
  dbOpen(uuid: $uuid, name: $name, client: $client, epoch: $epoch, since: $since, protocol: $protocol)
}`

export interface OpenedProject {
  api: ProjectApi
  /** Resolves when there is a copy to show, or a problem. */
  ready: Promise<void>
}

export function openProject(host: ProjectHost, options: { author: string; name: string }): OpenedProject {
  const state: ProjectState = {
    name: options.name,
    connection: 'opening',
    waiting: 0,
    left: 0,
    access: 'own',
    stored: host.store.stored,
    progress: null,
    problem: null,
  }
  const tabs = new Map<string, (told: Told) => void>()
  const waitingForCopy: (() => void)[] = []
  let copy: Copy | null = null
  const live = openLive(host.report)
  let author = options.author
  let isOpen = false
  let sending = false
  let online = true
  /** Frames are worked off one after the other: fetching a large event must not let the next overtake it. */
  let incoming: Promise<void> = Promise.resolve()

  const tell = (told: Told) => {
    for (const listener of tabs.values()) listener(told)
  }
  const show = (change: Partial<ProjectState>) => {
    Object.assign(state, change)
    tell({ state: { ...state } })
  }
  const tellHistories = () => {
    for (const [tab, listener] of tabs) if (copy) listener({ history: copy.history(tab) })
  }

  const changed = () => {
    if (!copy) return
    const waiting = copy.waiting
    if (waiting !== state.waiting) show({ waiting })
    tellHistories()
    void send()
  }

  const showCopy = (db: Db) => {
    copy = openCopy(db, {
      now: host.now,
      random: host.random,
      author,
      onChange: changed,
      onProblem: (found) => tell({ notice: { kind: 'problem', problem: found } }),
      onBug: host.report,
      live,
    })
    show({ waiting: copy.waiting, left: leftSteps(db).length, progress: null, stored: host.store.stored })
    tellHistories()
    for (const start of waitingForCopy.splice(0)) start()
  }

  const connection = openConnection(host, {
    opened: () => {
      void enter()
    },
    pushed: (reply) => {
      incoming = incoming.then(() => take(reply)).catch(host.report)
    },
    lost: (why) => {
      isOpen = false
      if (why === 'reset') return leave({ kind: 'socketClosed' })
      show({ connection: online && why === 'broken' ? 'reconnecting' : 'offline' })
    },
    gaveUp: () => {
      isOpen = false
      show({ connection: 'closed', problem: { kind: 'cannotConnect' } })
    },
  })

  /** The project is left; what waits stays in the copy. */
  const leave = (found: Problem) => {
    isOpen = false
    connection.close(closeCodes.normal)
    show({ connection: 'closed', problem: found })
  }

  /** Opens the project on a new socket and brings the copy up to date. */
  const enter = async (): Promise<void> => {
    const standing = { client: copy?.client ?? 0, epoch: copy?.epoch ?? '', since: copy?.head ?? 0 }
    const reply = await connection.request(dbOpen, {
      uuid: host.uuid,
      name: state.name,
      ...standing,
      protocol: protocolVersion,
    })
    if (!reply) return
    noteAccess(reply)
    const opened = reply.json_data.data?.dbOpen as Opened | undefined
    const found = reply.json_data.errors?.[0]
    if (reply.status === 403) return leave(found?.problem ?? { kind: 'accessRevoked' })
    if (reply.status === 500) {
      tell({
        notice: { kind: 'problem', problem: found?.problem ?? { kind: 'storageFailed', detail: found?.message ?? '' } },
      })
      return connection.restart(3000)
    }
    if (opened?.status !== 'open') return leave(found?.problem ?? { kind: 'cannotOpen', detail: found?.message ?? '' })
    show({ name: opened.name })
    if (opened.snapshot || !copy) return freshCopy(opened)
    copy.meet(opened.client, opened.epoch)
    isOpen = true
    connection.settled()
    show({ connection: 'online', problem: null })
    void send()
  }

  /** A snapshot instead of events; what the old copy had not sent goes along as new steps. */
  const freshCopy = async (opened: Opened): Promise<void> => {
    show({ progress: 0 })
    const chunks = await host.snapshot((progress) => show({ progress }))
    if (isProblem(chunks)) return leave(chunks.problem)
    const carried: CarriedStep[] = copy ? carryOver(copy.db) : []
    const left = copy ? leftSteps(copy.db) : []
    copy?.close()
    copy = null
    try {
      showCopy(await host.store.replace(chunks.ok))
    } catch (error) {
      host.report(error)
      return leave({ kind: 'noStorage', detail: error instanceof Error ? error.message : '' })
    }
    const fresh = copy as unknown as Copy
    fresh.meet(opened.client, opened.epoch)
    for (const lost of fresh.adopt(carried)) tell({ notice: { kind: 'problem', problem: lost } })
    keepLeft(fresh.db, left)
    host.store.settle(fresh.db)
    show({ left: leftSteps(fresh.db).length })
    live.refresh()
    await enter()
  }

  const noteAccess = (reply: Reply) => {
    const access = reply.access_privilege
    if (!access || access === state.access) return
    const known = state.connection !== 'opening'
    show({ access })
    if (known) tell({ notice: { kind: 'accessChanged', access } })
  }

  const take = async (reply: Reply): Promise<void> => {
    noteAccess(reply)
    if (!copy || !isOpen) return
    if (reply.json_data.push) settle(reply.json_data.push)
    const events = reply.json_data.events
    if (!events) return
    const whole = await fetchAnnounced(events)
    if (!whole || copy.receive(whole) === 'gap') connection.restart()
  }

  const fetchAnnounced = async (events: (Event | AnnouncedEvent)[]): Promise<Event[] | null> => {
    const whole: Event[] = []
    for (const event of events) {
      if (!('fetch' in event)) {
        whole.push(event)
        continue
      }
      const answer = await host.call(`/v1/thicket/projects/${host.uuid}/events?since=${event.seq - 1}`)
      const body = answer?.status === 200 ? ((await answer.json()) as { events: Event[] }) : null
      const found = body?.events.find(({ seq }) => seq === event.seq)
      if (!found) return null
      whole.push(found)
    }
    return whole
  }

  const settle = (answer: PushAnswer) => {
    sending = false
    if (copy?.acknowledge(answer) === 'gap') connection.restart()
  }

  const send = async (): Promise<void> => {
    if (sending || !isOpen || !copy || !mayWrite(state.access)) return
    const push = copy.nextPush()
    if (!push) return
    sending = true
    // A large push goes by HTTP; its answer comes on the socket, in its place among the events.
    if (push.body.length > socketBytes) {
      const answer = await host.call(`/v1/thicket/push?project=${host.uuid}`, { method: 'POST', body: push.body })
      if (answer?.status === 200) return
      sending = false
      const body =
        answer && answer.status >= 400 && answer.status < 500 ? ((await answer.json()) as { problem?: Problem }) : null
      if (body?.problem && answer?.status !== 404) return copy.refusePush(push.n, body.problem)
      return connection.restart(3000)
    }
    const reply = await connection.request(null, {}, push.body)
    if (!reply) {
      sending = false
      return
    }
    incoming = incoming
      .then(() => {
        noteAccess(reply)
        if (reply.json_data.push) return settle(reply.json_data.push)
        sending = false
        const found: Problem = reply.json_data.errors?.[0]?.problem ?? { kind: 'unexpectedResponse' }
        // What the server could not read it never will; what it could not do just now may work later.
        if (reply.status === 400) return copy?.refusePush(push.n, found)
        tell({ notice: { kind: 'problem', problem: found } })
        connection.restart(3000)
      })
      .catch(host.report)
  }

  const whenReady = <T>(body: (copy: Copy) => T): Promise<T> =>
    copy
      ? Promise.resolve(body(copy))
      : new Promise((resolve) => waitingForCopy.push(() => resolve(body(copy as Copy))))

  const refused = (calls: readonly Call[]): Problem | null => {
    if (!copy) return state.problem ?? { kind: 'copyLost' }
    const allowed =
      mayWrite(state.access) || calls.every(({ command }) => notUndoable.has(command) && command !== 'setPreference')
    return allowed ? null : { kind: 'readOnly' }
  }

  const runAll = (tab: string, call: string, calls: Call[], title: string): Result<unknown[]> => {
    const found = refused(calls)
    return found ? problem(found) : (copy as Copy).run(tab, call, calls, title)
  }

  const step = (tab: string, way: 'undo' | 'redo'): Result<void> => {
    const found = refused([])
    if (found) return problem(found)
    const done = (copy as Copy)[way](tab)
    if (isProblem(done)) return done
    if (done.ok.leftAlone) tabs.get(tab)?.({ notice: { kind: 'leftAlone' } })
    return ok(undefined)
  }

  const api: ProjectApi = {
    run: async (tab, call, command, args) => {
      const done = runAll(tab, call, [{ command, args } as Call], `undo.${command}`)
      return isProblem(done) ? done : (ok(done.ok[0]) as never)
    },
    runAll: async (tab, call, calls, title) => runAll(tab, call, calls, title),
    undo: async (tab) => step(tab, 'undo'),
    redo: async (tab) => step(tab, 'redo'),
    ask: (query, args) => whenReady((open) => open.live.ask(query, args)),
    watch: (query, args, post) => whenReady(() => live.watch(query, args, post)),
    unwatch: async (watch) => live.unwatch(watch),
    join: async (tab, listener) => {
      tabs.set(tab, listener)
      listener({ state: { ...state } })
      if (copy) listener({ history: copy.history(tab) })
    },
    leave: async (tab) => {
      tabs.delete(tab)
    },
    setAuthor: async (name) => {
      author = name
      if (copy) copy.author = name
    },
    environment: async (environment) => {
      online = environment.online
      if (!online && state.connection !== 'closed') {
        isOpen = false
        sending = false
        show({ connection: 'offline' })
      }
      connection.environment(environment)
    },
    leftAsFile: () => whenReady((open) => leftFile(open.db)),
    discardLeft: () =>
      whenReady((open) => {
        discardLeft(open.db)
        show({ left: 0 })
      }),
    close: async () => {
      connection.close(closeCodes.normal)
      copy?.close()
      copy = null
    },
  }

  const begin = async (): Promise<void> => {
    const db = await host.store.open()
    if (db) showCopy(db)
    connection.start()
  }
  return { api, ready: begin() }
}
