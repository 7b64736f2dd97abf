/**
 * The connection of a project (specification 1 §4 "Realtime connection" and §8) as one pure function: what has happened leads from one state to
 * the next, and to effects for others to carry out (`connection.ts` those of socket and clock, `project.ts` those of copy and page).
 *
 * Promises: one ticket or socket at a time; attempts count only while the browser says that it is online. Nothing is sent before the
 * project is open on the socket and the copy has what the room had then, and nothing once the right to see it has gone. Steps that are
 * nowhere else are not given up. Who has handed on is silent.
 */
import { type Access, mayWrite } from '../../../src/model/access.ts'
import { connection as limits } from '../../../src/model/limits.ts'
import type { Problem } from '../../../src/model/problems.ts'
import { closeCodes, type Opened } from '../../../src/model/protocol.ts'
import type { Connection as Shown } from '../api.ts'

export type Phase =
  /** There is no socket, and none is being opened `until` something comes: the start, a retry's time, the focus, the network, the end of a load. */
  | { readonly is: 'disconnected'; readonly until: 'start' | 'retry' | 'focus' | 'network' | 'load' }
  /** A one-time ticket is asked for: the answer to another question than `n` is none. */
  | { readonly is: 'asking'; readonly n: number }
  /** A socket is being opened. */
  | { readonly is: 'establishing' }
  /** The socket is open. `asked`: to open the project on it; where not, a load is under way, or the server about to close it. */
  | { readonly is: 'entering'; readonly asked: boolean }
  /** The project is open on the socket; `head`: where the room stood then. */
  | { readonly is: 'connected'; readonly head: number }
  /** The project is left, with a problem that is told: it is entered again when somebody wishes it. */
  | { readonly is: 'closed' }
  /** For good. */
  | { readonly is: 'handedOn' }
  | { readonly is: 'disposed' }

/** What the other side has said as it went: until its person starts it again (4001), or that it goes and comes back (1012). */
export type Farewell = 'ended' | 'restarts'
const farewells: ReadonlyMap<number, Farewell> = new Map([
  [closeCodes.ended, 'ended'],
  [closeCodes.restart, 'restarts'],
])

/** What is kept here. */
export interface Keeps {
  /** `lost`: its files are gone or broken, it goes on as far as it answers. */
  readonly copy: 'none' | 'here' | 'lost'
  readonly head: number
  /** Steps that nobody has acknowledged. */
  readonly waiting: number
  /** They are in memory alone. */
  readonly isNowhereElse: boolean
}

export interface ConnectionState {
  readonly phase: Phase
  /** What a person is told. */
  readonly shown: Shown
  readonly problem: Problem | null
  readonly online: boolean
  readonly focused: boolean
  /** Attempts that have failed since the last start, or since the project was open. */
  readonly attempts: number
  readonly farewell: Farewell | null
  /** Whether the server, asked for a ticket, has refused one: since a socket was open, or before that. */
  readonly ticket: 'given' | 'refused' | 'wasRefused'
  readonly tickets: number
  readonly beat: { readonly began: number; readonly heardAt: number; readonly askedAgain: number }
  readonly wasOpen: boolean
  readonly isLoading: boolean
  readonly keeps: Keeps
  /** `told`: what the person was told, `heard`: what the server has said last. `isKnown`: they were told by the server, now or when the copy was made. */
  readonly access: { readonly told: Access; readonly heard: Access | null; readonly isKnown: boolean }
}

export const beginning: ConnectionState = {
  phase: { is: 'disconnected', until: 'start' },
  shown: 'opening',
  problem: null,
  online: true,
  focused: true,
  attempts: 0,
  farewell: null,
  ticket: 'given',
  tickets: 0,
  beat: { began: 0, heardAt: 0, askedAgain: -1 },
  wasOpen: false,
  isLoading: false,
  keeps: { copy: 'none', head: 0, waiting: 0, isNowhereElse: false },
  access: { told: 'own', heard: null, isKnown: false },
}

/** Each rings once; set again, it rings later. */
export type Timer = 'opens' | 'retry' | 'beat' | 'handOn'

