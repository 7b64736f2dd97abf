/** Projects: the list, new ones, save as, downloads. */

import { statSync } from 'node:fs'
import { Hono } from 'hono'
import type { CallName } from '../../src/model/contract/calls.ts'
import { type ProjectEntry, shapes } from '../../src/model/contract/shapes.ts'
import { isProblem, ok, type Problem, problem, type Result } from '../../src/model/problems.ts'
import { projectTitle } from '../../src/model/rules/projects/projectTitle.ts'
import { firstQuestionId, type Row } from '../../src/model/schema.ts'
import { areWraps } from '../../src/model/sealing/wraps.ts'
import { cleanLine } from '../../src/model/text/richText.ts'
import { ofOwnFile } from '../base/failures.ts'
import type { Log } from '../base/log.ts'
import { type FewForEach, fewForEach } from '../base/turns/fewForEach.ts'
import { suffix } from '../files/projectFile.ts'
import { discardTemporary } from '../files/temporaryFiles.ts'
import type { Host, Person } from '../host.ts'
import type { Backups } from '../rooms/backups.ts'
import type { OpenProject } from '../rooms/heldProject.ts'
import { newProject } from '../rooms/newProject.ts'
import type { Rooms } from '../rooms/rooms.ts'
import type { AppEnv } from '../security/security.ts'
import { busy } from './answer.ts'
import { readUpload } from './readUpload.ts'
import { saveBody } from './saveBody.ts'
import { sendFile } from './sendFile.ts'
import { type AskedCall, mapped, serveCall, withBody } from './serveCall.ts'

