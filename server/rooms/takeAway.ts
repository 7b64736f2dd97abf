/** What happens to the file of a project while somebody may have it open: another is put in its place, or it goes. */
import { setTimeout as sleep } from 'node:timers/promises'
import { isProblem, problem, type Result } from '../../src/model/problems.ts'
import { closeCodes } from '../../src/model/protocol.ts'
import type { GoneProject, Host } from '../host.ts'
import type { Backups } from './backups.ts'
import { type MakeOf, realPath } from './files.ts'
import type { OpenProjects } from './openProjects.ts'

export interface TakingAwayOptions {
  host: Host
  projects: OpenProjects
  broken: (error: unknown) => void
  /** How long a project that nobody uses stays open, ms. */
  linger: number
  backups: Backups | undefined
}

/** ms */
const lookEvery = 20

/** A window that has just been left sends its last steps first. */
async function isLeft({ projects, linger }: TakingAwayOptions, uuid: string): Promise<void> {
  const late = performance.now() + 2 * linger
  while (projects.get(uuid)?.isUsed && performance.now() < late) await sleep(lookEvery)
}

/** Closes its sockets and its file. */
export async function closeProject(projects: OpenProjects, uuid: string): Promise<void> {
  const project = projects.get(uuid)
  project?.feed.closeAll(closeCodes.reset, 'closed')
  await project?.close()
}

/** Puts what `make` makes of the project's file, when nobody changes it any more, in its place: who has it open reads it anew. Refused, nothing has changed. */
export async function replaceProject(options: TakingAwayOptions, uuid: string, make: MakeOf): Promise<Result<void>> {
  const { host, projects, broken } = options
  const { files } = projects
  const name = host.pathOf(uuid) ?? ''
  const away = await files.whyAway(name)
  if (away) return problem(away)
  const path = files.real(name)
  if (!path) return problem({ kind: 'projectNotFound', name: uuid })
  await projects.opened(path)
  const before = projects.get(uuid)
  // Whoever opens it from here on waits for the new file.
  let replaced: Result<void> = problem({ kind: 'storageFailed', detail: 'see the server’s log' })
  // One that is in its place is so though it does not open now: whoever comes opens it.
  await projects
    .once(path, async () => {
      before?.feed.closeAll(closeCodes.restart, 'restored')
      await before?.close()
      replaced = await files.replace(path, make)
      return isProblem(replaced) ? replaced : files.open(path)
    })
    .catch(broken)
  return isProblem(replaced) ? problem(projects.called(uuid, replaced.problem)) : replaced
}

/** Puts out who is in a project that the host knows no more, and deletes what the host does not keep of it. */
export async function removedProject(options: TakingAwayOptions, { uuid, path }: GoneProject): Promise<void> {
  const { host, projects, broken, backups } = options
  const forget = () => {
    // In local mode the file stays, and so do these.
    if (!host.local) backups?.forget(uuid)
  }
  // It is gone: what is left of its files goes when the server starts, and is no reason to refuse it.
  try {
    // One that is being made comes to its end before the file does.
    forget()
    // An opening that had begun before is over when this one is.
    if (path !== null) await projects.opened(path)
    await closeProject(projects, uuid)
    projects.dropSnapshots(uuid)
    if (path !== null) host.discard(uuid, path)
    forget()
  } catch (error) {
    broken(error)
  }
}

/** Closes the file of a project, which nobody may be using, and has `away` take it away. Problems: fileNotFound, projectLocked, those of `away`. */
export async function discardProject(
  options: TakingAwayOptions,
  uuid: string,
  away: (path: string) => Promise<Result<void>>,
): Promise<Result<void>> {
  const { host, projects } = options
  const { working } = host
  const name = host.pathOf(uuid) ?? uuid
  const found = await projects.files.whyAway(name)
  if (found) return problem(found)
  const path = realPath(name)
  if (!path) return problem({ kind: 'fileNotFound', name })
  await projects.opened(path)
  await isLeft(options, uuid)
  const before = projects.get(uuid)
  if (before?.isUsed) return problem({ kind: 'projectLocked', name })
  let gone: Result<void> = { ok: undefined }
  await projects.once(path, async () => {
    before?.feed.closeAll(closeCodes.reset, 'deleted')
    await before?.close()
    // What could not be written back yet would be lost.
    const isOwed = working?.owedTo(path) != null
    gone = isOwed ? problem({ kind: 'projectLocked', name }) : await away(path)
    if (!isProblem(gone)) working?.gone(path)
    return isProblem(gone) ? gone : problem({ kind: 'fileNotFound', name })
  })
  return gone
}
