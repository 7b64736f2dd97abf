/** Backups of a project. Whoever may read it may look at them and make a project of one; to put one in the project's place is its owner's. */
import type { Hono } from 'hono'
import { isProblem, ok, type Problem, problem, type Result } from '../../src/model/problems.ts'
import { discardTemporary } from '../files/temporaryFiles.ts'
import type { Host } from '../host.ts'
import type { Backups } from '../rooms/backups.ts'
import type { OpenProject } from '../rooms/heldProject.ts'
import type { Pasts } from '../rooms/pastStates.ts'
import type { Rooms } from '../rooms/rooms.ts'
import type { AppEnv } from '../security/security.ts'
import { runTask } from '../tasks/runTask.ts'
import { askerOfCall, type OfProjectCalls } from './ofProject.ts'
import { projectFromFile } from './projectFromFile.ts'
import { mapped, serveCall, withBody } from './serveCall.ts'

export interface BackupParts {
  host: Host
  rooms: Rooms
  pasts: Pasts
  backups: Backups
  /** Told of errors that are bugs, or the disk's. */
  broken: (error: unknown) => void
}

export function backupRoutes(
  routes: Hono<AppEnv>,
  parts: BackupParts,
  { withProject, withWork }: OfProjectCalls,
): void {
  const { host, pasts, backups } = parts

  serveCall(routes, 'GET /v1/thicket/projects/{uuid}/backups/{id}/preview', (asked) =>
    withWork(asked, 'read', async (project) => {
      const found = await backups.find(project.stored.uuid, asked.path.id)
      if (isProblem(found)) return found
      const { path, seq, close } = found.ok
      const moment = { backup: asked.path.id, path, seq }
      return mapped(await pasts.state(project, moment, askerOfCall(asked)).finally(close), ({ preview }) => preview)
    }),
  )

  serveCall(routes, 'GET /v1/thicket/projects/{uuid}/backups', (asked) =>
    withProject(asked, 'read', async ({ stored }) => ok(await backups.list(stored.uuid))),
  )

  serveCall(routes, 'POST /v1/thicket/projects/{uuid}/backups', (asked) =>
    withWork(asked, 'write', async ({ stored }) =>
      mapped(await backups.make(stored, 'hand'), ({ id, at, size, reason, seq }) => ({ id, at, size, reason, seq })),
    ),
  )

  serveCall(routes, 'POST /v1/thicket/projects/{uuid}/backups/{id}/project', (asked) =>
    withWork(asked, 'read', ({ stored }) =>
      withBody(asked, (named) =>
        projectFromFile(
          parts,
          asked.person,
          stored.uuid,
          named,
          publicFile(parts, stored.uuid, asked.path.id, askerOfCall(asked).signal),
        ),
      ),
    ),
  )

  serveCall(routes, 'POST /v1/thicket/projects/{uuid}/backups/{id}/restore', (asked) =>
    withWork(asked, 'own', async (project) => {
      const by = project.authorOf(asked.person) ?? host.local?.lastAuthor() ?? ''
      await host.namesKept()
      const refused = await putBack(parts, project.stored, asked.path.id, by)
      if (!refused) host.audit?.used('projectRestored', asked.person, asked.path.uuid)
      return refused ? problem(refused) : ok({})
    }),
  )
}

/** Without what is private to the project, so that it becomes one of its own. */
async function publicFile(
  { rooms, backups, broken }: BackupParts,
  uuid: string,
  id: string,
  signal?: AbortSignal,
): Promise<Result<string>> {
  const found = await backups.find(uuid, id)
  if (isProblem(found)) return found
  const out = rooms.temporary.path('.qrk')
  const made = await runTask({ do: 'public', from: found.ok.path, out }, broken, signal).finally(found.ok.close)
  if (isProblem(made)) discardTemporary(out)
  return isProblem(made) ? made : ok(out)
}

/** Puts a backup in the project's place; the state before it is kept as another backup first. null: done. */
async function putBack(
  { rooms, backups, broken }: BackupParts,
  stored: OpenProject['stored'],
  id: string,
  by: string,
): Promise<Problem | null> {
  const { uuid } = stored
  const found = await backups.find(uuid, id)
  if (isProblem(found)) return found.problem
  const out = rooms.temporary.path('.qrk')
  try {
    // Else the next one might be made in its stead.
    const noted = await backups.chosen(uuid, id)
    if (isProblem(noted)) return noted.problem
    const before = await backups.make(stored, 'before')
    if (isProblem(before)) return before.problem
    const { path: backup, at } = found.ok
    const replaced = await rooms.replace(uuid, async (present) => {
      const renewed = await runTask({ do: 'renew', backup, present, out, by, at }, broken)
      if (isProblem(renewed)) return renewed
      // What was done until nobody could do anything more, here or at another node, is in no backup yet.
      const { seq, epoch } = renewed.ok.was
      const isKept = seq === before.ok.seq && epoch === stored.epoch
      const last = isKept ? before : await backups.makeOf(uuid, present, 'before')
      return isProblem(last) ? last : ok(out)
    })
    return isProblem(replaced) ? replaced.problem : null
  } finally {
    found.ok.close()
    discardTemporary(out)
  }
}

/** Where none are made there are none. */
export function noBackupRoutes(routes: Hono<AppEnv>, { withProject }: OfProjectCalls): void {
  serveCall(routes, 'GET /v1/thicket/projects/{uuid}/backups', (asked) =>
    withProject(asked, 'read', async () => ok({ backups: [] })),
  )
}
