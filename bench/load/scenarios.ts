/** The loads of the design's goals, each on a fresh server; every figure has the most that it may be. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { comesAfter } from '../../server/base/turns/lowerPriority.ts'
import { median } from '../row.ts'
import { openElsewhere } from './elsewhere.ts'
import { openHostile } from './hostile.ts'
import { type Latencies, openLatencies } from './latencies.ts'
import type { LoadSocket } from './loadSocket.ts'
import { openLoadSocket } from './loadSocket.ts'
import { type LoadedServer, startLoaded } from './server.ts'
import { openLoadedSpeech } from './speech.ts'
import { atRate, beat, edit, openAll, openEditor, openTally, rest, type Tally, until } from './work.ts'

export interface Figure {
  name: string
  value: number
  unit: 'ms' | 'kB' | '%' | 'lost' | ''
  /** The most that it may be; left out: told, not asked. */
  most?: number
}

export interface LoadOptions {
  /** How long the work goes on. */
  seconds: number
  /** Part of the sockets, projects and rates that the goal names: 1 for all. */
  scale: number
}

export type Scenario = (options: LoadOptions) => Promise<Figure[]>

async function served<T>(
  people: number,
  body: (server: LoadedServer) => Promise<T>,
  settings: NodeJS.ProcessEnv = {},
): Promise<T> {
  const server = await startLoaded(people, settings)
  try {
    return await body(server)
  } finally {
    await server.end()
  }
}

const round = (value: number) => Number(value.toPrecision(3))

/** What every load is asked: that all came, once and in order. */
function wholeness(sockets: readonly LoadSocket[], tally: Tally, head: number): Figure[] {
  const behind = sockets.filter((socket) => socket.head < head || socket.closed).length
  const gaps = sockets.reduce((sum, socket) => sum + socket.gaps, 0)
  return [
    { name: 'sockets that lack something', value: behind, unit: 'lost', most: 0 },
    { name: 'gaps', value: gaps, unit: 'lost', most: 0 },
    { name: 'refused', value: tally.refused, unit: 'lost', most: 0 },
  ]
}

/** Goal 1: 5,000 sockets in one project, 20 edits a second. */
const oneProject: Scenario = ({ seconds, scale }) =>
  served(Math.round(5000 * scale), async (server) => {
    const people = server.tokens.map((_, person) => person)
    const uuid = await server.project('Load', people)
    const tally = openTally()
    const empty = server.memory()
    const editors = await openAll(people.length, (i) => openEditor(server, i, uuid, tally))
    const sockets = editors.map(({ socket }) => socket)
    await rest(3000)
    const idle = (server.memory() - empty) / people.length / 1024
    const stop = beat(sockets, server.tokens)
    const processor = server.processor()
    await server.delay()
    // Some write, all read.
    const writers = editors.slice(0, 40)
    let made = 0
    await atRate(20, seconds, (i) => {
      if (edit(writers[i % writers.length] as (typeof writers)[number])) made += 1
    })
    const spent = (server.processor() - processor) / seconds
    await until(() => sockets.every(({ head }) => head >= made), 10_000)
    const { p99, max } = await server.delay()
    stop()
    return [
      { name: 'delivered, p50', value: tally.delivered.at(50), unit: 'ms' },
      { name: 'delivered, p99', value: tally.delivered.at(99), unit: 'ms', most: 250 },
      { name: 'deliveries', value: tally.delivered.count, unit: '' },
      { name: 'memory of an idle socket', value: round(idle), unit: 'kB', most: 25 },
      { name: 'processor', value: round(spent * 100), unit: '%' },
      { name: 'event loop, p99', value: round(p99), unit: 'ms' },
      { name: 'event loop, most', value: round(max), unit: 'ms' },
      ...wholeness(sockets, tally, made),
    ]
  })