export type Event =
  | { is: 'started' }
  /** Somebody wishes to try again. */
  | { is: 'wished' }
  | { is: 'environment'; online: boolean; focused: boolean }
  | { is: 'rang'; timer: Timer; now: number }
  /** A problem: why the server gives none; null: it does not say; undefined: there is no way to it. */
  | { is: 'ticket'; n: number; ticket: string | Problem | null | undefined }
  | { is: 'socketOpened'; now: number }
  | { is: 'heard'; now: number }
  | { is: 'socketClosed'; code: number }
  /** What the server has said to who asked to open the project. */
  | { is: 'entered'; opened: Opened }
  /** `denied` (403), `failed` (500), `tokenPast`: the server closes this socket, and the next one comes with another; `notOpen`: anything else. */
  | { is: 'notEntered'; why: 'denied' | 'failed' | 'tokenPast' | 'notOpen'; problem: Problem }
  | { is: 'loaded' }
  | { is: 'notLoaded'; problem: Problem }
  /** Something that should have come over the socket has not: it is to be opened anew. */
  | { is: 'missed'; after: number }
  | { is: 'access'; access: Access }
  /** What the copy that is shown now has kept of it; empty: nothing. */
  | { is: 'accessKept'; access: Access | '' }
  /** The project is not this person's to see any more. */
  | { is: 'revoked'; problem: Problem }
  /** What the room says cannot be kept. */
  | { is: 'failed'; problem: Problem }
  | { is: 'keeps'; keeps: Partial<Keeps> }
  /** `answers`: the copy can still be read, and what waits be sent. */
  | { is: 'copyLost'; answers: boolean }
  | { is: 'disposed' }

/** Of socket and clock. `after`: up to `spread` ms later, so that all who were cut off together do not come back at once. */
export type LinkEffect =
  | { do: 'askTicket'; n: number }
  | { do: 'openSocket'; ticket: string }
  | { do: 'closeSocket'; code: number }
  | { do: 'ping' }
  | { do: 'set'; timer: Timer; after: number; spread: number }
  | { do: 'clear'; timer: Timer }

/** Of copy and page. */
export type ProjectEffect =
  /** Ask to open the project on the socket. */
  | { do: 'enter' }
  /** It is open: the copy learns under which number, and those who are here are made known. */
  | { do: 'meet'; opened: Opened }
  | { do: 'send' }
  /** There is no socket any more, or it is worth nothing: no answer comes to what was sent on it. */
  | { do: 'interrupt'; why: Loss }
  | { do: 'load'; opened: Opened }
  | { do: 'stopLoading' }
  /** The copy is about to be given up: what watches over it is to rest. */
  | { do: 'giveUpCopy' }
  | { do: 'handOn' }
  /** `all`: or only what a reader may not do. */
  | { do: 'setAside'; all: boolean }
  | { do: 'keepAccess'; access: Access }
  | { do: 'show'; connection: Shown; problem: Problem | null }
  | { do: 'showAccess'; access: Access }
  | { do: 'tellAccess'; access: Access }
  | { do: 'warn'; problem: Problem }

export type Effect = LinkEffect | ProjectEffect

/** `silent`: the other side meant it (1000, 1005); `reset` (4000): leave the project; `left`, `offline`: we did. */
export type Loss = 'silent' | 'reset' | Farewell | 'broken' | 'offline' | 'gaveUp' | 'left'

export interface Next {
  state: ConnectionState
  effects: Effect[]
}

/** How long steps that wait may take to be sent before a lost copy is handed on, in ms. */
const patience = 5000
/** After what the server could not do just now, in ms. */
const pause = 3000

export function next(before: ConnectionState, event: Event): Next {
  if (before.phase.is === 'handedOn' || before.phase.is === 'disposed') return step(before)
  const { state, effects } = (on[event.is] as (state: ConnectionState, event: Event) => Next)(before, event)
  if (state.shown === before.shown && state.problem === before.problem) return { state, effects }
  return { state, effects: [...effects, { do: 'show', connection: state.shown, problem: state.problem }] }
}

/** There is a socket that can be sent on. */
export const isOpen = ({ phase }: ConnectionState): boolean => phase.is === 'entering' || phase.is === 'connected'
const hasSocket = (state: ConnectionState): boolean => state.phase.is === 'establishing' || isOpen(state)
/** The copy has what the room had when the project was opened. */
export const isCaughtUp = ({ phase, keeps }: ConnectionState, head = keeps.head): boolean =>
  phase.is === 'connected' && head >= phase.head

const step = (state: ConnectionState, ...effects: Effect[]): Next => ({ state, effects })
const then = ({ state, effects }: Next, more: (state: ConnectionState) => Next): Next => {
  const after = more(state)
  return { state: after.state, effects: [...effects, ...after.effects] }
}
const set = (timer: Timer, after: number, spread = 0): Effect => ({ do: 'set', timer, after, spread })
const disconnected = (until: Extract<Phase, { is: 'disconnected' }>['until']): Phase => ({ is: 'disconnected', until })

