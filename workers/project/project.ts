/**
 * An open project in its worker: the copy, its connection, and the tabs that use it, each a part of `opened/`. Here they are put together, and
 * what the connection wants (`nextConnection.ts`) is given to them.
 *
 * Promises: what is in the copy is shown at once, connected or not; steps wait in the copy and are sent in order, one push
 * at a time, whenever the project is open on a socket. No close code, no reset and no failed attempt drops a step. A copy
 * that is lost while it is open is said to be, and a fresh worker takes over with what waits.
 */
import { Refusal } from '../../src/model/problems.ts'
import { metaText, setMeta } from '../../wasm/database/meta.ts'
import type { ProjectApi } from './api.ts'
import type { ProjectHost } from './host.ts'
import { openAnalyses } from './live/analyses.ts'
import { openLive } from './live/live.ts'
import { openStatements } from './live/statements.ts'
import { openAuthor } from './opened/author.ts'
import { openCommands } from './opened/commands.ts'
import { openDevice } from './opened/device.ts'
import { openEntry } from './opened/entry.ts'
import { openHeld } from './opened/held.ts'
import { openLoader } from './opened/loader.ts'
import { openLock } from './opened/lock.ts'
import { openMap } from './opened/map.ts'
import { type ApiParts, projectApi } from './opened/projectApi.ts'
import { openStanding } from './opened/standing.ts'
import { openTabs } from './opened/tabs.ts'
import type { HandedOver } from './sync/carryOver.ts'
import { openConnection } from './sync/connection.ts'
import { openExchange } from './sync/exchange.ts'
import { type Event, isCaughtUp } from './sync/nextConnection.ts'
import { openPeopleHere } from './sync/presence.ts'

export interface OpenedProject {
  api: ProjectApi
  /** Resolves when there is a copy to show, or a problem. */
  ready: Promise<void>
}

export interface ProjectOptions {
  author: string
  name: string
  /** What the worker before this one has left, whose copy was lost. */
  handedOver?: HandedOver | undefined
}

export function openProject(host: ProjectHost, options: ProjectOptions): OpenedProject {
  const tell = (event: Event) => connection.tell(event)
  const copy = () => held.copy
  const isHandedOn = () => connection.state.phase.is === 'handedOn'

  const tabs = openTabs(options, host.now)
  const lock = openLock(tabs)
  host.tokens?.onWanted((refused) => tabs.say({ refused }))
  const device = openDevice({
    host,
    tabs,
    tell,
    isLost: () => connection.state.keeps.copy === 'lost',
    isAtRest: () => held.copy !== null && loader.done === null,
    isHandedOver: () => held.handedOver !== null,
  })
  const live = openLive(device.report)
  const analyses = openAnalyses({ ...host, report: device.report })
  const { turn, after, signals } = host
  const statements = openStatements({ db: () => held.whenReady(({ db }) => db), turn, after, signals })
  const people = openPeopleHere({
    copy,
    author: () => author.name,
    after,
    send: async (presence) => {
      const reply = await connection.request(null, {}, JSON.stringify({ presence }))
      if (reply) entry.noteAccess(reply)
      return (reply?.json_data.data?.who as number | undefined) ?? null
    },
    tell: (shown, count) => tabs.say({ people: shown, count }),
  })
  const author = openAuthor(options.author, (name) => {
    if (held.copy) held.copy.author = name
    if (name !== tabs.state.author) tabs.show({ author: name })
    people.changed()
  })
  const standing = openStanding({
    tabs,
    copy,
    isCaughtUp: (head) => isCaughtUp(connection.state, head),
    keeps: (keeps) => tell({ is: 'keeps', keeps }),
    seen: () => {
      held.tellHistories()
      people.changed()
    },
  })
  const held = openHeld({
    ...{ host, tabs, device, author, live, analyses, people, tell, isHandedOn },
    changed: standing.changed,
    sealing: () => lock.sealing,
    handedOver: options.handedOver ?? null,
  })

  const connection = openConnection(host, {
    enter: () => void entry.enter().catch(device.failed),
    meet: ({ opened }) => {
      if (!held.copy) return
      held.copy.meet(opened.client, opened.epoch)
      standing.met()
      people.opened()
    },
    send: () => exchange.send(),
    interrupt: () => {
      exchange.interrupt()
      people.lost()
    },
    load: ({ opened }) => void loader.load(opened).catch(device.failed),
    stopLoading: () => loader.stop(),
    giveUpCopy: () => {
      held.stopRest()
      tabs.show({ kept: 'lost' })
    },
    handOn: () => host.renew(held.readOut()),
    setAside: ({ all }) => standing.setAside(all),
    keepAccess: ({ access }) => {
      if (held.copy) setMeta(held.copy.db, 'access', access)
    },
    show: ({ connection, problem }) => tabs.show({ connection, problem }),
    showAccess: ({ access }) => tabs.show({ access }),
    tellAccess: ({ access }) => tabs.say({ notice: { kind: 'accessChanged', access } }),
    warn: ({ problem }) => tabs.warn(problem),
    pushed: (reply) => {
      const { name } = reply.json_data
      if (name !== undefined) tabs.show({ name })
      exchange.take(reply)
    },
  })
  const { request } = connection
  const entry = openEntry({
    ...{ host, tabs, copy, request, tell },
    giveAuthor: (name) => {
      author.give(name)
      // What is done without a connection bears it too.
      if (held.copy && metaText(held.copy.db, 'author') !== name) setMeta(held.copy.db, 'author', name)
    },
  })
  const loader = openLoader({
    ...{ host, tabs, tell },
    take: async (db, opened) => {
      await new Promise<void>((resolve) =>
        lock.open(db, (readable) => {
          held.takeOver(readable, opened)
          resolve()
        }),
      )
      // What is asked from now on is asked of this copy: the watches have to know its texts before anything waits.
      live.refresh()
      device.showKept(await host.store.kept())
    },
  })
  const exchange = openExchange({
    host,
    connection: { request, restart: (after = 0) => tell({ is: 'missed', after }) },
    open: () => (connection.state.phase.is === 'connected' ? held.copy : null),
    noteAccess: entry.noteAccess,
    people: people.hear,
    warn: tabs.warn,
    failed: device.failed,
  })
  const map = openMap()
  const commands = openCommands({ tabs, device, map, standing, copy, asked: held.asked })

  const ready = begin({ host, tabs, held, lock, device, tell }).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
    tell({ is: 'failed', problem: error.problem })
  })
  return {
    api: projectApi({
      ...{ host, tabs, held, lock, device, map, author, commands, loader },
      ...{ live, analyses, statements, people, tell, isHandedOn },
    }),
    ready,
  }
}

type Beginning = Pick<ApiParts, 'host' | 'tabs' | 'held' | 'lock' | 'device' | 'tell'>

async function begin({ host, tabs, held, lock, device, tell }: Beginning): Promise<void> {
  // Where steps were handed over, the copy that is there is the one that was lost.
  const db = held.handedOver ? null : await host.store.open()
  if (held.handedOver) {
    const { carried, setAside } = held.handedOver
    device.showKept('lost')
    tabs.show({ waiting: carried.length, setAside: setAside.length })
    tell({ is: 'keeps', keeps: { waiting: carried.length } })
  } else device.showKept(await host.store.kept())
  const start = () => {
    device.keepLooking()
    tell({ is: 'started' })
  }
  if (!db) return start()
  lock.open(db, (readable) => {
    held.show(readable)
    start()
  })
}
