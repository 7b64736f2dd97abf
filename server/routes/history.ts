/**
 * /v1/thicket/projects/{uuid}: history, past states, named versions, backups. Whoever may read the project may look; to name a version needs the
 * right to write, and to put a backup in the project's place is its owner's. The shapes are in `src/model/history.ts`.
 *
 * GET    history?before=&author=&quirk=&limit=&removed=   → HistoryPage
 * GET    history/{seq}                           → StepDetail
 * GET    history/{seq}/preview                   → RestorePreview      what going back to the state after that step would change
 * GET    history/{seq}/state                     → PastState           for the command restoreState
 * POST   history/{seq}/project    { name, overwrite? } → { project_uuid, name }   the project of that time as a new one
 * GET    versions                                → { versions: NamedVersion[] }
 * POST   versions                 { name, author? } → NamedVersion     of now; `author`: local mode
 * DELETE versions/{id}                           → {}                  its maker, or who owns the project
 * GET    versions/{id}/preview, state; POST versions/{id}/project      as of a step
 * GET    backups                                 → BackupList
 * POST   backups                                 → Backup              now
 * GET    backups/{id}/preview                   → RestorePreview      what it would change in the project’s place
 * POST   backups/{id}/project     { name, overwrite? } → { project_uuid, name }
 * POST   backups/{id}/restore                    → {}                  in place: every window reads the project anew
 */
import { statSync } from 'node:fs'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { mayWrite } from '../../src/model/access.ts'
import { type HistoryFilter, historyPage, type NamedVersion } from '../../src/model/history.ts'
import { longestTitle } from '../../src/model/limits.ts'
import { isProblem, ok, type Problem, problem, type Result } from '../../src/model/problems.ts'
import { cleanLine } from '../../src/model/text/richText.ts'
import { askerOf } from '../base/turns/asker.ts'
import { fewForEach } from '../base/turns/fewForEach.ts'
import { discardTemporary } from '../files/temporaryFiles.ts'
import type { Host } from '../host.ts'
import type { Backups } from '../rooms/backups.ts'
import type { OpenProject } from '../rooms/heldProject.ts'
import { newProject } from '../rooms/newProject.ts'
import type { Moment, Pasts } from '../rooms/pastStates.ts'
import type { Rooms } from '../rooms/rooms.ts'
import type { AppEnv } from '../security/security.ts'
import { runTask } from '../tasks/runTask.ts'
import { answer, bodyOf, busy, failed } from './answer.ts'
import { sendFile } from './sendFile.ts'

export interface HistoryParts {
  host: Host
  rooms: Rooms
  pasts: Pasts
  backups?: Backups
  /** Told of errors that are bugs, or the disk's. */
  broken: (error: unknown) => void
}

const named = z.object({ name: z.string().min(1).max(4096), overwrite: z.boolean().optional() })
const newVersion = z.object({ name: z.string().max(4096), author: z.string().max(longestTitle).optional() })

type Ask = 'read' | 'write' | 'own'
/** What one person may have in the works at once of what is done to copies of projects. */
const works = { atOnce: 2, waiting: 4 } as const
type Handled = Context<AppEnv>

