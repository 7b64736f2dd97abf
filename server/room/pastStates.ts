/**
 * What projects were: past states, computed on copies in threads of their own, one at a time, so that neither the rooms nor the machine are
 * kept busy by who looks back; and the states of named versions, which are kept in the projects' files.
 */
import { createReadStream, createWriteStream, rmSync, statSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { NamedVersion, RestorePreview } from '../../src/model/history.ts'
import { isProblem, ok, problem, type Result } from '../../src/model/problems.ts'
import { storageFailed } from '../storage/failures.ts'
import type { PastTask } from '../storage/pastTask.ts'
import { runPastTask } from '../storage/runPastTask.ts'
import { discard } from '../storage/unfinished.ts'
import type { OpenProject, Rooms } from './rooms.ts'
import { mostKept } from './versions.ts'

/** After a step, or as a version has it. */
export type Moment = { seq: number } | { version: NamedVersion }
/** The one in the file of a backup, with the number of its last step. */
export interface BackedUp {
  backup: string
  seq: number
}

export interface PastFound {
  preview: RestorePreview
  /** The file with the JSON of the state; it stays for some minutes. */
  path: string
}

export interface Pasts {
  /** What going back would do. Problems: stepForgotten, stateTooLarge, storageFailed. */
  state(project: OpenProject, moment: Moment | BackedUp): Promise<Result<PastFound>>
  /** The project of that time as a file, for the caller to delete. Problems: stepForgotten, storageFailed. */
  file(project: OpenProject, moment: Moment): Promise<Result<string>>
  /** Keeps the state of a new version in the project's file, in the background, where there is room for it. */
  keep(project: OpenProject, version: NamedVersion): Promise<void>
}

const partBytes = 1024 * 1024
const keptFor = 180_000

export function openPasts(rooms: Rooms, broken: (error: unknown) => void): Pasts {
  let last: Promise<unknown> = Promise.resolve()
  /** Of each project the state that was asked for last. */
  const states = new Map<string, { key: string; found: PastFound; timer: NodeJS.Timeout }>()

  /** One after the other; what fails is a value. */
  const inTurn = <T>(body: () => Promise<Result<T>>): Promise<Result<T>> => {
    const done = last.then(body).catch((error: unknown) => {
      broken(error)
      return problem(storageFailed(error))
    })
    last = done
    return done
  }

  /** Runs `body` with a copy of the project's file, which is deleted at the end. */
  const withCopy = async <T>(project: OpenProject, body: (copy: string) => Promise<Result<T>>): Promise<Result<T>> => {
    const copy = rooms.temporary('.qrk')
    const release = project.use()
    try {
      const copied = await project.stored.ask('copy', { path: copy })
      return isProblem(copied) ? copied : await body(copy)
    } finally {
      release()
      for (const end of ['', '-wal', '-shm', '-journal']) discard(copy + end)
    }
  }

  const drop = (uuid: string) => {
    const state = states.get(uuid)
    if (!state) return
    clearTimeout(state.timer)
    states.delete(uuid)
    rmSync(state.found.path, { force: true })
  }

  /** The kept state of a version as a file. */
  const unpack = async ({ stored }: OpenProject, { id }: NamedVersion): Promise<Result<string>> => {
    const path = rooms.temporary('.qrk')
    let failed: Result<never> | undefined
    async function* parts() {
      for (let n = 0; ; n += 1) {
        const part = await stored.ask('versionPart', { version: id, n })
        if (isProblem(part)) failed = part
        if (isProblem(part) || part.ok === null) return
        yield part.ok
      }
    }
    await pipeline(parts, createZstdDecompress(), createWriteStream(path))
    return failed ?? ok(path)
  }

  /** Of a backup, which itself is only read. */
  const copied = async (backup: string): Promise<Result<string>> => {
    const path = rooms.temporary('.qrk')
    await copyFile(backup, path)
    return ok(path)
  }

  const compute = async (project: OpenProject, moment: Moment | BackedUp): Promise<Result<PastFound>> => {
    const out = rooms.temporary('.json')
    const isKept = 'version' in moment && moment.version.size > 0
    const seq = 'seq' in moment ? moment.seq : moment.version.seq
    const version =
      'backup' in moment ? await copied(moment.backup) : isKept ? await unpack(project, moment.version) : undefined
    if (version && isProblem(version)) return version
    const task: Omit<Extract<PastTask, { do: 'state' }>, 'copy'> = { do: 'state', seq, out }
    if (version) task.version = version.ok
    if ('backup' in moment) task.isWhole = true
    const found = await withCopy(project, (copy) => runPastTask({ ...task, copy }, broken))
    if (version) rmSync(version.ok, { force: true })
    return isProblem(found) ? found : ok({ preview: found.ok, path: out })
  }

  const state = async (project: OpenProject, moment: Moment | BackedUp): Promise<Result<PastFound>> => {
    const { uuid, epoch } = project.stored
    const which = 'backup' in moment ? moment.backup : 'seq' in moment ? moment.seq : `version ${moment.version.id}`
    const key = `${epoch} ${project.head} ${which}`
    const known = states.get(uuid)
    if (known?.key === key) return ok(known.found)
    const found = await compute(project, moment)
    if (isProblem(found)) return found
    drop(uuid)
    const timer = setTimeout(() => drop(uuid), keptFor)
    timer.unref()
    states.set(uuid, { key, found: found.ok, timer })
    return found
  }

  const file = async (project: OpenProject, moment: Moment): Promise<Result<string>> => {
    if ('version' in moment && moment.version.size > 0) return unpack(project, moment.version)
    const seq = 'seq' in moment ? moment.seq : moment.version.seq
    const out = rooms.temporary('.qrk')
    const made = await withCopy(project, (copy) => runPastTask({ do: 'project', copy, seq, out }, broken))
    return isProblem(made) ? made : ok(out)
  }

  const keep = async (project: OpenProject, version: NamedVersion): Promise<Result<undefined>> => {
    const release = project.use()
    const [whole, packed] = [await file(project, { version }), rooms.temporary('.zst')]
    try {
      if (isProblem(whole)) return whole
      await pipeline(createReadStream(whole.ok), createZstdCompress(), createWriteStream(packed))
      const { size } = statSync(packed)
      const versions = await project.stored.ask('versions', {})
      if (isProblem(versions)) return versions
      if (versions.ok.reduce((sum, other) => sum + other.size, size) > mostKept) return ok(undefined)
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
      if (!isProblem(whole)) discard(whole.ok)
      discard(packed)
      release()
    }
  }

  return {
    state: (project, moment) => inTurn(() => state(project, moment)),
    file: (project, moment) => inTurn(() => file(project, moment)),
    keep: async (project, version) => {
      await inTurn(() => keep(project, version))
    },
  }
}
