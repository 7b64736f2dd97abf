/** /web/api/local: what local mode answers of the desktop bridge. The shapes are in `src/model/bridge.ts`. */
import { existsSync } from 'node:fs'
import { dirname, sep } from 'node:path'
import { Hono } from 'hono'
import { z } from 'zod'
import type { FileStanding, LocalState } from '../../src/model/bridge.ts'
import { longestTitle } from '../../src/model/limits.ts'
import { isProblem } from '../../src/model/problems.ts'
import type { Host, LocalFiles } from '../host.ts'
import type { OpenProject } from '../rooms/heldProject.ts'
import type { Rooms } from '../rooms/rooms.ts'
import type { AppEnv } from '../security/security.ts'
import { answer, bodyOf, failed } from './answer.ts'
import { listFolder } from './listFolder.ts'

const path = z.object({ path: z.string().min(1).max(4096) })
const backup = z.object({
  project_uuid: z.string(),
  path: z.string().min(1).max(4096).optional(),
  overwrite: z.boolean().optional(),
})
const author = z.object({ author: z.string().max(longestTitle) })
const mostRecent = 20

/** ms that a folder of another machine may take to answer before the one around it is shown. */
const soon = 1000

const openedFile = ({ stored }: OpenProject) => ({ project_uuid: stored.uuid, name: stored.path })

/** `port`: where the server listens. */
export function localRoutes(host: Host, local: LocalFiles, rooms: Rooms, port: () => number): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const answers = async (path: string) => (await host.working?.answers(path, soon)) ?? true

  routes.get('/state', async (context) => {
    const files = (await host.projects(context.get('person'))).filter(({ modified }) => modified !== null)
    const state: LocalState = {
      ...local.activation.state(),
      localServer: true,
      port: port(),
      lastAuthor: local.lastAuthor(),
      recentFiles: files.slice(0, mostRecent).map(({ name }) => name),
      pathSeparator: sep,
      home: local.home,
    }
    return context.json(state)
  })

  routes.post('/open', async (context) => {
    const body = await bodyOf(context, path)
    if (isProblem(body)) return failed(context, body.problem)
    const resolved = await local.resolvePath(body.ok.path)
    return isProblem(resolved)
      ? failed(context, resolved.problem)
      : answer(context, await rooms.openPath(resolved.ok), openedFile)
  })

  routes.post('/backup', async (context) => {
    const body = await bodyOf(context, backup)
    if (isProblem(body)) return failed(context, body.problem)
    const { project_uuid: uuid, path, overwrite = false } = body.ok
    const to = path === undefined ? null : await local.resolvePath(path)
    if (to && isProblem(to)) return failed(context, to.problem)
    const found = await rooms.open(uuid)
    if (isProblem(found)) return failed(context, found.problem)
    const written = await found.ok.stored.backup(to ? { path: to.ok, overwrite } : undefined)
    if (isProblem(written) && written.problem.kind === 'storageFailed')
      return failed(context, { kind: 'cannotSave', message: written.problem.detail })
    return answer(context, written, (made) => ({ path: made }))
  })

  routes.get('/exists', async (context) => {
    const resolved = await local.resolvePath(context.req.query('path') ?? '')
    return answer(context, resolved, (file) => ({ exists: existsSync(file) }))
  })

  routes.get('/files', async (context) => {
    const asked = context.req.query('path')
    const resolved = asked ? await local.resolvePath(asked) : { ok: local.home }
    if (isProblem(resolved) && resolved.problem.kind === 'folderNotAnswering')
      return failed(context, { ...resolved.problem, name: asked ?? '' })
    if (isProblem(resolved)) return failed(context, resolved.problem)
    // The folder for projects comes with the first of them: until then the one around it is shown.
    const path = resolved.ok === local.home && !existsSync(local.home) ? dirname(local.home) : resolved.ok
    return answer(context, await listFolder(path, answers), (folder) => folder)
  })

  routes.get('/standing', (context) => {
    const uuid = context.req.query('project') ?? ''
    const path = host.pathOf(uuid)
    if (path === null) return failed(context, { kind: 'projectNotFound', name: uuid })
    const inPlace: FileStanding = { path, place: null, reading: null, elsewhere: null, failed: null, left: null }
    return context.json(host.working?.standing(uuid) ?? inPlace)
  })

  routes.put('/author', async (context) => {
    const body = await bodyOf(context, author)
    if (isProblem(body)) return failed(context, body.problem)
    local.setLastAuthor(body.ok.author)
    return context.json({})
  })

  return routes
}
