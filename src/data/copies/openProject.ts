/**
 * Opens a project in this browser: the tab that holds the Web Lock owns the worker with the database; the others go
 * through a port to it. When the owner goes, a waiting tab takes over, repeats the calls that were not answered, each under
 * its own id, and reads its watches anew.
 */
import * as Comlink from 'comlink'
import { proxy } from 'valtio'
import type { OwnPlace } from '../../../workers/project/api.ts'
import type { ProjectStart } from '../../../workers/project.worker.ts'
import type { MapLayout } from '../../model/canvas/map/layoutMap.ts'
import type { HistoryEntry, StepDetail } from '../../model/history.ts'
import type { Problem, Result } from '../../model/problems.ts'
import type { ProjectFrame, SourceContent } from '../../model/projectReader.ts'
import type { ShownCell, StatementAnswer } from '../../model/statements.ts'
import { serverAddress } from '../server/serverAddress.ts'
import { can } from '../server/serverFacts.ts'
import { accountKey, onToken, regionalAddress, renew } from '../server/session.ts'
import { askToKeep } from './askToKeep.ts'
import { claim } from './claim.ts'
import { copyKey } from './copyKey.ts'
import type { ProjectHandle, Taking } from './handle.ts'
import { openSeat, type Remote, type Seat } from './seat.ts'
import { openSignals } from './signals.ts'
import { tabName } from './tabName.ts'
import { openTold } from './told.ts'

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
/** A step of the history that takes as long as this, in ms, is told of: others come and go faster than could be read. */
const longTaking = 1000

