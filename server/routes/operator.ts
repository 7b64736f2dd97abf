/** What whoever runs the server sees of it on a page: accounts, projects by size, what goes on, backups. Nothing of what is in projects. */
import { stat } from 'node:fs/promises'
import { Hono } from 'hono'
import type { ServerStanding } from '../../src/model/contract/shapes.ts'
import { ok, problem, type Result } from '../../src/model/problems.ts'
import type { Overview, Person } from '../host.ts'
import type { AppEnv } from '../security/security.ts'
import { serveCall } from './serveCall.ts'

/** What the parts of the server say of themselves; the database has the recordings. */
export type Standing = () => Promise<Omit<ServerStanding, 'recordings'>>

/** Files that are looked at at once. */
const together = 64

export function operatorRoutes(
  overview: Overview,
  standing: Standing,
  bytesOf?: (uuid: string) => number,
): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  const toOperator = async <T>(person: Person, see: () => Promise<T>): Promise<Result<T>> =>
    overview.isOpenTo(person) ? ok(await see()) : problem({ kind: 'notOperator' })

  const sized = async <T extends Sized>(projects: readonly T[]): Promise<(T & { bytes: number })[]> =>
    bytesOf ? projects.map((each) => ({ ...each, bytes: bytesOf(each.project_uuid) })) : onDisk(projects)

  serveCall(routes, 'GET /web/api/operator/accounts', ({ person }) =>
    toOperator(person, async () => {
      const bytes = new Map<string, number>()
      for (const { ownerId, bytes: own } of await sized(overview.projects()))
        bytes.set(ownerId, (bytes.get(ownerId) ?? 0) + own)
      return { accounts: overview.accounts().map(({ id, ...account }) => ({ ...account, bytes: bytes.get(id) ?? 0 })) }
    }),
  )

  serveCall(routes, 'GET /web/api/operator/projects', ({ person }) =>
    toOperator(person, async () => {
      const projects = (await sized(overview.projects())).sort((a, b) => b.bytes - a.bytes)
      return { projects: projects.map(({ ownerId: _, path: __, ...project }) => project) }
    }),
  )

  serveCall(routes, 'GET /web/api/operator/server', ({ person }) =>
    toOperator(person, async () => ({ ...(await standing()), recordings: overview.recordings() })),
  )

  return routes
}

type Sized = { project_uuid: string; path: string }

/** With what their files take; one that is gone takes nothing. */
async function onDisk<T extends Sized>(projects: readonly T[]): Promise<(T & { bytes: number })[]> {
  const all: (T & { bytes: number })[] = []
  for (let at = 0; at < projects.length; at += together)
    all.push(
      ...(await Promise.all(
        projects.slice(at, at + together).map(async (project) => ({
          ...project,
          bytes: await stat(project.path).then(
            ({ size }) => size,
            () => 0,
          ),
        })),
      )),
    )
  return all
}