type On = { [K in Event['is']]: (state: ConnectionState, event: Extract<Event, { is: K }>) => Next }
const on: On = {
  started: (state) => (state.phase.is === 'disconnected' && state.phase.until === 'start' ? start(state) : step(state)),
  wished: (state) => {
    if (state.isLoading || state.phase.is === 'connected') return step(state)
    const shown = state.keeps.copy === 'none' ? 'opening' : 'reconnecting'
    const wished: ConnectionState = { ...state, shown, problem: null, attempts: 0 }
    return isAtRest(state.phase) ? start(wished) : step(wished)
  },
  environment: (state, { online, focused }) => {
    const now = { ...state, online, focused }
    const { phase } = state
    if (!online) return goOffline(now)
    if (phase.is !== 'disconnected' || phase.until === 'start' || phase.until === 'load') return step(now)
    return !state.online || (focused && phase.until === 'focus') ? start(now) : step(now)
  },
  rang: (state, { timer, now }) => ring[timer](state, now),
  ticket: (state, { n, ticket }) => {
    if (state.phase.is !== 'asking' || state.phase.n !== n) return step(state)
    if (typeof ticket === 'string') {
      const found: ConnectionState = { ...state, phase: { is: 'establishing' } }
      return step(found, { do: 'openSocket', ticket }, set('opens', limits.opens))
    }
    if (ticket === undefined || state.ticket === 'refused') return retry(state)
    return then(step({ ...state, ticket: 'refused' }, { do: 'warn', problem: ticket ?? { kind: 'noTicket' } }), retry)
  },
  socketOpened: (state, { now }) => {
    if (state.phase.is !== 'establishing') return step(state)
    const ticket = state.ticket === 'refused' ? 'wasRefused' : state.ticket
    const beat = { ...state.beat, began: now, heardAt: now }
    const open: ConnectionState = { ...state, farewell: null, ticket, beat }
    return then(step(open, { do: 'clear', timer: 'opens' }, set('beat', limits.pingEvery)), enter)
  },
  heard: (state, { now }) => step({ ...state, beat: { ...state.beat, heardAt: now } }),
  socketClosed: (state, { code }) => {
    if (!hasSocket(state)) return step(state)
    const ended: Next = step({ ...state, phase: disconnected('retry') }, ...rest(['opens', 'beat']))
    if (code === closeCodes.reset)
      return then(
        then(ended, (now) => interrupted(now, 'reset')),
        (now) => (now.isLoading ? step({ ...now, phase: disconnected('load') }) : leave(now, { kind: 'socketClosed' })),
      )
    const isSilent = code === closeCodes.normal || code === closeCodes.noStatus
    const farewell = farewells.get(code) ?? state.farewell
    return then(
      then(ended, (now) => lose({ ...now, farewell }, isSilent ? 'silent' : (farewell ?? 'broken'))),
      (now) => {
        if (isSilent || !now.focused) return step({ ...now, phase: disconnected('focus') })
        return retry(now, now.attempts === 0 && !farewell ? 0 : limits.retryAfter)
      },
    )
  },
  entered: (state, { opened }) => {
    if (state.phase.is !== 'entering' || !state.phase.asked) return step(state)
    const { copy } = state.keeps
    if (opened.snapshot && copy === 'lost') return handOn(state)
    if (opened.snapshot || copy === 'none')
      return step({ ...state, isLoading: true, phase: { is: 'entering', asked: false } }, { do: 'load', opened })
    const phase: Phase = { is: 'connected', head: opened.head }
    const open: ConnectionState = { ...state, phase, attempts: 0, wasOpen: true, shown: 'online', problem: null }
    const met = step(open, { do: 'meet', opened })
    return then(copy === 'lost' ? then(met, handOnSoon) : met, send)
  },
  notEntered: (state, { why, problem }) => {
    if (state.phase.is !== 'entering' || !state.phase.asked) return step(state)
    if (why === 'tokenPast') return step({ ...state, phase: { is: 'entering', asked: false } })
    if (why === 'failed') return then(step(state, { do: 'warn', problem }), (now) => openAnew(now, pause))
    return leave(state, problem, why === 'notOpen' ? closeCodes.databaseNotOpen : undefined)
  },
  loaded: (state) => {
    const loaded = { ...state, isLoading: false, attempts: 0 }
    if (isOpen(state)) return enter(loaded)
    return state.phase.is === 'disconnected' ? start(loaded) : step(loaded)
  },
  // What was left meanwhile stays so, for its own reason.
  notLoaded: (state, { problem }) => {
    const ended = { ...state, isLoading: false }
    return state.phase.is === 'closed' ? step(ended) : leave(ended, problem)
  },
  missed: (state, { after }) => (isOpen(state) ? openAnew(state, after) : step(state)),
  access: (state, { access }) => {
    const { told, heard, isKnown } = state.access
    if (access === heard) return step(state)
    const isChanged = access !== told
    const now: ConnectionState = { ...state, access: { told: access, heard: access, isKnown: true } }
    return step(
      now,
      { do: 'keepAccess', access },
      ...(isChanged ? [{ do: 'showAccess', access } as const] : []),
      ...(mayWrite(access) ? [] : [{ do: 'setAside', all: false } as const]),
      ...(isChanged && isKnown ? [{ do: 'tellAccess', access } as const] : []),
    )
  },
  accessKept: (state, { access }) => {
    const { heard } = state.access
    if (heard) return step(state, { do: 'keepAccess', access: heard })
    if (!access) return step(state)
    return step({ ...state, access: { told: access, heard, isKnown: true } }, { do: 'showAccess', access })
  },
  revoked: (state, { problem }) => then(step(state, { do: 'setAside', all: true }), (now) => leave(now, problem)),
  failed: (state, { problem }) => leave({ ...state, isLoading: false }, problem),
  keeps: (state, { keeps }) => {
    const now: ConnectionState = { ...state, keeps: { ...state.keeps, ...keeps } }
    return now.keeps.copy === 'lost' && now.keeps.waiting === 0 ? handOn(now) : send(now)
  },
  copyLost: (state, { answers }) => {
    const { copy } = state.keeps
    if (copy === 'none' || (copy === 'lost' && answers)) return step(state)
    const warned: Effect[] = copy === 'lost' ? [] : [{ do: 'warn', problem: { kind: 'copyLost' } }]
    const now: ConnectionState = { ...state, keeps: { ...state.keeps, copy: 'lost' } }
    return then(step(now, ...warned, { do: 'giveUpCopy' }), (lost) => {
      if (!answers) return handOn(lost)
      return lost.phase.is === 'connected' ? handOnSoon(lost) : step(lost)
    })
  },
  disposed: (state) => then(drop(state, 'left'), (now) => step({ ...now, phase: { is: 'disposed' } })),
}