/** Goal 2: 500 people in one project, each an edit in two seconds. */
const editors: Scenario = ({ seconds, scale }) =>
  served(Math.round(500 * scale), async (server) => {
    const people = server.tokens.map((_, person) => person)
    const uuid = await server.project('Load', people)
    const tally = openTally()
    const all = await openAll(people.length, (i) => openEditor(server, i, uuid, tally))
    const sockets = all.map(({ socket }) => socket)
    const stop = beat(sockets, server.tokens)
    let made = 0
    await atRate(people.length / 2, seconds, (i) => {
      if (edit(all[i % all.length] as (typeof all)[number])) made += 1
    })
    await until(() => sockets.every(({ head }) => head >= made), 10_000)
    stop()
    return [
      { name: 'delivered, p50', value: tally.delivered.at(50), unit: 'ms' },
      { name: 'delivered, p99', value: tally.delivered.at(99), unit: 'ms', most: 150 },
      { name: 'answered, p99', value: tally.answered.at(99), unit: 'ms' },
      { name: 'edits a second', value: round(made / seconds), unit: '' },
      ...wholeness(sockets, tally, made),
    ]
  })

/** `perProject` people in each of many projects, which are edited in turn. */
async function manyProjects(server: LoadedServer, projects: number, tally: Tally) {
  const perProject = 3
  const uuids = await openAll(
    projects,
    (i) =>
      server.project(
        `Load ${i}`,
        [0, 1, 2].map((k) => i * perProject + k),
      ),
    8,
  )
  const all = await openAll(projects * perProject, (i) =>
    openEditor(server, i, uuids[Math.floor(i / perProject)] ?? '', tally),
  )
  const sockets = all.map(({ socket }) => socket)
  const made = new Map<number, number>()
  /** One edit in project `i`, by each of its people in turn. */
  const editIn = (i: number) => {
    const project = i % projects
    const turn = Math.floor(i / projects) % perProject
    if (edit(all[project * perProject + turn] as (typeof all)[number])) made.set(project, (made.get(project) ?? 0) + 1)
  }
  const isWhole = () => sockets.every(({ head }, i) => head >= (made.get(Math.floor(i / perProject)) ?? 0))
  return { sockets, editIn, isWhole, total: () => [...made.values()].reduce((sum, count) => sum + count, 0) }
}

/** s */
const warmUp = 10

/** Goal 3: 1,000 projects of three people, 1,000 edits a second in all. */
const projects: Scenario = ({ seconds, scale }) => {
  const count = Math.round(1000 * scale)
  return served(count * 3, async (server) => {
    const tally = openTally()
    const { sockets, editIn, isWhole, total } = await manyProjects(server, count, tally)
    const stop = beat(sockets, server.tokens)
    // The first edits of a project prepare what the others use.
    await atRate(count, warmUp, editIn)
    const before = total()
    tally.answered.clear()
    const processor = server.processor()
    await server.delay()
    await atRate(count, seconds, (i) => editIn(i + before))
    const { p99, max } = await server.delay()
    const spent = (server.processor() - processor) / seconds
    const isAll = await until(isWhole, 15_000)
    stop()
    return [
      { name: 'answered, p50', value: tally.answered.at(50), unit: 'ms' },
      { name: 'answered, p99', value: tally.answered.at(99), unit: 'ms', most: 60 },
      { name: 'event loop, p99', value: round(p99), unit: 'ms', most: 5 },
      { name: 'event loop, most', value: round(max), unit: 'ms' },
      { name: 'edits a second', value: round((total() - before) / seconds), unit: '' },
      { name: 'processor', value: round(spent * 100), unit: '%' },
      { name: 'not delivered in time', value: isAll ? 0 : 1, unit: 'lost', most: 0 },
      { name: 'gaps', value: sockets.reduce((sum, socket) => sum + socket.gaps, 0), unit: 'lost', most: 0 },
    ]
  })
}

