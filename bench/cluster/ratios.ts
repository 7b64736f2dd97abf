/**
 * What three nodes bear against one server, in one run and by turns, so that what else goes on at the machine is alike for both: the same people with the
 * same projects, first at a rate that both bear, then as fast as they are answered. Each project has three sockets, of nodes one at each of them, so that
 * two thirds are passed on. Each person has few, and rests between two steps: nobody comes near to what one person may send.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { openCloudDatabase } from '../../server/hosts/cloud/database.ts'
import { type CloudProcess, startCloud } from '../../server/testing/cloudProcess.ts'
import { freePort } from '../../server/testing/freePort.ts'
import { startPostgres } from '../../server/testing/postgres.ts'
import { authorOf, makePeople } from '../load/server.ts'
import { atRate, type Editor, edit, openAll, openEditor, openTally, rest, type Tally, until } from '../load/work.ts'
import { median } from '../row.ts'
import { databaseTime, parentOf } from './measure.ts'

export interface RatioOptions {
  /** Each has a project. */
  people: number
  /** Steps a second of all together. */
  rate: number
  /** Of each of the two loads. */
  seconds: number
  rounds: number
}

export interface Borne {
  /** ms until a step was answered, at that rate. */
  p50: number
  p99: number
  /** Steps a second, as fast as answered. */
  throughput: number
  /** ms of processor for a step then, of all processes of the server and its database. */
  processor: number
}

export interface Ratios {
  single: Borne[]
  nodes: Borne[]
  /** Of nodes to one server, of each figure the median of the rounds. */
  ratios: Borne
}

interface Site {
  processes: CloudProcess[]
  /** s of processor so far. */
  processor(): Promise<number>
}

const socketsOf = 3
/** ms from a step of a socket to its next. */
const restBetween = 34
const secret = 'what all these nodes know'

export async function ratiosOfNodes(options: RatioOptions): Promise<Ratios> {
  const folder = mkdtempSync(join(tmpdir(), 'thicket-ratios-'))
  const base = join(folder, 'base')
  mkdirSync(base)
  const accounts = openCloudDatabase(join(base, 'accounts.sqlite'))
  const tokens = makePeople(accounts, options.people)
  accounts.close()
  const database = await startPostgres()
  const sql = postgres(database.url, { max: 1 })
  const processes: CloudProcess[] = []
  try {
    cpSync(base, join(folder, 'single'), { recursive: true })
    const single = await startCloud(join(folder, 'single'))
    processes.push(single)
    moveIn(base, { ...process.env, ...nodeSettings(database.url, 0), THICKET_DATA: join(folder, 'command') })
    const nodes: CloudProcess[] = []
    for (let i = 0; i < 3; i += 1) {
      const node = await startCloud(join(folder, `node-${i}`), nodeSettings(database.url, await freePort()))
      processes.push(node)
      nodes.push(node)
    }
    const [row] = await sql<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`
    const postgresOf = parentOf(row?.pid ?? 0)
    const sites: Record<'single' | 'nodes', Site> = {
      single: { processes: [single], processor: async () => processorOf([single]) },
      nodes: { processes: nodes, processor: async () => processorOf(nodes) + (await databaseTime(postgresOf)) },
    }
    const found: Record<'single' | 'nodes', Borne[]> = { single: [], nodes: [] }
    const people = { single: await settle(sites.single, tokens), nodes: await settle(sites.nodes, tokens) }
    for (let round = 0; round < options.rounds; round += 1)
      for (const name of ['single', 'nodes'] as const)
        found[name].push(await bear(sites[name], people[name], tokens, options))
    return { ...found, ratios: ratiosOf(found) }
  } finally {
    await sql.end()
    for (const each of processes) await each.kill()
    await database.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

const nodeSettings = (database: string, port: number) => ({
  THICKET_DATABASE: database,
  THICKET_NODE: `http://127.0.0.1:${port}`,
  THICKET_CLUSTER_SECRET: secret,
})