export function historyRoutes({ host, rooms, pasts, backups, broken }: HistoryParts): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  /** Runs `body` with the project of the path, held open; a stranger finds none. */
  const withProject = async (
    context: Handled,
    need: Ask,
    body: (project: OpenProject) => Promise<Response>,
  ): Promise<Response> => {
    const uuid = context.req.param('uuid') ?? ''
    const access = host.access(context.get('person'), uuid)
    if (access === null) return failed(context, { kind: 'projectNotFound', name: uuid })
    if ((need === 'own' && access !== 'own') || (need === 'write' && !mayWrite(access)))
      return failed(context, { kind: 'readOnly' })
    const found = await rooms.open(uuid)
    if (isProblem(found)) return failed(context, found.problem)
    const release = found.ok.use()
    const isGone = () => host.access(context.get('person'), uuid) === null
    try {
      const response = await body(found.ok)
      // What fails because the project was deleted meanwhile is no failure of ours.
      return response.status >= 500 && isGone() ? failed(context, { kind: 'projectNotFound', name: uuid }) : response
    } catch (error) {
      if (!isGone()) throw error
      return failed(context, { kind: 'projectNotFound', name: uuid })
    } finally {
      release()
    }
  }

  const turns = fewForEach(works)
  const asker = (context: Handled) => askerOf(context.get('person'), context.req.raw)

  /** The same for work on copies of it, whose turn it is; `body` may keep the turn, and leave it later. */
  const withWork = (
    context: Handled,
    need: Ask,
    body: (project: OpenProject, keepTurn: () => () => void) => Promise<Response>,
  ): Promise<Response> =>
    withProject(context, need, async (project) => {
      const { person, signal } = asker(context)
      const leave = await turns.take(person, signal)
      if (!leave) return failed(context, busy)
      let isKept = false
      const keepTurn = () => {
        isKept = true
        return leave
      }
      try {
        return await body(project, keepTurn)
      } finally {
        if (!isKept) leave()
      }
    })

  /** The step or version of the path. */
  const momentOf = async (context: Handled, project: OpenProject): Promise<Result<Moment>> => {
    const id = wholeNumber(context.req.param('id'))
    if (id === null) return badNumber
    if (context.req.param('kind') === 'history')
      return id <= project.head ? ok({ seq: id }) : problem({ kind: 'stepForgotten' })
    const version = await versionOf(project, id)
    return isProblem(version) ? version : ok({ version: version.ok })
  }
  const versionOf = async (project: OpenProject, id: number): Promise<Result<NamedVersion>> => {
    const versions = await project.stored.ask('versions', {})
    if (isProblem(versions)) return versions
    const version = versions.ok.find((each) => each.id === id)
    return version ? ok(version) : problem({ kind: 'versionNotFound' })
  }

  routes.get('/:uuid/history', (context) =>
    withProject(context, 'read', async ({ stored }) => {
      const filter = filterOf(context)
      if (isProblem(filter)) return failed(context, filter.problem)
      return answer(context, await stored.ask('history', { filter: filter.ok }), (page) => page)
    }),
  )

  routes.get('/:uuid/history/:seq', (context) =>
    withProject(context, 'read', async ({ stored }) => {
      const seq = wholeNumber(context.req.param('seq'))
      if (seq === null) return failed(context, badNumber.problem)
      return answer(context, await stored.ask('step', { seq }), (detail) => detail)
    }),
  )

  routes.get('/:uuid/:kind{history|versions}/:id/preview', (context) =>
    withWork(context, 'read', async (project) => {
      const moment = await momentOf(context, project)
      if (isProblem(moment)) return failed(context, moment.problem)
      return answer(context, await pasts.state(project, moment.ok, asker(context)), ({ preview }) => preview)
    }),
  )

  routes.get('/:uuid/:kind{history|versions}/:id/state', (context) =>
    withWork(context, 'read', async (project, keepTurn) => {
      const moment = await momentOf(context, project)
      if (isProblem(moment)) return failed(context, moment.problem)
      const found = await pasts.state(project, moment.ok, asker(context))
      if (isProblem(found)) return failed(context, found.problem)
      return sendFile(context, found.ok.path, { type: 'application/json', over: keepTurn() })
    }),
  )

  /** A new project out of a file that is deleted then. */
  const makeProject = async (context: Handled, file: Promise<Result<string>> | (() => Promise<Result<string>>)) => {
    const body = await bodyOf(context, named)
    if (isProblem(body)) return failed(context, body.problem)
    const { name, overwrite = false } = body.ok
    const written = await (typeof file === 'function' ? file() : file)
    if (isProblem(written)) return failed(context, written.problem)
    const make = (path: string) => rooms.createFrom(written.ok, path, overwrite)
    const { size } = statSync(written.ok)
    const making = newProject(host, rooms, context.get('person'), name, make, size)
    const made = await making.finally(() => discardTemporary(written.ok))
    return answer(context, made, ({ stored: { uuid } }) => ({ project_uuid: uuid, name: host.nameOf(uuid) ?? '' }))
  }

  routes.post('/:uuid/:kind{history|versions}/:id/project', (context) =>
    withWork(context, 'read', async (project) => {
      const moment = await momentOf(context, project)
      if (isProblem(moment)) return failed(context, moment.problem)
      return makeProject(context, () => pasts.file(project, moment.ok, asker(context)))
    }),
  )

  const mayRemove = (context: Handled, project: OpenProject, { author }: NamedVersion): boolean => {
    const person = context.get('person')
    const access = host.access(person, project.stored.uuid)
    return access === 'own' || (access === 'write' && author === project.authorOf(person))
  }

  routes.get('/:uuid/versions', (context) =>
    withProject(context, 'read', async (project) =>
      answer(context, await project.stored.ask('versions', {}), (versions) => ({
        versions: versions.map((version) => ({ ...version, removable: mayRemove(context, project, version) })),
      })),
    ),
  )

  routes.post('/:uuid/versions', (context) =>
    withWork(context, 'write', async (project, keepTurn) => {
      const body = await bodyOf(context, newVersion)
      if (isProblem(body)) return failed(context, body.problem)
      const author = project.authorOf(context.get('person')) ?? cleanLine(body.ok.author ?? '').trim()
      await host.namesKept()
      const made = await project.stored.ask('addVersion', {
        name: cleanLine(body.ok.name).trim(),
        author,
        at: Date.now(),
      })
      // Answered at once; the next has to wait until this one's state is kept.
      if (!isProblem(made)) void pasts.keep(project, made.ok, asker(context).person).finally(keepTurn())
      return answer(context, made, (version) => ({ ...version, removable: true }))
    }),
  )

  routes.delete('/:uuid/versions/:id', (context) =>
    withProject(context, 'write', async (project) => {
      const id = wholeNumber(context.req.param('id'))
      const version = id === null ? badNumber : await versionOf(project, id)
      if (isProblem(version)) return failed(context, version.problem)
      if (!mayRemove(context, project, version.ok)) return failed(context, { kind: 'readOnly' })
      return answer(context, await project.stored.ask('removeVersion', { version: version.ok.id }), () => ({}))
    }),
  )

  if (!backups) return routes

  routes.get('/:uuid/backups/:id/preview', (context) =>
    withWork(context, 'read', async (project) => {
      const found = await backups.find(project.stored.uuid, context.req.param('id'))
      if (isProblem(found)) return failed(context, found.problem)
      const { path, seq } = found.ok
      return answer(
        context,
        await pasts.state(project, { backup: path, seq }, asker(context)),
        ({ preview }) => preview,
      )
    }),
  )

  routes.get('/:uuid/backups', (context) =>
    withProject(context, 'read', async ({ stored }) => context.json(backups.list(stored.uuid))),
  )

  routes.post('/:uuid/backups', (context) =>
    withWork(context, 'write', async ({ stored }) =>
      answer(context, await backups.make(stored, 'hand'), ({ id, at, size, reason, seq }) => ({
        ...{ id, at, size, reason, seq },
      })),
    ),
  )

  routes.post('/:uuid/backups/:id/project', (context) =>
    withWork(context, 'read', ({ stored }) =>
      makeProject(context, async () => {
        const found = await backups.find(stored.uuid, context.req.param('id'))
        if (isProblem(found)) return found
        const out = rooms.temporary.path('.qrk')
        // Without what is private to the project, so that it becomes one of its own.
        const made = await runTask({ do: 'public', from: found.ok.path, out }, broken, asker(context).signal)
        if (isProblem(made)) discardTemporary(out)
        return isProblem(made) ? made : ok(out)
      }),
    ),
  )

  routes.post('/:uuid/backups/:id/restore', (context) =>
    withWork(context, 'own', async (project) => {
      const by = project.authorOf(context.get('person')) ?? host.local?.lastAuthor() ?? ''
      await host.namesKept()
      const done = await putBack(project.stored, context.req.param('id'), by)
      return done ? failed(context, done) : context.json({})
    }),
  )

  const putBack = async (stored: OpenProject['stored'], id: string, by: string): Promise<Problem | null> => {
    const { uuid } = stored
    const found = await backups.find(uuid, id)
    if (isProblem(found)) return found.problem
    // Else the next one might be made in its stead.
    const noted = backups.chosen(uuid, id)
    if (isProblem(noted)) return noted.problem
    const before = await backups.make(stored, 'before')
    if (isProblem(before)) return before.problem
    const present = await backups.find(uuid, before.ok.id)
    if (isProblem(present)) return present.problem
    const { path: backup, at } = found.ok
    const out = rooms.temporary.path('.qrk')
    const renewed = await runTask({ do: 'renew', backup, present: present.ok.path, out, by, at }, broken)
    const replaced = isProblem(renewed) ? renewed : await rooms.replace(uuid, out)
    discardTemporary(out)
    return isProblem(replaced) ? replaced.problem : null
  }

  return routes
}

const badNumber = problem({ kind: 'badRequest', detail: 'expected a whole number' })

function wholeNumber(text: string | undefined): number | null {
  const number = text !== undefined && /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(number) ? number : null
}

function filterOf({ req }: Handled): Result<HistoryFilter> {
  const filter: HistoryFilter = {}
  for (const name of ['before', 'quirk', 'limit'] as const) {
    const text = req.query(name)
    if (text === undefined) continue
    const number = wholeNumber(text)
    if (number === null) return badNumber
    filter[name] = name === 'limit' ? Math.min(number, historyPage.most) : number
  }
  const author = req.query('author')
  if (author !== undefined) filter.author = author
  if (req.query('removed') === 'true') filter.removed = true
  return ok(filter)
}
