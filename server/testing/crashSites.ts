/** The servers that `crash.ts` kills: one of this machine, in which three write into one project, plain or protected, and one of many people, who write into two. */
import { type ChildProcess, spawn } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isProblem } from '../../src/model/problems.ts'
import type { AnyRow } from '../../src/model/schema.ts'
import { keyPartsOf } from '../../src/model/sealing/keys.ts'
import { openRow, sealRow } from '../../src/model/sealing/sealedRows.ts'
import { wrapKey } from '../../src/model/sealing/wraps.ts'
import type { Random } from '../../src/model/text/randomRich.ts'
import { memoryProject, writeSealed } from '../files/sealedFile.ts'
import { beginningWith } from '../room/readProjectJson.ts'
import { openPeople, type PeopleFigures } from './crashPeople.ts'
import { type CrashTexts, openCrashTexts } from './crashTexts.ts'
import { caller } from './serve.ts'
import type { Address } from './socketClient.ts'

export interface WorkedOn {
  uuid: string
  /** Who writes into it; `author`: the name that their rows bear. */
  writers: (Address & { author: string })[]
}

export interface StartedServer {
  process: ChildProcess
  projects: WorkedOn[]
  /** What is asked of it besides steps, until it is gone; `answered`: once there is an answer of each kind. */
  work(answered: () => void): Promise<void>
}

export interface Site {
  /** Ms from the first answers on within which it is killed. */
  readonly within: number
  /** Throws where what was promised besides steps is not so; `all`: all that ever was. */
  start(all?: boolean): Promise<StartedServer>
  /** Looks at what a killed server has left besides projects; the files of those that are worked on. */
  left(): string[]
  readonly people?: PeopleFigures
  /** How a quirk is described where the project is protected; left out, as it is. */
  sealed?(id: number, description: string): string
  /** Texts that are edited, where the project is protected. */
  readonly texts?: CrashTexts
  /** Looks at what the file at this path holds, which the killed server has left. */
  checkFile?(path: string, database: DatabaseSync): void
}

export function localSite(folder: string): Site {
  const path = join(folder, 'p.qrk')
  return {
    within: 200,
    start: async () => {
      const { process: server, address } = await start(folder)
      const call = caller(address.base, () => address.secret)
      const [route, body] = existsSync(path) ? ['local/open', { path }] : ['v2/projects', { name: path }]
      const opened = (await (await call(`/web/api/${route}`, { method: 'POST', body })).json()) as {
        project_uuid?: string
      }
      if (!opened.project_uuid) throw new Error(`the project does not open: ${JSON.stringify(opened)}`)
      const writers = Array.from({ length: 3 }, () => ({ ...address, author: 'Ann' }))
      return {
        process: server,
        projects: [{ uuid: opened.project_uuid, writers }],
        work: async (answered) => answered(),
      }
    },
    left: () => [path],
  }
}

const parts = keyPartsOf(new Uint8Array(32).fill(7))

/**
 * The same with a project of which the server has no key: each description that was acknowledged opens by it, each text is what its edits made of it, and no word
 * lies there plain.
 */
export function protectedSite(folder: string): Site {
  const site = localSite(folder)
  const texts = openCrashTexts(parts, plainWord)
  const begun = memoryProject(beginningWith(texts.rows))
  const made = writeSealed(join(folder, 'p.qrk'), begun.db, {
    parts,
    hash: wrapKey(new Uint8Array(32).fill(7), 'password', 2 ** 15).hash,
  })
  begun.db.close()
  if (isProblem(made)) throw new Error(JSON.stringify(made.problem))
  return {
    ...site,
    texts,
    sealed: (id, description) => String(sealRow(parts, 'quirks', { id, description }).description),
    checkFile: (path, database) => {
      const rows = database.prepare('SELECT id, description FROM quirks').all() as AnyRow[]
      const lost = rows.find((row) => !openRow(parts, 'quirks', row))
      if (lost) throw new Error(`the description of quirk ${lost.id} does not open`)
      texts.check(database)
      for (const end of ['', '-wal'])
        if (existsSync(path + end) && readFileSync(path + end).includes(plainWord))
          throw new Error(`${path + end} holds a plain word`)
    },
  }
}

/** What descriptions and texts are made of. */
export const plainWord = 'Heliotrop '

async function start(folder: string, ...kind: string[]): Promise<{ process: ChildProcess; address: Address }> {
  const server = spawn(process.execPath, [join(import.meta.dirname, 'serveProcess.ts'), folder, ...kind], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const line = await new Promise<string>((resolve, reject) => {
    server.stdout.once('data', (data) => resolve(String(data)))
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
  return { process: server, address: JSON.parse(line) as Address }
}

export function cloudSite(folder: string, r: Random): Site {
  const data = join(folder, 'data')
  const people = openPeople(r)
  /** Files of all projects that were found. */
  const files = new Set<string>()
  /** Those of deleted projects that the next start was to do away with. */
  let begun: string[] = []
  const checkDeleted = (there: ReadonlySet<string>, discarded: ReadonlySet<string>) => {
    const stays = begun.find((path) => existsSync(path))
    if (stays) throw new Error(`the file of a deleted project stays after a start: ${stays}`)
    for (const path of there) files.add(path)
    const deleted = [...files].filter((path) => !there.has(path) && existsSync(path))
    const forgotten = deleted.find((path) => !discarded.has(path))
    if (forgotten) throw new Error(`the file of a deleted project stays for good: ${forgotten}`)
    begun = deleted
  }
  return {
    within: 500,
    people: people.figures,
    start: async (all = false) => {
      const { process: server, address } = await start(folder, 'cloud')
      try {
        const projects = await people.meet(address.base)
        await people.check(all)
        return { process: server, projects, work: people.work }
      } catch (error) {
        server.kill('SIGKILL')
        throw error
      }
    },
    left: () =>
      onCopy(folder, join(data, 'accounts.sqlite'), (database) => {
        const broken = database.prepare('PRAGMA foreign_key_check').all()
        if (broken.length > 0) throw new Error(`accounts point to nothing: ${JSON.stringify(broken)}`)
        const paths = new Map(
          database
            .prepare('SELECT uuid, path FROM projects')
            .all()
            .map(({ uuid, path }) => [String(uuid), String(path)]),
        )
        const discarded = database.prepare('SELECT path FROM discarded').all()
        checkDeleted(new Set(paths.values()), new Set(discarded.map(({ path }) => String(path))))
        return people.workedOn().map((uuid) => paths.get(uuid) ?? lost(`the project ${uuid}`))
      }),
  }
}

/** `body` on a copy of the database that a killed server has left, which is sound; `recovered`: there was a log beside it. */
export function onCopy<T>(folder: string, path: string, body: (database: DatabaseSync, recovered: boolean) => T): T {
  const copy = join(folder, 'copy.db')
  for (const end of ['', '-wal']) if (existsSync(path + end)) copyFileSync(path + end, copy + end)
  const recovered = existsSync(`${copy}-wal`)
  const database = new DatabaseSync(copy)
  try {
    const check = database.prepare('PRAGMA integrity_check').get()
    if (check?.integrity_check !== 'ok') throw new Error(`${path} is broken: ${JSON.stringify(check)}`)
    return body(database, recovered)
  } finally {
    database.close()
    for (const end of ['', '-wal', '-shm']) rmSync(copy + end, { force: true })
  }
}

function lost(what: string): never {
  throw new Error(`${what} was acknowledged and is lost`)
}