/** A project of 200 sources and 50,000 highlights, as its JSON. */
function largeProject(scale: number) {
  const text = 'I trusted him until the letter came, and then I did not any more. '.repeat(650).trim()
  const ids = (count: number) => Array.from({ length: Math.round(count * scale) }, (_, i) => i + 1)
  const own = { author: 'Person 0', timestamp: 1 }
  return {
    sources: ids(200).map((id) => ({ id, title: `Source ${id}`, icon: 'md_generic', ...own })),
    questions: [{ id: 1, question: '', questionOrder: 0 }],
    question_answers: ids(200).map((id) => ({ id, sourceId: id, questionId: 1, answer: `<p>${text}</p>`, ...own })),
    quirks: ids(100).map((id) => ({
      id,
      title: `Quirk ${id}`,
      description: '',
      color: '#d90a1a',
      x: 1,
      y: 1,
      parentQuirkId: -1,
      ...own,
    })),
    highlights: ids(50_000).map((id) => ({
      id,
      sourceId: 1 + (id % Math.round(200 * scale)),
      questionId: 1,
      quirkId: 1 + (id % Math.round(100 * scale)),
      start: (id * 37) % 40_000,
      length: 20,
      ...own,
    })),
  }
}

/** Goal 5: a snapshot of a project of some size, served whole; and what was missed while one was away. */
const snapshot: Scenario = ({ scale }) =>
  served(2, async (server) => {
    const uuid = await server.project('Large', [0, 1], largeProject(scale))
    const tally = openTally()
    const editor = await openEditor(server, 0, uuid, tally)
    const read = async () => {
      const began = performance.now()
      const response = await fetch(`${server.base}/v1/thicket/projects/${uuid}/snapshot`, {
        headers: { authorization: `Bearer ${server.tokens[1]}` },
      })
      const size = (await response.arrayBuffer()).byteLength
      if (!response.ok) throw new Error(`snapshot: ${response.status}`)
      return { ms: performance.now() - began, size }
    }
    const first = await read()
    const again = await read()
    const seen = { client: 0, epoch: editor.socket.epoch, head: 1 }
    for (let i = 0; i < 1001; i += 1) {
      edit(editor)
      await until(() => editor.sentAt === 0, 5000)
    }
    const began = performance.now()
    let caughtUp = 0
    const late = await openLoadSocket(
      server.base,
      server.tokens[1] ?? '',
      uuid,
      {
        heard: (socket) => {
          if (socket.head >= 1001 && caughtUp === 0) caughtUp = performance.now()
        },
      },
      seen,
    )
    await until(() => late.head >= 1001, 5000)
    return [
      { name: 'first snapshot', value: round(first.ms), unit: 'ms', most: 300 },
      { name: 'the next', value: round(again.ms), unit: 'ms', most: 300 },
      { name: 'its size', value: round(first.size / 1024), unit: 'kB' },
      { name: '1,000 steps caught up', value: round(caughtUp - began), unit: 'ms', most: 100 },
      { name: 'gaps', value: late.gaps, unit: 'lost', most: 0 },
    ]
  })

/** 2,000 sockets lose their connection at once and come back, while others write. */
const storm: Scenario = ({ scale }) =>
  served(Math.round(2000 * scale), async (server) => {
    const people = server.tokens.map((_, person) => person)
    const uuid = await server.project('Load', people)
    const tally = openTally()
    const writer = await openEditor(server, 0, uuid, tally)
    const open = (i: number, before?: LoadSocket) =>
      openLoadSocket(server.base, server.tokens[i + 1] ?? '', uuid, tally.ear, before)
    const sockets = await openAll(people.length - 1, (i) => open(i))
    await atRate(20, 2, () => edit(writer))
    await until(() => sockets.every(({ head }) => head >= writer.socket.head), 5000)
    const writing = atRate(20, 5, () => edit(writer))
    for (const socket of sockets) socket.cut()
    const began = performance.now()
    const back = await openAll(sockets.length, (i) => open(i, sockets[i]), 200)
    const all = performance.now() - began
    await writing
    await until(() => back.every(({ head }) => head >= writer.socket.head) && writer.sentAt === 0, 10_000)
    return [
      { name: 'all are back', value: round(all), unit: 'ms' },
      { name: 'answered meanwhile, p99', value: tally.answered.at(99), unit: 'ms' },
      ...wholeness(back, tally, writer.socket.head),
    ]
  })

