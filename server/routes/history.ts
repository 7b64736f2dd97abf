/**
 * History, past states, named versions. Whoever may read the project may look; to name a version needs the right to write.
 */
import { Hono } from 'hono'
import { type HistoryFilter, historyPage, type NamedVersion } from '../../src/model/history.ts'
import { isProblem, ok, problem, type Result } from '../../src/model/problems.ts'
import { cleanLine } from '../../src/model/text/richText.ts'
import type { Host, Person } from '../host.ts'
import type { Backups } from '../rooms/backups.ts'
import type { OpenProject } from '../rooms/heldProject.ts'
import type { Moment, Pasts } from '../rooms/pastStates.ts'
import type { Rooms } from '../rooms/rooms.ts'
import type { AppEnv } from '../security/security.ts'
import { backupRoutes, noBackupRoutes } from './backups.ts'
import { askerOfCall, type OfProjectCalls, ofProjectCalls } from './ofProject.ts'
import { projectFromFile } from './projectFromFile.ts'
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

/** A project's past: its steps, its versions and its backups. */
export function historyRoutes({ backups, ...parts }: HistoryParts): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const calls = ofProjectCalls(parts.host, parts.rooms)
  stepRoutes(routes, calls)
  stateRoutes(routes, parts, calls)
  versionRoutes(routes, parts, calls)
  if (backups) backupRoutes(routes, { ...parts, backups }, calls)
  else noBackupRoutes(routes, calls)
  return routes
}

type PastParts = Omit<HistoryParts, 'backups'>

function stepRoutes(routes: Hono<AppEnv>, { withProject }: OfProjectCalls): void {
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
}

/** What a project was at a step or a version. */
function stateRoutes(routes: Hono<AppEnv>, parts: PastParts, { withWork }: OfProjectCalls): void {
  const { pasts } = parts

  serveCall(routes, 'GET /v1/thicket/projects/{uuid}/{kind}/{id}/preview', (asked) =>
    withWork(asked, 'read', async (project) => {
      const moment = await momentOf(asked.path, project)
      if (isProblem(moment)) return moment
      return mapped(await pasts.state(project, moment.ok, askerOfCall(asked)), ({ preview }) => preview)
    }),
  )

  serveCall(routes, 'GET /v1/thicket/projects/{uuid}/{kind}/{id}/state', (asked) =>
    withWork<never>(asked, 'read', async (project, keepTurn) => {
      const moment = await momentOf(asked.path, project)
      if (isProblem(moment)) return moment
      const found = await pasts.state(project, moment.ok, askerOfCall(asked))
      if (isProblem(found)) return found
      return sendFile(asked.context, found.ok.path, { type: 'application/json', over: keepTurn() })
    }),
  )

  serveCall(routes, 'POST /v1/thicket/projects/{uuid}/{kind}/{id}/project', (asked) =>
    withWork(asked, 'read', async (project) => {
      const moment = await momentOf(asked.path, project)
      if (isProblem(moment)) return moment
      return withBody(asked, (named) =>
        projectFromFile(
          parts,
          asked.person,
          asked.path.uuid,
          named,
          pasts.file(project, moment.ok, askerOfCall(asked)),
        ),
      )
    }),
  )
}

function versionRoutes(
  routes: Hono<AppEnv>,
  { host, pasts }: PastParts,
  { withProject, withWork }: OfProjectCalls,
): void {
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
}

/** The step or version of the path. */
async function momentOf(path: { kind: string; id: string }, project: OpenProject): Promise<Result<Moment>> {
  const id = wholeNumber(path.id)
  if (id === null) return badNumber
  if (path.kind === 'history') return id <= project.head ? ok({ seq: id }) : problem({ kind: 'stepForgotten' })
  const version = await versionOf(project, id)
  return isProblem(version) ? version : ok({ version: version.ok })
}

async function versionOf(project: OpenProject, id: number): Promise<Result<NamedVersion>> {
  const versions = await project.stored.ask('versions', {})
  if (isProblem(versions)) return versions
  const version = versions.ok.find((each) => each.id === id)
  return version ? ok(version) : problem({ kind: 'versionNotFound' })
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
