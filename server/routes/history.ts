/**
 * History, past states, named versions, backups. Whoever may read the project may look; to name a version needs the right to write, and to put a
 * backup in the project's place is its owner's.
 */
import { statSync } from 'node:fs'
import { Hono } from 'hono'
import { mayWrite } from '../../src/model/access.ts'
import type { BodyOf, CallName } from '../../src/model/contract/calls.ts'
import { type HistoryFilter, historyPage, type NamedVersion } from '../../src/model/history.ts'
import { isProblem, ok, type Problem, problem, type Result } from '../../src/model/problems.ts'
import { cleanLine } from '../../src/model/text/richText.ts'
import { askerOf } from '../base/turns/asker.ts'
import { fewForEach } from '../base/turns/fewForEach.ts'
import { discardTemporary } from '../files/temporaryFiles.ts'
import type { Host, Person } from '../host.ts'
import type { Backups } from '../rooms/backups.ts'
import type { OpenProject } from '../rooms/heldProject.ts'
import { newProject } from '../rooms/newProject.ts'
import type { Moment, Pasts } from '../rooms/pastStates.ts'
import type { Rooms } from '../rooms/rooms.ts'
import type { AppEnv } from '../security/security.ts'
import { runTask } from '../tasks/runTask.ts'
import { busy, statusOf } from './answer.ts'
import { sendFile } from './sendFile.ts'
import { type AskedCall, done, mapped, serveCall, withBody } from './serveCall.ts'

export interface HistoryParts {
  host: Host
  rooms: Rooms
  pasts: Pasts
  backups?: Backups
  /** Told of errors that are bugs, or the disk's. */
  broken: (error: unknown) => void
}

type Need = 'read' | 'write' | 'own'
/** What is asked of one project, by whom. */
type OfProject = Pick<AskedCall<CallName>, 'context' | 'person'> & { path: { uuid: string } }
type Answered<T> = Result<T> | Response
/** What one person may have in the works at once of what is done to copies of projects. */
const works = { atOnce: 2, mostWaiting: 4 } as const

