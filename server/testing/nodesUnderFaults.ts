/**
 * Kills nodes, freezes them for longer than the others believe in them, and kills their database, while people write; then looks at what is left: each
 * step that was acknowledged is there, once, under the number that it was told, and the history of each project is one.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PushAnswer } from '../../src/model/protocol.ts'
import { type Random, random } from '../../src/model/text/randomRich.ts'
import { type CloudProcess, type Member, register, startCloud } from './cloudProcess.ts'
import { freePort } from './freePort.ts'
import { startPostgres } from './postgres.ts'
import { testFolder } from './serve.ts'
import { connect, quirk, type SocketClient } from './socketClient.ts'

export interface NodesFigures {
  kills: number
  databaseKills: number
  freezes: number
  leavings: number
  acknowledged: number
  /** Pushes that were sent again since nobody had answered. */
  repeated: number
  /** Acknowledged, and not there; there twice; numbers that are missing or stand for two steps. */
  lost: number
  twice: number
  forked: number
  /** s that the longest wait for an answer took. */
  longest: number
}

export interface NodesOptions {
  seed: number
  kills: number
  databaseKills: number
  freezes: number
  leavings: number
  nodes?: number
  projects?: number
  people?: number
  /** What is altered in the nodes (`alteredNode.ts`). */
  altered?: string
}

/** ms: longer than a node is believed in that does not renew itself. */
const frozenFor = 13_000
/** ms after which a client that does not wait through a freeze asks another node. */
const impatience = 3000

const alteredProgram = [
  process.execPath,
  '--import',
  join(import.meta.dirname, 'alteredNode.ts'),
  'server/main.ts',
  'serve',
]

interface Site {
  nodes: { process: CloudProcess }[]
  stopped: boolean
}

interface Writer {
  project: string
  /** Half of them wait for as long as it takes. */
  isPatient: boolean
  client: number
  epoch: string
  head: number
  n: number
  /** By the number of the push: that of its step. */
  acknowledged: Map<number, number>
}

