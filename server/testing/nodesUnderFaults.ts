/**
 * Kills nodes, freezes them for longer than the others believe in them, kills their database, and parts the roads between nodes and to the database, which
 * are lossy then, while people write. Half of them wait through a freeze
 * with what they have sent; the others look meanwhile, at the next node, whether all is there that anybody was told. In the end each step that was
 * acknowledged is there, once, under the number that it was told, and the history of each project is one.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PushAnswer } from '../../src/model/protocol.ts'
import { type Random, random } from '../../src/model/text/randomRich.ts'
import { answerAt, type CloudProcess, type Member, register, signIn, startCloud } from './cloudProcess.ts'
import { type FaultyLink, openFaultyLink } from './faultyLink.ts'
import { freePort } from './freePort.ts'
import { startPostgres } from './postgres.ts'
import { type PairOptions, type PostgresPair, startPostgresPair } from './postgresPair.ts'
import { testFolder } from './serve.ts'
import { connect, quirk, type SocketClient } from './socketClient.ts'
import { openTimesAway, type TimeAway, type TimesAway } from './timesAway.ts'

export interface NodesFigures {
  kills: number
  databaseKills: number
  /** The database was killed, and another one that had all took its place. */
  failovers: number
  freezes: number
  leavings: number
  /** A road to a node or from it to the database was parted. */
  partings: number
  /** A node of an older release was told to leave, and came again as today's. */
  upgrades: number
  /** Openings that an older release has refused, since the project was made by a newer one. */
  refused: number
  /** What lossy roads did besides. */
  roads: { cut: number; lost: number }
  acknowledged: number
  /** Pushes that were sent again since nobody had answered. */
  repeated: number
  /** Acknowledged, and not there; there twice; numbers that are missing or stand for two steps. */
  lost: number
  twice: number
  forked: number
  /** Looks at a project, and those that did not find what had been acknowledged before. */
  looks: number
  stale: number
  /** s that the longest wait for an answer took. */
  longest: number
  /** s that nodes took to start: how quick the machine was in this run. */
  starts: number[]
  /** One for each fault and project. */
  away: TimeAway<Fault>[]
}

export type Fault = (typeof kinds)[number]

export interface NodesOptions {
  seed: number
  kills: number
  databaseKills: number
  failovers: number
  /** Of the database that fails over. */
  pair?: PairOptions
  freezes: number
  leavings: number
  /** Left out: no roads but those of this machine. */
  partings?: number
  /** The folder of an older release: what all nodes run until they are upgraded. */
  older?: string
  upgrades?: number
  nodes?: number
  projects?: number
  people?: number
  /** What is altered in the nodes of today (`alteredNode.ts`). */
  altered?: string
}

/** ms: longer than a node is believed in that does not renew itself. */
const frozenFor = 13_000
/** ms: some partings are shorter than a node is believed in, and some longer. */
const mostParted = 15_000
/** ms: shorter than a token holds. */
const signsInEvery = 240_000
/** ms for which those who look go on after a freeze. */
const looksAfter = 3000
/** ms after which a client that does not wait through a freeze asks another node. */
const impatience = 3000

const alteredProgram = [
  process.execPath,
  '--import',
  join(import.meta.dirname, 'alteredNode.ts'),
  'server/main.ts',
  'serve',
]

const programOf = (folder: string) => [process.execPath, join(folder, 'server/main.ts'), 'serve']

interface SiteNode {
  process: CloudProcess
  isOlder: boolean
  /** From others to it, and from it to the database; none where nothing is parted. */
  roads: FaultyLink[]
}

interface Site {
  nodes: SiteNode[]
  stopped: boolean
  /** Whether a node is frozen, or has been a moment ago. */
  frozen: boolean
  /** By project: the last number that anybody was told. */
  told: Map<string, number>
  /** From when people write. */
  away?: TimesAway<Fault>
  /** Who writes. */
  ann: Ann
}

interface Writer {
  project: string
  /** Half of them wait for as long as it takes. */
  isPatient: boolean
  client: number
  epoch: string
  head: number
  n: number
  /** Of the push that is not answered yet: it is sent again as it was. */
  base: number | undefined
  /** By the number of the push: that of its step. */
  acknowledged: Map<number, number>
}