export function openProject(options: OpenOptions): ProjectHandle {
  const tab = tabName()
  const account = accountKey()
  const key = copyKey(account, options.uuid)
  const signals = openSignals(key, (signal) => signal === 'stops' && seeThatItStops())
  const seat = openSeat(() => signals.send('calls'))
  const told = openTold({
    key,
    name: options.name,
    author: options.author,
    refused: (token) => void getToken(token),
    evictable: () => void askToKeep().then((kept) => kept && tellEnvironment()),
  })
  const { state, longStep } = told
  let ownPlace: OwnPlace | null = null
  let closed = false
  /** How many workers it has had the project open in. */
  let joined = 0

  const start: ProjectStart = {
    uuid: options.uuid,
    copy: key,
    name: options.name,
    author: options.author,
    server: serverAddress(),
    regional: regionalAddress(),
    token: options.token,
    ...(signals.shared && { signals: signals.shared }),
  }

  const join = (remote: Remote) => {
    void remote.join(tab, Comlink.proxy(told.hear), joined > 0)
    joined += 1
  }
  /** What this tab wants of each worker that it finds. */
  const greet = (remote: Remote) => {
    if (told.projectKey) void remote.takeKey(told.projectKey)
    join(remote)
    if (start.author) void remote.setAuthor(start.author)
    void remote.setToken(start.token)
    void remote.environment(environment())
    if (ownPlace) void remote.place(tab, ownPlace)
  }
  const stand = () => {
    longStep.share = null
    seat.stand()
  }
  const fail = (problem: Problem) => Object.assign(state, { connection: 'closed', problem })
  const place = claim(key, start, (remote) => seat.sit(remote, greet), stand, fail, options.takeOver ?? false)

  /** Where a worker does not even hear that it is to stop, because it is in the middle of one step, it is ended. */
  const seeThatItStops = () => {
    if (state.kept !== 'memory') seat.seeThatItHears(stopPatience, place.restart)
  }

  const setToken = (token: string) => {
    start.token = token
    void seat.tell((remote) => remote.setToken(token))
  }
  /** Another token than the one that the server has refused; the tab that gets it tells all. */
  const getToken = async (refused: string) => {
    if (start.token !== refused) setToken(start.token)
    else await renew(refused)
  }
  const tellEnvironment = () => void seat.tell((remote) => remote.environment(environment()))
  // The others of this browser are not to wait for a tab that is closed; the worker of one that owns it ends with it, and has better to do until then.
  const atSeat = (say: (remote: Remote) => unknown) => seat.isTaken && place.isFollowing() && void seat.tell(say)
  const stops = [
    // A token of somebody else who has signed in since is not for this copy.
    onToken((token) => account === accountKey() && setToken(token)),
    ...(['online', 'offline', 'focus', 'blur'] as const).map((event) => onPage(event, tellEnvironment)),
    onPage('pagehide', () => atSeat((remote) => remote.leave(tab))),
    // One that the browser has kept, and that comes back, is there again.
    onPage('pageshow', ({ persisted }) => persisted && atSeat(join)),
  ]

  const { takeBack, taking } = takingBack(seat, tab)
  const callId = countedCalls(tab)

  return {
    uuid: options.uuid,
    account,
    state,
    history: told.history,
    taking,
    longStep,
    stopLongStep: signals.shared ? () => signals.send('stepStops') : null,
    people: told.people,
    place: (place) => {
      ownPlace = place
      if (seat.isTaken) void seat.tell((remote) => remote.place(tab, place))
    },
    run: (command, args) => {
      const call = callId()
      return seat.ask((remote) => remote.run(tab, call, command, args) as Promise<never>)
    },
    runAll: (list, title) => {
      const call = callId()
      return seat.ask<Result<unknown[]>>((remote) => remote.runAll(tab, call, list, title))
    },
    undo: () => takeBack('undo'),
    redo: () => takeBack('redo'),
    ask: (query, args) => seat.ask((remote) => remote.ask(query, args) as Promise<never>),
    watch: (query, args, post) =>
      seat.watch((remote, listener) => remote.watch(query, args, listener as never), post as (posted: never) => void),
    watchAnalysis: (query, args, post) =>
      seat.watch(
        (remote, listener) => remote.watchAnalysis(query, args, listener as never),
        post as (answer: never) => void,
      ),
    layOut: (quirks, asked) => seat.ask<MapLayout>((remote) => remote.layOut(quirks, asked)),
    hearSound: (hash) => seat.ask<Result<Uint8Array<ArrayBuffer>>>((remote) => remote.hearSound(hash)),
    keepSound: (bytes) => seat.ask<Result<string>>((remote) => remote.keepSound(bytes)),
    runStatement: (sql) => seat.askOnce<StatementAnswer>((remote) => remote.runStatement(sql)),
    reader: {
      frame: () => seat.ask<ProjectFrame>((remote) => remote.frame()),
      contents: (sourceIds) => seat.ask<SourceContent[]>((remote) => remote.contents(sourceIds)),
    },
    statementRows: (run, offset) => seat.ask<ShownCell[][] | null>((remote) => remote.statementRows(run, offset)),
    statementFile: (sql) => seat.askOnce<Blob>((remote) => remote.statementFile(sql)),
    stopStatements: () => signals.send('stops'),
    onNotice: told.onNotice,
    setAsideAsFile: () => seat.ask((remote) => remote.setAsideAsFile()),
    waitingAsFile: () => seat.ask((remote) => remote.waitingAsFile()),
    giveUpSetAside: () => seat.ask((remote) => remote.giveUpSetAside()),
    sendSetAside: () => seat.ask<Result<{ sent: number; setAside: number }>>((remote) => remote.sendSetAside(tab)),
    setAuthor: (name) => {
      start.author = name
      void seat.tell((remote) => remote.setAuthor(name))
    },
    readSource: (sourceId) => void seat.ask((remote) => remote.readSource(sourceId)),
    openHistory: <Step extends HistoryEntry | StepDetail>(steps: readonly Step[]) =>
      seat.ask((remote) => remote.openHistory(steps) as Promise<Step[]>),
    unlock: (secret) => seat.ask<Result<void>>((remote) => remote.unlock(secret)),
    changePassword: (secret, password) =>
      seat.ask<Result<{ recovery: string }>>((remote) => remote.changePassword(secret, password)),
    handOn: () => seat.ask((remote) => remote.handOn(tab)),
    leaveAll: () => seat.ask((remote) => remote.leaveAll(tab)),
    close: () => {
      if (closed) return
      closed = true
      told.close()
      const left = seat.isTaken ? seat.tell((remote) => remote.leave(tab)) : Promise.resolve()
      // A load that is stopped leaves nothing half on the device, if the worker is given a moment for it.
      const last = state.progress === null ? Promise.resolve() : left
      for (const stopOne of stops) stopOne()
      signals.close()
      place.end(Promise.race([last, new Promise<void>((resolve) => setTimeout(resolve, patience))]))
    },
    reconnect: () => {
      Object.assign(state, { connection: 'reconnecting', problem: null })
      return seat.ask((remote) => remote.reconnect())
    },
  }
}

// The way to this machine's own server needs no network, and a browser without one says that it is offline.
const environment = () => ({ online: can('localFiles') || navigator.onLine, focused: document.hasFocus() })

/** Returns the function that stops it. */
function onPage<K extends keyof WindowEventMap>(event: K, hear: (event: WindowEventMap[K]) => void): () => void {
  addEventListener(event, hear)
  return () => removeEventListener(event, hear)
}

/** Each call bears an id of its own, so that one that is repeated is not done twice. */
function countedCalls(tab: string): () => string {
  let calls = 0
  return () => {
    calls += 1
    return `${tab}:${Date.now()}:${calls}`
  }
}

/** Undo and redo, and what is told of one that takes long. */
function takingBack(seat: Seat, tab: string) {
  const taking = proxy<Taking>({ way: null })
  const takeBack = async (way: 'undo' | 'redo'): Promise<Result<void>> => {
    const timer = setTimeout(() => {
      taking.way = way
    }, longTaking)
    try {
      return await seat.ask<Result<void>>((remote) => remote[way](tab))
    } finally {
      clearTimeout(timer)
      taking.way = null
    }
  }
  return { taking, takeBack }
}
