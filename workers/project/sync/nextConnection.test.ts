import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { connection as limits } from '../../../src/model/limits.ts'
import type { Problem } from '../../../src/model/problems.ts'
import type { Opened } from '../../../src/model/protocol.ts'
import {
  beginning,
  type ConnectionState,
  type Effect,
  type Event,
  isCaughtUp,
  next,
  type Timer,
} from './nextConnection.ts'

const opened = (of: Partial<Opened> = {}): Opened => ({
  ...{ status: 'open', protocol: 1, name: 'Study', client: 7, epoch: 'e', head: 0, ...of },
})
const rang = (timer: Timer, now = 0): Event => ({ is: 'rang', timer, now })
const ticket = (n: number, given: Extract<Event, { is: 'ticket' }>['ticket']): Event => ({
  is: 'ticket',
  n,
  ticket: given,
})
const environment = (online: boolean, focused: boolean): Event => ({ is: 'environment', online, focused })
const notEntered = (why: Extract<Event, { is: 'notEntered' }>['why'], problem: Problem): Event => ({
  ...{ is: 'notEntered', why, problem },
})
const said: Problem = { kind: 'cannotOpen', detail: '' }

/** Events by their words; a number behind one is its `n`, a close code, a head, or seconds. */
const words: Record<string, (n: number) => Event> = {
  start: () => ({ is: 'started' }),
  wish: () => ({ is: 'wished' }),
  copy: () => ({ is: 'keeps', keeps: { copy: 'here' } }),
  waiting: (n) => ({ is: 'keeps', keeps: { waiting: n } }),
  alone: () => ({ is: 'keeps', keeps: { isNowhereElse: true } }),
  head: (n) => ({ is: 'keeps', keeps: { head: n } }),
  ticket: (n) => ticket(n, 't'),
  nobody: (n) => ticket(n, undefined),
  refused: (n) => ticket(n, null),
  demanded: (n) => ticket(n, { kind: 'factorDemanded' }),
  open: () => ({ is: 'socketOpened', now: 0 }),
  heard: (n) => ({ is: 'heard', now: n * 1000 }),
  closed: (code) => ({ is: 'socketClosed', code }),
  missed: () => ({ is: 'missed', after: 3000 }),
  entered: (n) => ({ is: 'entered', opened: opened({ head: n }) }),
  snapshot: () => ({ is: 'entered', opened: opened({ snapshot: true }) }),
  denied: () => notEntered('denied', said),
  failing: () => notEntered('failed', said),
  notOpen: () => notEntered('notOpen', said),
  tokenPast: () => notEntered('tokenPast', said),
  loaded: () => ({ is: 'loaded' }),
  notLoaded: () => ({ is: 'notLoaded', problem: { kind: 'loadCut' } }),
  retry: () => rang('retry'),
  opens: () => rang('opens'),
  beat: (n) => rang('beat', n * 1000),
  handOn: () => rang('handOn'),
  offline: () => environment(false, true),
  online: () => environment(true, true),
  blurred: () => environment(true, false),
  read: () => ({ is: 'access', access: 'read' }),
  write: () => ({ is: 'access', access: 'write' }),
  keptWrite: () => ({ is: 'accessKept', access: 'write' }),
  keptNone: () => ({ is: 'accessKept', access: '' }),
  revoked: () => ({ is: 'revoked', problem: { kind: 'accessRevoked' } }),
  full: () => ({ is: 'failed', problem: { kind: 'deviceFull' } }),
  lost: () => ({ is: 'copyLost', answers: true }),
  broken: () => ({ is: 'copyLost', answers: false }),
}
const eventsOf = (text: string): Event[] =>
  text.split(' ').flatMap((word) => {
    const [, name = '', n] = /^([a-z]+)(-?\d+)?$/i.exec(word) ?? []
    return words[name]?.(Number(n ?? 0)) ?? []
  })
/** Attempts that find nobody, from the one with the first number on. */
const nobodyFor = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, i) => `retry nobody${first + i}`).join(' ')

const connecting = 'copy start ticket1 open'
const connected = `${connecting} entered`

