/**
 * The file that a joining client loads: one for each project and head, used for later joiners too, who read the events
 * since. Files that nobody has asked for lately, or that lie too far back, are deleted. They outlive the closing of their project: a load
 * that was cut goes on where it was.
 */
import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { isProblem, type Result } from '../../src/model/problems.ts'
import type { FewKept } from '../base/turns/fewKept.ts'
import { discardTemporary, type TemporaryFiles } from '../files/temporaryFiles.ts'

export interface Snapshot {
  path: string
  epoch: string
  head: number
  size: number
  etag: string
}

/** So many events are sooner applied than a new file is written and sent. */
const mostEventsBehind = 2000
const keptFor = 120_000

/** What a snapshot is made of: the room as it stands now. */
export interface SnapshotSource {
  epoch: string
  head: number
  write(path: string): Promise<Result<{ head: number; epoch: string }>>
}

export interface Snapshots {
  /** `person`: for whom; `etag`: of the file that they have begun to read. */
  take(standing: SnapshotSource, person: string, etag?: string): Promise<Result<Snapshot>>
  drop(): void
}

/** Of one project; of all projects few are kept for each person. */
export function openSnapshots(temporary: TemporaryFiles, kept: FewKept): Snapshots {
  let current: Snapshot | undefined
  let writing: Promise<Result<Snapshot>> | undefined
  let timer: NodeJS.Timeout | undefined
  let forget = () => {}

  // Windows keeps a file that somebody reads; the folder goes at the end.
  const drop = () => {
    clearTimeout(timer)
    forget()
    if (current) discardTemporary(current.path)
    current = undefined
  }

  const make = async ({ write }: SnapshotSource, person: string): Promise<Result<Snapshot>> => {
    const path = temporary.path('.qrk', person)
    const written = await write(path)
    if (isProblem(written)) {
      discardTemporary(path)
      return written
    }
    drop()
    const made = { path, ...written.ok, size: statSync(path).size, etag: `"${randomBytes(12).toString('hex')}"` }
    current = made
    forget = kept.keep(person, drop)
    stay()
    return { ok: made }
  }

  const stay = () => {
    clearTimeout(timer)
    timer = setTimeout(drop, keptFor).unref()
  }

  return {
    take: async (standing, person, etag) => {
      // A file that was changed elsewhere meanwhile has another epoch.
      const isOf = current?.epoch === standing.epoch
      if (current && isOf && (current.etag === etag || standing.head - current.head <= mostEventsBehind)) {
        stay()
        return { ok: current }
      }
      writing ??= make(standing, person).finally(() => {
        writing = undefined
      })
      return writing
    },
    drop,
  }
}