export async function nodesUnderFaults(options: NodesOptions): Promise<NodesFigures> {
  const { seed, nodes: count = 3, projects: projectCount = 4, people = 2 } = options
  const rnd = random(seed)
  const folder = testFolder()
  const postgres = await startPostgres()
  const site: Site = { nodes: [], stopped: false }
  const figures: NodesFigures = {
    ...{ kills: 0, databaseKills: 0, freezes: 0, leavings: 0, acknowledged: 0, repeated: 0 },
    ...{ lost: 0, twice: 0, forked: 0, longest: 0 },
  }
  const start = async (i: number) => {
    const port = await freePort()
    const env = {
      THICKET_DATABASE: postgres.url,
      THICKET_NODE: `http://127.0.0.1:${port}`,
      THICKET_CLUSTER_SECRET: 'what all these nodes know',
    }
    const data = join(folder, String(i))
    const process = await (options.altered
      ? startCloud(data, { ...env, ALTERED: options.altered }, alteredProgram)
      : startCloud(data, env))
    site.nodes[i] = { process }
  }
  try {
    for (let i = 0; i < count; i += 1) await start(i)
    const ann = await register(baseOf(site, 0), 'ann@example.org')
    const projects: string[] = []
    for (let i = 0; i < projectCount; i += 1) projects.push(await newProject(baseOf(site, i), ann, `Study ${i}`))
    const writers = projects.flatMap((project) =>
      Array.from(
        { length: people },
        (_, i): Writer => ({
          ...{ project, isPatient: i % 2 === 0, client: 0, epoch: '', head: 0, n: 0, acknowledged: new Map() },
        }),
      ),
    )
    const writing = writers.map((writer, i) => write(site, ann, writer, i, figures))
    await disturb(site, postgres, start, options, rnd, figures)
    await sleep(impatience)
    site.stopped = true
    await Promise.all(writing)
    for (const project of projects) {
      const own = writers.filter((writer) => writer.project === project)
      await compare(site, ann, project, own, figures)
    }
    return figures
  } finally {
    site.stopped = true
    for (const { process } of site.nodes) {
      process.child.kill('SIGCONT')
      await process.kill()
    }
    await postgres.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

const baseOf = ({ nodes }: Site, i: number): string => nodes[i % nodes.length]?.process.base ?? ''

async function newProject(base: string, member: Member, name: string): Promise<string> {
  const headers = { origin: base, authorization: `Bearer ${member.token}`, 'content-type': 'application/json' }
  const made = await fetch(`${base}/web/api/v2/projects`, { method: 'POST', headers, body: JSON.stringify({ name }) })
  if (made.status !== 200) throw new Error(await made.text())
  return ((await made.json()) as { project_uuid: string }).project_uuid
}

/** All that is to happen, in an order of its own, each once what was before is over. */
async function disturb(
  site: Site,
  postgres: { kill(): Promise<void>; start(): Promise<void> },
  start: (i: number) => Promise<void>,
  wanted: NodesOptions,
  rnd: Random,
  figures: NodesFigures,
): Promise<void> {
  const faults = (['kills', 'databaseKills', 'freezes', 'leavings'] as const).flatMap((kind) =>
    Array.from({ length: wanted[kind] }, () => ({ kind, at: rnd.below(1_000_000) })),
  )
  for (const { kind } of faults.toSorted((a, b) => a.at - b.at)) {
    await sleep(500 + rnd.below(2000))
    const i = rnd.below(site.nodes.length)
    const { process } = site.nodes[i] as Site['nodes'][number]
    if (kind === 'databaseKills') {
      await postgres.kill()
      await sleep(rnd.below(1000))
      await postgres.start()
    } else if (kind === 'freezes') {
      process.child.kill('SIGSTOP')
      await sleep(frozenFor)
      process.child.kill('SIGCONT')
    } else {
      if (kind === 'kills') await process.kill()
      else {
        process.child.kill('SIGTERM')
        await process.ended
      }
      await start(i)
    }
    figures[kind] += 1
  }
}

/** Writes step after step, at one node until that does not answer, then at the next. */
async function write(site: Site, member: Member, writer: Writer, first: number, figures: NodesFigures): Promise<void> {
  let node = first
  let socket: SocketClient | undefined
  while (!site.stopped) {
    const began = performance.now()
    const n = writer.n + 1
    let tries = 0
    for (let isDone = false; !isDone; tries += 1) {
      // What nobody has answered when all is over was never promised.
      if (site.stopped && tries > 20) return
      try {
        socket ??= await open(baseOf(site, node), member, writer)
        const answer = await within(writer.isPatient ? 60_000 : impatience, push(socket, writer, n))
        const [step] = answer.steps
        if (!step || !('seq' in step)) throw new Error(JSON.stringify(answer))
        writer.n = n
        writer.acknowledged.set(n, step.seq)
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

async function open(base: string, member: Member, writer: Writer): Promise<SocketClient> {
  const socket = await within(impatience, connect({ base, secret: member.token }))
  Object.assign(socket, { client: writer.client, epoch: writer.epoch })
  const opened = await within(
    writer.isPatient ? 30_000 : 4 * impatience,
    socket.open(writer.project, writer.head),
  ).catch((error: unknown) => {
    socket.socket.terminate()
    throw error
  })
  if (opened?.status !== 'open') throw new Error('not opened')
  // Its number is its own as long as its history is; then its pushes count on.
  if (writer.client !== 0 && opened.client !== writer.client) throw new Error('another client')
  Object.assign(writer, { client: opened.client, epoch: opened.epoch, head: opened.head })
  return socket
}

const push = (socket: SocketClient, writer: Writer, n: number): Promise<PushAnswer> =>
  socket.push(n, [[quirk(8192 * n + writer.client, `${writer.client} ${n}`)]])

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
  member: Member,
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

interface ToldEvent {
  seq: number
  client: number
  n: number
}

async function eventsAfter(site: Site, member: Member, project: string, since: number): Promise<ToldEvent[]> {
  for (let tries = 0; ; tries += 1) {
    const base = baseOf(site, tries)
    const headers = { origin: base, authorization: `Bearer ${member.token}` }
    const answer = await fetch(`${base}/v1/thicket/projects/${project}/events?since=${since}`, { headers }).catch(
      () => null,
    )
    if (answer?.ok) return ((await answer.json()) as { events: ToldEvent[] }).events
    // A project that no node can open has lost all that was promised.
    if (tries > 30) throw new Error(`no node can open ${project}: ${answer?.status} ${await answer?.text()}`)
    await sleep(500)
  }
}