/** An effect as a word and what it is about: `set retry 3000`. */
function wordsOf(effect: Effect): string {
  const { do: name, ...about } = effect
  const told = Object.values(about).flatMap((value) =>
    value && typeof value === 'object' ? ('kind' in value ? [value.kind] : []) : [String(value)],
  )
  return [name, ...told].join(' ')
}
const phaseOf = ({ phase }: ConnectionState): string =>
  phase.is === 'disconnected' ? `until ${phase.until}` : phase.is === 'entering' && !phase.asked ? 'held' : phase.is

/** What is so before, then the event; the phase, what is told; the effects, but for timers that are cleared. */
type Row = [what: string, events: string, state: string, effects: string]

const tables: Record<string, Row[]> = {
  '1 §4.1 a one-time ticket, then a socket with it': [
    ['a ticket is asked for', ' | start', 'asking, opening', 'askTicket 1; set opens 15000 0'],
    ['with it a socket is opened', 'start | ticket1', 'establishing, opening', 'openSocket t; set opens 15000 0'],
    ['the answer to another question is none', 'start | ticket2', 'asking, opening', ''],
    ['nothing is asked without a network', 'offline | start', 'until network, offline', ''],
    ['a second start is none', 'start | start', 'asking, opening', ''],
  ],
  '1 §4.2 on open, the project is opened': [
    ['on a socket that is open', 'copy start ticket1 | open', 'entering, opening', 'set beat 10000 0; enter'],
    [
      'what waits is sent then',
      `${connecting} waiting1 | entered`,
      'connected, online',
      'meet; send; show online null',
    ],
    [
      'not before the copy is caught up',
      `${connecting} waiting1 | entered3`,
      'connected, online',
      'meet; show online null',
    ],
    ['but once it is', `${connecting} waiting1 entered3 | head3`, 'connected, online', 'send'],
    ['what is done then goes at once', `${connected} | waiting1`, 'connected, online', 'send'],
    ['nothing goes without it', `${connecting} | waiting1`, 'entering, opening', ''],
    [
      'status not open: code 3000',
      `${connecting} | notOpen`,
      'closed, closed',
      'closeSocket 3000; interrupt left; show closed cannotOpen',
    ],
    ['without a copy one is loaded', 'start ticket1 open | entered', 'held, opening', 'load'],
    ['then it is opened', 'start ticket1 open entered copy | loaded', 'entering, opening', 'enter'],
    [
      'on whichever socket there is',
      'start ticket1 open entered copy closed1006 retry ticket2 open | loaded',
      'entering, opening',
      'enter',
    ],
    [
      'or once there is one',
      'start ticket1 open entered copy closed1006 retry ticket2 loaded | open',
      'entering, opening',
      'set beat 10000 0; enter',
    ],
    [
      'a load that fails is told',
      'start ticket1 open entered | notLoaded',
      'closed, closed',
      'closeSocket 1000; interrupt left; show closed loadCut',
    ],
  ],
  '1 §4.3 five reconnect attempts, 3 s apart': [
    ['the first', 'start | nobody1', 'until retry, opening', 'set retry 3000 1000'],
    ['the fifth', `start nobody1 ${nobodyFor(2, 5)} | retry`, 'asking, opening', 'askTicket 6; set opens 15000 0'],
    [
      'then it is left',
      `start nobody1 ${nobodyFor(2, 5)} retry | nobody6`,
      'closed, closed',
      'interrupt gaveUp; show closed cannotConnect',
    ],
    [
      'a wish begins anew',
      `start nobody1 ${nobodyFor(2, 6)} | wish`,
      'asking, opening',
      'askTicket 7; set opens 15000 0; show opening null',
    ],
    [
      'a project that was open counts anew',
      `${connected} closed1006 ${nobodyFor(2, 5)} retry ticket6 open entered | closed1006`,
      'until retry, reconnecting',
      'interrupt broken; set retry 0 1000; show reconnecting null',
    ],
    [
      'nothing is heard of a socket',
      'start ticket1 | opens',
      'until retry, opening',
      'closeSocket 3000; set retry 0 1000',
    ],
    ['nor of a ticket', 'start | opens', 'until retry, opening', 'set retry 3000 1000'],
    [
      'who opened it without a server works on',
      `copy start nobody1 ${nobodyFor(2, 5)} retry | nobody6`,
      'until retry, offline',
      'interrupt gaveUp; set retry 10000 0; show offline null',
    ],
    [
      'but not who is refused a ticket',
      `copy start refused1 ${nobodyFor(2, 5)} retry | nobody6`,
      'closed, closed',
      'interrupt gaveUp; show closed cannotConnect',
    ],
    [
      'steps that are nowhere else are not given up',
      `${connected} waiting1 alone closed1006 ${nobodyFor(2, 5)} retry | nobody6`,
      'until retry, reconnecting',
      'interrupt gaveUp; set retry 10000 0',
    ],
    [
      'a load connects anew at its end',
      `start ticket1 open entered closed1006 ${nobodyFor(2, 5)} retry | nobody6`,
      'until load, opening',
      'interrupt gaveUp',
    ],
  ],
  '1 §4.4 close codes': [
    ['1000 is silent', `${connected} | closed1000`, 'until focus, offline', 'interrupt silent; show offline null'],
    ['1005 is silent', `${connected} | closed1005`, 'until focus, offline', 'interrupt silent; show offline null'],
    [
      '4000 leads to the list',
      `${connected} | closed4000`,
      'closed, closed',
      'interrupt reset; show closed socketClosed',
    ],
    [
      'others reconnect at once with the focus',
      `${connected} | closed1006`,
      'until retry, reconnecting',
      'interrupt broken; set retry 0 1000; show reconnecting null',
    ],
    [
      'else on the next focus',
      `${connected} blurred | closed1006`,
      'until focus, reconnecting',
      'interrupt broken; show reconnecting null',
    ],
    [
      'which comes',
      `${connected} blurred closed1006 | online`,
      'asking, reconnecting',
      'askTicket 2; set opens 15000 0',
    ],
    [
      '4001: until its person starts it again',
      `${connected} | closed4001`,
      'until retry, ended',
      'interrupt ended; set retry 3000 1000; show ended null',
    ],
    [
      'however often that is tried',
      `${connected} closed4001 ${nobodyFor(2, 20)} retry | nobody21`,
      'until retry, ended',
      'set retry 3000 1000',
    ],
    [
      '1012: it goes and comes back',
      `${connected} | closed1012`,
      'until retry, offline',
      'interrupt restarts; set retry 3000 1000; show offline null',
    ],
  ],
  '1 §4.5 a ping every 10 s, 30 s of silence': [
    ['a ping', `${connected} | beat10`, 'connected, online', 'ping; set beat 10000 0'],
    [
      'silence',
      `${connected} beat10 beat20 | beat30`,
      'until retry, reconnecting',
      'closeSocket 3000; interrupt broken; set retry 0 1000; show reconnecting null',
    ],
    [
      'broken by whatever is heard',
      `${connected} beat10 heard11 beat20 | beat30`,
      'connected, online',
      'ping; set beat 10000 0',
    ],
    ['who looks late asks once more', `${connected} | beat90`, 'connected, online', 'ping; set beat 10000 0'],
    [
      'and not again',
      `${connected} beat90 | beat100`,
      'until retry, reconnecting',
      'closeSocket 3000; interrupt broken; set retry 0 1000; show reconnecting null',
    ],
    [
      'made no younger by a clock that is put back',
      `${connected} beat-50 beat-40 beat-30 | beat-20`,
      'until retry, reconnecting',
      'closeSocket 3000; interrupt broken; set retry 0 1000; show reconnecting null',
    ],
  ],
  '1 §4.6 offline and online': [
    [
      'offline',
      `${connected} | offline`,
      'until network, offline',
      'closeSocket 1000; interrupt offline; show offline null',
    ],
    ['online reconnects', `${connected} offline | online`, 'asking, offline', 'askTicket 2; set opens 15000 0'],
    ['without the focus too', `${connected} offline | blurred`, 'asking, offline', 'askTicket 2; set opens 15000 0'],
    ['a ticket that comes offline opens nothing', 'copy start offline | ticket1', 'until network, offline', ''],
    [
      'a wish without a network waits for it',
      `${connected} closed4000 offline | wish`,
      'until network, offline',
      'show offline null',
    ],
    ['what was left stays so', `${connected} closed4000 offline | online`, 'closed, closed', ''],
  ],
  '1 §4.7 another right': [
    ['the first is not told', `${connecting} | write`, 'entering, opening', 'keepAccess write; showAccess write'],
    [
      'another is',
      `${connecting} write | read`,
      'entering, opening',
      'keepAccess read; showAccess read; setAside false; tellAccess read',
    ],
    ['the same is not', `${connecting} write | write`, 'entering, opening', ''],
    [
      'another than the copy knew of is',
      `${connecting} keptWrite | read`,
      'entering, opening',
      'keepAccess read; showAccess read; setAside false; tellAccess read',
    ],
    ['a fresh copy learns it', `${connecting} read | keptNone`, 'entering, opening', 'keepAccess read'],
  ],
  '1 §8 what goes wrong': [
    [
      '500: a warning, and again after 3 s',
      `${connecting} | failing`,
      'until retry, reconnecting',
      'warn cannotOpen; closeSocket 3000; interrupt broken; set retry 3000 1000; show reconnecting null',
    ],
    [
      '403: back to the list',
      `${connecting} | denied`,
      'closed, closed',
      'closeSocket 1000; interrupt left; show closed cannotOpen',
    ],
    [
      'put out: what was not sent is set aside first',
      `${connected} | revoked`,
      'closed, closed',
      'setAside true; closeSocket 1000; interrupt left; show closed accessRevoked',
    ],
    ['no ticket is said', 'start | refused1', 'until retry, opening', 'warn noTicket; set retry 3000 1000'],
    ['or why', 'start | demanded1', 'until retry, opening', 'warn factorDemanded; set retry 3000 1000'],
    ['once', 'start refused1 retry | refused2', 'until retry, opening', 'set retry 3000 1000'],
    [
      'until a socket was open',
      'start refused1 retry ticket2 open closed1006 retry | refused3',
      'until retry, reconnecting',
      'warn noTicket; set retry 3000 1000',
    ],
    ['a token that is past: the server closes', `${connecting} | tokenPast`, 'held, opening', ''],
    [
      'what should have come has not',
      `${connected} | missed`,
      'until retry, reconnecting',
      'closeSocket 3000; interrupt broken; set retry 3000 1000; show reconnecting null',
    ],
    [
      'no room for what the room says',
      `${connected} | full`,
      'closed, closed',
      'closeSocket 1000; interrupt left; show closed deviceFull',
    ],
  ],
  'a copy that is lost': [
    [
      'with nothing that waits is handed on',
      `${connected} | lost`,
      'handedOn, online',
      'warn copyLost; giveUpCopy; closeSocket 1000; interrupt left; handOn',
    ],
    [
      'waits a while for what waits',
      `${connected} waiting1 | lost`,
      'connected, online',
      'warn copyLost; giveUpCopy; set handOn 5000 0',
    ],
    [
      'until it is acknowledged',
      `${connected} waiting1 lost | waiting0`,
      'handedOn, online',
      'closeSocket 1000; interrupt left; handOn',
    ],
    [
      'or the while is over',
      `${connected} waiting1 lost | handOn`,
      'handedOn, online',
      'closeSocket 1000; interrupt left; handOn',
    ],
    ['is kept without a connection', 'copy waiting1 | lost', 'until start, opening', 'warn copyLost; giveUpCopy'],
    [
      'and handed on soon with one',
      'copy waiting1 lost start ticket1 open | entered',
      'connected, online',
      'meet; set handOn 5000 0; send; show online null',
    ],
    [
      'is handed on at once where it does not answer',
      'copy waiting1 | broken',
      'handedOn, opening',
      'warn copyLost; giveUpCopy; handOn',
    ],
    [
      'is said once',
      `${connected} waiting1 lost | broken`,
      'handedOn, online',
      'giveUpCopy; closeSocket 1000; interrupt left; handOn',
    ],
    [
      'is handed on where it needs a snapshot',
      'copy waiting1 lost start ticket1 open | snapshot',
      'handedOn, opening',
      'closeSocket 1000; interrupt left; handOn',
    ],
    [
      'ends a load',
      `${connecting} snapshot | broken`,
      'handedOn, opening',
      'warn copyLost; giveUpCopy; stopLoading; closeSocket 1000; interrupt left; handOn',
    ],
  ],
}