export async function nodesUnderFaults(options: NodesOptions): Promise<NodesFigures> {
  const { seed, nodes: count = 3, projects: projectCount = 4, people = 2 } = options
  const rnd = random(seed)
  const folder = testFolder()
  const postgres = options.failovers > 0 ? await startPostgresPair(options.pair) : await startPostgres()
  const site: Site = {
    nodes: [],
    stopped: false,
    frozen: false,
    told: new Map(),
    ann: { email: 'ann@example.org', name: 'ann', token: '' },
  }
  const figures: NodesFigures = {
    ...{ kills: 0, databaseKills: 0, failovers: 0, freezes: 0, leavings: 0, partings: 0, upgrades: 0, refused: 0 },
    ...{ acknowledged: 0, repeated: 0 },
    ...{ roads: { cut: 0, lost: 0 }, lost: 0, twice: 0, forked: 0, looks: 0, stale: 0, longest: 0 },
    ...{ starts: [], away: [] },
  }
  const leaveRoads = async (roads: FaultyLink[]) => {
    for (const road of roads) {
      figures.roads.cut += road.done.cut
      figures.roads.lost += road.done.lost
      await road.close()
    }
  }
  const openRoads = async (port: number): Promise<FaultyLink[]> => {
    const roads: FaultyLink[] = []
    for (const to of [port, Number(new URL(postgres.url).port)]) roads.push(await openFaultyLink(to, rnd))
    return roads
  }
  const altered = [...(options.altered ? [options.altered] : []), ...(options.partings ? ['road'] : [])].join(',')
  const start = async (i: number, isOlder = site.nodes[i]?.isOlder ?? options.older !== undefined) => {
    const port = await freePort()
    await leaveRoads(site.nodes[i]?.roads ?? [])
    const roads = options.partings ? await openRoads(port) : []
    const [toNode = { port }, toDatabase] = roads
    const database = new URL(postgres.url)
    if (toDatabase) database.port = String(toDatabase.port)
    const env = {
      THICKET_DATABASE: database.href,
      THICKET_NODE: `http://127.0.0.1:${toNode.port}`,
      THICKET_CLUSTER_SECRET: 'what all these nodes know',
    }
    const data = join(folder, String(i))
    const more = { ALTERED: altered, LISTENS: String(port) }
    const began = performance.now()
    const process = await (isOlder
      ? startCloud(data, env, programOf(options.older ?? ''))
      : altered === ''
        ? startCloud(data, env)
        : startCloud(data, { ...env, ...more }, alteredProgram))
    figures.starts.push((performance.now() - began) / 1000)
    site.nodes[i] = { process, isOlder, roads }
    // One that cannot reach the database as it starts says so and ends, for whoever started it to start it again.
    if (site.away) spoil(roads)
  }
  try {
    for (let i = 0; i < count; i += 1) await start(i)
    const { ann } = site
    ann.token = (await register(baseOf(site, 0), ann.email)).token
    const projects: string[] = []
    for (let i = 0; i < projectCount; i += 1) projects.push(await newProject(baseOf(site, i), ann, `Study ${i}`))
    // From here on people write.
    const away = openTimesAway<Fault>(projects)
    site.away = away
    for (const { roads } of site.nodes) spoil(roads)
    const writers = projects.flatMap((project) =>
      Array.from(
        { length: people },
        (_, i): Writer => ({
          ...{
            project,
            isPatient: i % 2 === 0,
            client: 0,
            epoch: '',
            head: 0,
            n: 0,
            base: undefined,
            acknowledged: new Map(),
          },
        }),
      ),
    )
    const writing = writers.map((writer, i) => write(site, ann, writer, i, figures))
    void staySignedIn(site, ann)
    await disturb(site, away, postgres, start, options, rnd, figures)
    await sleep(impatience)
    site.stopped = true
    await Promise.all(writing)
    await signInAnew(site, ann)
    for (const project of projects) {
      const own = writers.filter((writer) => writer.project === project)
      await compare(site, ann, project, own, figures)
    }
    figures.away = away.all()
    for (const { roads } of site.nodes) await leaveRoads(roads)
    return figures
  } finally {
    site.stopped = true
    for (const { process, roads } of site.nodes) {
      process.child.kill('SIGCONT')
      await process.kill()
      await Promise.all(roads.map((road) => road.close()))
    }
    await postgres.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

const baseOf = ({ nodes }: Site, i: number): string => nodes[i % nodes.length]?.process.base ?? ''

const spoil = (roads: readonly FaultyLink[]): void => {
  for (const road of roads) road.spoil()
}

/** Whoever writes for longer than a token holds has another one by then. */
async function staySignedIn(site: Site, ann: Ann): Promise<void> {
  for (let at = performance.now(); !site.stopped; await sleep(100)) {
    if (performance.now() - at < signsInEvery) continue
    at = performance.now()
    await signInAnew(site, ann)
  }
}

async function signInAnew(site: Site, ann: Ann): Promise<void> {
  for (let tries = 0; ; tries += 1)
    try {
      ann.token = await within(longestAnswer, signIn(baseOf(site, tries), ann))
      return
    } catch (error) {
      if (tries > 30) throw error
      await sleep(500)
    }
}

type Ann = Pick<Member, 'email' | 'name'> & { token: string }

async function newProject(base: string, member: Pick<Member, 'token'>, name: string): Promise<string> {
  const { status, body } = await answerAt(base, member, '/web/api/v2/projects', 'POST', { name })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.project_uuid as string
}

const kinds = ['kills', 'databaseKills', 'failovers', 'freezes', 'leavings', 'partings', 'upgrades'] as const

/** All that is to happen, in an order of its own, each once what was before is over. */
async function disturb(
  site: Site,
  away: TimesAway<Fault>,
  postgres: Pick<PostgresPair, 'kill' | 'start'> & Partial<Pick<PostgresPair, 'followed' | 'failOver'>>,
  start: (i: number, isOlder?: boolean) => Promise<void>,
  wanted: NodesOptions,
  rnd: Random,
  figures: NodesFigures,
): Promise<void> {
  const faults = kinds.flatMap((kind) =>
    Array.from({ length: wanted[kind] ?? 0 }, () => ({ kind, at: rnd.below(1_000_000) })),
  )
  for (const { kind } of faults.toSorted((a, b) => a.at - b.at)) {
    await sleep(500 + rnd.below(2000))
    const drawn = rnd.below(site.nodes.length)
    const i = kind === 'upgrades' ? site.nodes.findIndex((node) => node.isOlder) : drawn
    const { process, roads } = site.nodes[i] as SiteNode
    if (kind === 'failovers') await postgres.followed?.()
    const isOver = away.begin(kind)
    if (kind === 'databaseKills') {
      await postgres.kill()
      await sleep(rnd.below(1000))
      await postgres.start()
    } else if (kind === 'failovers') {
      await postgres.failOver?.()
    } else if (kind === 'partings') {
      const road = roads[rnd.below(roads.length)]
      road?.part(rnd.below(2) === 0 ? 'cut' : 'stands')
      await sleep(500 + rnd.below(mostParted))
      road?.mend()
    } else if (kind === 'freezes') {
      process.child.kill('SIGSTOP')
      site.frozen = true
      await sleep(frozenFor)
      process.child.kill('SIGCONT')
      await sleep(looksAfter)
      site.frozen = false
    } else {
      const isLast = kind === 'upgrades' && site.nodes.filter(({ isOlder }) => isOlder).length === 1
      if (isLast) await askAlone(site, i, start, figures)
      if (kind === 'kills') await process.kill()
      else {
        process.child.kill('SIGTERM')
        await process.ended
      }
      await start(i, kind === 'upgrades' ? false : undefined)
    }
    isOver()
    figures[kind] += 1
  }
}

/** The last node of an older release is asked for each project while no other one is there: it answers, or says that the project was made by a newer one. */
async function askAlone(
  site: Site,
  last: number,
  start: (i: number) => Promise<void>,
  figures: NodesFigures,
): Promise<void> {
  const others = site.nodes.flatMap((_, i) => (i === last ? [] : [i]))
  for (const i of others) await site.nodes[i]?.process.kill()
  for (const project of site.told.keys()) {
    const said = await askEvents(baseOf(site, last), site.ann, project, 0).then(
      () => 'answered',
      (error: unknown) => String(error),
    )
    if (said.includes('newerProject')) figures.refused += 1
    else if (said !== 'answered') throw new Error(`an older node says of ${project}: ${said}`)
  }
  for (const i of others) await start(i)
}

/** Writes step after step, at one node until that does not answer, then at the next. */
async function write(
  site: Site,
  member: Pick<Member, 'token'>,
  writer: Writer,
  first: number,
  figures: NodesFigures,
): Promise<void> {
  let node = first
  let socket: SocketClient | undefined
  while (!site.stopped) {
    while (site.frozen && !writer.isPatient && !site.stopped) {
      socket?.socket.terminate()
      socket = undefined
      if (!(await look(site, node, member, writer.project, figures))) node += 1
      await sleep(100)
    }
    const began = performance.now()
    const n = writer.n + 1
    let tries = 0
    for (let isDone = false; !isDone; tries += 1) {
      // What nobody has answered when all is over was never promised.
      if (site.stopped && tries > 20) return
      try {
        socket ??= await open(baseOf(site, node), member, writer, figures)
        const sent = performance.now()
        const answer = await within(writer.isPatient ? 60_000 : impatience, push(socket, writer, n))
        const [step] = answer.steps
        if (!step || !('seq' in step)) throw new Error(JSON.stringify(answer))
        site.away?.answered(writer.project, sent)
        writer.n = n
        writer.base = undefined
        writer.acknowledged.set(n, step.seq)
        site.told.set(writer.project, Math.max(step.seq, site.told.get(writer.project) ?? 0))
        figures.acknowledged += 1
        isDone = true
      } catch {
        socket?.socket.terminate()
        socket = undefined
        node += 1
        figures.repeated += 1
        await sleep(100)
      }
    }
    figures.longest = Math.max(figures.longest, (performance.now() - began) / 1000)
    await sleep(20)
  }
  socket?.socket.terminate()
}

async function open(
  base: string,
  member: Pick<Member, 'token'>,
  writer: Writer,
  figures: NodesFigures,
): Promise<SocketClient> {
  const socket = await within(impatience, connect({ base, secret: member.token }))
  Object.assign(socket, { client: writer.client, epoch: writer.epoch })
  const opened = await within(
    writer.isPatient ? 30_000 : 4 * impatience,
    socket.open(writer.project, writer.head),
  ).catch((error: unknown) => {
    socket.socket.terminate()
    throw error
  })
  if (opened?.status !== 'open') {
    socket.socket.terminate()
    const refusals = socket.frames.flatMap(({ json_data: { errors = [] } }) => errors)
    if (refusals.some(({ problem }) => problem?.kind === 'newerProject')) figures.refused += 1
    throw new Error('not opened')
  }
  // Its number is its own as long as its history is; then its pushes count on.
  if (writer.client !== 0 && opened.client !== writer.client) throw new Error('another client')
  Object.assign(writer, { client: opened.client, epoch: opened.epoch, head: opened.head })
  return socket
}

function push(socket: SocketClient, writer: Writer, n: number): Promise<PushAnswer> {
  writer.base ??= socket.head
  socket.head = writer.base
  return socket.push(n, [[quirk(8192 * n + writer.client, `${writer.client} ${n}`)]])
}

function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('late')), ms)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

