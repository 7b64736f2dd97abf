/**
 * Kills a server at random moments while clients write, and looks at what is left: every step that was acknowledged is
 * there, once, under the number it was told; the file is sound; the history goes on where it was. Of a server of many people also what else it has
 * answered: accounts, projects, shares.
 */
import { rmSync } from 'node:fs'
import type { Operation } from '../../src/model/operations.ts'
import type { Event, PushAnswer, StepAnswer, WireStep } from '../../src/model/protocol.ts'
import { type Random, random } from '../../src/model/text/randomRich.ts'
import { mutationText } from '../../src/model/wireText.ts'
import type { PeopleFigures } from './crashPeople.ts'
import {
  cloudSite,
  localSite,
  onCopy,
  plainWord,
  protectedSite,
  type Site,
  type StartedServer,
  type WorkedOn,
} from './crashSites.ts'
import type { DrawnEdit, TextFigures } from './crashTexts.ts'
import { testFolder } from './serve.ts'
import { type Address, connect, quirk, type SocketClient } from './socketClient.ts'

export interface CrashFigures {
  kills: number
  acknowledged: number
  /** Pushes that were in the works when the server was killed: sent again. */
  repeated: number
  /** Of these, those that had been taken. */
  alreadyTaken: number
  /** Projects that a kill has left with a log beside the file to be recovered. */
  recovered: number
  /** What a server of many people has answered besides. */
  people?: PeopleFigures
  /** Edits of the texts of a protected project. */
  texts?: TextFigures
}

interface Frozen {
  n: number
  base: number
  steps: WireStep[]
  /** Of each of its first steps, the rows that it makes. */
  rows: number[][]
  /** The steps after them. */
  edits: DrawnEdit[]
}

interface Writer {
  /** The name that the rows bear. */
  author: string
  client: number
  epoch: string
  head: number
  n: number
  waiting: Frozen | null
}

/** What was promised: for each step's number, the rows that it made, or the text that it edited. */
type Promised = Map<number, number[]>

/** A project that is written into, and its writers in their order. */
interface Written {
  writers: Writer[]
  promised: Promised
}

export type CrashHost = 'local' | 'protected' | 'cloud'

