/**
 * A project that a command changes: opened, or made where there is none, held alone, and closed. Where its file is not to be worked on itself
 * (`server/working`), a copy on this machine is, which then takes its place.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { attempt, isProblem, ok, problem, Refusal, type Result } from '../../src/model/problems.ts'
import type { LooseRows } from '../../src/model/projectRows.ts'
import type { PlainTexts } from '../../src/model/text/richText.ts'
import { calledBy } from '../base/calledBy.ts'
import { hashOf } from '../base/hashOf.ts'
import { inspectFile, logEnds } from '../files/inspectFile.ts'
import { bringFile, placeFile } from '../files/placeFile.ts'
import { createProject, type OpenOptions, openProject, type ProjectFile } from '../files/projectFile.ts'
import { memoryProject, openProtected, writeProtected } from '../files/sealedFile.ts'
import { beginningWith } from '../room/readProjectJson.ts'
import { placeOf, type System, thisSystem } from '../working/folderPlace.ts'
import { openNotes } from '../working/openNotes.ts'
import { type OnUnread, pathOf } from '../working/openToRead.ts'
import { openReach } from '../working/reach.ts'
import { say } from './output.ts'

export interface ChangeOptions<T> {
  system?: System
  /** Asked where the project is made: what it holds from the first; undefined: nothing. */
  rows?: () => Result<LooseRows | undefined>
  /** What answers among these say, as far as that is known. */
  known?: PlainTexts | undefined
  /** Whether a project stays that was made for what the body did; left out, it does. */
  isKept?: (done: Awaited<T>) => boolean
  /** The password of a protected project, asked for where one is met; null: there is none to be had. */
  password?: () => Promise<Result<string | null>>
  /** Told of the values of a protected project that do not open: they stay as they are. */
  onUnread?: OnUnread
  /** The project that is made is protected by this one. */
  newPassword?: () => Promise<Result<string>>
  /** What is not protected is left alone. */
  onlyProtected?: boolean
}

/** Gives `body` the project; a protected one is in memory while it works. Problems: those of `openProject`, `createProject` and `openProtected`, folderNotAnswering, unprotectedProject. */
export async function changeProject<T>(
  name: string,
  folder: string,
  body: (project: ProjectFile) => T,
  { system = thisSystem(), ...making }: ChangeOptions<T> = {},
): Promise<Result<Awaited<T>>> {
  const { answers } = openReach(system)
  const asked = resolve(folder, name)
  if (!(await answers(asked))) return problem({ kind: 'folderNotAnswering', name: dirname(asked) })
  const path = pathOf(name, folder)
  const place = placeOf(path, system)
  if (!place) return using(path, path, body, making)
  // Another one of this machine is somebody else too.
  const notes = openNotes({ id: `command ${process.pid}`, person: () => '', answers })
  if (place.kind === 'network' && (await notes.take(path))) return problem({ kind: 'projectLocked', name: path })
  try {
    return await inCopy(path, body, making)
  } finally {
    await notes.leave(path)
  }
}

type Making<T> = Omit<ChangeOptions<T>, 'system'>

async function using<T>(
  path: string,
  at: string,
  body: (project: ProjectFile) => T,
  making: Making<T>,
): Promise<Result<Awaited<T>>> {
  const isThere = existsSync(at)
  if (isThere && making.password) {
    const inspected = inspectFile(at, { takesProtected: true })
    if (isProblem(inspected)) return inspected
    if (inspected.ok.isProtected) return usingProtected(at, body, making.password, making.onUnread)
    if (making.onlyProtected) return problem({ kind: 'unprotectedProject', name: at })
    return usingPlain(path, at, body, { ...making, inspected: inspected.ok })
  }
  if (!isThere && making.newPassword) return makingProtected(path, at, body, making, making.newPassword)
  return usingPlain(path, at, body, making)
}

async function usingPlain<T>(
  path: string,
  at: string,
  body: (project: ProjectFile) => T,
  { rows = () => ok(undefined), known, isKept = () => true, inspected }: Making<T> & Pick<OpenOptions, 'inspected'>,
): Promise<Result<Awaited<T>>> {
  const isThere = existsSync(at)
  const held = isThere ? ok(undefined) : rows()
  if (isProblem(held)) return held
  const project = isThere
    ? openProject(path, [], { ...(at !== path && { at }), ...(inspected && { inspected }) })
    : createProject(at, false, beginningWith(held.ok, { name: basename(path), known }))
  if (isProblem(project)) return project
  const { db } = project.ok
  let isNothing = false
  try {
    const done = await body(project.ok)
    isNothing = !isThere && !isKept(done)
    if (!isThere && !isNothing) say(`Made ${at === path ? project.ok.path : path}`)
    return ok(done)
  } finally {
    // What the log holds is in the file then, and no log is left beside it; a copy becomes a plain file.
    db.run(at === path ? 'PRAGMA wal_checkpoint(TRUNCATE)' : 'PRAGMA journal_mode = DELETE')
    db.close()
    if (isNothing) for (const end of ['', ...logEnds]) rmSync(at + end, { force: true })
  }
}

async function usingProtected<T>(
  at: string,
  body: (project: ProjectFile) => T,
  password: NonNullable<Making<T>['password']>,
  onUnread: OnUnread | undefined,
): Promise<Result<Awaited<T>>> {
  const given = await password()
  if (isProblem(given)) return given
  if (given.ok === null) return problem({ kind: 'protectedProject', name: at })
  const opened = openProtected(at, given.ok)
  if (isProblem(opened)) return opened
  const { project, unread, keep, leave } = opened.ok
  try {
    if (unread.size > 0) onUnread?.(basename(at), project.db, unread)
    const done = await body(project)
    keep()
    return ok(done)
  } finally {
    leave()
  }
}

/** Its file is written when all is done, and never holds a plain word. */
async function makingProtected<T>(
  path: string,
  at: string,
  body: (project: ProjectFile) => T,
  { rows = () => ok(undefined), known, isKept = () => true }: Making<T>,
  newPassword: NonNullable<Making<T>['newPassword']>,
): Promise<Result<Awaited<T>>> {
  const password = await newPassword()
  if (isProblem(password)) return password
  const held = rows()
  if (isProblem(held)) return held
  const begun = attempt(() => memoryProject(beginningWith(held.ok, { name: basename(path), known })))
  if (isProblem(begun)) return begun
  const project = begun.ok
  try {
    const done = await body(project)
    if (!isKept(done)) return ok(done)
    const written = writeProtected(at, project, password.ok)
    if (isProblem(written)) return written
    say(`Made ${at === path ? written.ok.path : path}, protected by the password`)
    say('Its texts, memos, chat, titles of sources, descriptions of quirks and saved queries are encrypted.')
    say(
      'Titles of quirks, questions, properties and their values, authors and times stay readable without the password.',
    )
    say(`Recovery code: ${written.ok.recovery}`)
    say('It opens the project where the password is forgotten, is shown this once, and is nowhere else: keep it.')
    return ok(done)
  } finally {
    project.db.close()
  }
}

async function inCopy<T>(
  path: string,
  body: (project: ProjectFile) => T,
  making: Making<T>,
): Promise<Result<Awaited<T>>> {
  const own = mkdtempSync(join(tmpdir(), 'thicket-command-'))
  const at = join(own, basename(path))
  let isKept = false
  try {
    const seen = existsSync(path) ? bringFile({ from: path, to: at }) : null
    const done = await using(path, at, body, making)
    if (isProblem(done)) return problem(calledBy(path, done.problem))
    if (!existsSync(at)) return done
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