/** Those who are known to the one server are known to the nodes. */
function moveIn(from: string, env: NodeJS.ProcessEnv): void {
  const command = ['server/main.ts', 'admin', 'cluster', 'move-in', from]
  const done = spawnSync(process.execPath, command, { cwd: join(import.meta.dirname, '../..'), env })
  if (done.status !== 0) throw new Error(String(done.stderr))
}

/** A project of each person; returns them in the order of the people. */
const settle = ({ processes }: Site, tokens: readonly string[]): Promise<string[]> =>
  openAll(
    tokens.length,
    async (person) => {
      const { base } = processes[person % processes.length] as CloudProcess
      const headers = { authorization: `Bearer ${tokens[person]}`, origin: base, 'content-type': 'application/json' }
      const made = await fetch(`${base}/web/api/v2/projects`, {
        ...{ method: 'POST', headers, body: JSON.stringify({ name: 'Load' }) },
      })
      if (!made.ok) throw new Error(await made.text())
      return ((await made.json()) as { project_uuid: string }).project_uuid
    },
    4,
  )

async function bear(site: Site, uuids: string[], tokens: string[], options: RatioOptions): Promise<Borne> {
  const { processes } = site
  const { rate, seconds } = options
  const tally = openTally()
  let isFast = false
  let made = 0
  const { heard } = tally.ear
  tally.ear = {
    heard: (socket, told) => {
      heard(socket, told)
      const editor = tally.editors.get(socket)
      if (isFast && editor && editor.sentAt === 0) soon(editor)
    },
  }
  const resting = new Set<Editor>()
  const soon = (editor: Editor) => {
    if (resting.has(editor)) return
    resting.add(editor)
    setTimeout(
      () => {
        resting.delete(editor)
        if (isFast && edit(editor)) made += 1
      },
      Math.max(0, editor.lastAt + restBetween - performance.now()),
    )
  }
  const editors = await openAll(
    uuids.length * socketsOf,
    (i) => {
      const person = Math.floor(i / socketsOf)
      const { base } = processes[(person + i) % processes.length] as CloudProcess
      return openEditor({ base, tokens, authorOf }, person, uuids[person] ?? '', tally)
    },
    8,
  )
  try {
    await rest(1000)
    await atRate(rate, seconds, (i) => {
      if (edit(editors[(i * socketsOf + Math.floor(i / uuids.length)) % editors.length] as Editor)) made += 1
    })
    await allAnswered(tally)
    const [p50, p99] = [tally.answered.at(50), tally.answered.at(99)]
    const [before, began, processor] = [made, performance.now(), await site.processor()]
    isFast = true
    for (const editor of editors) soon(editor)
    await rest(seconds * 1000)
    isFast = false
    await allAnswered(tally)
    const took = (performance.now() - began) / 1000
    const spent = (await site.processor()) - processor
    const wrong = editors.filter(({ socket }) => socket.closed || socket.gaps > 0).length
    if (wrong + tally.refused > 0)
      throw new Error(`${wrong} sockets were closed or lack something, ${tally.refused} steps refused`)
    return { p50, p99, throughput: (made - before) / took, processor: (1000 * spent) / (made - before) }
  } finally {
    for (const { socket } of editors) socket.cut()
    // Until its people are gone.
    await rest(1000)
  }
}

/** ms */
const longestAnswer = 30_000

async function allAnswered({ editors }: Tally): Promise<void> {
  const isQuiet = () => [...editors.values()].every(({ sentAt, socket }) => sentAt === 0 || socket.closed)
  if (!(await until(isQuiet, longestAnswer))) throw new Error('a step was not answered')
}

function ratiosOf({ single, nodes }: Pick<Ratios, 'single' | 'nodes'>): Borne {
  const of = (figure: keyof Borne) =>
    median(nodes.map((each) => each[figure])) / median(single.map((each) => each[figure]))
  return { p50: of('p50'), p99: of('p99'), throughput: of('throughput'), processor: of('processor') }
}

/** s, of all their threads. */
const processorOf = (processes: readonly CloudProcess[]): number =>
  processes.reduce((sum, { child: { pid } }) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return sum + (Number(fields[11]) + Number(fields[12])) / 100
  }, 0)
