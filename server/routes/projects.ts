/** /web/api/v2/projects: the list, new projects, save as, downloads. The shapes are in `src/model/bridge.ts`. */

import { statSync } from 'node:fs'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { ProjectEntry } from '../../src/model/bridge.ts'
import { isProblem, type Problem, type Result } from '../../src/model/problems.ts'
import { projectTitle } from '../../src/model/rules/projects/projectTitle.ts'
import { firstQuestionId, type Row } from '../../src/model/schema.ts'
import { cleanLine } from '../../src/model/text/richText.ts'
import { ofOwnFile } from '../base/failures.ts'
import type { Log } from '../base/log.ts'
import { askerOf } from '../base/turns/asker.ts'
import { type FewForEach, fewForEach } from '../base/turns/fewForEach.ts'
import { suffix } from '../files/projectFile.ts'
import { discardTemporary } from '../files/temporaryFiles.ts'
import type { Host } from '../host.ts'
import type { Backups } from '../rooms/backups.ts'
import type { OpenProject } from '../rooms/heldProject.ts'
import { newProject } from '../rooms/newProject.ts'
import type { Rooms } from '../rooms/rooms.ts'
import type { AppEnv } from '../security/security.ts'
import { answer, bodyOf, busy, failed } from './answer.ts'
import { readUpload } from './readUpload.ts'
import { saveBody } from './saveBody.ts'
import { sendFile } from './sendFile.ts'

const name = z.string().min(1).max(4096)
const projectWanted = z.object({
  name,
  overwrite: z.boolean().optional(),
  questions: z.array(z.string()).max(1000).optional(),
})
const saveAs = z.object({ name, orig_project_uuid: z.string(), overwrite: z.boolean().optional() })

/** What is wrong with the file rather than with what is to be in it. */
const ofFile: ReadonlySet<Problem['kind']> = new Set([
  'fileExists',
  'fileNotFound',
  'folderNotFound',
  'missingProjectName',
  'noPermission',
  'notAProject',
  'projectLocked',
  'projectNameTaken',
])

/** 2 §5: base structure that cannot be written. The file is then not made. */
const ofStructure = (found: Problem): Problem => (ofFile.has(found.kind) ? found : { kind: 'baseStructureFailed' })

/** The first of the questions is the one that every project has. */
const questionRows = (questions: readonly string[]): Row<'questions'>[] =>
  questions
    .map(cleanLine)
    .filter((question) => question !== '')
    .map((question, at) => ({ id: firstQuestionId + at, question, questionOrder: at }))

/** A project JSON is in memory whole, in a thread of its own; an import of another program's project may hold many texts. */
const mostUploaded = 256 * 1024 * 1024

/** A file is never in memory whole; this bounds the disk. */
const mostSent = 1024 * 1024 * 1024

const sizeOf = (path: string | null): number =>
  path === null ? 0 : (statSync(path, { throwIfNoEntry: false })?.size ?? 0)

