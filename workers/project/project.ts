/**
 * An open project in its worker: the copy, its connection, and the tabs that use it.
 *
 * Promises: what is in the copy is shown at once, connected or not; steps wait in the copy and are sent in order, one push
 * at a time, whenever the project is open on a socket. No close code, no reset and no failed attempt drops a step. A copy
 * that is lost while it is open is said to be, and a fresh worker takes over with what waits.
 */
import { type Access, mayWrite } from '../../src/model/access.ts'
import { type Call, notUndoable } from '../../src/model/commands.ts'
import { isProblem, ok, type Problem, problem, Refusal, type Result } from '../../src/model/problems.ts'
import { type Opened, protocolVersion, type Reply } from '../../src/model/protocol.ts'
import { projectTitle } from '../../src/model/rules/projects/projectTitle.ts'
import type { Kept } from '../../wasm/database/copies.ts'
import type { Db } from '../../wasm/database/db.ts'
import { metaText, setMeta } from '../../wasm/database/meta.ts'
import { readContents, readFrame } from '../../wasm/database/projectReader.ts'
import type { Notice, ProjectApi, ProjectState, Told } from './api.ts'
import { type Copy, openCopy } from './copy.ts'
import type { ProjectHost } from './host.ts'
import { openAnalyses } from './live/analyses.ts'
import { checkInIdle } from './live/checkInIdle.ts'
import { openLive } from './live/live.ts'
import { openStatements } from './live/statements.ts'
import { warmInIdle } from './live/warmInIdle.ts'
import {
  addSetAside,
  giveUpSetAside,
  makeSure,
  sendableSteps,
  setAsideFile,
  setAsideSteps,
  waitingFile,
} from './setAside/setAside.ts'
import { carryOver, type HandedOver } from './sync/carryOver.ts'
import { openConnection } from './sync/connection.ts'
import { openExchange } from './sync/exchange.ts'
import { loadCopy } from './sync/loadCopy.ts'
import { isCaughtUp } from './sync/nextConnection.ts'
import { openPeopleHere } from './sync/presence.ts'

const dbOpen = `query ($uuid: String!, $name: String, $client: Whole, $epoch: String, $since: Whole, $protocol: Whole) {
  dbOpen(uuid: $uuid, name: $name, client: $client, epoch: $epoch, since: $since, protocol: $protocol)
}`

/** How often it is seen to that the copy is still on the device, in ms. */
const lookEvery = 10_000
/** A tab that has left may be loading again for so long, in ms. */
const reloadTime = 10_000

export interface OpenedProject {
  api: ProjectApi
  /** Resolves when there is a copy to show, or a problem. */
  ready: Promise<void>
}

const never = new Promise<never>(() => {})
/** Of the steps that are set aside. */
const setAsideIn = (db: Db) => ({ setAside: setAsideSteps(db).length, sendable: sendableSteps(db) })
const refusals: ReadonlyMap<number, 'denied' | 'failed'> = new Map([
  [403, 'denied'],
  [500, 'failed'],
])
/** Where the server has not said what is wrong. */
const unsaid = {
  denied: (): Problem => ({ kind: 'accessRevoked' }),
  failed: (message?: string): Problem => ({ kind: 'storageFailed', detail: message ?? '' }),
  tokenPast: (): Problem => ({ kind: 'notSignedIn' }),
  notOpen: (message?: string): Problem => ({ kind: 'cannotOpen', detail: message ?? 'none' }),
}
const nothing: HandedOver = { carried: [], setAside: [], opened: [] }