type Asking = Pick<AskedCall<CallName>, 'context' | 'person'>

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
  const turnOf = (turns: FewForEach, { person, context }: Asking) => {
    const { signal } = context.req.raw
    return turns.take(person.id, signal)
  }
  /** Projects that one person makes of others at once: each costs a thread and twice its size on the disk. */
  const making = fewForEach({ atOnce: 1, mostWaiting: 3 })
  /** Copies that one person fetches at once, until each has been taken. */
  const fetching = fewForEach({ atOnce: 2, mostWaiting: 4 })

  /** The project, where the person may see it; else as if there were none. */
  const project = async (person: Person, uuid: string): Promise<Result<OpenProject>> =>
    host.access(person, uuid) === null ? problem({ kind: 'projectNotFound', name: uuid }) : rooms.open(uuid)

  const writeOut = async (
    opened: OpenProject,
    path: string,
    form: 'json' | 'download',
  ): Promise<Result<OpenProject>> => {
    const release = opened.use()
    const written = await opened.stored.write(path, form).finally(release)
    return isProblem(written) ? written : { ok: opened }
  }

  const makeNew = async (
    person: Person,
    name: string,
    make: (path: string) => Promise<Result<OpenProject>>,
    size?: number,
  ) => mapped(await newProject(host, rooms, person, name, make, size), opened)
  /** Said of files that are gone, which it can bring back. */
  const withLastBackup = async (project: ProjectEntry): Promise<ProjectEntry> => {
    const { project_uuid, modified, unreachable } = project
    const last = modified === null && !unreachable ? (await backups?.list(project_uuid))?.backups[0] : undefined
    return last ? { ...project, lastBackup: last.at } : project
  }
  const opened = ({ stored: { uuid } }: OpenProject) => ({ project_uuid: uuid, name: host.nameOf(uuid) ?? '' })

  serveCall(routes, 'GET /web/api/v2/projects', async ({ person }) => {
    const projects = await host.projects(person)
    return ok({
      projects: await Promise.all(projects.map(withLastBackup)),
      ...(host.accounts?.mayCreate(person.id) === false && { mayCreate: false as const }),
    })
  })

  serveCall(routes, 'POST /web/api/v2/projects', (asked) =>
    withBody(asked, async ({ name, overwrite = false, questions: written = [], protection }) => {
      const questions = questionRows(written)
      const rows = questions.length > 0 ? { questions } : undefined
      if (protection !== undefined && !areWraps(protection))
        return problem({ kind: 'badRequest', detail: 'protection: no wrapped key' })
      const made = await makeNew(asked.person, name, (path) => rooms.create(path, overwrite, { rows, protection }))
      return rows && isProblem(made) ? problem(ofStructure(made.problem)) : made
    }),
  )

  // Read from the disk, in a thread of its own, by the shape that the call declares.
  serveCall(routes, 'POST /web/api/v2/projects/json', async ({ context, person }) => {
    const leave = await turnOf(making, { context, person })
    if (!leave) return problem(busy)
    const { signal } = context.req.raw
    const [sent, made] = [rooms.temporary.path('.upload'), rooms.temporary.path(suffix)]
    /** The base of a merge. */
    const whole = rooms.temporary.path('.base')
    try {
      const { left, of } = host.free(person)
      const size = await saveBody(context, sent, Math.min(mostUploaded, left))
      if (isProblem(size)) {
        const isFull = size.problem.kind === 'fileTooLarge' && left < mostUploaded
        return problem(isFull ? { kind: 'quotaExceeded', most: of } : size.problem)
      }
      const wanted = await rooms.readJson(sent, made, signal)
      if (isProblem(wanted)) return problem(ofOwnFile(wanted.problem, log.error))
      const { name, overwrite, base } = wanted.ok
      if (base !== undefined) {
        const opened = await project(person, base)
        const master = isProblem(opened) ? opened : await writeOut(opened.ok, whole, 'download')
        if (isProblem(master)) return master
        const merged = await rooms.mergeJson(sent, whole, made, signal)
        if (isProblem(merged)) return problem(ofOwnFile(merged.problem, log.error))
      }
      const make = (path: string) => rooms.createFrom(made, path, overwrite)
      const result = await makeNew(person, name, make, sizeOf(made))
      if (base !== undefined && !isProblem(result))
        host.audit?.used('projectCopied', person, base, { detail: result.ok.project_uuid })
      return result
    } finally {
      leave()
      for (const path of [sent, made, whole]) discardTemporary(path)
    }
  })

  // In local mode a file is opened where it lies.
  if (!host.local)
    serveCall(routes, 'POST /web/api/v2/projects/file', async ({ context, person }) => {
      const { left, of } = host.free(person)
      if (left <= 0) return problem({ kind: 'quotaExceeded', most: of })
      const leave = await turnOf(making, { context, person })
      if (!leave) return problem(busy)
      const { signal } = context.req.raw
      const path = rooms.temporary.path('.upload')
      try {
        const sent = await readUpload(context, 'qrkFile', path, Math.min(mostSent, left))
        if (isProblem(sent)) {
          const isFull = sent.problem.kind === 'fileTooLarge' && left < mostSent
          return problem(isFull ? { kind: 'quotaExceeded', most: of } : sent.problem)
        }
        const { file, fields, size } = sent.ok
        if (!file.toLowerCase().endsWith(suffix)) return problem({ kind: 'fileTypeNotSupported', name: file })
        const given = shapes.NewProject.shape.name.safeParse(fields.name ?? projectTitle(file))
        if (!given.success) return problem({ kind: 'missingProjectName' })
        const make = (to: string) => rooms.adopt(path, file, to, signal)
        return await makeNew(person, given.data, make, size)
      } finally {
        leave()
        discardTemporary(path)
      }
    })

  serveCall(routes, 'POST /web/api/v2/projects/saveas', (asked) =>
    withBody(asked, async ({ name, orig_project_uuid: uuid, overwrite = false }) => {
      const { person } = asked
      if (host.access(person, uuid) === null) return problem({ kind: 'projectNotFound', name: uuid })
      const leave = await turnOf(making, asked)
      if (!leave) return problem(busy)
      const make = (path: string) => rooms.saveAs(uuid, path, overwrite)
      const copied = await makeNew(person, name, make, sizeOf(host.pathOf(uuid))).finally(leave)
      if (!isProblem(copied)) host.audit?.used('projectCopied', person, uuid, { detail: copied.ok.project_uuid })
      return copied
    }),
  )

  serveCall(routes, 'DELETE /web/api/v2/projects/{uuid}', async ({ person, path: { uuid } }) => {
    const access = host.access(person, uuid)
    // In local mode a file that can only be read leaves the list too.
    if (access !== 'own' && !(access && (host.local || host.mustPay?.(person, uuid))))
      return problem(access ? { kind: 'readOnly' } : { kind: 'projectNotFound', name: uuid })
    await rooms.remove(uuid)
    log.security('projectDeleted', { account: person.id, project: uuid })
    return ok({})
  })

  serveCall(routes, 'GET /web/api/v2/projects/{uuid}/{form}', async ({ context, person, path: { uuid, form } }) => {
    const leave = await turnOf(fetching, { context, person })
    if (!leave) return problem(busy)
    const path = rooms.temporary.path(`.${form}`, person.id)
    const over = () => {
      discardTemporary(path)
      leave()
    }
    const found = await project(person, uuid)
    const written = isProblem(found) ? found : await writeOut(found.ok, path, form === 'json' ? 'json' : 'download')
    if (isProblem(written)) over()
    if (isProblem(written)) return written
    const { stored } = written.ok
    const title = projectTitle(host.nameOf(stored.uuid) ?? '')
    host.audit?.used('projectDownloaded', person, uuid, { detail: form })
    return sendFile(context, path, {
      type: form === 'json' ? 'application/json' : 'application/vnd.sqlite3',
      name: `${title}.${form}`,
      over,
    })
  })

  return routes
}
