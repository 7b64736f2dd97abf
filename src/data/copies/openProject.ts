/**
 * Opens a project in this browser: the tab that holds the Web Lock owns the worker with the database; the others go
 * through a port to it. When the owner goes, a waiting tab takes over, repeats the calls that were not answered, each under
 * its own id, and reads its watches anew.
 */
import * as Comlink from 'comlink'
import { proxy } from 'valtio'
import type { HistoryState, Notice, OwnPlace, ProjectApi, ProjectState, Told } from '../../../workers/project/api.ts'
import type { ProjectStart } from '../../../workers/project.worker.ts'
import type { MapLayout } from '../../model/canvas/map/layoutMap.ts'
import type { HistoryEntry, StepDetail } from '../../model/history.ts'
import { type Problem, problem, type Result } from '../../model/problems.ts'
import type { ProjectFrame, SourceContent } from '../../model/projectReader.ts'
import type { KeyParts } from '../../model/sealing/keys.ts'
import type { ShownCell, StatementAnswer } from '../../model/statements.ts'
import { serverAddress } from '../server/serverAddress.ts'
import { can } from '../server/serverFacts.ts'
import { accountKey, onToken, regionalAddress, renew } from '../server/session.ts'
import { askToKeep } from './askToKeep.ts'
import { claim } from './claim.ts'
import { copyKey } from './copyKey.ts'
import type { LongStep, ProjectHandle, Taking } from './handle.ts'
import { openPeopleHere } from './presence.ts'
import { openSignals } from './signals.ts'
import { tabName } from './tabName.ts'
import { forgetKey, noteKey, noteSealed } from './wordsKept.ts'

type Remote = Comlink.Remote<ProjectApi>

export interface OpenOptions {
  uuid: string
  name: string
  author: string
  token: string
  /** Take the project from the tab that owns it: where tabs cannot share a worker. */
  takeOver?: boolean
}

/** How long a worker may take to clear up a load that is stopped, in ms. */
const patience = 2000
/** How long a worker may take to end a statement that is stopped, in ms. */
const stopPatience = 4000

/** The worker of the project, wherever it runs just now. */
interface Seat {
  remote: Promise<Remote>
  /** Settles when this seat is lost. */
  lost: Promise<void>
}

/** A step of the history that takes as long as this, in ms, is told of: others come and go faster than could be read. */
const longTaking = 1000