const ring: { [T in Timer]: (state: ConnectionState, now: number) => Next } = {
  retry: (state) => (state.phase.is === 'disconnected' && state.phase.until === 'retry' ? connect(state) : step(state)),
  // Where nothing is heard, a ticket or a socket may be neither there nor refused for ever.
  opens: (state) => {
    if (state.phase.is === 'asking') return retry(state)
    if (state.phase.is !== 'establishing') return step(state)
    return then(step(state, { do: 'closeSocket', code: closeCodes.databaseNotOpen }), (now) => retry(now, 0))
  },
  beat: (state, now) => {
    if (!isOpen(state)) return step(state)
    const { began, askedAgain } = state.beat
    // Silence proves nothing while our own pings rest (a throttled tab, a thread at work on a large import): ask once more.
    const isLate = now - began >= 2 * limits.pingEvery
    // A clock that was put back would make the silence younger by hours.
    const heardAt = Math.min(state.beat.heardAt, now)
    const isSilent = now - heardAt >= limits.silence
    const asksAgain = isSilent && isLate && askedAgain !== heardAt
    if (isSilent && !asksAgain) return openAnew(state, 0)
    const beat = { began: now, heardAt, askedAgain: asksAgain ? heardAt : askedAgain }
    return step({ ...state, beat }, { do: 'ping' }, set('beat', limits.pingEvery))
  },
  handOn: (state) => (state.phase.is === 'connected' ? handOn(state) : step(state)),
}

const isAtRest = ({ is }: Phase): boolean => is === 'disconnected' || is === 'closed'
const rest = (timers: readonly Timer[]): Effect[] => timers.map((timer) => ({ do: 'clear', timer }))

const start = (state: ConnectionState): Next => connect({ ...state, attempts: 0 })

function connect(state: ConnectionState): Next {
  if (!state.online) return step({ ...state, shown: 'offline', phase: disconnected('network') })
  const n = state.tickets + 1
  const asking: ConnectionState = { ...state, tickets: n, phase: { is: 'asking', n } }
  return step(asking, { do: 'clear', timer: 'retry' }, { do: 'askTicket', n }, set('opens', limits.opens))
}