export function openProject(
  host: ProjectHost,
  options: { author: string; name: string; handedOver?: HandedOver | undefined },
): OpenedProject {
  const state: ProjectState = {
    name: options.name,
    connection: 'opening',
    head: 0,
    waiting: 0,
    setAside: 0,
    sendable: 0,
    access: 'own',
    author: options.author,
    kept: 'persistent',
    progress: null,
    problem: null,
  }
  const tabs = new Map<string, (told: Told) => void>()
  /** What is to be said to whoever comes first: a project speaks before its first tab has joined. */
  const unheard: Notice[] = []
  /** When tabs have left. */
  const left = new Map<string, number>()
  const waitingForCopy: (() => void)[] = []
  let copy: Copy | null = null
  let author = options.author
  /** The server says under which name this person works here. */
  let isGiven = false
  let loading: { stop: AbortController; done: Promise<void> } | null = null
  let handedOver = options.handedOver ?? null
  let stopRest = () => {}
  let askedAt = host.now()
  /** Whether the room may have some of what is kept. */
  let isSetAsideUnsure = true

  const say = (told: Told) => {
    if ('notice' in told && tabs.size === 0) unheard.push(told.notice)
    for (const listener of tabs.values()) listener(told)
  }
  const show = (change: Partial<ProjectState>) => {
    Object.assign(state, change)
    say({ state: { ...state } })
  }
  const warn = (found: Problem) => say({ notice: { kind: 'problem', problem: found } })
  host.tokens?.onWanted((refused) => say({ refused }))

  /** Errors end here: what they say of the device is dealt with, the others are bugs. */
  const report = (error: unknown) => {
    const why = host.store.failure(error)
    if (why === 'full') warn({ kind: 'deviceFull' })
    else if (why === 'lost') lose(false)
    else host.report(error)
  }
  /** What the room says cannot be left out: without room for it the project is closed, and opens again where it stood. */
  const failed = (error: unknown) => {
    const why = host.store.failure(error)
    if (why === 'full') tell({ is: 'failed', problem: { kind: 'deviceFull' } })
    else if (why === 'lost') lose(false)
    else host.report(error)
  }
  const live = openLive(report)
  const analyses = openAnalyses({ ...host, report })
  const statements = openStatements({
    db: () => whenReady(({ db }) => db),
    turn: host.turn,
    after: host.after,
    signals: host.signals,
  })
  const people = openPeopleHere({
    copy: () => copy,
    author: () => author,
    after: host.after,
    send: async (presence) => {
      const reply = await connection.request(null, {}, JSON.stringify({ presence }))
      if (reply) noteAccess(reply)
      return (reply?.json_data.data?.who as number | undefined) ?? null
    },
    tell: (shown, count) => say({ people: shown, count }),
  })
  /** Those of analyses have numbers below zero. */
  const analysisWatches = new Map<number, () => void>()
  let lastAnalysis = 0
  /** The tab that said last where the person is. */
  let placing: string | null = null

  /** A tab that is opened anew finds what can be undone; one that has just left may only be loading again. */
  const takeUpHistory = (open: Copy, tab: string) => {
    const leaving = [...left].filter(([, at]) => host.now() - at < reloadTime).map(([name]) => name)
    open.takeUpHistory(tab, [...tabs.keys(), ...leaving])
  }

  const tellHistories = () => {
    for (const [tab, listener] of tabs) if (copy) listener({ history: copy.history(tab) })
  }

  /** What is done just now is set aside at once, neither shown nor sent. */
  let holdsBack = false
  const changed = () => {
    if (!copy || holdsBack) return
    const { waiting, head } = copy
    const isOwn = waiting !== state.waiting
    if (isOwn || head !== state.head) show({ waiting, head, ...setAsideIn(copy.db) })
    if (isOwn) isSetAsideUnsure ||= state.setAside > 0
    else if (isSetAsideUnsure && state.setAside > 0) lookAtSetAside(copy)
    tellHistories()
    people.changed()
    tell({ is: 'keeps', keeps: { waiting, head } })
  }

  /** Some of what is set aside may have come to the room: that is known when the copy stands where the room stood as it was opened. */
  const lookAtSetAside = ({ db, head }: Copy) => {
    if (isCaughtUp(connection.state, head)) {
      makeSure(db)
      isSetAsideUnsure = false
    }
    const found = setAsideIn(db)
    if (found.setAside !== state.setAside || found.sendable !== state.sendable) show(found)
  }

  const showCopy = (db: Db) => {
    const given = metaText(db, 'author')
    if (given) {
      isGiven = true
      author = given
    }
    tell({ is: 'accessKept', access: metaText(db, 'access') as Access | '' })
    copy = openCopy(db, {
      now: host.now,
      random: host.random,
      author,
      onChange: changed,
      onProblem: (found) => {
        // Of a right that has gone it is said that it has changed, and beside it what is set aside.
        if (found.kind !== 'readOnly' || mayWrite(state.access)) warn(found)
      },
      onPassed: people.passed,
      onWentBack: ({ author, restores }) => say({ notice: { kind: 'wentBack', author, to: restores ?? {} } }),
      onMeanwhile: (notice) => say({ notice }),
      onBug: report,
      live,
      analyses,
    })
    for (const tab of tabs.keys()) takeUpHistory(copy, tab)
    const { waiting, head } = copy
    show({ waiting, head, ...setAsideIn(db), progress: null, author })
    tell({ is: 'keeps', keeps: { copy: 'here', waiting, head } })
    tellHistories()
    for (const start of waitingForCopy.splice(0)) start()
    const rest = { after: host.after, quietFor: () => host.now() - askedAt }
    const stops = [checkInIdle(db, rest, (error) => (error === null ? lose(false) : report(error)))]
    if (host.isRoomy) stops.push(warmInIdle(analyses, rest, report))
    stopRest = () => {
      for (const stop of stops) stop()
    }
  }

  const takeAuthor = (name: string) => {
    author = name
    if (copy) copy.author = name
    if (name !== state.author) show({ author: name })
    people.changed()
  }
  /** It is kept with the copy: what is done without a connection bears it too. */
  const giveAuthor = (name: string) => {
    isGiven = true
    takeAuthor(name)
    if (copy && metaText(copy.db, 'author') !== name) setMeta(copy.db, 'author', name)
  }

  const isLost = () => connection.state.keeps.copy === 'lost'
  const isHandedOn = () => connection.state.phase.is === 'handedOn'

  /** Sees whether the copy is still there, and how safe it lies. */
  const look = async (): Promise<void> => {
    if (!copy || loading || isLost()) return
    if (!(await host.store.there())) return lose(true)
    const found = await host.store.kept()
    if (found !== state.kept && !isLost()) showKept(found)
  }
  const showKept = (kept: Kept) => {
    show({ kept })
    tell({ is: 'keeps', keeps: { isNowhereElse: kept === 'memory' || handedOver !== null } })
  }
  let stopLooking = () => {}
  const keepLooking = () => {
    stopLooking = host.after(lookEvery, () => {
      void look().catch(host.report)
      keepLooking()
    })
  }

  /**
   * What is written from now on would not be found again: a browser gives a worker no other place than the one that was
   * cleared. `answers`: the copy can still be read, and what waits be sent.
   */
  const lose = (answers: boolean) => tell({ is: 'copyLost', answers })
  /** What the old copy had not sent; where it cannot be read any more, that is said. */
  const readOut = (): HandedOver => {
    if (!copy) return handedOver ?? nothing
    try {
      return { carried: carryOver(copy.db), setAside: setAsideSteps(copy.db), opened: copy.opened }
    } catch (error) {
      if (host.store.failure(error) === null) host.report(error)
      const count = state.waiting + state.setAside
      if (count > 0) warn({ kind: 'stepsLost', count })
      return nothing
    }
  }

  const connection = openConnection(host, {
    enter: () => void enter().catch(failed),
    meet: ({ opened }) => {
      if (!copy) return
      copy.meet(opened.client, opened.epoch)
      lookAtSetAside(copy)
      people.opened()
    },
    send: () => exchange.send(),
    interrupt: () => {
      exchange.interrupt()
      people.lost()
    },
    load: ({ opened }) => void freshCopy(opened).catch(failed),
    stopLoading: () => loading?.stop.abort(),
    giveUpCopy: () => {
      stopRest()
      show({ kept: 'lost' })
    },
    handOn: () => host.renew(readOut()),
    setAside: ({ all }) => setAside(all),
    keepAccess: ({ access }) => {
      if (copy) setMeta(copy.db, 'access', access)
    },
    show: ({ connection, problem }) => show({ connection, problem }),
    showAccess: ({ access }) => show({ access }),
    tellAccess: ({ access }) => say({ notice: { kind: 'accessChanged', access } }),
    warn: ({ problem }) => warn(problem),
    pushed: (reply) => {
      const { name } = reply.json_data
      if (name !== undefined) show({ name })
      exchange.take(reply)
    },
  })
  const { tell } = connection

  const setAside = (all: boolean) => {
    if (!copy) return
    isSetAsideUnsure = true
    if (copy.setAside(all) === 0) return
    show({ ...setAsideIn(copy.db), waiting: copy.waiting })
    tell({ is: 'keeps', keeps: { waiting: copy.waiting } })
  }

  /** Asks to open the project on a new socket. */
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
    if (opened?.status === 'open' && !refusals.has(reply.status)) {
      show({ name: opened.name })
      if (opened.author !== undefined) giveAuthor(opened.author)
      return tell({ is: 'entered', opened })
    }
    const { problem, message } = reply.json_data.errors?.[0] ?? {}
    const isPast = host.tokens && problem?.kind === 'notSignedIn'
    const why = isPast ? 'tokenPast' : (refusals.get(reply.status) ?? 'notOpen')
    tell({ is: 'notEntered', why, problem: problem ?? unsaid[why](message) })
  }

  /** A snapshot instead of events. The copy that is there, if any, goes on until the new one is whole. */
  const freshCopy = async (opened: Opened): Promise<void> => {
    const stop = new AbortController()
    const loaded = loadCopy(host, showProgress, stop.signal)
    loading = { stop, done: loaded.then(() => {}) }
    show({ progress: 0 })
    const found = await loaded
    loading = null
    if (isProblem(found)) {
      // What was asked for is not read any further.
      stop.abort()
      show({ progress: null })
      return tell({ is: 'notLoaded', problem: found.problem })
    }
    takeOver(found.ok, opened)
    // What is asked from now on is asked of this copy: the watches have to know its texts before anything waits.
    live.refresh()
    showKept(await host.store.kept())
    tell({ is: 'loaded' })
  }

  /** Thousands of chunks: only steps that are seen are told. */
  const showProgress = (progress: number | null) => {
    if (progress === null || progress === 1 || Math.abs(progress - (state.progress ?? 0)) >= 0.005) show({ progress })
  }

  /** What was not sent goes along as new steps. */
  const takeOver = (db: Db, opened: Opened) => {
    const { carried, setAside: aside, opened: read } = readOut()
    closeCopy()
    showCopy(db)
    handedOver = null
    const fresh = copy as unknown as Copy
    fresh.meet(opened.client, opened.epoch)
    addSetAside(fresh.db, aside)
    for (const found of fresh.adopt(carried)) warn(found)
    fresh.readSources(read)
    host.store.settle(fresh.db)
    show({ ...setAsideIn(fresh.db) })
    const { placed } = opened
    if (placed) say({ notice: { kind: 'wentBack', author: placed.author, to: { at: placed.at, backup: true } } })
  }

  const closeCopy = () => {
    stopRest()
    try {
      copy?.close()
    } catch (error) {
      // Of a lost copy nothing has to be closed in order.
      if (host.store.failure(error) === null) host.report(error)
    }
    copy = null
  }

  const noteAccess = (reply: Reply) => {
    const found = reply.status === 403 ? reply.json_data.errors?.[0]?.problem : undefined
    if (found?.kind === 'accessRevoked') tell({ is: 'revoked', problem: found })
    else if (reply.access_privilege) tell({ is: 'access', access: reply.access_privilege })
  }

  const exchange = openExchange({
    host,
    connection: {
      request: connection.request,
      restart: (after = 0) => tell({ is: 'missed', after }),
    },
    open: () => (connection.state.phase.is === 'connected' ? copy : null),
    noteAccess,
    people: people.hear,
    warn,
    failed,
  })

  const whenReady = async <T>(body: (copy: Copy) => T): Promise<T> => {
    askedAt = host.now()
    for (;;) {
      if (isHandedOn()) await never
      if (!copy) await new Promise<void>((resolve) => waitingForCopy.push(resolve))
      const asked = copy
      if (!asked) continue
      try {
        return body(asked)
      } catch (error) {
        if (host.store.failure(error) !== 'lost') throw error
        lose(false)
      }
    }
  }

  /** Runs what writes into the copy: a device without room refuses it, a lost copy too. */
  const onDevice = <T>(body: () => Result<T>): Result<T> => {
    askedAt = host.now()
    try {
      return body()
    } catch (error) {
      const why = host.store.failure(error)
      if (why === null) throw error
      if (why === 'lost') lose(false)
      return problem({ kind: why === 'full' ? 'deviceFull' : 'copyLost' })
    }
  }
  /** Whoever asks of a copy that is handed on is answered by the worker that takes over. */
  const answered = <T>(body: () => T): Promise<T> => (isHandedOn() ? never : Promise.resolve(body()))

  const refused = (calls: readonly Call[]): Problem | null => {
    if (!copy) return state.problem ?? { kind: 'stillLoading' }
    const allowed =
      mayWrite(state.access) || calls.every(({ command }) => notUndoable.has(command) && command !== 'setPreference')
    return allowed ? null : { kind: 'readOnly' }
  }

  const runAll = (tab: string, call: string, calls: Call[], title: string): Result<unknown[]> => {
    const found = refused(calls)
    // What was typed while one still might write is no less a step for having waited in the page: it is set aside, not in the text.
    const isTyped = found?.kind === 'readOnly' && calls.every(({ command }) => command === 'editAnswerSteps')
    if (found && !isTyped) return problem(found)
    const isShutOut = state.problem?.kind === 'accessRevoked'
    holdsBack = isTyped || isShutOut
    const done = onDevice(() => (copy as Copy).run(tab, call, calls, title))
    holdsBack = false
    if (isTyped || isShutOut) setAside(isShutOut)
    return done
  }

  const step = (tab: string, way: 'undo' | 'redo'): Result<void> => {
    const found = mayWrite(state.access) ? refused([]) : ({ kind: 'readOnly' } as const)
    if (found) return problem(found)
    const done = onDevice(() => (copy as Copy)[way](tab))
    if (isProblem(done)) return done
    if (done.ok.leftAlone === 'all') return problem({ kind: 'leftAlone' })
    if (done.ok.leftAlone === 'parts') tabs.get(tab)?.({ notice: { kind: 'leftAlone' } })
    return ok(undefined)
  }

  const api: ProjectApi = {
    run: async (tab, call, command, args) => {
      const done = await answered(() => runAll(tab, call, [{ command, args } as Call], `undo.${command}`))
      return isProblem(done) ? done : (ok(done.ok[0]) as never)
    },
    runAll: (tab, call, calls, title) => answered(() => runAll(tab, call, calls, title)),
    undo: (tab) => answered(() => step(tab, 'undo')),
    redo: (tab) => answered(() => step(tab, 'redo')),
    ask: (query, args) => whenReady((open) => open.live.ask(query, args)),
    watch: (query, args, post) => whenReady(() => live.watch(query, args, post)),
    watchAnalysis: (query, args, post) =>
      whenReady(() => {
        lastAnalysis -= 1
        analysisWatches.set(lastAnalysis, analyses.watch(query, args, post))
        return lastAnalysis
      }),
    unwatch: async (watch) => {
      if (watch > 0) return live.unwatch(watch)
      analysisWatches.get(watch)?.()
      analysisWatches.delete(watch)
    },
    runStatement: (sql) => statements.run(sql),
    statementRows: async (run, offset) => statements.rows(run, offset),
    statementFile: (sql) => statements.file(sql),
    frame: () => whenReady(({ db }) => readFrame(db, projectTitle(state.name))),
    contents: (sourceIds) => whenReady(({ db }) => readContents(db, sourceIds)),
    join: async (tab, listener) => {
      tabs.set(tab, listener)
      left.delete(tab)
      listener({ state: { ...state } })
      if (copy) takeUpHistory(copy, tab)
      if (copy) listener({ history: copy.history(tab) })
      listener({ people: people.shown(), count: people.count })
      for (const notice of unheard.splice(0)) listener({ notice })
    },
    leave: async (tab) => {
      tabs.delete(tab)
      if (placing === tab) people.place(null)
      left.set(tab, host.now())
      if (tabs.size > 0 || !loading) return
      loading.stop.abort()
      await loading.done
      if (!copy) await host.store.remove()
    },
    reconnect: async () => tell({ is: 'wished' }),
    readSource: (sourceId) => whenReady((open) => open.readSources([sourceId])),
    place: async (tab, place) => {
      placing = tab
      people.place(place)
    },
    setAuthor: async (name) => {
      if (!isGiven) takeAuthor(name)
    },
    setToken: async (token) => host.tokens?.set(token),
    environment: async (environment) => {
      // Whoever clears the browser's storage does it elsewhere, and comes back.
      void look().catch(host.report)
      tell({ is: 'environment', ...environment })
    },
    setAsideAsFile: () => whenReady((open) => setAsideFile(open.db)),
    waitingAsFile: async () => (copy || !state.problem ? whenReady((open) => waitingFile(open.db)) : '[]'),
    giveUpSetAside: () =>
      whenReady((open) => {
        giveUpSetAside(open.db)
        show({ setAside: 0, sendable: 0 })
      }),
    sendSetAside: (tab) =>
      answered(() => {
        const found = mayWrite(state.access) ? refused([]) : ({ kind: 'readOnly' } as const)
        if (found) return problem(found)
        const done = onDevice(() => (copy as Copy).sendSetAside(tab))
        if (!isProblem(done)) show(setAsideIn((copy as Copy).db))
        return done
      }),
    close: async () => {
      stopLooking()
      analyses.close()
      tell({ is: 'disposed' })
      closeCopy()
    },
  }

  const begin = async (): Promise<void> => {
    // Where steps were handed over, the copy that is there is the one that was lost.
    const db = handedOver ? null : await host.store.open()
    if (handedOver) {
      const waiting = handedOver.carried.length
      showKept('lost')
      show({ waiting, setAside: handedOver.setAside.length })
      tell({ is: 'keeps', keeps: { waiting } })
    } else showKept(await host.store.kept())
    if (db) showCopy(db)
    keepLooking()
    tell({ is: 'started' })
  }
  const began = begin().catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
    tell({ is: 'failed', problem: error.problem })
  })
  return { api, ready: began }
}
