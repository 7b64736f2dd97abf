/** What local mode asks of the machine's desktop: its file dialogs, where files are looked for, the trash. */
import { existsSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Context, Hono } from 'hono'
import { stream } from 'hono/streaming'
import type { DialogAnswer, DialogWanted } from '../../src/model/contract/shapes.ts'
import { isProblem, ok, problem, type Result } from '../../src/model/problems.ts'
import type { Host, LocalFiles, Person } from '../host.ts'
import type { FileDialog } from '../hosts/desktop/dialogCommand.ts'
import type { Backups } from '../rooms/backups.ts'
import type { Rooms } from '../rooms/rooms.ts'
import type { AppEnv } from '../security/security.ts'
import { mapped, serveCall, withBody } from './serveCall.ts'

export interface DesktopParts {
  host: Host
  local: LocalFiles
  rooms: Rooms
  backups?: Backups
}

export function desktopRoutes({ host, local, rooms, backups }: DesktopParts): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const { dialogs, trash } = local.desktop

  serveCall(routes, 'GET /web/api/local/places', async () => ok({ places: await local.places() }))

  serveCall(routes, 'POST /web/api/local/dialog', (asked) =>
    withBody(asked, async (wanted) => {
      const dialog = await dialogOf(wanted, local)
      const none: DialogAnswer = { outcome: 'unavailable' }
      return whenever(asked.context, async (signal) => (dialogs ? dialogs.ask(dialog, signal) : none))
    }),
  )

  /** The file of a project of the list, which is where it was. */
  const fileOf = async (person: Person, uuid: string): Promise<Result<{ path: string; size: number }>> => {
    const isTheirs = host.access(person, uuid) !== null
    const path = isTheirs ? host.pathOf(uuid) : null
    if (path === null) return problem({ kind: 'projectNotFound', name: uuid })
    if ((await host.working?.answers(path)) === false)
      return problem({ kind: 'folderNotAnswering', name: dirname(path) })
    const found = statSync(path, { throwIfNoEntry: false })
    return found?.isFile() ? ok({ path, size: found.size }) : problem({ kind: 'fileNotFound', name: path })
  }

  serveCall(routes, 'GET /web/api/local/deletion', async ({ person, query: { project: uuid = '' } }) => {
    const kept = (await backups?.list(uuid))?.backups.length ?? 0
    const backupFolder = kept > 0 ? (backups?.folderOf(uuid) ?? null) : null
    return mapped(await fileOf(person, uuid), (file) => ({
      ...file,
      place: host.working?.placeOf(file.path) ?? null,
      trash: trash !== null,
      backups: kept,
      backupFolder,
    }))
  })

  // Opened first: what another program has open, or what is no project any more, is left alone.
  serveCall(routes, 'POST /web/api/local/delete', (asked) =>
    withBody(asked, async ({ project_uuid: uuid, forGood, backups: withBackups }) => {
      const file = await fileOf(asked.person, uuid)
      if (isProblem(file)) return file
      const opened = await rooms.open(uuid)
      if (isProblem(opened)) return opened
      const { path } = file.ok
      if (host.access(asked.person, uuid) !== 'own') return problem({ kind: 'noPermission', name: path })
      const gone = await rooms.discard(uuid, async (at) => {
        if (forGood) return removeForGood(at)
        return trash ? trash(filesOf(at)) : problem({ kind: 'noTrash', name: at })
      })
      if (isProblem(gone)) return gone
      await rooms.remove(uuid)
      if (withBackups) backups?.forget(uuid)
      return ok({})
    }),
  )

  // Under a history of its own: what browsers have of the file that is gone, they keep.
  serveCall(routes, 'POST /web/api/local/bringBack', (asked) =>
    withBody(asked, async ({ project_uuid: uuid }) => {
      const path = host.access(asked.person, uuid) === null ? null : host.pathOf(uuid)
      if (path === null) return problem({ kind: 'projectNotFound', name: uuid })
      if ((await host.working?.answers(path)) === false)
        return problem({ kind: 'folderNotAnswering', name: dirname(path) })
      if (existsSync(path)) return problem({ kind: 'fileExists', name: path })
      // Still open it has all that was done, though its file is gone.
      const open = await rooms.open(uuid)
      if (!isProblem(open)) await backups?.closing(open.ok.stored, open.ok.head)
      if (!isProblem(open)) await rooms.close(uuid)
      const [last] = (await backups?.list(uuid))?.backups ?? []
      const found = last && (await backups?.find(uuid, last.id))
      if (!found) return problem({ kind: 'backupNotFound' })
      if (isProblem(found)) return found
      const brought = await rooms.createFrom(found.ok.path, path, false).finally(found.ok.close)
      return mapped(brought, ({ stored }) => ({ project_uuid: stored.uuid, name: stored.path }))
    }),
  )

  return routes
}

async function dialogOf(
  { mode, title, label, folder, name = '' }: DialogWanted,
  local: LocalFiles,
): Promise<FileDialog> {
  const wanted = folder ? await local.resolvePath(folder) : ok(local.home)
  return {
    mode,
    title: lineOf(title),
    label: lineOf(label),
    folder: nearest(isProblem(wanted) ? local.home : wanted.ok),
    name: lineOf(name).replace(/[/\\]/g, '-'),
  }
}

const lineOf = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim()

/** The folder, or the nearest one around it that there is. */
function nearest(folder: string): string {
  const around = dirname(folder)
  const isThere = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false
  return isThere || around === folder ? folder : nearest(around)
}

/** ms: some browsers give up where nothing comes for five minutes. */
const stillHere = 60_000

/** Answers when the person has: spaces before the JSON keep the browser waiting. Ends when the browser goes. */
function whenever(context: Context, ask: (signal: AbortSignal) => Promise<object>): Response {
  context.header('Content-Type', 'application/json')
  return stream(context, async (out) => {
    const gone = new AbortController()
    out.onAbort(() => gone.abort())
    const waiting = setInterval(() => void out.write(' '), stillHere)
    try {
      await out.write(JSON.stringify(await ask(gone.signal)))
    } finally {
      clearInterval(waiting)
    }
  })
}

/** With what a program that was killed has left beside it. */
const filesOf = (path: string): string[] =>
  [path, `${path}-wal`, `${path}-journal`].filter((file) => file === path || existsSync(file))

function removeForGood(path: string): Result<void> {
  try {
    for (const file of [...filesOf(path), `${path}-shm`]) rmSync(file, { force: file !== path })
    return ok(undefined)
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'EBUSY') return problem({ kind: 'projectLocked', name: path })
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return problem({ kind: 'noPermission', name: path })
    throw error
  }
}