describe.each(Object.entries(tables))('%s', (_, rows) => {
  test.each(rows)('%s', (_what, events, state, effects) => {
    const [before, now] = events.split(' | ').map(eventsOf) as [Event[], [Event]]
    const given = before.reduce((from, event) => next(from, event).state, beginning)
    const done = next(given, now[0])
    expect(`${phaseOf(done.state)}, ${done.state.shown}`).toBe(state)
    expect(
      done.effects
        .filter((effect) => effect.do !== 'clear')
        .map(wordsOf)
        .join('; '),
    ).toBe(effects)
  })
})

const word = (name: string, n = 0): Event => (words[name] as (n: number) => Event)(n)

/** What a carrier has: its socket, its timers, the questions for tickets that are under way. */
function openWorld(hear: (effect: Effect) => void) {
  const world = {
    state: beginning,
    socket: 'none' as 'none' | 'opening' | 'open',
    timers: new Set<Timer>(),
    tickets: [] as number[],
    now: 0,
    /** Whether the project is open on the socket, by what was told. */
    isMet: false,
    handedOn: 0,
    /** The project is not this person's to see, as far as was told. */
    isOut: false,
  }
  const carry = (effect: Effect) => {
    hear(effect)
    if (effect.do === 'askTicket') {
      expect(world.socket).toBe('none')
      world.tickets.push(effect.n)
    } else if (effect.do === 'openSocket') {
      expect(world.socket).toBe('none')
      world.socket = 'opening'
    } else if (effect.do === 'closeSocket') {
      expect(world.socket).not.toBe('none')
      world.socket = 'none'
    } else if (effect.do === 'set') world.timers.add(effect.timer)
    else if (effect.do === 'clear') world.timers.delete(effect.timer)
    else if (effect.do === 'interrupt') world.isMet = false
    else if (effect.do === 'meet') world.isMet = true
    else if (effect.do === 'enter' || effect.do === 'ping') expect(world.socket).toBe('open')
    else if (effect.do === 'handOn') world.handedOn += 1
    else if (effect.do === 'send') {
      expect([world.socket, world.isMet, world.isOut]).toEqual(['open', true, false])
      expect(isCaughtUp(world.state)).toBe(true)
    }
  }
  const tell = (event: Event) => {
    const before = world.state
    if (event.is === 'ticket') world.tickets = world.tickets.filter((of) => of !== event.n)
    if (event.is === 'socketOpened') world.socket = 'open'
    if (event.is === 'socketClosed') world.socket = 'none'
    if (event.is === 'rang') world.timers.delete(event.timer)
    if (event.is === 'revoked') world.isOut = true
    if (event.is === 'entered') world.isOut = false
    const done = next(before, event)
    world.state = done.state
    for (const effect of done.effects) carry(effect)
    holds(before, event, done.effects)
  }
  /** What is so whatever happens. */
  const holds = (before: ConnectionState, event: Event, effects: readonly Effect[]) => {
    const { state, timers, socket } = world
    const { phase, keeps } = state
    if (before.phase.is === 'handedOn' || before.phase.is === 'disposed')
      expect([state, effects], 'silent for good').toEqual([before, []])
    expect(world.handedOn).toBe(phase.is === 'handedOn' ? 1 : 0)
    if (phase.is === 'handedOn' || phase.is === 'disposed') return expect([socket, timers.size]).toEqual(['none', 0])

    const expected = { establishing: 'opening', entering: 'open', connected: 'open' } as Record<string, string>
    expect(socket).toBe(expected[phase.is] ?? 'none')
    expect(state.shown === 'online', 'told that it is online').toBe(phase.is === 'connected')
    expect(state.shown === 'closed', 'told that it is closed').toBe(phase.is === 'closed')
    expect(state.problem !== null, 'told why').toBe(phase.is === 'closed')
    // Nothing stands still for ever: it waits for a timer, for somebody, or for a load.
    if (phase.is === 'asking' || phase.is === 'establishing') expect(timers).toContain('opens')
    if (phase.is === 'entering' || phase.is === 'connected') expect(timers).toContain('beat')
    expect(timers.has('retry')).toBe(phase.is === 'disconnected' && phase.until === 'retry')
    if (phase.is === 'disconnected' && phase.until === 'load') expect(state.isLoading).toBe(true)
    if (!state.online) expect(['disconnected', 'closed']).toContain(phase.is)
    expect(state.attempts).toBeLessThanOrEqual(limits.attempts + 1)
    // Steps that nobody has acknowledged and that are nowhere else are not given up for want of a server.
    if (
      phase.is === 'closed' &&
      state.problem?.kind === 'cannotConnect' &&
      event.is !== 'keeps' &&
      before.phase.is !== 'closed'
    )
      expect(keeps.waiting > 0 && (keeps.isNowhereElse || keeps.copy === 'lost')).toBe(false)
  }
  return { world, tell }
}

