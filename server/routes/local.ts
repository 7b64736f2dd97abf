/** What local mode answers of the desktop bridge: its state, files to open, folders. */
import { existsSync } from 'node:fs'
import { dirname, sep } from 'node:path'
import { Hono } from 'hono'
import type { FileStanding } from '../../src/model/contract/shapes.ts'
import { isProblem, ok, problem } from '../../src/model/problems.ts'
import type { Host, LocalFiles } from '../host.ts'
import type { OpenProject } from '../rooms/heldProject.ts'
import type { Rooms } from '../rooms/rooms.ts'
import type { AppEnv } from '../security/security.ts'
import { listFolder } from './listFolder.ts'
import { mapped, serveCall, withBody } from './serveCall.ts'

const mostRecent = 20

/** ms that a folder of another machine may take to answer before the one around it is shown. */
const soon = 1000

const openedFile = ({ stored }: OpenProject) => ({ project_uuid: stored.uuid, name: stored.path })

/** `port`: where the server listens. */
export function localRoutes(host: Host, local: LocalFiles, rooms: Rooms, port: () => number): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const answers = async (path: string) => (await host.working?.answers(path, soon)) ?? true

  serveCall(routes, 'GET /web/api/local/state', async ({ person }) => {
    const files = (await host.projects(person)).filter(({ modified }) => modified !== null)
    return ok({
      ...local.activation.state(),
      localServer: true as const,
      port: port(),
      lastAuthor: local.lastAuthor(),
      recentFiles: files.slice(0, mostRecent).map(({ name }) => name),
      pathSeparator: sep,
      home: local.home,
    })
  })

  serveCall(routes, 'POST /web/api/local/open', (asked) =>
    withBody(asked, async ({ path }) => {
      const resolved = await local.resolvePath(path)
      return isProblem(resolved) ? resolved : mapped(await rooms.openPath(resolved.ok), openedFile)
    }),
  )

  serveCall(routes, 'POST /web/api/local/backup', (asked) =>
    withBody(asked, async ({ project_uuid: uuid, path, overwrite = false }) => {
      const to = path === undefined ? null : await local.resolvePath(path)
      if (to && isProblem(to)) return to
      const found = await rooms.open(uuid)
      if (isProblem(found)) return found
      const written = await found.ok.stored.backup(to ? { path: to.ok, overwrite } : undefined)
      if (isProblem(written) && written.problem.kind === 'storageFailed')
        return problem({ kind: 'cannotSave', message: written.problem.detail })
      return mapped(written, (made) => ({ path: made }))
    }),
  )

  serveCall(routes, 'GET /web/api/local/exists', async ({ query }) =>
    mapped(await local.resolvePath(query.path ?? ''), (file) => ({ exists: existsSync(file) })),
  )

  serveCall(routes, 'GET /web/api/local/files', async ({ query: { path: asked } }) => {
    const resolved = asked ? await local.resolvePath(asked) : { ok: local.home }
    if (isProblem(resolved) && resolved.problem.kind === 'folderNotAnswering')
      return problem({ ...resolved.problem, name: asked ?? '' })
    if (isProblem(resolved)) return resolved
    // The folder for projects comes with the first of them: until then the one around it is shown.
    const path = resolved.ok === local.home && !existsSync(local.home) ? dirname(local.home) : resolved.ok
    return listFolder(path, answers)
  })

  serveCall(routes, 'GET /web/api/local/standing', ({ query: { project: uuid = '' } }) => {
    const path = host.pathOf(uuid)
    if (path === null) return problem({ kind: 'projectNotFound', name: uuid })
    const inPlace: FileStanding = { path, place: null, reading: null, elsewhere: null, failed: null, left: null }
    return ok(host.working?.standing(uuid) ?? inPlace)
  })

  serveCall(routes, 'PUT /web/api/local/author', (asked) =>
    withBody(asked, ({ author }) => {
      local.setLastAuthor(author)
      return ok({})
    }),
  )

  return routes
}