export function projectRoutes(host: Host, rooms: Rooms, log: Log, backups?: Backups): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const asker = (context: Context<AppEnv>) => askerOf(context.get('person'), context.req.raw)
  const turnOf = (turns: FewForEach, context: Context<AppEnv>) => {
    const { person, signal } = asker(context)
    return turns.take(person, signal)
  }
  /** Projects that one person makes of others at once: each costs a thread and twice its size on the disk. */
  const making = fewForEach({ atOnce: 1, waiting: 3 })
  /** Copies that one person fetches at once, until each has been taken. */
  const fetching = fewForEach({ atOnce: 2, waiting: 4 })

  /** The project of the path, where the person may see it; else as if there were none. */
  const project = async (context: Context<AppEnv>): Promise<Result<OpenProject>> => {
    const uuid = context.req.param('uuid') ?? ''
    if (host.access(context.get('person'), uuid) === null) return { problem: { kind: 'projectNotFound', name: uuid } }
    return rooms.open(uuid)
  }

  const writeOut = async (
    opened: OpenProject,
    path: string,
    form: 'json' | 'download',
  ): Promise<Result<OpenProject>> => {
    const release = opened.use()
    const written = await opened.stored.write(path, form).finally(release)
    return isProblem(written) ? written : { ok: opened }
  }

  const makeNew = (
    context: Context<AppEnv>,
    name: string,
    make: (path: string) => Promise<Result<OpenProject>>,
    size?: number,
  ) => newProject(host, rooms, context.get('person'), name, make, size)
  /** Said of files that are gone, which it can bring back. */
  const lastBackup = ({ project_uuid, modified, unreachable }: ProjectEntry) => {
    const last = modified === null && !unreachable ? backups?.list(project_uuid).backups[0] : undefined
    return last && { lastBackup: last.at }
  }
  const opened = ({ stored: { uuid } }: OpenProject) => ({ project_uuid: uuid, name: host.nameOf(uuid) ?? '' })

  routes.get('/', async (context) => {
    const projects = await host.projects(context.get('person'))
    return context.json({ projects: projects.map((project) => ({ ...project, ...lastBackup(project) })) })
  })

  routes.post('/', async (context) => {
    const body = await bodyOf(context, projectWanted)
    if (isProblem(body)) return failed(context, body.problem)
    const { name, overwrite = false } = body.ok
    const questions = questionRows(body.ok.questions ?? [])
    const rows = questions.length > 0 ? { questions } : undefined
    const made = await makeNew(context, name, (path) => rooms.create(path, overwrite, rows))
    return rows && isProblem(made) ? failed(context, ofStructure(made.problem)) : answer(context, made, opened)
  })

  routes.post('/json', async (context) => {
    const leave = await turnOf(making, context)
    if (!leave) return failed(context, busy)
    const { signal } = asker(context)
    const [sent, made] = [rooms.temporary.path('.upload'), rooms.temporary.path(suffix)]
    try {
      const { left, of } = host.free(context.get('person'))
      const size = await saveBody(context, sent, Math.min(mostUploaded, left))
      if (isProblem(size)) {
        const isFull = size.problem.kind === 'fileTooLarge' && left < mostUploaded
        return failed(context, isFull ? { kind: 'quotaExceeded', most: of } : size.problem)
      }
      const wanted = await rooms.readJson(sent, made, signal)
      if (isProblem(wanted)) return failed(context, ofOwnFile(wanted.problem, log.error))
      const { name, overwrite } = wanted.ok
      const make = (path: string) => rooms.createFrom(made, path, overwrite)
      return answer(context, await makeNew(context, name, make, sizeOf(made)), opened)
    } finally {
      leave()
      for (const path of [sent, made]) discardTemporary(path)
    }
  })

  // In local mode a file is opened where it lies.
  if (!host.local)
    routes.post('/file', async (context) => {
      const { left, of } = host.free(context.get('person'))
      if (left <= 0) return failed(context, { kind: 'quotaExceeded', most: of })
      const leave = await turnOf(making, context)
      if (!leave) return failed(context, busy)
      const { signal } = asker(context)
      const path = rooms.temporary.path('.upload')
      try {
        const sent = await readUpload(context, 'qrkFile', path, Math.min(mostSent, left))
        if (isProblem(sent)) {
          const isFull = sent.problem.kind === 'fileTooLarge' && left < mostSent
          return failed(context, isFull ? { kind: 'quotaExceeded', most: of } : sent.problem)
        }
        const { file, fields, size } = sent.ok
        if (!file.toLowerCase().endsWith(suffix)) return failed(context, { kind: 'fileTypeNotSupported', name: file })
        const given = name.safeParse(fields.name ?? projectTitle(file))
        if (!given.success) return failed(context, { kind: 'missingProjectName' })
        const make = (to: string) => rooms.adopt(path, file, to, signal)
        return answer(context, await makeNew(context, given.data, make, size), opened)
      } finally {
        leave()
        discardTemporary(path)
      }
    })

  routes.post('/saveas', async (context) => {
    const body = await bodyOf(context, saveAs)
    if (isProblem(body)) return failed(context, body.problem)
    const { name, orig_project_uuid: uuid, overwrite = false } = body.ok
    if (host.access(context.get('person'), uuid) === null)
      return failed(context, { kind: 'projectNotFound', name: uuid })
    const leave = await turnOf(making, context)
    if (!leave) return failed(context, busy)
    const make = (path: string) => rooms.saveAs(uuid, path, overwrite)
    const made = makeNew(context, name, make, sizeOf(host.pathOf(uuid))).finally(leave)
    return answer(context, await made, opened)
  })

  routes.delete('/:uuid', async (context) => {
    const uuid = context.req.param('uuid')
    const person = context.get('person')
    const access = host.access(person, uuid)
    // In local mode a file that can only be read leaves the list too.
    if (access !== 'own' && !(access && host.local))
      return failed(context, access ? { kind: 'readOnly' } : { kind: 'projectNotFound', name: uuid })
    await rooms.remove(uuid)
    log.security('projectDeleted', { account: person.id, project: uuid })
    return context.json({})
  })

  routes.get('/:uuid/:form{qrk|json}', async (context) => {
    const leave = await turnOf(fetching, context)
    if (!leave) return failed(context, busy)
    const form = context.req.param('form')
    const path = rooms.temporary.path(`.${form}`, context.get('person').id)
    const over = () => {
      discardTemporary(path)
      leave()
    }
    const found = await project(context)
    const written = isProblem(found) ? found : await writeOut(found.ok, path, form === 'json' ? 'json' : 'download')
    if (isProblem(written)) over()
    if (isProblem(written)) return failed(context, written.problem)
    const { stored } = written.ok
    const title = projectTitle(host.nameOf(stored.uuid) ?? '')
    return sendFile(context, path, {
      type: form === 'json' ? 'application/json' : 'application/vnd.sqlite3',
      name: `${title}.${form}`,
      over,
    })
  })

  return routes
}