/** What a node tells now against what was promised. */
async function compare(
  site: Site,
  member: Pick<Member, 'token'>,
  project: string,
  writers: Writer[],
  figures: NodesFigures,
): Promise<void> {
  const told = new Map<string, number[]>()
  let since = 0
  for (;;) {
    const events = await eventsAfter(site, member, project, since)
    if (events.length === 0) break
    for (const { seq, client, n } of events) {
      if (seq !== since + 1) figures.forked += 1
      since = seq
      told.set(`${client} ${n}`, [...(told.get(`${client} ${n}`) ?? []), seq])
    }
  }
  for (const seqs of told.values()) if (seqs.length > 1) figures.twice += 1
  for (const { client, acknowledged } of writers)
    for (const [n, seq] of acknowledged) if (!told.get(`${client} ${n}`)?.includes(seq)) figures.lost += 1
}

/** Looks for the last step that anybody was told. False: the node does not answer. */
async function look(
  site: Site,
  node: number,
  member: Pick<Member, 'token'>,
  project: string,
  figures: NodesFigures,
): Promise<boolean> {
  const last = site.told.get(project)
  if (last === undefined) return true
  const asked = performance.now()
  const events = await askEvents(baseOf(site, node), member, project, last - 1, looksFor).catch(() => null)
  if (events === null) return false
  site.away?.answered(project, asked)
  figures.looks += 1
  if (!events.some(({ seq }) => seq === last)) figures.stale += 1
  return true
}

interface ToldEvent {
  seq: number
  client: number
  n: number
}

async function eventsAfter(
  site: Site,
  member: Pick<Member, 'token'>,
  project: string,
  since: number,
): Promise<ToldEvent[]> {
  for (let tries = 0; ; tries += 1)
    try {
      return await askEvents(baseOf(site, tries), member, project, since)
    } catch (error) {
      // A project that no node can open has lost all that was promised.
      if (tries > 30) throw new Error(`no node can open ${project}: ${error}`)
      await sleep(500)
    }
}

/** ms for which an answer is waited for: longer than a node is believed in. */
const longestAnswer = 20_000
/** ms after which whoever only looks asks another node: one that is frozen answers nothing. */
const looksFor = 4000

async function askEvents(
  base: string,
  member: Pick<Member, 'token'>,
  project: string,
  since: number,
  ms = longestAnswer,
): Promise<ToldEvent[]> {
  const headers = { origin: base, authorization: `Bearer ${member.token}` }
  const signal = AbortSignal.timeout(ms)
  const answer = await fetch(`${base}/v1/thicket/projects/${project}/events?since=${since}`, { headers, signal })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { events: ToldEvent[] }).events
}
