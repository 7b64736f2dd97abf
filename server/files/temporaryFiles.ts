/**
 * Copies of projects on their way to somebody: downloads, reports, what a project was, what is being sent. They lie with what the server keeps,
 * not in the system's folder, where others may be and nobody looks; each bears in its name for whom it was made. What a server that was killed
 * has left goes when the next one starts.
 */
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { discard, machine, runs } from '../base/unfinished.ts'
import { logEnds } from './inspectFile.ts'

export interface TemporaryPlace {
  folder: string
  /** Nobody else has files there: all that lies there was left. Otherwise other servers of this person may run. */
  isAlone: boolean
}

export interface TemporaryFiles {
  /** The folder of this server's own. */
  readonly folder: string
  /** A path for a file that is soon discarded; `person`: in whose room it counts, which what is to become a project does only then. */
  path(suffix: string, person?: string): string
  readonly used: Used
  /** Takes all of them away. */
  end(): void
}

export interface Used {
  files: number
  bytes: number
}

/** Sweeps what was left. Throws what the system says where nothing can be written. */
export function openTemporaryFiles({ folder: place, isAlone }: TemporaryPlace): TemporaryFiles {
  mkdirSync(place, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(place))
    if (isAlone || isLeft(name)) rmSync(join(place, name), { recursive: true, force: true })
  const folder = realpathSync(mkdtempSync(join(place, `${machine}-${process.pid}-`)))
  return {
    folder,
    path: (suffix, person = '') => join(folder, `${mark(person)}-${randomBytes(12).toString('hex')}${suffix}`),
    get used() {
      return usedBy(folder)
    },
    end: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }),
  }
}

/** What the files in `folder`, and in folders of it, take; `person`: those made for them alone. */
export function usedBy(folder: string, person?: string): Used {
  const beginning = person === undefined ? '' : mark(person)
  const used = { files: 0, bytes: 0 }
  for (const name of namesIn(folder)) {
    if (!basename(name).startsWith(beginning)) continue
    const found = statSync(join(folder, name), { throwIfNoEntry: false })
    used.files += found?.isFile() ? 1 : 0
    used.bytes += found?.isFile() ? found.size : 0
  }
  return used
}

/** Takes one away, with what a database that was cut off leaves beside it. */
export const discardTemporary = (path: string): void => {
  for (const end of ['', ...logEnds]) discard(path + end)
}

const mark = (person: string): string => createHash('sha256').update(person).digest('hex').slice(0, 16)

function isLeft(name: string): boolean {
  const [, where, pid] = /^([0-9a-f]{8})-(\d{1,10})-/.exec(name) ?? []
  return where === machine && !runs(Number(pid))
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
  } catch {
    return []
  }
}
