/** /web/api/v2/projects: the list, new projects, save as, downloads. The shapes are in `src/model/bridge.ts`. */

import { basename, dirname, extname } from 'node:path'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { isProblem, type Problem, type Result } from '../../src/model/problems.ts'
import { firstQuestionId, type Row, tables } from '../../src/model/schema.ts'
import { cleanLine } from '../../src/model/text/richText.ts'
import type { Host } from '../host.ts'
import type { OpenProject, Rooms } from '../rooms.ts'
import type { AppEnv } from '../security.ts'
import { answer, bodyOf, failed } from './answer.ts'
import { sendFile } from './sendFile.ts'

const name = z.string().min(1).max(4096)
const newProject = z.object({
  name,
  overwrite: z.boolean().optional(),
  questions: z.array(z.string()).max(1000).optional(),
})
const tableRows = z.partialRecord(z.enum(tables), z.array(z.record(z.string(), z.union([z.number(), z.string()]))))
const projectUpload = z.object({ name, project_json: tableRows, overwrite: z.boolean().optional() })
const saveAs = z.object({ name, orig_project_uuid: z.string(), overwrite: z.boolean().optional() })

/** What is wrong with the file rather than with what is to be in it. */
const ofFile: ReadonlySet<Problem['kind']> = new Set([
  'fileExists',
  'fileNotFound',
  'folderNotFound',
  'noPermission',
  'notAProject',
  'projectLocked',
])

/** 2 §5: base structure that cannot be written. The file is then not made. */
const ofStructure = (found: Problem): Problem => (ofFile.has(found.kind) ? found : { kind: 'baseStructureFailed' })

/** The first of the questions is the one that every project has. */
const questionRows = (questions: readonly string[]): Row<'questions'>[] =>
  questions
    .map(cleanLine)
    .filter((question) => question !== '')
    .map((question, at) => ({ id: firstQuestionId + at, question, questionOrder: at }))

/** A project JSON is read whole; an import of another program's project may hold many texts. */
const mostUploaded = 256 * 1024 * 1024

export const opened = ({ stored }: OpenProject) => ({ project_uuid: stored.uuid, name: stored.path })

export function projectRoutes(host: Host, rooms: Rooms): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  /** The project of the path, where the person may see it; else as if there were none. */
  const project = async (context: Context<AppEnv>): Promise<Result<OpenProject>> => {
    const uuid = context.req.param('uuid') ?? ''
    if (host.access(context.get('person'), uuid) === null) return { problem: { kind: 'projectNotFound', name: uuid } }
    return rooms.open(uuid)
  }

  /** Where a new file goes; the folder for projects is made for its first. */
  const placeOf = (written: string): Result<string> => {
    const path = host.resolvePath(written)
    if (!isProblem(path) && dirname(path.ok) === host.home) host.makeHome()
    return path
  }

  routes.get('/', (context) => context.json({ projects: host.projects(context.get('person')) }))

  routes.post('/', async (context) => {
    const body = await bodyOf(context, newProject)
    if (isProblem(body)) return failed(context, body.problem)
    const path = placeOf(body.ok.name)
    if (isProblem(path)) return failed(context, path.problem)
    const { overwrite = false } = body.ok
    const questions = questionRows(body.ok.questions ?? [])
    if (questions.length === 0) return answer(context, await rooms.create(path.ok, overwrite), opened)
    const made = await rooms.create(path.ok, overwrite, { questions })
    return isProblem(made) ? failed(context, ofStructure(made.problem)) : answer(context, made, opened)
  })

  routes.post('/json', async (context) => {
    const body = await bodyOf(context, projectUpload, mostUploaded)
    if (isProblem(body)) return failed(context, body.problem)
    const { project_json, overwrite = false } = body.ok
    const path = placeOf(body.ok.name)
    if (isProblem(path)) return failed(context, path.problem)
    return answer(context, await rooms.create(path.ok, overwrite, project_json), opened)
  })

  routes.post('/saveas', async (context) => {
    const body = await bodyOf(context, saveAs)
    if (isProblem(body)) return failed(context, body.problem)
    const { orig_project_uuid: uuid, overwrite = false } = body.ok
    if (host.access(context.get('person'), uuid) === null)
      return failed(context, { kind: 'projectNotFound', name: uuid })
    const path = placeOf(body.ok.name)
    if (isProblem(path)) return failed(context, path.problem)
    return answer(context, await rooms.saveAs(uuid, path.ok, overwrite), opened)
  })

  routes.delete('/:uuid', async (context) => {
    const uuid = context.req.param('uuid')
    if (host.access(context.get('person'), uuid) !== 'own')
      return failed(context, { kind: 'projectNotFound', name: uuid })
    await rooms.close(uuid)
    host.forget(uuid)
    return context.json({})
  })

  routes.get('/:uuid/:form{qrk|json}', async (context) => {
    const found = await project(context)
    if (isProblem(found)) return failed(context, found.problem)
    const { stored, use } = found.ok
    const form = context.req.param('form')
    const path = rooms.temporary(`.${form}`)
    const release = use()
    const written = await stored.write(path, form === 'json' ? 'json' : 'download')
    release()
    if (isProblem(written)) return failed(context, written.problem)
    const title = basename(stored.path, extname(stored.path))
    return sendFile(context, path, {
      type: form === 'json' ? 'application/json' : 'application/vnd.sqlite3',
      name: `${title}.${form}`,
      once: true,
    })
  })

  return routes
}