/** `host`: of this machine, with a plain or a protected project, or of many people. */
export async function crash(seed: number, kills: number, host: CrashHost = 'local'): Promise<CrashFigures> {
  const folder = testFolder()
  const r = random(seed)
  const site = host === 'cloud' ? cloudSite(folder, r) : (host === 'local' ? localSite : protectedSite)(folder)
  const written = new Map<string, Written>()
  const figures: CrashFigures = { kills: 0, acknowledged: 0, repeated: 0, alreadyTaken: 0, recovered: 0 }
  let nextId = 10_000
  let running: StartedServer | undefined
  const newIds = (count: number) => Array.from({ length: count }, () => (nextId += 1))

  /** All who write, each with their socket; what was promised to them is there. */
  const join = async ({ projects }: StartedServer) => {
    const joined = await Promise.all(
      projects.map(async ({ uuid, writers: who }) => {
        const one = written.get(uuid) ?? { writers: who.map(newWriter), promised: new Map() }
        written.set(uuid, one)
        const clients = await Promise.all(one.writers.map((writer, i) => joinAs(who[i]!, uuid, writer)))
        await checkPromises(who[0]!, uuid, clients[0]!, one.promised)
        return one.writers.map((writer, i) => ({ writer, client: clients[i]!, promised: one.promised }))
      }),
    )
    return joined.flat()
  }

  try {
    for (; figures.kills < kills; figures.kills += 1) {
      const started = await site.start()
      running = started
      const server = started.process
      const all = await join(started)
      const killed = new Promise<string>((resolve) =>
        server.once('exit', (code, signal) => resolve(signal ?? `${code}`)),
      )
      // From the first answers on: a server that has just started is slow to give them.
      const [pushed, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      let armed = false
      void Promise.all([pushed.promise, asked.promise]).then(() => {
        armed = true
        setTimeout(() => server.kill('SIGKILL'), r.below(site.within))
      })
      const round = { r, newIds, figures, answered: pushed.resolve, site }
      const writing = all.map(({ writer, client, promised }) => write(writer, client, { ...round, promised }))
      await Promise.all([...writing, started.work(asked.resolve)])
      if (!armed)
        throw new Error(
          `the server closed the sockets by itself: ${await Promise.all(all.map(({ client }) => client.closed))}`,
        )
      const how = await killed
      if (how !== 'SIGKILL') throw new Error(`the server ended by itself: ${how}`)
      for (const { client } of all) client.socket.terminate()
      figures.recovered += site.left().filter((path) => checkFile(folder, path, site)).length
    }
    const last = await site.start(true)
    running = last
    for (const { client } of await join(last)) client.socket.terminate()
    await new Promise((resolve) => last.process.once('exit', resolve).kill('SIGKILL'))
    figures.acknowledged = [...written.values()].reduce((sum, { promised }) => sum + promised.size, 0)
    return { ...figures, ...(site.people && { people: site.people }), ...(site.texts && { texts: site.texts.figures }) }
  } finally {
    running?.process.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
}

const newWriter = ({ author }: WorkedOn['writers'][number]): Writer => ({
  author,
  client: 0,
  epoch: '',
  head: 0,
  n: 0,
  waiting: null,
})

async function joinAs(address: Address, uuid: string, writer: Writer): Promise<SocketClient> {
  const client = await connect(address)
  Object.assign(client, { client: writer.client, epoch: writer.epoch })
  const opened = await client.open(uuid, writer.head)
  if (writer.client !== 0 && (opened.client !== writer.client || opened.epoch !== writer.epoch || opened.snapshot))
    throw new Error(`the history does not go on: ${JSON.stringify({ opened, writer })}`)
  if (writer.head > opened.head) throw new Error(`told of ${writer.head}, but the head is ${opened.head}`)
  Object.assign(writer, { client: opened.client, epoch: opened.epoch, head: opened.head })
  return client
}

/** Pushes until the server is gone; what is not answered waits, frozen, for the next. */
interface Round {
  r: Random
  newIds: (count: number) => number[]
  promised: Promised
  figures: CrashFigures
  answered: () => void
  site: Pick<Site, 'sealed' | 'texts'>
}

async function write(
  writer: Writer,
  client: SocketClient,
  { promised, figures, answered, ...making }: Round,
): Promise<void> {
  for (;;) {
    const again = writer.waiting !== null
    writer.waiting ??= freeze(writer, making)
    const { n, base, steps, rows, edits } = writer.waiting
    const request = { push: { client: writer.client, n, base }, steps }
    const answer = await client.raw(request).catch(() => null)
    if (!answer) return
    const { push } = answer.json_data
    if (!push) throw new Error(JSON.stringify(answer))
    answered()
    const last = keep(promised, push, rows, edits)
    making.site.texts?.answered(edits, push.steps.slice(rows.length).map(isTaken))
    if (again) figures.repeated += 1
    if (again && last <= writer.head) figures.alreadyTaken += 1
    writer.waiting = null
  }
}

function freeze(
  writer: Writer,
  { r, newIds, site: { sealed = (_, text) => text, texts } }: Pick<Round, 'r' | 'newIds' | 'site'>,
): Frozen {
  writer.n += 1
  const rows = Array.from({ length: 1 + r.below(3) }, () => newIds(r.chance(0.1) ? 200 : 1 + r.below(3)))
  // What is larger than a frame would have to go by HTTP.
  const text = plainWord.repeat(r.below(r.chance(0.1) && rows.flat().length < 10 ? 2000 : 5))
  const making = rows.map((ids) => ({
    ...mutationText(ids.map((id) => given(quirk(id), { description: sealed(id, text), author: writer.author }))),
    versions: {},
  }))
  const edits = texts?.draw(r) ?? []
  return { n: writer.n, base: writer.head, steps: [...making, ...edits.map(({ step }) => step)], rows, edits }
}

const given = (operation: Operation, args: Operation['args']): Operation => ({
  ...operation,
  args: { ...operation.args, ...args },
})

const isTaken = (step: StepAnswer): boolean => 'seq' in step

/** Notes what an answer promises; returns the last number in it. Of edits those need not be taken whose text another has edited meanwhile. */
function keep(promised: Promised, answer: PushAnswer, rows: number[][], edits: readonly DrawnEdit[]): number {
  const made = [...rows, ...edits.map(({ answerId }) => [answerId])]
  const seqs = answer.steps.flatMap((step, i) => {
    if (i >= rows.length && 'stale' in step) return []
    if (!('seq' in step)) throw new Error(`a step was refused: ${JSON.stringify(step)}`)
    const before = promised.get(step.seq)
    if (before && String(before) !== String(made[i])) throw new Error(`number ${step.seq} was promised twice`)
    promised.set(step.seq, made[i] as number[])
    return [step.seq]
  })
  return Math.max(...seqs)
}

async function checkPromises(address: Address, uuid: string, client: SocketClient, promised: Promised): Promise<void> {
  const events: Event[] = []
  for (let since = 0; since < client.head; since = events.at(-1)?.seq ?? client.head) {
    const url = `${address.base}/v1/thicket/projects/${uuid}/events?since=${since}`
    const response = await fetch(url, { headers: { authorization: `Bearer ${address.secret}` } })
    events.push(...((await response.json()) as { events: Event[] }).events)
  }
  events.forEach(({ seq }, i) => {
    if (seq !== i + 1) throw new Error(`the log has ${seq} at place ${i + 1}`)
  })
  const list = await client.ask('{ quirkQueryList { id } }')
  const there = new Set(((list.json_data.data?.quirkQueryList ?? []) as { id: number }[]).map(({ id }) => id))
  const logged = events.flatMap(({ operations }) => operations.filter(isMaking).flatMap(idsOf))
  if (new Set(logged).size !== logged.length) throw new Error('a row was made twice')
  if (there.size !== logged.length) throw new Error(`${there.size} rows, ${logged.length} in the log`)
  for (const [seq, ids] of promised) {
    const event = events[seq - 1]
    if (!event) throw new Error(`step ${seq} was acknowledged and is lost`)
    if (String(event.operations.flatMap(idsOf)) !== String(ids)) throw new Error(`step ${seq} is another`)
    if (!event.operations.every(isMaking)) continue
    for (const id of ids) if (!there.has(id)) throw new Error(`row ${id} of step ${seq} is lost`)
  }
}

/** A quirk, not an edit of a text. */
const isMaking = ({ args }: Operation): boolean => args.edit === undefined

const idsOf = ({ args }: Operation): number[] =>
  (args.columns as { id: number[] } | undefined)?.id ?? [args.id as number]

/** Looks at a copy of the project that the killed server left; whether there was a log to recover. */
const checkFile = (folder: string, path: string, site: Site): boolean =>
  onCopy(folder, path, (database, recovered) => {
    const counts = database
      .prepare(`SELECT (SELECT value FROM _meta WHERE key = 'head') AS head, (SELECT COUNT(*) FROM _log) AS logged`)
      .get()
    if (counts?.head !== counts?.logged) throw new Error(`head ${counts?.head}, ${counts?.logged} entries`)
    site.checkFile?.(path, database)
    return recovered
  })