export function openProject(options: OpenOptions): ProjectHandle {
  const tab = tabName()
  const state = proxy<ProjectState>({
    name: options.name,
    connection: 'opening',
    head: 0,
    waiting: 0,
    setAside: 0,
    sendable: 0,
    access: 'own',
    isProtected: false,
    isLocked: false,
    author: options.author,
    kept: 'persistent',
    progress: null,
    problem: null,
  })
  const history = proxy<HistoryState>({ undo: null, redo: null })
  const taking = proxy<Taking>({ way: null })
  const longStep = proxy<LongStep>({ share: null })
  const people = openPeopleHere()
  const notices = new Set<(notice: Notice) => void>()
  /** What came before the screen that says it was there; null: it is there, or has been. */
  let unheard: Notice[] | null = []
  const watches = new Set<() => void>()
  const stops: (() => void)[] = []
  const account = accountKey()
  const key = copyKey(account, options.uuid)
  const signals = openSignals(key, (signal) => signal === 'stops' && seeThatItStops())
  let author = options.author
  /** Of a protected project, for the worker that takes over. */
  let projectKey: KeyParts | null = null
  let ownPlace: OwnPlace | null = null
  let calls = 0
  let closed = false
  let seated = false
  /** How many workers it has had the project open in. */
  let joined = 0

  const hear = (told: Told) => {
    if ('state' in told) {
      Object.assign(state, told.state)
      if (state.isProtected) noteSealed(key)
      if (projectKey && !closed && state.connection === 'online') noteKey(key, projectKey)
      // There is something to keep.
      if (state.kept === 'evictable' && state.connection === 'online')
        void askToKeep().then((kept) => kept && tellEnvironment())
    }
    if ('history' in told) Object.assign(history, told.history)
    if ('longStep' in told) longStep.share = told.longStep
    if ('key' in told) {
      projectKey = told.key
      if (!closed) noteKey(key, told.key)
    }
    if ('refused' in told) void getToken(told.refused)
    if ('people' in told) people.hear(told.people, told.count)
    if ('notice' in told) {
      unheard?.push(told.notice)
      for (const listener of notices) listener(told.notice)
    }
  }
  const fail = (problem: Problem) => Object.assign(state, { connection: 'closed', problem })

  let loseSeat = () => {}
  let takeSeat: (remote: Remote) => void = () => {}
  let seat = emptySeat()

  function emptySeat(): Seat {
    const remote = new Promise<Remote>((resolve) => {
      takeSeat = resolve
    })
    const lost = new Promise<void>((resolve) => {
      loseSeat = resolve
    })
    return { remote, lost }
  }

  const join = (remote: Remote) => {
    void remote.join(tab, Comlink.proxy(hear), joined > 0)
    joined += 1
  }
  /** A worker has been found: everything that this tab wants of it is asked for. */
  const sit = (remote: Remote) => {
    takeSeat(remote)
    seated = true
    if (projectKey) void remote.takeKey(projectKey)
    join(remote)
    if (author) void remote.setAuthor(author)
    void remote.setToken(start.token)
    void remote.environment(environment())
    if (ownPlace) void remote.place(tab, ownPlace)
    for (const start of watches) start()
  }
  const stand = () => {
    const lose = loseSeat
    seated = false
    longStep.share = null
    seat = emptySeat()
    lose()
  }

  /** Asks again wherever the worker is, until somebody answers. */
  const ask = async <T>(question: (remote: Remote) => Promise<T>): Promise<T> => {
    signals.send('calls')
    for (;;) {
      const current = seat
      const remote = await current.remote
      const answered = await Promise.race([question(remote).then((value) => ({ value })), current.lost])
      if (answered) return answered.value
    }
  }

  /** The same for what is not to be asked again where it has taken a worker along: a statement of the console. */
  const askOnce = async <T>(question: (remote: Remote) => Promise<Result<T>>): Promise<Result<T>> => {
    const current = seat
    const remote = await current.remote
    const stopped = problem({ kind: 'statementStopped' })
    return Promise.race([question(remote), current.lost.then(() => stopped)])
  }
  /** Where a worker does not even hear that it is to stop, because it is in the middle of one step, it is ended. */
  const seeThatItStops = () => {
    if (!seated || state.kept === 'memory') return
    const current = seat
    const late = setTimeout(() => current === seat && place.restart(), stopPatience)
    void current.remote.then((remote) => remote.unwatch(0)).then(() => clearTimeout(late))
  }

  const start: ProjectStart = {
    uuid: options.uuid,
    copy: key,
    name: options.name,
    author,
    server: serverAddress(),
    regional: regionalAddress(),
    token: options.token,
    ...(signals.shared && { signals: signals.shared }),
  }
  const place = claim(key, start, sit, stand, fail, options.takeOver ?? false)

  const setToken = (token: string) => {
    start.token = token
    void seat.remote.then((remote) => remote.setToken(token))
  }
  /** Another token than the one that the server has refused; the tab that gets it tells all. */
  const getToken = async (refused: string) => {
    if (start.token !== refused) setToken(start.token)
    else await renew(refused)
  }
  // A token of somebody else who has signed in since is not for this copy.
  stops.push(onToken((token) => account === accountKey() && setToken(token)))

  // The way to this machine's own server needs no network, and a browser without one says that it is offline.
  const environment = () => ({ online: can('localFiles') || navigator.onLine, focused: document.hasFocus() })
  const tellEnvironment = () => void seat.remote.then((remote) => remote.environment(environment()))
  for (const event of ['online', 'offline', 'focus', 'blur'] as const) {
    addEventListener(event, tellEnvironment)
    stops.push(() => removeEventListener(event, tellEnvironment))
  }

  // The others of this browser are not to wait for a tab that is closed; the worker of one that owns it ends with it, and has better to do until then.
  // One that the browser has kept, and that comes back, is there again.
  const atSeat = (say: (remote: Remote) => unknown) => seated && place.isFollowing() && void seat.remote.then(say)
  const hide = () => atSeat((remote) => remote.leave(tab))
  const show = ({ persisted }: PageTransitionEvent) => persisted && atSeat(join)
  addEventListener('pagehide', hide)
  addEventListener('pageshow', show)
  stops.push(
    () => removeEventListener('pagehide', hide),
    () => removeEventListener('pageshow', show),
  )

  /** A watch that begins again wherever the worker is; returns the function that stops it. */
  const watching = (start: (remote: Remote, listener: unknown) => Promise<number>, post: (told: never) => void) => {
    let stopped = false
    let stop = () => {}
    const begin = () =>
      void seat.remote.then(async (remote) => {
        if (stopped) return
        signals.send('calls')
        const listener = Comlink.proxy((told: never) => {
          if (!stopped) post(told)
        })
        const number = await start(remote, listener)
        stop = () => void remote.unwatch(number)
        if (stopped) stop()
      })
    watches.add(begin)
    if (seated) begin()
    return () => {
      stopped = true
      watches.delete(begin)
      stop()
    }
  }

  const callId = () => {
    calls += 1
    return `${tab}:${Date.now()}:${calls}`
  }

  const take = async (way: 'undo' | 'redo'): Promise<Result<void>> => {
    const timer = setTimeout(() => {
      taking.way = way
    }, longTaking)
    try {
      return await ask<Result<void>>((remote) => remote[way](tab))
    } finally {
      clearTimeout(timer)
      taking.way = null
    }
  }

  return {
    uuid: options.uuid,
    account,
    state,
    history,
    taking,
    longStep,
    stopLongStep: signals.shared ? () => signals.send('stepStops') : null,
    people,
    place: (place) => {
      ownPlace = place
      if (seated) void seat.remote.then((remote) => remote.place(tab, place))
    },
    run: (command, args) => {
      const call = callId()
      return ask((remote) => remote.run(tab, call, command, args) as Promise<never>)
    },
    runAll: (list, title) => {
      const call = callId()
      return ask<Result<unknown[]>>((remote) => remote.runAll(tab, call, list, title))
    },
    undo: () => take('undo'),
    redo: () => take('redo'),
    ask: (query, args) => ask((remote) => remote.ask(query, args) as Promise<never>),
    watch: (query, args, post) =>
      watching((remote, listener) => remote.watch(query, args, listener as never), post as (posted: never) => void),
    watchAnalysis: (query, args, post) =>
      watching(
        (remote, listener) => remote.watchAnalysis(query, args, listener as never),
        post as (answer: never) => void,
      ),
    layOut: (quirks, asked) => ask<MapLayout>((remote) => remote.layOut(quirks, asked)),
    hearSound: (hash) => ask<Result<Uint8Array<ArrayBuffer>>>((remote) => remote.hearSound(hash)),
    keepSound: (bytes) => ask<Result<string>>((remote) => remote.keepSound(bytes)),
    runStatement: (sql) => askOnce<StatementAnswer>((remote) => remote.runStatement(sql)),
    reader: {
      frame: () => ask<ProjectFrame>((remote) => remote.frame()),
      contents: (sourceIds) => ask<SourceContent[]>((remote) => remote.contents(sourceIds)),
    },
    statementRows: (run, offset) => ask<ShownCell[][] | null>((remote) => remote.statementRows(run, offset)),
    statementFile: (sql) => askOnce<Blob>((remote) => remote.statementFile(sql)),
    stopStatements: () => signals.send('stops'),
    onNotice: (listener) => {
      notices.add(listener)
      for (const notice of unheard ?? []) listener(notice)
      unheard = null
      return () => notices.delete(listener)
    },
    setAsideAsFile: () => ask((remote) => remote.setAsideAsFile()),
    waitingAsFile: () => ask((remote) => remote.waitingAsFile()),
    giveUpSetAside: () => ask((remote) => remote.giveUpSetAside()),
    sendSetAside: () => ask<Result<{ sent: number; setAside: number }>>((remote) => remote.sendSetAside(tab)),
    setAuthor: (name) => {
      author = name
      start.author = name
      void seat.remote.then((remote) => remote.setAuthor(name))
    },
    readSource: (sourceId) => void ask((remote) => remote.readSource(sourceId)),
    openHistory: <Step extends HistoryEntry | StepDetail>(steps: readonly Step[]) =>
      ask((remote) => remote.openHistory(steps) as Promise<Step[]>),
    unlock: (secret) => ask<Result<void>>((remote) => remote.unlock(secret)),
    changePassword: (secret, password) =>
      ask<Result<{ recovery: string }>>((remote) => remote.changePassword(secret, password)),
    handOn: () => ask((remote) => remote.handOn(tab)),
    leaveAll: () => ask((remote) => remote.leaveAll(tab)),
    close: () => {
      if (closed) return
      closed = true
      projectKey = null
      forgetKey(key)
      const left = seated ? seat.remote.then((remote) => remote.leave(tab)) : Promise.resolve()
      // A load that is stopped leaves nothing half on the device, if the worker is given a moment for it.
      const last = state.progress === null ? Promise.resolve() : left
      for (const stopOne of stops) stopOne()
      signals.close()
      place.end(Promise.race([last, new Promise<void>((resolve) => setTimeout(resolve, patience))]))
    },
    reconnect: () => {
      Object.assign(state, { connection: 'reconnecting', problem: null })
      return ask((remote) => remote.reconnect())
    },
  }
}