/** Turns of the work alone and beside something else: each is held against its neighbour, for a machine is not equally busy all the time, and what halts it falls into one of them. */
const turns = 12

/** A turn alone, and its neighbour beside something else. */
interface Pair<T> {
  alone: T
  beside: T
}

/** The medians of both, and how many times as much it is beside, turn by turn: at most twice. `each`: the name of what is told in ms. */
function compared<T>(pairs: readonly Pair<T>[], name: string, of: (turn: T) => number, each = name): Figure[] {
  const found = pairs.map(({ alone, beside }) => ({ alone: of(alone), beside: of(beside) }))
  const middle = (one: (pair: Pair<number>) => number) => round(median(found.map(one)))
  return [
    { name: `${each}, alone`, value: middle(({ alone }) => alone), unit: 'ms' },
    { name: `${each}, beside it`, value: middle(({ beside }) => beside), unit: 'ms' },
    { name: `${name}, times as much`, value: middle(({ alone, beside }) => beside / alone), unit: '', most: 2 },
  ]
}

/** The part of a processor's time that is taken, by steps of niceness, and of how long that was taken. */
type Spent = ReadonlyMap<number, number>
const sum = (spent: Spent): number => [...spent.values()].reduce((all, seconds) => all + seconds, 0)
const lessThan = (later: Spent, before: Spent): Spent =>
  new Map([...later].map(([step, seconds]) => [step, Math.max(0, seconds - (before.get(step) ?? 0))]))

/**
 * 100 projects of three people, in turns alone, beside one account that sends on 20 sockets what costs most, and beside the same time of a processor
 * spent by another program: what the last is over alone is the machine's, which has one core for all of it, and not the server's.
 */