/** What finds the other side away since it has said that it goes is no attempt that failed. */
function retry(state: ConnectionState, after: number = limits.retryAfter): Next {
  const attempts = state.farewell ? state.attempts : state.attempts + 1
  const now: ConnectionState = { ...state, attempts, phase: disconnected('retry') }
  if (attempts > limits.attempts) return giveUp(now)
  return step(now, { do: 'clear', timer: 'opens' }, set('retry', after, limits.spread))
}

function giveUp(state: ConnectionState): Next {
  const given = step(state, { do: 'clear', timer: 'opens' }, { do: 'interrupt', why: 'gaveUp' })
  // A load has tries of its own, and connects anew at its end.
  if (state.isLoading) return then(given, (now) => step({ ...now, phase: disconnected('load') }))
  const { copy, waiting, isNowhereElse } = state.keeps
  // Who opened it knowing that nobody answers works on its copy: there was no connection whose loss would lead them away.
  const isWorkedOn = copy !== 'none' && !state.wasOpen && state.ticket === 'given'
  // Steps that are nowhere else are not given up.
  const isHeld = waiting > 0 && (isNowhereElse || copy === 'lost')
  if (!isWorkedOn && !isHeld)
    return then(given, (now) => step(told({ ...now, phase: { is: 'closed' } }, { kind: 'cannotConnect' })))
  const shown = isWorkedOn ? 'offline' : state.shown
  return then(given, (now) => step({ ...now, shown, attempts: 0 }, set('retry', limits.withoutServer)))
}

const told = (state: ConnectionState, problem: Problem): ConnectionState => ({ ...state, shown: 'closed', problem })

/** Opens the project on the socket, once no load is under way. */
function enter(state: ConnectionState): Next {
  const asked = !state.isLoading
  return step({ ...state, phase: { is: 'entering', asked } }, ...(asked ? [{ do: 'enter' } as const] : []))
}

const send = (state: ConnectionState): Next => (isCaughtUp(state) ? step(state, { do: 'send' }) : step(state))

/** The socket is gone. While a load runs that is nothing to be told. */
function lose(state: ConnectionState, why: Loss): Next {
  const shown = why === 'ended' ? 'ended' : why === 'broken' ? 'reconnecting' : 'offline'
  return interrupted({ ...state, shown: state.isLoading ? state.shown : shown }, why)
}

const interrupted = (state: ConnectionState, why: Loss): Next => step(state, { do: 'interrupt', why })

/** Ends what there is of a connection, or under way to one. */
function drop(state: ConnectionState, why: Loss, code: number = closeCodes.normal): Next {
  const ends: Effect[] = hasSocket(state)
    ? [
        { do: 'closeSocket', code },
        { do: 'interrupt', why },
      ]
    : []
  return step(state, ...rest(['opens', 'retry', 'beat', 'handOn']), ...ends)
}

function openAnew(state: ConnectionState, after: number): Next {
  const dropped = step(state, { do: 'closeSocket', code: closeCodes.databaseNotOpen }, ...rest(['beat']))
  return then(
    then(dropped, (now) => lose(now, 'broken')),
    (now) => retry(now, after),
  )
}

function goOffline(state: ConnectionState): Next {
  const { phase } = state
  if (phase.is === 'closed' || (phase.is === 'disconnected' && phase.until === 'network')) return step(state)
  const waits = phase.is === 'disconnected' && (phase.until === 'start' || phase.until === 'load')
  return then(drop(state, 'offline'), (now) =>
    step({ ...now, shown: 'offline', phase: waits ? phase : disconnected('network') }),
  )
}

/** What waits stays in the copy. */
const leave = (state: ConnectionState, problem: Problem, code?: number): Next =>
  then(drop(state, 'left', code), (now) => step(told({ ...now, phase: { is: 'closed' } }, problem)))

/** What is sent need not be carried over. */
const handOnSoon = (state: ConnectionState): Next =>
  state.keeps.waiting === 0 ? handOn(state) : step(state, set('handOn', patience))

function handOn(state: ConnectionState): Next {
  const stopped: Effect[] = state.isLoading ? [{ do: 'stopLoading' }] : []
  return then(step(state, ...stopped), (now) =>
    then(drop(now, 'left'), (gone) => step({ ...gone, phase: { is: 'handedOn' } }, { do: 'handOn' })),
  )
}
