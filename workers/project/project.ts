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
import { closeCodes, type Opened, protocolVersion, type Reply } from '../../src/model/protocol.ts'
import { projectTitle } from '../../src/model/rules/projects/projectTitle.ts'
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
import { openPeopleHere } from './sync/presence.ts'

const dbOpen = `query ($uuid: String!, $name: String, $client: Whole, $epoch: String, $since: Whole, $protocol: Whole) {
  dbOpen(uuid: $uuid, name: $name, client: $client, epoch: $epoch, since: $since, protocol: $protocol)
}`

/** How often it is seen to that the copy is still on the device, in ms. */
const lookEvery = 10_000
/** A tab that has left may be loading again for so long, in ms. */
const reloadTime = 10_000
/** How long steps that wait may take to be sent before a lost copy is fetched anew, in ms. */
const patience = 5000

export interface OpenedProject {
  api: ProjectApi
  /** Resolves when there is a copy to show, or a problem. */
  ready: Promise<void>
}

const never = new Promise<never>(() => {})
/** Of the steps that are set aside. */
const setAsideIn = (db: Db) => ({ setAside: setAsideSteps(db).length, sendable: sendableSteps(db) })
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
  /** The right that the server has said last; null: none yet. */
  let heard: Access | null = null
  /** Whether `state.access` is what the person was told: by the server, or with the copy by an earlier worker. */
  let isAccessKnown = false
  let isOpen = false
  let online = true
  let loading: { stop: AbortController; done: Promise<void> } | null = null
  /** The copy's files are gone or broken: it goes on as far as it answers, until another worker takes over. */
  let isLost = false
  let isHandedOn = false
  let handedOver = options.handedOver ?? null
  let stopRest = () => {}
  let askedAt = host.now()
  /** Where the room stood when the project was opened last. */
  let openedAt = 0
  let wasOpen = false
  /** The server has given no ticket. */
  let isUnwelcome = false
  /** Whether the room may have some of what is kept. */
  let isSetAsideUnsure = true

  const tell = (told: Told) => {
    if ('notice' in told && tabs.size === 0) unheard.push(told.notice)
    for (const listener of tabs.values()) listener(told)
  }
  const show = (change: Partial<ProjectState>) => {
    Object.assign(state, change)
    tell({ state: { ...state } })
  }
  const warn = (found: Problem) => tell({ notice: { kind: 'problem', problem: found } })
  host.tokens?.onWanted((refused) => tell({ refused }))

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
    if (why === 'full') leave({ kind: 'deviceFull' })
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
    tell: (shown, count) => tell({ people: shown, count }),
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
    if (isLost && waiting === 0) handOn()
    send()
  }

  /** Once the copy has what the room had when the project was opened: what waits is brought into line with that before it goes. */
  const send = () => {
    if (copy && copy.head >= openedAt) exchange.send()
  }

  /** Some of what is set aside may have come to the room: that is known when the copy stands where the room stood as it was opened. */
  const lookAtSetAside = ({ db, head }: Copy) => {
    if (isOpen && head >= openedAt) {
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
    takeAccess(db)
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
      onWentBack: ({ author, restores }) => tell({ notice: { kind: 'wentBack', author, to: restores ?? {} } }),
      onMeanwhile: (notice) => tell({ notice }),
      onBug: report,
      live,
      analyses,
    })
    for (const tab of tabs.keys()) takeUpHistory(copy, tab)
    show({ waiting: copy.waiting, head: copy.head, ...setAsideIn(db), progress: null, author })
    tellHistories()
    for (const start of waitingForCopy.splice(0)) start()
    const rest = { after: host.after, quietFor: () => host.now() - askedAt }
    const stops = [checkInIdle(db, rest, (error) => (error === null ? lose(false) : report(error)))]
    if (host.isRoomy) stops.push(warmInIdle(analyses, rest, report))
    stopRest = () => {
      for (const stop of stops) stop()
    }
  }

  /** It is kept with the copy: only what differs from what was known last is told, and who opens it without a connection has no more. */
  const takeAccess = (db: Db) => {
    const before = metaText(db, 'access') as Access | ''
    if (heard) setMeta(db, 'access', heard)
    else if (before) show({ access: before })
    isAccessKnown ||= before !== ''
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

  /** Sees whether the copy is still there, and how safe it lies. */
  const look = async (): Promise<void> => {
    if (!copy || loading || isLost) return
    if (!(await host.store.there())) return lose(true)
    const found = await host.store.kept()
    if (found !== state.kept && !isLost) show({ kept: found })
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
  const lose = (answers: boolean) => {
    if (!copy || (isLost && answers)) return
    if (!isLost) warn({ kind: 'copyLost' })
    isLost = true
    stopRest()
    show({ kept: 'lost' })
    if (!answers) handOn()
    else if (isOpen) handOnSoon()
  }
  /** What is sent need not be carried over. Without a connection there is nothing to take over with yet. */
  const handOnSoon = () => {
    if (state.waiting === 0) handOn()
    else host.after(patience, () => isOpen && handOn())
  }
  const handOn = () => {
    if (isHandedOn) return
    isHandedOn = true
    loading?.stop.abort()
    closed()
    connection.close(closeCodes.normal)
    host.renew(readOut())
  }
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
    opened: () => {
      void enter().catch(failed)
    },
    pushed: (reply) => {
      const { name } = reply.json_data
      if (name !== undefined) show({ name })
      exchange.take(reply)
    },
    lost: (why) => {
      closed()
      if (loading) return
      if (why === 'reset') return leave({ kind: 'socketClosed' })
      if (why === 'ended') return show({ connection: 'ended' })
      show({ connection: online && why === 'broken' ? 'reconnecting' : 'offline' })
    },
    noTicket: () => {
      isUnwelcome = true
      warn({ kind: 'noTicket' })
    },
    gaveUp: () => {
      closed()
      // A load has tries of its own, and connects anew at its end. Steps that are nowhere else are not given up.
      if (loading) return
      const isNowhereElse = (state.kept === 'memory' || isLost || handedOver) && state.waiting > 0
      // Who opened it knowing that nobody answers works on its copy: there was no connection whose loss would lead them away.
      const isWorkedOn = copy && !wasOpen && !isUnwelcome
      if (isWorkedOn) show({ connection: 'offline' })
      if (isNowhereElse || isWorkedOn) host.after(lookEvery, connection.start)
      else show({ connection: 'closed', problem: { kind: 'cannotConnect' } })
    },
  })

  /** The project is not open on a socket any more. */
  const closed = () => {
    isOpen = false
    exchange.interrupt()
    people.lost()
  }

  /** The project is left; what waits stays in the copy. */
  const leave = (found: Problem, code: number = closeCodes.normal) => {
    closed()
    connection.close(code)
    show({ connection: 'closed', problem: found })
  }

  /** The project is not this person's to see any more: what was not sent is set aside. */
  const shutOut = (found: Problem) => {
    setAside(true)
    leave(found)
  }
  const setAside = (all: boolean) => {
    if (!copy) return
    isSetAsideUnsure = true
    if (copy.setAside(all) > 0) show({ ...setAsideIn(copy.db), waiting: copy.waiting })
  }

  /** Opens the project on a new socket and brings the copy up to date. */
  const enter = async (): Promise<void> => {
    if (loading) return
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
    // The server closes this socket; the next one comes with another token.
    if (host.tokens && found?.problem?.kind === 'notSignedIn') return
    if (reply.status === 403) return leave(found?.problem ?? { kind: 'accessRevoked' })
    if (reply.status === 500) {
      warn(found?.problem ?? { kind: 'storageFailed', detail: found?.message ?? '' })
      return connection.restart(3000)
    }
    if (opened?.status !== 'open')
      return leave(
        found?.problem ?? { kind: 'cannotOpen', detail: found?.message ?? 'none' },
        closeCodes.databaseNotOpen,
      )
    show({ name: opened.name })
    if (opened.author !== undefined) giveAuthor(opened.author)
    if (isLost && opened.snapshot) return handOn()
    if (opened.snapshot || !copy) return freshCopy(opened)
    copy.meet(opened.client, opened.epoch)
    isOpen = true
    openedAt = opened.head
    wasOpen = true
    lookAtSetAside(copy)
    connection.settled()
    show({ connection: 'online', problem: null })
    people.opened()
    if (isLost) handOnSoon()
    send()
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
      return leave(found.problem)
    }
    takeOver(found.ok, opened)
    // What is asked from now on is asked of this copy: the watches have to know its texts before anything waits.
    live.refresh()
    show({ kept: await host.store.kept() })
    connection.start()
    await enter()
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
    if (placed) tell({ notice: { kind: 'wentBack', author: placed.author, to: { at: placed.at, backup: true } } })
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
    if (found?.kind === 'accessRevoked') return shutOut(found)
    const access = reply.access_privilege
    if (!access || access === heard) return
    const isChanged = isAccessKnown && access !== state.access
    heard = access
    isAccessKnown = true
    if (copy) setMeta(copy.db, 'access', access)
    if (access !== state.access) show({ access })
    if (!mayWrite(access)) setAside(false)
    if (isChanged) tell({ notice: { kind: 'accessChanged', access } })
  }

  const exchange = openExchange({
    host,
    connection,
    open: () => (isOpen ? copy : null),
    noteAccess,
    people: people.hear,
    warn,
    failed,
  })

  const whenReady = async <T>(body: (copy: Copy) => T): Promise<T> => {
    askedAt = host.now()
    for (;;) {
      if (isHandedOn) await never
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
  const answered = <T>(body: () => T): Promise<T> => (isHandedOn ? never : Promise.resolve(body()))

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
    reconnect: async () => {
      if (loading) return
      show({ connection: copy ? 'reconnecting' : 'opening', problem: null })
      connection.start()
    },
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
      online = environment.online
      if (!online && state.connection !== 'closed') {
        closed()
        show({ connection: 'offline' })
      }
      connection.environment(environment)
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
      closed()
      connection.close(closeCodes.normal)
      closeCopy()
    },
  }

  const begin = async (): Promise<void> => {
    // Where steps were handed over, the copy that is there is the one that was lost.
    const db = handedOver ? null : await host.store.open()
    if (handedOver) show({ kept: 'lost', waiting: handedOver.carried.length, setAside: handedOver.setAside.length })
    else show({ kept: await host.store.kept() })
    if (db) showCopy(db)
    keepLooking()
    connection.start()
  }
  const began = begin().catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
    leave(error.problem)
  })
  return { api, ready: began }
}