export function historyRoutes({ host, rooms, pasts, backups, broken }: HistoryParts): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  /** Does `use` with the project of the path, held open; a stranger finds none. */
  const withProject = async <T>(
    { person, path: { uuid } }: OfProject,
    need: Need,
    use: (project: OpenProject) => Promise<Answered<T>>,
  ): Promise<Answered<T>> => {
    const none = problem({ kind: 'projectNotFound', name: uuid })
    const access = host.access(person, uuid)
    if (access === null) return none
    if ((need === 'own' && access !== 'own') || (need === 'write' && !mayWrite(access)))
      return problem({ kind: host.mustPay?.(person, uuid) ? 'paymentRequired' : 'readOnly' })
    const found = await rooms.open(uuid)
    if (isProblem(found)) return found
    const release = found.ok.use()
    const isGone = () => host.access(person, uuid) === null
    try {
      const reply = await use(found.ok)
      // What fails because the project was deleted meanwhile is no failure of ours.
      const hasFailed = !(reply instanceof Response) && isProblem(reply) && statusOf(reply.problem) >= 500
      if (reply instanceof Response || !isProblem(reply)) host.audit?.used('projectOpened', person, uuid)
      return hasFailed && isGone() ? none : reply
    } catch (error) {
      if (!isGone()) throw error
      return none
    } finally {
      release()
    }
  }

  const turns = fewForEach(works)
  const asker = ({ person, context }: OfProject) => askerOf(person, context.req.raw)

  /** The same for work on copies of it, whose turn it is; `use` may keep the turn, and leave it later. */
  const withWork = <T>(
    asked: OfProject,
    need: Need,
    use: (project: OpenProject, keepTurn: () => () => void) => Promise<Answered<T>>,
  ): Promise<Answered<T>> =>
    withProject(asked, need, async (project): Promise<Answered<T>> => {
      const { person, signal } = asker(asked)
      const leave = await turns.take(person, signal)
      if (!leave) return problem(busy)
      let isKept = false
      const keepTurn = () => {
        isKept = true
        return leave
      }
      try {
        return await use(project, keepTurn)
      } finally {
        if (!isKept) leave()
      }
    })

  /** The step or version of the path. */
  const momentOf = async (path: { kind: string; id: string }, project: OpenProject): Promise<Result<Moment>> => {
    const id = wholeNumber(path.id)
    if (id === null) return badNumber
    if (path.kind === 'history') return id <= project.head ? ok({ seq: id }) : problem({ kind: 'stepForgotten' })
    const version = await versionOf(project, id)
    return isProblem(version) ? version : ok({ version: version.ok })
  }
  const versionOf = async (project: OpenProject, id: number): Promise<Result<NamedVersion>> => {
    const versions = await project.stored.ask('versions', {})
    if (isProblem(versions)) return versions
    const version = versions.ok.find((each) => each.id === id)
    return version ? ok(version) : problem({ kind: 'versionNotFound' })
  }

  serveCall(routes, 'GET /v1/thicket/projects/{uuid}/history', (asked) =>
    withProject(asked, 'read', async ({ stored }) => {
      const filter = filterOf(asked.query)
      return isProblem(filter) ? filter : stored.ask('history', { filter: filter.ok })
    }),
  )

  serveCall(routes, 'GET /v1/thicket/projects/{uuid}/history/{seq}', (asked) =>
    withProject(asked, 'read', async ({ stored }) => {
      const seq = wholeNumber(asked.path.seq)
      return seq === null ? badNumber : stored.ask('step', { seq })
    }),
  )

  serveCall(routes, 'GET /v1/thicket/projects/{uuid}/{kind}/{id}/preview', (asked) =>
    withWork(asked, 'read', async (project) => {
      const moment = await momentOf(asked.path, project)
      if (isProblem(moment)) return moment
      return mapped(await pasts.state(project, moment.ok, asker(asked)), ({ preview }) => preview)
    }),
  )

  serveCall(routes, 'GET /v1/thicket/projects/{uuid}/{kind}/{id}/state', (asked) =>
    withWork<never>(asked, 'read', async (project, keepTurn) => {
      const moment = await momentOf(asked.path, project)
      if (isProblem(moment)) return moment
      const found = await pasts.state(project, moment.ok, asker(asked))
      if (isProblem(found)) return found
      return sendFile(asked.context, found.ok.path, { type: 'application/json', over: keepTurn() })
    }),
  )

  /** A new project out of a file of project `of`, which is deleted then. */
  const makeProject = async (
    person: Person,
    of: string,
    { name, overwrite = false }: BodyOf<'POST /v1/thicket/projects/{uuid}/backups/{id}/project'>,
    file: Promise<Result<string>>,
  ) => {
    const written = await file
    if (isProblem(written)) return written
    const make = (path: string) => rooms.createFrom(written.ok, path, overwrite)
    const { size } = statSync(written.ok)
    const making = newProject(host, rooms, person, name, make, size)
    const made = await making.finally(() => discardTemporary(written.ok))
    if (!isProblem(made)) host.audit?.used('projectCopied', person, of, { detail: made.ok.stored.uuid })
    return mapped(made, ({ stored: { uuid } }) => ({ project_uuid: uuid, name: host.nameOf(uuid) ?? '' }))
  }

  serveCall(routes, 'POST /v1/thicket/projects/{uuid}/{kind}/{id}/project', (asked) =>
    withWork(asked, 'read', async (project) => {
      const moment = await momentOf(asked.path, project)
      if (isProblem(moment)) return moment
      return withBody(asked, (named) =>
        makeProject(asked.person, asked.path.uuid, named, pasts.file(project, moment.ok, asker(asked))),
      )
    }),
  )

  const mayRemove = (person: Person, project: OpenProject, { author }: NamedVersion): boolean => {
    const access = host.access(person, project.stored.uuid)
    return access === 'own' || (access === 'write' && author === project.authorOf(person))
  }

  serveCall(routes, 'GET /v1/thicket/projects/{uuid}/versions', (asked) =>
    withProject(asked, 'read', async (project) =>
      mapped(await project.stored.ask('versions', {}), (versions) => ({
        versions: versions.map((version) => ({ ...version, removable: mayRemove(asked.person, project, version) })),
      })),
    ),
  )

  serveCall(routes, 'POST /v1/thicket/projects/{uuid}/versions', (asked) =>
    withWork(asked, 'write', (project, keepTurn) =>
      withBody(asked, async ({ name, author: given = '' }) => {
        const author = project.authorOf(asked.person) ?? cleanLine(given).trim()
        await host.namesKept()
        const made = await project.stored.ask('addVersion', { name: cleanLine(name).trim(), author, at: Date.now() })
        // Answered at once; the next has to wait until this one's state is kept.
        if (!isProblem(made)) void pasts.keep(project, made.ok, asked.person.id).finally(keepTurn())
        return mapped(made, (version) => ({ ...version, removable: true }))
      }),
    ),
  )

  serveCall(routes, 'DELETE /v1/thicket/projects/{uuid}/versions/{id}', (asked) =>
    withProject(asked, 'write', async (project) => {
      const id = wholeNumber(asked.path.id)
      const version = id === null ? badNumber : await versionOf(project, id)
      if (isProblem(version)) return version
      if (!mayRemove(asked.person, project, version.ok)) return problem({ kind: 'readOnly' })
      return done(await project.stored.ask('removeVersion', { version: version.ok.id }))
    }),
  )

  // Several nodes are backed up with their database: of one project there is none.
  if (!backups) {
    serveCall(routes, 'GET /v1/thicket/projects/{uuid}/backups', (asked) =>
      withProject(asked, 'read', async () => ok({ backups: [] })),
    )
    return routes
  }

  serveCall(routes, 'GET /v1/thicket/projects/{uuid}/backups/{id}/preview', (asked) =>
    withWork(asked, 'read', async (project) => {
      const found = await backups.find(project.stored.uuid, asked.path.id)
      if (isProblem(found)) return found
      const { path, seq } = found.ok
      return mapped(await pasts.state(project, { backup: path, seq }, asker(asked)), ({ preview }) => preview)
    }),
  )

  serveCall(routes, 'GET /v1/thicket/projects/{uuid}/backups', (asked) =>
    withProject(asked, 'read', async ({ stored }) => ok(backups.list(stored.uuid))),
  )

  serveCall(routes, 'POST /v1/thicket/projects/{uuid}/backups', (asked) =>
    withWork(asked, 'write', async ({ stored }) =>
      mapped(await backups.make(stored, 'hand'), ({ id, at, size, reason, seq }) => ({ id, at, size, reason, seq })),
    ),
  )

  /** Without what is private to the project, so that it becomes one of its own. */
  const publicFile = async (uuid: string, id: string, signal?: AbortSignal): Promise<Result<string>> => {
    const found = await backups.find(uuid, id)
    if (isProblem(found)) return found
    const out = rooms.temporary.path('.qrk')
    const made = await runTask({ do: 'public', from: found.ok.path, out }, broken, signal)
    if (isProblem(made)) discardTemporary(out)
    return isProblem(made) ? made : ok(out)
  }

  serveCall(routes, 'POST /v1/thicket/projects/{uuid}/backups/{id}/project', (asked) =>
    withWork(asked, 'read', ({ stored }) =>
      withBody(asked, (named) =>
        makeProject(asked.person, stored.uuid, named, publicFile(stored.uuid, asked.path.id, asker(asked).signal)),
      ),
    ),
  )

  serveCall(routes, 'POST /v1/thicket/projects/{uuid}/backups/{id}/restore', (asked) =>
    withWork(asked, 'own', async (project) => {
      const by = project.authorOf(asked.person) ?? host.local?.lastAuthor() ?? ''
      await host.namesKept()
      const refused = await putBack(project.stored, asked.path.id, by)
      if (!refused) host.audit?.used('projectRestored', asked.person, asked.path.uuid)
      return refused ? problem(refused) : ok({})
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

function filterOf(query: AskedCall<'GET /v1/thicket/projects/{uuid}/history'>['query']): Result<HistoryFilter> {
  const filter: HistoryFilter = {}
  for (const name of ['before', 'quirk', 'limit'] as const) {
    const text = query[name]
    if (text === undefined) continue
    const number = wholeNumber(text)
    if (number === null) return badNumber
    filter[name] = name === 'limit' ? Math.min(number, historyPage.most) : number
  }
  if (query.author !== undefined) filter.author = query.author
  if (query.removed === 'true') filter.removed = true
  return ok(filter)
}