type At = ReturnType<typeof openWorld>

/** What comes next where all goes well; null: nothing has to. */
function goodNews({ state, now }: At['world']): Event | null {
  const { phase, isLoading, keeps } = state
  if (isLoading) return keeps.copy === 'none' ? word('copy') : word('loaded')
  if (phase.is === 'closed') return word('wish')
  if (phase.is === 'asking') return word('ticket', phase.n)
  if (phase.is === 'establishing') return { is: 'socketOpened', now }
  if (phase.is === 'entering') return phase.asked ? word('entered', keeps.head) : word('closed', 1006)
  if (phase.is !== 'disconnected') return null
  return phase.until === 'start' ? word('start') : phase.until === 'retry' ? word('retry') : word('online')
}

/** One of what can happen just now; `pick` says which, `n` how. `isAway`: nobody is there who could give a ticket. */
function happens({ world }: At, isAway: boolean, pick: number, n: number): Event {
  world.now += (n * 137) % 45_000
  const now = (n % 11 === 0 ? -1 : 1) * world.now
  const { phase, isLoading } = world.state
  const good = goodNews(world)
  if (good && pick % 2 === 0) return isAway && good.is === 'ticket' ? ticket(good.n, undefined) : good
  const can: Event[] = [
    ...[...world.timers].map((timer) => rang(timer, now)),
    ...world.tickets.map((of) => ticket(of, [`t${of}`, null, undefined][n % 3])),
    environment(n % 3 !== 0, n % 2 === 0),
    word('waiting', n % 3),
    word('head', n % 5),
    { is: 'keeps', keeps: { isNowhereElse: n % 2 === 0 } },
    word(n % 2 === 0 ? 'read' : 'write'),
  ]
  if (world.socket !== 'none') can.push(word('closed', [1000, 1005, 1006, 1012, 4000, 4001][n % 6]))
  if (world.socket === 'open') can.push({ is: 'heard', now }, word('missed'))
  if (phase.is === 'entering' && phase.asked)
    can.push(word('snapshot'), word(['denied', 'failing', 'tokenPast', 'notOpen'][n % 4] as string))
  if (isLoading) can.push(word('notLoaded'))
  if (n % 7 === 0) can.push(word('wish'), word('start'))
  if (n % 29 === 0) can.push(word('lost'), word('broken'), word('revoked'), word('full'))
  if (n % 97 === 0) can.push({ is: 'disposed' })
  return can[(pick >> 1) % can.length] as Event
}