const hostile: Scenario = ({ seconds, scale }) => {
  const count = Math.round(100 * scale)
  return served(count * 3 + 1, async (server) => {
    const found: (Pair<Standing> & { elsewhere: Standing })[] = []
    const [spentHere, spentThere]: [number[], number[]] = [[], []]
    let now = openStanding()
    const tally = openTally()
    const { heard } = tally.ear
    tally.ear.heard = (socket, what) => {
      const sentAt = tally.editors.get(socket)?.sentAt ?? 0
      heard(socket, what)
      if (what.answer?.startsWith('t')) now.pinged.add(performance.now() - Number(what.answer.slice(1)))
      if (what.answer?.startsWith('p')) now.answered.add(performance.now() - sentAt)
    }
    const { sockets, editIn, isWhole, total } = await manyProjects(server, count, tally)
    const own = await server.project('Own', [count * 3], largeProject(0.1))
    const ping = (i: number) => {
      const auth = server.tokens[i % sockets.length]
      sockets[i % sockets.length]?.send(JSON.stringify({ msg_id: `t${performance.now()}`, auth, query: '{ ping }' }))
    }
    const ownDelay = monitorEventLoopDelay({ resolution: 1 })
    ownDelay.enable()
    const work = async (lasts: number): Promise<Standing> => {
      const standing = openStanding()
      now = standing
      const before = total()
      const spent = server.processorBySteps()
      await server.delay()
      ownDelay.reset()
      await atRate(count, lasts, (i) => {
        editIn(i + before)
        ping(i * 7)
      })
      standing.ownDelay = Math.max(0, ownDelay.percentile(99) / 1e6 - 1)
      standing.delay = (await server.delay()).p99
      standing.edits = total() - before
      standing.spent = lessThan(server.processorBySteps(), spent)
      return standing
    }
    const lasts = seconds / turns
    await work(warmUp)
    let answered = 0
    for (let turn = 0; turn < turns; turn += 1) {
      const alone = await work(lasts)
      const one = await openHostile({
        base: server.base,
        token: server.tokens[count * 3] ?? '',
        uuid: own,
        sockets: 20,
      })
      const beside = await work(lasts)
      answered += await one.end()
      await rest(2000)
      const more = lessThan(beside.spent, alone.spent)
      const same = await openElsewhere([...more].map(([step, spent]) => [step, spent / lasts]))
      const before = same.spent()
      const elsewhere = await work(lasts)
      spentThere.push(sum(lessThan(same.spent(), before)) / lasts)
      spentHere.push(sum(more) / lasts)
      found.push({ alone, beside, elsewhere })
      await same.end()
      await rest(1000)
    }
    const isAll = await until(isWhole, 15_000)
    const percent = (shares: readonly number[]) => round(median(shares) * 100)
    const ofLoop = found.map(({ beside, alone }) => (lessThan(beside.spent, alone.spent).get(0) ?? 0) / lasts)
    const pinged = ({ pinged }: Standing) => pinged.at(99)
    const wait = ({ answered }: Standing) => answered.at(99)
    const shared = ({ spent, edits }: Standing) => ((spent.get(comesAfter.shared) ?? 0) * 1000) / edits
    const others = found.map(({ beside, elsewhere }) => ({ beside, alone: elsewhere }))
    return [
      ...compared(found, 'pinged, p99', pinged),
      ...compared(found, 'answered, p99', wait),
      ...compared(found, 'shared threads', shared, 'shared threads, an edit'),
      ...compared(found, 'event loop, p99', ({ delay }) => delay),
      ...compared(found, 'the people themselves, p99', ({ ownDelay }) => ownDelay).slice(0, 2),
      ...compared(others, 'pinged, to the same elsewhere', pinged),
      ...compared(others, 'answered, to the same elsewhere', wait),
      { name: 'of the core, beside it', value: percent(spentHere), unit: '%' },
      { name: 'of these, the event loop', value: percent(ofLoop), unit: '%' },
      { name: 'of the core, elsewhere', value: percent(spentThere), unit: '%' },
      { name: 'answered to it', value: answered, unit: '' },
      { name: 'not delivered in time', value: isAll ? 0 : 1, unit: 'lost', most: 0 },
      { name: 'gaps', value: sockets.reduce((sum, socket) => sum + socket.gaps, 0), unit: 'lost', most: 0 },
    ]
  })
}

interface Standing {
  pinged: Latencies
  answered: Latencies
  /** Of the event loop, p99, in ms; and of the loop of those who measure. */
  delay: number
  ownDelay: number
  /** Seconds of processor of the server's threads. */
  spent: Spent
  edits: number
}
const openStanding = (): Standing => ({
  pinged: openLatencies(),
  answered: openLatencies(),
  delay: 0,
  ownDelay: 0,
  spent: new Map(),
  edits: 0,
})

/** What 99 of 100 were at most, ms. */
interface SpeechTurn {
  delay: number
  answered: number
}

