/**
 * A project that a command changes: opened, or made where there is none, held alone, and closed. Where its file is not to be worked on itself
 * (`storage/working`), a copy on this machine is, which then takes its place.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { isProblem, ok, problem, Refusal, type Result } from '../../src/model/problems.ts'
import { calledBy } from '../security/calledBy.ts'
import { hashOf } from '../storage/hashOf.ts'
import { logEnds } from '../storage/inspectFile.ts'
import { createProject, openProject, type ProjectFile } from '../storage/projectFile.ts'
import { placeOf, type System, thisSystem } from '../storage/working/folderPlace.ts'
import { openNotes } from '../storage/working/openNotes.ts'
import { bringFile, placeFile } from '../storage/working/placeFile.ts'
import { openReach } from '../storage/working/reach.ts'
import { pathOf } from './openToRead.ts'
import { say } from './output.ts'

/** Gives `body` the project. Problems: those of `openProject` and `createProject`, folderNotAnswering. */
export async function changeProject<T>(
  name: string,
  folder: string,
  body: (project: ProjectFile) => T,
  system: System = thisSystem(),
): Promise<Result<Awaited<T>>> {
  const { answers } = openReach(system)
  const asked = resolve(folder, name)
  if (!(await answers(asked))) return problem({ kind: 'folderNotAnswering', name: dirname(asked) })
  const path = pathOf(name, folder)
  const place = placeOf(path, system)
  if (!place) return using(path, path, body)
  // Another one of this machine is somebody else too.
  const notes = openNotes({ id: `command ${process.pid}`, person: () => '', answers })
  if (place.kind === 'network' && (await notes.take(path))) return problem({ kind: 'projectLocked', name: path })
  try {
    return await inCopy(path, body)
  } finally {
    await notes.leave(path)
  }
}

async function using<T>(path: string, at: string, body: (project: ProjectFile) => T): Promise<Result<Awaited<T>>> {
  const isThere = existsSync(at)
  const project = isThere ? openProject(path, [], at === path ? {} : { at }) : createProject(at, false)
  if (isProblem(project)) return project
  if (!isThere) say(`Made ${at === path ? project.ok.path : path}`)
  const { db } = project.ok
  try {
    return ok(await body(project.ok))
  } finally {
    // What the log holds is in the file then, and no log is left beside it; a copy becomes a plain file.
    db.run(at === path ? 'PRAGMA wal_checkpoint(TRUNCATE)' : 'PRAGMA journal_mode = DELETE')
    db.close()
  }
}

async function inCopy<T>(path: string, body: (project: ProjectFile) => T): Promise<Result<Awaited<T>>> {
  const own = mkdtempSync(join(tmpdir(), 'thicket-command-'))
  const at = join(own, basename(path))
  let isKept = false
  try {
    const seen = existsSync(path) ? bringFile({ from: path, to: at }) : null
    const done = await using(path, at, body)
    if (isProblem(done)) return problem(calledBy(path, done.problem))
    isKept = true
    const placed = placeFile({ from: at, hash: hashOf(at), to: path, seen, beside: { now: Date.now() } })
    isKept = false
    if (placed.path !== path) say(`Somebody else has changed ${path} meanwhile. What was done is in ${placed.path}`)
    return done
  } catch (error) {
    if (isKept) say(`${path} could not be written. What was done is in ${at}`)
    if (error instanceof Refusal) return problem(error.problem)
    throw error
  } finally {
    if (!isKept) rmSync(own, { recursive: true, force: true })
    else for (const end of logEnds) rmSync(at + end, { force: true })
  }
}