const walks = fc.noBias(fc.array(fc.tuple(fc.nat(1000), fc.nat(1000)), { minLength: 40, maxLength: 120 }))

/** What a walk is to come by, in some of them. */
const places = ['asking', 'establishing', 'entering', 'held', 'connected', 'closed', 'handedOn', 'disposed']
const waits = ['until retry', 'until focus', 'until network', 'until load']
const done = ['send', 'load', 'interrupt gaveUp', 'interrupt reset', 'setAside true', 'set handOn 5000 0']

test('whatever happens: one socket, nothing sent that may not be, no step given up, nothing that stands still, and it finds back', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(walks, fc.boolean(), fc.boolean(), (walk, hasCopy, isAway) => {
      const at = openWorld((effect) => seen.add(wordsOf(effect)))
      if (hasCopy) at.tell(word('copy'))
      at.tell(word('start'))
      for (const [pick, n] of walk) {
        at.tell(happens(at, isAway, pick, n))
        seen.add(phaseOf(at.world.state))
      }
      at.tell(word('online'))
      for (let turn = 0; turn < 20; turn += 1) {
        const news = goodNews(at.world)
        if (news) at.tell(news)
      }
      expect(['connected', 'handedOn', 'disposed']).toContain(at.world.state.phase.is)
    }),
    { numRuns: 10 * Number(process.env.SEEDS ?? 20), seed: Number(process.env.SEED ?? 1) },
  )
  // A walk that went nowhere proves nothing.
  for (const what of [...places, ...waits, ...done]) expect(seen).toContain(what)
})
