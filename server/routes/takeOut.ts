/**
 * Everybody takes all of their own along: their projects as files, what the accounts have of them, and what the audit log has of them, as one archive
 * that is written while it is sent. Nothing of it is ever in memory whole, and of the projects one lies on the disk as a copy at a time.
 */
import { createReadStream, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import { Zip, ZipPassThrough } from 'fflate'
import { Hono } from 'hono'
import { isProblem, type Problem, problem, type Result } from '../../src/model/problems.ts'
import type { Log } from '../base/log.ts'
import { fewForEach } from '../base/turns/fewForEach.ts'
import { archiveName } from '../files/archiveNames.ts'
import { discardTemporary } from '../files/temporaryFiles.ts'
import type { Accounts, Host, OwnData, Person } from '../host.ts'
import type { Rooms } from '../rooms/rooms.ts'
import type { AppEnv } from '../security/security.ts'
import { busy } from './answer.ts'
import { cutWhenStuck } from './sendFile.ts'
import { serveCall } from './serveCall.ts'

/** Of projects, in bytes: more than an archive without extensions holds. */
const most = 2 ** 32 - 2 ** 28
/** Read and sent at once. */
const piece = 256 * 1024

export function takeOutRoutes(host: Host, accounts: Accounts, rooms: Rooms, log: Log): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const turns = fewForEach({ atOnce: 1, mostWaiting: 0 })

  serveCall(routes, 'GET /web/api/user/export', async ({ context, person }) => {
    const data = await accounts.ownData(person)
    const size = data.projects.reduce(
      (sum, { uuid }) => sum + (host.everywhere?.bytes(uuid) ?? sizeOf(host.pathOf(uuid))),
      0,
    )
    if (size > most) return problem({ kind: 'exportTooLarge' })
    const leave = await turns.take(person.id, context.req.raw.signal)
    if (!leave) return problem(busy)
    // Whoever asks for the head alone takes nothing along.
    if (context.req.method === 'GET') log.security('accountExported', { account: person.id })
    const archive = Readable.from(write(entriesOf(data, host, rooms, person)), { objectMode: false })
    // Also where nobody takes a byte of it.
    archive.once('close', leave)
    cutWhenStuck(context)
    return new Response(Readable.toWeb(archive) as ReadableStream, {
      headers: {
        'Content-Type': 'application/zip',
        'Content-Disposition': 'attachment; filename="thicket.zip"',
      },
    })
  })

  return routes
}

const sizeOf = (path: string | null): number =>
  path === null ? 0 : (statSync(path, { throwIfNoEntry: false })?.size ?? 0)

type Entry = { name: string } & ({ bytes: Uint8Array } | { path: string })

/** The projects one after the other, then what there is besides. A project that cannot be read is named with what is wrong, and the others are there. */
async function* entriesOf(data: OwnData, host: Host, rooms: Rooms, person: Person): AsyncGenerator<Entry> {
  const names = new Set<string>()
  const files = new Map<string, { file: string } | { problem: Problem }>()
  for (const { uuid, name } of data.projects) {
    const path = rooms.temporary.path('.qrk', person.id)
    try {
      const written = await (host.everywhere?.read(uuid, path) ?? writeHere(rooms, uuid, path))
      if (isProblem(written)) {
        files.set(uuid, { problem: written.problem })
        continue
      }
      const file = archiveName(name, names)
      files.set(uuid, { file })
      yield { name: file, path }
    } finally {
      discardTemporary(path)
    }
  }
  const projects = data.projects.map((project) => ({ ...project, ...files.get(project.uuid) }))
  const { audit, ...account } = data
  yield { name: 'account.json', bytes: json({ ...account, projects }) }
  yield { name: 'audit.json', bytes: json(audit) }
}

async function writeHere(rooms: Rooms, uuid: string, path: string): Promise<Result<unknown>> {
  const found = await rooms.open(uuid)
  if (isProblem(found)) return found
  const release = found.ok.use()
  return found.ok.stored.write(path, 'download').finally(release)
}

const json = (value: unknown): Uint8Array => Buffer.from(`${JSON.stringify(value, null, 2)}\n`, 'utf8')

/** The bytes of the archive, as they are asked for. Files are not packed: that would keep the event loop from everybody else. */
async function* write(entries: AsyncGenerator<Entry>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    ready.push(bytes)
  })
  for await (const entry of entries) {
    const file = new ZipPassThrough(entry.name)
    zip.add(file)
    if ('bytes' in entry) file.push(entry.bytes)
    else
      for await (const bytes of createReadStream(entry.path, { highWaterMark: piece })) {
        file.push(bytes as Uint8Array)
        yield* ready.splice(0)
      }
    file.push(new Uint8Array(0), true)
    yield* ready.splice(0)
  }
  zip.end()
  yield* ready.splice(0)
}