/** 100 projects of three people, in turns alone and beside a recording that is heard: the program that hears it has the server's core too, and takes all that is left of it. */
const speech: Scenario = async ({ seconds, scale }) => {
  const count = Math.round(100 * scale)
  const heard = openLoadedSpeech()
  const run = async (server: LoadedServer): Promise<Figure[]> => {
    const tally = openTally()
    const { sockets, editIn, isWhole, total } = await manyProjects(server, count, tally)
    const own = await server.project('Own', [count * 3])
    const work = async (lasts: number) => {
      const before = total()
      await atRate(count, lasts, (i) => editIn(i + before))
    }
    const measured = async (body: () => Promise<void>): Promise<SpeechTurn> => {
      tally.answered.clear()
      await server.delay()
      await body()
      return { delay: (await server.delay()).p99, answered: tally.answered.at(99) }
    }
    const turn = () => measured(() => work(seconds / turns))
    await work(warmUp)
    const found: (Pair<SpeechTurn> & { beginning: SpeechTurn })[] = []
    let unheard = 0
    for (let i = 0; i < turns; i += 1) {
      const alone = await turn()
      const job = await heard.send(server, count * 3, own)
      const untilItRuns = async () => {
        while (!job.hasBegun()) await work(0.1)
      }
      const beginning = await measured(untilItRuns)
      found.push({ alone, beginning, beside: await turn() })
      if (!(await job.end())) unheard += 1
      await rest(1000)
    }
    // A thread of the server opens the recording and decodes it, for a part of a second here: too few edits for a bound.
    const begun = found.map(({ beginning }) => beginning)
    const times = round(median(found.map(({ alone, beginning }) => beginning.delay / alone.delay)))
    const answered = round(median(begun.map((turn) => turn.answered)))
    const isAll = await until(isWhole, 15_000)
    return [
      ...compared(found, 'event loop, p99', ({ delay }) => delay),
      ...compared(found, 'answered, p99', ({ answered }) => answered),
      { name: 'event loop, p99, as it begins', value: round(median(begun.map(({ delay }) => delay))), unit: 'ms' },
      { name: 'as it begins, times as much', value: times, unit: '', most: 2 },
      { name: 'answered, p99, as it begins', value: answered, unit: 'ms' },
      { name: 'recordings not heard', value: unheard, unit: 'lost', most: 0 },
      { name: 'not delivered in time', value: isAll ? 0 : 1, unit: 'lost', most: 0 },
      { name: 'gaps', value: sockets.reduce((sum, socket) => sum + socket.gaps, 0), unit: 'lost', most: 0 },
    ]
  }
  try {
    return await served(count * 3 + 1, run, { THICKET_SPEECH: heard.setting })
  } finally {
    heard.close()
  }
}

/** Goal 4: half of goal 3, for as long as is asked: nothing grows. */
const soak: Scenario = ({ seconds, scale }) => {
  const count = Math.round(1000 * scale)
  return served(count * 3, async (server) => {
    const tally = openTally()
    const { sockets, editIn, isWhole, total } = await manyProjects(server, count, tally)
    const stop = beat(sockets, server.tokens)
    // A third of the time it takes what it needs; from there on it may not grow.
    await atRate(count / 2, seconds / 3, editIn)
    const before = { memory: server.memory(), descriptors: server.descriptors(), at: total() }
    await atRate(count / 2, (seconds * 2) / 3, (i) => editIn(i + before.at))
    await until(isWhole, 15_000)
    const grown = (server.memory() / before.memory - 1) * 100
    stop()
    return [
      { name: 'memory grown', value: round(grown), unit: '%', most: 5 },
      { name: 'descriptors more', value: server.descriptors() - before.descriptors, unit: '', most: 0 },
      { name: 'memory', value: round(server.memory() / 1024), unit: 'kB' },
      { name: 'edits', value: total(), unit: '' },
      { name: 'answered, p99', value: tally.answered.at(99), unit: 'ms' },
      { name: 'gaps', value: sockets.reduce((sum, socket) => sum + socket.gaps, 0), unit: 'lost', most: 0 },
    ]
  })
}

export const scenarios: Readonly<Record<string, { run: Scenario; seconds: number }>> = {
  oneProject: { run: oneProject, seconds: 60 },
  editors: { run: editors, seconds: 30 },
  projects: { run: projects, seconds: 30 },
  snapshot: { run: snapshot, seconds: 0 },
  storm: { run: storm, seconds: 0 },
  hostile: { run: hostile, seconds: 60 },
  speech: { run: speech, seconds: 60 },
  soak: { run: soak, seconds: 600 },
}
