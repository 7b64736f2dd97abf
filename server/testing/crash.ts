/**
 * Kills a server at random moments while clients write, and looks at what is left: every step that was acknowledged is
 * there, once, under the number it was told; the file is sound; the history goes on where it was.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Operation } from '../../src/model/operations.ts'
import type { Event, PushAnswer, WireStep } from '../../src/model/protocol.ts'
import { type Random, random } from '../../src/model/text/randomRich.ts'
import { mutationText } from '../../src/model/wireText.ts'
import { testFolder } from './serve.ts'
import { type Address, connect, quirk, type SocketClient } from './socketClient.ts'

export interface CrashFigures {
  kills: number
  acknowledged: number
  /** Pushes that were in the works when the server was killed: sent again. */
  repeated: number
  /** Of these, those that had been taken. */
  alreadyTaken: number
  /** Kills that left a log beside the file to be recovered. */
  recovered: number
}

interface Frozen {
  n: number
  base: number
  steps: WireStep[]
  rows: number[][]
}

interface Writer {
  client: number
  epoch: string
  head: number
  n: number
  waiting: Frozen | null
}

/** What was promised: for each step's number, the rows that it made. */
type Promised = Map<number, number[]>

export async function crash(seed: number, kills: number): Promise<CrashFigures> {
  const folder = testFolder()
  const path = join(folder, 'p.qrk')
  const r = random(seed)
  const writers: Writer[] = Array.from({ length: 3 }, () => ({ client: 0, epoch: '', head: 0, n: 0, waiting: null }))
  const promised: Promised = new Map()
  const figures: CrashFigures = { kills: 0, acknowledged: 0, repeated: 0, alreadyTaken: 0, recovered: 0 }
  let nextId = 10_000
  let running: ChildProcess | undefined
  const newIds = (count: number) => Array.from({ length: count }, () => (nextId += 1))
  try {
    for (; figures.kills < kills; figures.kills += 1) {
      const { process: server, address } = await start(folder)
      running = server
      const uuid = await open(address, path)
      const clients = await Promise.all(writers.map((writer) => joinAs(address, uuid, writer)))
      await checkPromises(address, uuid, clients[0] as SocketClient, promised)
      const killed = new Promise<void>((resolve) => server.once('exit', () => resolve()))
      // From the first answer on: a server that has just started is slow to give it.
      let armed = false
      const answered = () => {
        if (!armed) setTimeout(() => server.kill('SIGKILL'), r.below(200))
        armed = true
      }
      const one = { r, newIds, promised, figures, answered }
      await Promise.all(writers.map((writer, i) => write(writer, clients[i] as SocketClient, one)))
      if (!armed)
        throw new Error(
          `the server closed the sockets by itself: ${await Promise.all(clients.map(({ closed }) => closed))}`,
        )
      await killed
      for (const client of clients) client.socket.terminate()
      if (checkFile(folder, path)) figures.recovered += 1
    }
    const { process: server, address } = await start(folder)
    running = server
    const uuid = await open(address, path)
    const last = await joinAs(address, uuid, writers[0] as Writer)
    await checkPromises(address, uuid, last, promised)
    last.socket.terminate()
    await new Promise((resolve) => server.once('exit', resolve).kill('SIGKILL'))
    figures.acknowledged = promised.size
    return figures
  } finally {
    running?.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
}

async function start(folder: string): Promise<{ process: ChildProcess; address: Address }> {
  const server = spawn(process.execPath, [join(import.meta.dirname, 'serveProcess.ts'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const line = await new Promise<string>((resolve, reject) => {
    server.stdout.once('data', (data) => resolve(String(data)))
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
  return { process: server, address: JSON.parse(line) as Address }
}

async function open({ base, secret }: Address, path: string): Promise<string> {
  const [route, body] = existsSync(path) ? ['local/open', { path }] : ['v2/projects', { name: path }]
  const headers = { authorization: `Bearer ${secret}`, origin: base }
  const response = await fetch(`${base}/web/api/${route}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const opened = (await response.json()) as { project_uuid?: string; problem?: unknown }
  if (!opened.project_uuid) throw new Error(`the project does not open: ${JSON.stringify(opened)}`)
  return opened.project_uuid
}

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
}

async function write(
  writer: Writer,
  client: SocketClient,
  { r, newIds, promised, figures, answered }: Round,
): Promise<void> {
  for (;;) {
    const again = writer.waiting !== null
    writer.waiting ??= freeze(writer, r, newIds)
    const { n, base, steps, rows } = writer.waiting
    const request = { push: { client: writer.client, n, base }, steps }
    const answer = await client.raw(request).catch(() => null)
    if (!answer) return
    const { push } = answer.json_data
    if (!push) throw new Error(JSON.stringify(answer))
    answered()
    const last = keep(promised, push, rows)
    if (again) figures.repeated += 1
    if (again && last <= writer.head) figures.alreadyTaken += 1
    writer.waiting = null
  }
}

function freeze(writer: Writer, r: Random, newIds: (count: number) => number[]): Frozen {
  writer.n += 1
  const rows = Array.from({ length: 1 + r.below(3) }, () => newIds(r.chance(0.1) ? 200 : 1 + r.below(3)))
  // What is larger than a frame would have to go by HTTP.
  const text = 'x'.repeat(r.below(r.chance(0.1) && rows.flat().length < 10 ? 20_000 : 50))
  const steps = rows.map((ids) => ({ ...mutationText(ids.map((id) => withText(quirk(id), text))), versions: {} }))
  return { n: writer.n, base: writer.head, steps, rows }
}

const withText = (operation: Operation, description: string): Operation => ({
  ...operation,
  args: { ...operation.args, description },
})

/** Notes what an answer promises; returns the last number in it. */
function keep(promised: Promised, answer: PushAnswer, rows: number[][]): number {
  const seqs = answer.steps.map((step, i) => {
    if (!('seq' in step)) throw new Error(`a step was refused: ${JSON.stringify(step)}`)
    const before = promised.get(step.seq)
    if (before && String(before) !== String(rows[i])) throw new Error(`number ${step.seq} was promised twice`)
    promised.set(step.seq, rows[i] as number[])
    return step.seq
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
  const logged = events.flatMap(({ operations }) => operations.flatMap(idsOf))
  if (new Set(logged).size !== logged.length) throw new Error('a row was made twice')
  if (there.size !== logged.length) throw new Error(`${there.size} rows, ${logged.length} in the log`)
  for (const [seq, ids] of promised) {
    const event = events[seq - 1]
    if (!event) throw new Error(`step ${seq} was acknowledged and is lost`)
    if (String(event.operations.flatMap(idsOf)) !== String(ids)) throw new Error(`step ${seq} is another`)
    for (const id of ids) if (!there.has(id)) throw new Error(`row ${id} of step ${seq} is lost`)
  }
}

const idsOf = ({ args }: Operation): number[] =>
  (args.columns as { id: number[] } | undefined)?.id ?? [args.id as number]

/** Looks at a copy of what the killed server left; whether there was a log to recover. */
function checkFile(folder: string, path: string): boolean {
  const copy = join(folder, 'copy.qrk')
  for (const suffix of ['', '-wal']) if (existsSync(path + suffix)) copyFileSync(path + suffix, copy + suffix)
  const recovered = existsSync(`${copy}-wal`)
  const database = new DatabaseSync(copy)
  const result = database.prepare('PRAGMA integrity_check').get()
  const counts = database
    .prepare(`SELECT (SELECT value FROM _meta WHERE key = 'head') AS head, (SELECT COUNT(*) FROM _log) AS logged`)
    .get()
  database.close()
  for (const suffix of ['', '-wal', '-shm']) rmSync(copy + suffix, { force: true })
  if (result?.integrity_check !== 'ok') throw new Error(`the file is broken: ${JSON.stringify(result)}`)
  if (counts?.head !== counts?.logged) throw new Error(`head ${counts?.head}, ${counts?.logged} entries`)
  return recovered
}
