/**
 * Kills a server at random moments while it writes whole files: copies under another name, backups, and a project on a share that is written back
 * from its working copy. What it leaves is looked at each time: no file is there in part, and nothing that was acknowledged is lost.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Random, random } from '../../src/model/text/randomRich.ts'
import { hashOf } from '../base/hashOf.ts'
import { caller, testFolder } from './serve.ts'
import { type Address, connect, quirk, type SocketClient } from './socketClient.ts'

export interface SavingFigures {
  kills: number
  /** Steps of the project on the share. */
  acknowledged: number
  /** Copies and backups that were answered. */
  copies: number
  backups: number
  /** Times that the file on the share was another after a kill than before. */
  written: number
  /** Files begun that a kill has left: taken away later. */
  unfinished: number
  /** Kills after which the share's file lacked what was acknowledged, and the working copy had it. */
  owed: number
}

type Call = ReturnType<typeof caller>
interface Run {
  process: ChildProcess
  address: Address
  call: Call
}

export async function saving(seed: number, kills: number): Promise<SavingFigures> {
  const folder = testFolder()
  const [share, copies] = ['share', 'copies'].map((name) => join(folder, name)) as [string, string]
  for (const path of [share, copies]) mkdirSync(path)
  const path = join(share, 'study.qrk')
  const r = random(seed)
  const figures: SavingFigures = {
    kills: 0,
    acknowledged: 0,
    copies: 0,
    backups: 0,
    written: 0,
    unfinished: 0,
    owed: 0,
  }
  const promised = new Set<number>()
  const saved = new Map<string, number>()
  let nextId = 20_000
  let running: Run | undefined
  try {
    for (; figures.kills <= kills; figures.kills += 1) {
      const run = await start(folder, share)
      running = run
      const first = figures.kills === 0
      const uuid = await opened(run.call, first ? 'v2/projects' : 'local/open', first ? { name: path } : { path })
      const client = await connect(run.address)
      await client.open(uuid)
      await checkRows(client, promised)
      if (first) await fill(client)
      const before = first ? '' : hashOf(path)
      if (figures.kills === kills) {
        await last(run, uuid, { folder, share, copies, path, promised })
        break
      }
      const killed = new Promise<void>((resolve) => run.process.once('exit', () => resolve()))
      setTimeout(() => run.process.kill('SIGKILL'), 20 + r.below(1000))
      await Promise.all([
        work(client, () => (nextId += 1), promised),
        copy(run.call, uuid, { r, copies, saved, figures, promised }),
        backUp(run.call, uuid, figures),
      ])
      await killed
      client.socket.terminate()
      if (!first && hashOf(path) !== before) figures.written += 1
      const there = rowsOf(path)
      if ([...promised].some((id) => !there.has(id))) figures.owed += 1
      look({ folder, share, copies, saved, figures })
    }
    figures.acknowledged = promised.size
    return figures
  } finally {
    running?.process.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
}

async function start(folder: string, share: string): Promise<Run> {
  const server = spawn(process.execPath, [join(import.meta.dirname, 'serveProcess.ts'), folder, share], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const line = await new Promise<string>((resolve, reject) => {
    server.stdout.once('data', (data) => resolve(String(data)))
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
  const address = JSON.parse(line) as Address
  return { process: server, address, call: caller(address.base, () => address.secret) }
}

async function opened(call: Call, route: string, body: object): Promise<string> {
  const answer = await call(`/web/api/${route}`, { method: 'POST', body })
  const { project_uuid: uuid, problem } = (await answer.json()) as { project_uuid?: string; problem?: unknown }
  if (!uuid) throw new Error(`the project does not open: ${JSON.stringify(problem)}`)
  return uuid
}

/** So much that a copy takes its time. */
async function fill(client: SocketClient): Promise<void> {
  for (let n = 1; n <= 120; n += 1) {
    const large = quirk(10_000 + n)
    await client.push(n, [[{ ...large, args: { ...large.args, description: 'x'.repeat(100_000) } }]])
  }
}

/** A step after the other, until the server is gone. */
async function work(client: SocketClient, newId: () => number, promised: Set<number>): Promise<void> {
  for (let n = 1000; ; n += 1) {
    const id = newId()
    const answer = await client.push(n, [[quirk(id)]]).catch(() => null)
    if (!answer) return
    if (!('seq' in (answer.steps[0] ?? {}))) throw new Error(JSON.stringify(answer))
    promised.add(id)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

interface Copying {
  r: Random
  copies: string
  /** With how many acknowledged rows at least. */
  saved: Map<string, number>
  figures: SavingFigures
  promised: Set<number>
}

async function copy(call: Call, uuid: string, { r, copies, saved, figures, promised }: Copying): Promise<void> {
  for (;;) {
    const name = join(copies, `copy ${r.below(4)}.qrk`)
    const had = promised.size
    const body = { name, orig_project_uuid: uuid, overwrite: true }
    const answer = await call('/web/api/v2/projects/saveas', { method: 'POST', body }).catch(() => null)
    if (!answer) return
    // One that is open for a moment after it was made is not replaced.
    if (!answer.ok) {
      await new Promise((resolve) => setTimeout(resolve, 50))
      continue
    }
    const isWhole = await answer.json().catch(() => null)
    if (!isWhole) return
    saved.set(name, had)
    figures.copies += 1
  }
}

async function backUp(call: Call, uuid: string, figures: SavingFigures): Promise<void> {
  for (;;) {
    const answer = await call(`/v1/thicket/projects/${uuid}/backups`, { method: 'POST', body: {} }).catch(() => null)
    if (!answer?.ok) return
    figures.backups += 1
  }
}

/** What a kill has left. */
function look(places: {
  folder: string
  share: string
  copies: string
  saved: Map<string, number>
  figures: SavingFigures
}): void {
  const { folder, share, copies, saved, figures } = places
  const onShare = readdirSync(share)
  const ofSqlite = onShare.filter((name) => /-(wal|shm|journal)$/.test(name) && !name.startsWith('.'))
  if (ofSqlite.length > 0) throw new Error(`SQLite was on the share: ${ofSqlite}`)
  const whole = onShare.filter((name) => !name.startsWith('.'))
  if (String(whole) !== 'study.qrk') throw new Error(`on the share: ${whole}`)
  rowsOf(join(share, 'study.qrk'))
  for (const name of readdirSync(copies).filter((name) => /^[^.].*\.qrk$/.test(name))) rowsOf(join(copies, name))
  for (const [name, had] of saved) {
    const rows = [...rowsOf(name)].filter((id) => id > 20_000).length
    if (rows < had) throw new Error(`${name} has ${rows} rows of ${had}`)
  }
  figures.unfinished += [share, copies].flatMap((at) => readdirSync(at)).filter((name) => name.endsWith('.new')).length
  for (const backups of readdirSync(join(folder, 'backups')).map((uuid) => join(folder, 'backups', uuid)))
    for (const name of readdirSync(backups).filter((name) => name.endsWith('.json'))) {
      const file = join(backups, name.replace(/json$/, 'qrk'))
      const { hash } = JSON.parse(readFileSync(join(backups, name), 'utf8')) as { hash: string }
      if (hashOf(file) !== hash) throw new Error(`the backup ${name} is not what its note says`)
      rowsOf(file)
    }
}

/** The quirks of a file that is sound, by a copy of it with its log. Throws where it is not. */
function rowsOf(path: string): Set<number> {
  const at = testFolder()
  try {
    const file = join(at, 'copy.qrk')
    for (const end of ['', '-wal'])
      try {
        copyFileSync(path + end, file + end)
      } catch (error) {
        if (end === '') throw error
      }
    const database = new DatabaseSync(file)
    const check = database.prepare('PRAGMA quick_check(1)').get()
    const rows = database.prepare('SELECT id FROM quirks').all()
    database.close()
    if (check?.quick_check !== 'ok') throw new Error(`${path} is broken`)
    return new Set(rows.map(({ id }) => Number(id)))
  } finally {
    rmSync(at, { recursive: true, force: true })
  }
}

async function checkRows(client: SocketClient, promised: ReadonlySet<number>): Promise<void> {
  const list = await client.ask('{ quirkQueryList { id } }')
  const there = new Set(((list.json_data.data?.quirkQueryList ?? []) as { id: number }[]).map(({ id }) => id))
  for (const id of promised) if (!there.has(id)) throw new Error(`step ${id} was acknowledged and is lost`)
}

const stop = ({ process: server }: Run): Promise<number | null> =>
  new Promise((resolve) => {
    server.once('exit', resolve)
    server.kill('SIGTERM')
  })

/** One of each that nobody kills: then all is in the files, and what kills have left is gone. */
async function last(
  run: Run,
  uuid: string,
  {
    folder,
    share,
    copies,
    path,
    promised,
  }: { folder: string; share: string; copies: string; path: string; promised: ReadonlySet<number> },
): Promise<void> {
  const name = join(copies, 'last.qrk')
  await opened(run.call, 'v2/projects/saveas', { name, orig_project_uuid: uuid })
  let code = await stop(run)
  // Where its time to stop was over, the next one writes what it still owes.
  for (let tries = 0; code !== 0 && tries < 3; tries += 1) {
    const next = await start(folder, share)
    await opened(next.call, 'local/open', { path })
    code = await stop(next)
  }
  for (const file of [path, name]) {
    const rows = rowsOf(file)
    for (const id of promised) if (!rows.has(id)) throw new Error(`step ${id} is not in ${file}`)
  }
  const left = [share, copies].flatMap((at) => readdirSync(at)).filter((file) => file.endsWith('.new'))
  if (left.length > 0) throw new Error(`begun and left: ${left}`)
}
