/**
 * The file that a joining client loads: one for each project and head, used for later joiners too, who read the events
 * since. Files that nobody has asked for lately, or that lie too far back, are deleted. They outlive the closing of their project: a load
 * that was cut goes on where it was.
 */
import { randomBytes } from 'node:crypto'
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isProblem, type Result } from '../../src/model/problems.ts'

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
export interface Standing {
  epoch: string
  head: number
  write(path: string): Promise<Result<{ head: number; epoch: string }>>
}

export interface Snapshots {
  /** `etag`: of the file that the caller has begun to read. */
  take(standing: Standing, etag?: string): Promise<Result<Snapshot>>
  drop(): void
}

/** Of one project. */
export function openSnapshots(folder: string): Snapshots {
  let current: Snapshot | undefined
  let writing: Promise<Result<Snapshot>> | undefined
  let timer: NodeJS.Timeout | undefined

  const drop = () => {
    clearTimeout(timer)
    const { path } = current ?? {}
    current = undefined
    try {
      if (path) rmSync(path, { force: true })
    } catch {
      // Windows keeps a file that somebody reads; the folder goes at the end.
    }
  }

  const make = async ({ write }: Standing): Promise<Result<Snapshot>> => {
    const name = randomBytes(12).toString('hex')
    const path = join(folder, `${name}.qrk`)
    const written = await write(path)
    if (isProblem(written)) return written
    drop()
    current = { path, ...written.ok, size: statSync(path).size, etag: `"${name}"` }
    return { ok: current }
  }

  return {
    take: async (standing, etag) => {
      clearTimeout(timer)
      timer = setTimeout(drop, keptFor)
      timer.unref()
      // A file that was changed elsewhere meanwhile has another epoch.
      const isOf = current?.epoch === standing.epoch
      if (current && isOf && (current.etag === etag || standing.head - current.head <= mostEventsBehind))
        return { ok: current }
      writing ??= make(standing).finally(() => {
        writing = undefined
      })
      return writing
    },
    drop,
  }
}
