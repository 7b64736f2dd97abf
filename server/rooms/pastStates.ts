/**
 * What projects were: past states, computed on copies in threads of their own, one at a time, so that neither the rooms nor the machine are
 * kept busy by who looks back; and the states of named versions, which are kept in the projects' files.
 */
import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { NamedVersion, RestorePreview } from '../../src/model/history.ts'
import { mostBytesOfVersions } from '../../src/model/limits.ts'
import { isProblem, ok, problem, type Result } from '../../src/model/problems.ts'
import { storageFailed } from '../base/failures.ts'
import type { Asker } from '../base/turns/asker.ts'
import { fewAtOnce, hasLeft } from '../base/turns/fewAtOnce.ts'
import { fewKept } from '../base/turns/fewKept.ts'
import { discardTemporary } from '../files/temporaryFiles.ts'
import type { FileTask } from '../tasks/fileTask.ts'
import { runTask } from '../tasks/runTask.ts'
import type { OpenProject } from './heldProject.ts'
import type { Rooms } from './rooms.ts'

/** After a step, or as a version has it. */
export type Moment = { seq: number } | { version: NamedVersion }
/** The one in the file of a backup, with the number of its last step. */
export interface BackedUp {
  backup: string
  path: string
  seq: number
}

export interface PastFound {
  preview: RestorePreview
  /** The file with the JSON of the state; it stays for some minutes. */
  path: string
}

/** Each call ends when whoever asks for it leaves: socketClosed. */
export interface Pasts {
  /** What going back would do. Problems: stepForgotten, stateTooLarge, storageFailed. */
  state(project: OpenProject, moment: Moment | BackedUp, asker: Asker): Promise<Result<PastFound>>
  /** The project of that time as a file, for the caller to discard. Problems: stepForgotten, storageFailed. */
  file(project: OpenProject, moment: Moment, asker: Asker): Promise<Result<string>>
  /** Keeps the state of a new version in the project's file, where there is room for it. */
  keep(project: OpenProject, version: NamedVersion, person: string): Promise<void>
}

const partBytes = 1024 * 1024
const keptFor = 180_000
/** States that are kept for one person, in case what they were shown is what they want. */
const mostStates = 3

/** `bytesLeft`: bytes that a project may still have. */
export function openPasts(rooms: Rooms, broken: (error: unknown) => void, bytesLeft: (uuid: string) => number): Pasts {
  const turn = fewAtOnce(1)
  /** Of each project the state that was asked for last. */
  const states = new Map<string, { key: string; found: PastFound; timer: NodeJS.Timeout; forget: () => void }>()
  const keptStates = fewKept(mostStates)
  const { temporary } = rooms

  /** One after the other; what fails is a value. */
  const inTurn = <T>(body: () => Promise<Result<T>>, signal?: AbortSignal): Promise<Result<T>> =>
    turn(body, { signal }).catch((error: unknown) => {
      broken(error)
      return problem(storageFailed(error))
    })

  /** Runs `body` with a copy of the project's file, which is deleted at the end. */
  const withCopy = async <T>(
    project: OpenProject,
    { person, signal }: Asker,
    body: (copy: string) => Promise<Result<T>>,
  ): Promise<Result<T>> => {
    const copy = temporary.path('.qrk', person)
    const release = project.use()
    try {
      const copied = await project.stored.ask('copy', { path: copy })
      if (signal?.aborted) return hasLeft
      return isProblem(copied) ? copied : await body(copy)
    } finally {
      release()
      discardTemporary(copy)
    }
  }

  const drop = (uuid: string) => {
    const state = states.get(uuid)
    if (!state) return
    clearTimeout(state.timer)
    state.forget()
    states.delete(uuid)
    discardTemporary(state.found.path)
  }

  /** The kept state of a version as a file. */
  const unpack = async (
    { stored }: OpenProject,
    { id }: NamedVersion,
    { person, signal }: Asker,
  ): Promise<Result<string>> => {
    const path = temporary.path('.qrk', person)
    let failed: Result<never> | undefined
    async function* parts() {
      for (let n = 0; ; n += 1) {
        const part = await stored.ask('versionPart', { version: id, n })
        if (isProblem(part)) failed = part
        else if (signal?.aborted) failed = hasLeft
        if (failed || isProblem(part) || part.ok === null) return
        yield part.ok
      }
    }
    try {
      await pipeline(parts, createZstdDecompress(), createWriteStream(path))
    } catch (error) {
      if (!failed) discardTemporary(path)
      if (!failed) throw error
    }
    if (failed) discardTemporary(path)
    return failed ?? ok(path)
  }

  /** Of a backup, which itself is only read. */
  const copied = async (backup: string, { person }: Asker): Promise<Result<string>> => {
    const path = temporary.path('.qrk', person)
    await copyFile(backup, path).catch((error: unknown) => {
      discardTemporary(path)
      throw error
    })
    return ok(path)
  }

  const compute = async (project: OpenProject, moment: Moment | BackedUp, asker: Asker): Promise<Result<PastFound>> => {
    const out = temporary.path('.json', asker.person)
    const isKept = 'version' in moment && moment.version.size > 0
    const seq = 'seq' in moment ? moment.seq : moment.version.seq
    const version =
      'backup' in moment
        ? await copied(moment.path, asker)
        : isKept
          ? await unpack(project, moment.version, asker)
          : undefined
    if (version && isProblem(version)) return version
    const task: Omit<Extract<FileTask, { do: 'state' }>, 'copy'> = { do: 'state', seq, out }
    if (version) task.version = version.ok
    if ('backup' in moment) task.isWhole = true
    try {
      const found = await withCopy(project, asker, (copy) => runTask({ ...task, copy }, broken, asker.signal))
      if (isProblem(found)) discardTemporary(out)
      return isProblem(found) ? found : ok({ preview: found.ok, path: out })
    } finally {
      if (version) discardTemporary(version.ok)
    }
  }

  const state = async (project: OpenProject, moment: Moment | BackedUp, asker: Asker): Promise<Result<PastFound>> => {
    const { uuid, epoch } = project.stored
    const which = 'backup' in moment ? moment.backup : 'seq' in moment ? moment.seq : `version ${moment.version.id}`
    const key = `${epoch} ${project.head} ${which}`
    const known = states.get(uuid)
    if (known?.key === key) return ok(known.found)
    const found = await compute(project, moment, asker)
    if (isProblem(found)) return found
    drop(uuid)
    const timer = setTimeout(() => drop(uuid), keptFor)
    timer.unref()
    states.set(uuid, { key, found: found.ok, timer, forget: keptStates.keep(asker.person, () => drop(uuid)) })
    return found
  }

  /** A kept state has no sound of its own: what a project has is in its file once, however many versions it has. */
  const unpackWithSound = async (
    project: OpenProject,
    version: NamedVersion,
    asker: Asker,
  ): Promise<Result<string>> => {
    const to = await unpack(project, version, asker)
    if (isProblem(to)) return to
    const done = await withCopy(project, asker, (copy) =>
      runTask({ do: 'addSound', copy, to: to.ok }, broken, asker.signal),
    )
    if (isProblem(done)) discardTemporary(to.ok)
    return isProblem(done) ? done : to
  }

  const file = async (
    project: OpenProject,
    moment: Moment,
    asker: Asker,
    withSound = true,
  ): Promise<Result<string>> => {
    if ('version' in moment && moment.version.size > 0)
      return withSound ? unpackWithSound(project, moment.version, asker) : unpack(project, moment.version, asker)
    const seq = 'seq' in moment ? moment.seq : moment.version.seq
    const out = temporary.path('.qrk')
    const made = await withCopy(project, asker, (copy) =>
      runTask({ do: 'project', copy, seq, out, ...(!withSound && { withoutSound: true }) }, broken, asker.signal),
    )
    if (isProblem(made)) discardTemporary(out)
    return isProblem(made) ? made : ok(out)
  }

  const keep = async (project: OpenProject, version: NamedVersion, person: string): Promise<Result<undefined>> => {
    const release = project.use()
    const [whole, packed] = [await file(project, { version }, { person }, false), temporary.path('.zst', person)]
    try {
      if (isProblem(whole)) return whole
      await pipeline(createReadStream(whole.ok), createZstdCompress(), createWriteStream(packed))
      const { size } = statSync(packed)
      const versions = await project.stored.ask('versions', {})
      if (isProblem(versions)) return versions
      if (versions.ok.reduce((sum, other) => sum + other.size, size) > mostBytesOfVersions) return ok(undefined)
      if (size > bytesLeft(project.stored.uuid)) return ok(undefined)
      let n = 0
      let written = 0
      for await (const bytes of createReadStream(packed, { highWaterMark: partBytes })) {
        written += (bytes as Buffer).length
        const part = { version: version.id, n, bytes: bytes as Buffer, ...(written === size && { size }) }
        const kept = await project.stored.ask('keepPart', part)
        if (isProblem(kept)) return kept
        n += 1
      }
      return ok(undefined)
    } finally {
      if (!isProblem(whole)) discardTemporary(whole.ok)
      discardTemporary(packed)
      release()
    }
  }

  return {
    state: (project, moment, asker) => inTurn(() => state(project, moment, asker), asker.signal),
    file: (project, moment, asker) => inTurn(() => file(project, moment, asker), asker.signal),
    keep: async (project, version, person) => {
      await inTurn(() => keep(project, version, person))
    },
  }
}
