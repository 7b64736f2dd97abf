/**
 * The backups of projects where several nodes have them: in the database, in parts as bases are, so that each of them finds what any has made. The node
 * that has a project makes its backups, under the lease by which it had it when the copy was made: what was never acknowledged is in none.
 */
import { createReadStream } from 'node:fs'
import { keptBackups } from '../../src/model/rules/projects/keptBackups.ts'
import type { BackupNote, NotedBackup, SharedBackups } from '../files/backupFiles.ts'
import { packParts, unpackParts } from './bases.ts'
import type { Statements } from './connections.ts'

export interface BackupTable extends SharedBackups {
  /** Reads what others have changed since it was read last. */
  look(): Promise<void>
  /** The project is gone: nothing of it is kept in mind. */
  forget(uuid: string): void
}

export interface BackupTableOptions {
  sql: Statements
  /** The token of the lease by which this node has a project. */
  lease: SharedBackups['lease']
  warn: (error: unknown) => void
}

/** As PostgreSQL says it. */
type Row = Record<'project' | 'id' | 'at' | 'size' | 'reason' | 'seq' | 'hash' | 'epoch', string> & {
  chosen: string | null
}

/** s for which a change may be under way before others see it. */
const overlap = 60

export function backupTable({ sql, lease, warn }: BackupTableOptions): BackupTable {
  /** By project, the newest first. */
  const known = new Map<string, readonly BackupNote[]>()
  const none: readonly BackupNote[] = []
  /** s, by the clock of the database. */
  let seen = 0

  const list = async (uuid: string): Promise<NotedBackup[]> => {
    if (!isUuid.test(uuid)) return []
    const rows = await sql<Row[]>`SELECT * FROM backup WHERE project = ${uuid} ORDER BY at DESC`
    return rows.map(backupOf)
  }

  /** Others are to hear of it. */
  const noted = async (uuid: string): Promise<NotedBackup[]> => {
    await sql`INSERT INTO backup_change (project, at) SELECT uuid, now() FROM project WHERE uuid = ${uuid}
ON CONFLICT (project) DO UPDATE SET at = excluded.at`
    const all = await list(uuid)
    known.set(uuid, all.map(noteOf))
    return all
  }

  /** Resolves to whether it is there, and nobody takes the lease between this and the end of the transaction. */
  const put: SharedBackups['put'] = async (uuid, backup, path, token) => {
    const { id, at, size, reason, seq, hash, epoch, chosen = null } = backup
    const done = await sql
      .begin(async (one) => {
        const held = (isLast: boolean) => one<{ token: string }[]>`SELECT token FROM project WHERE uuid = ${uuid}
${isLast ? one`FOR SHARE` : one``}`
        const [found] = await held(false)
        if (!found) return 'gone'
        if (Number(found.token) !== token) return 'elsewhere'
        await one`INSERT INTO backup (project, id, at, size, reason, seq, hash, epoch, chosen)
VALUES (${uuid}, ${id}, ${at}, ${size}, ${reason}, ${seq}, ${hash}, ${epoch}, ${chosen})`
        await packParts(
          createReadStream(path, { highWaterMark: 256 * 1024 }),
          (n, part) => one`INSERT INTO backup_part (project, id, n, bytes) VALUES (${uuid}, ${id}, ${n}, ${part})`,
        )
        const [still] = await held(true)
        if (Number(still?.token) !== token) throw new Elsewhere()
        return 'kept'
      })
      .catch((error: unknown) => {
        if (error instanceof Elsewhere) return 'elsewhere' as const
        throw error
      })
    if (done === 'kept') await tidy(uuid)
    return done
  }

  /** What is not done now is when the next one is made. */
  const tidy = async (uuid: string): Promise<void> => {
    try {
      const all = await list(uuid)
      const kept = new Set(keptBackups(all))
      const ids = all.filter((backup) => !kept.has(backup)).map(({ id }) => id)
      if (ids.length > 0) await sql`DELETE FROM backup WHERE project = ${uuid} AND id IN ${sql(ids)}`
      await noted(uuid)
    } catch (error) {
      warn(error)
    }
  }

  return {
    lease,
    list,
    put,
    write: async (uuid, id, path) => {
      const [found] = await sql`SELECT 1 FROM backup WHERE project = ${uuid} AND id = ${id}`
      if (!found) return 'none'
      const parts = sql<
        { bytes: Buffer }[]
      >`SELECT bytes FROM backup_part WHERE project = ${uuid} AND id = ${id} ORDER BY n`
      try {
        await unpackParts(parts, path)
        return 'written'
      } catch (error) {
        if (isOfPacking(error)) return 'damaged'
        throw error
      }
    },
    note: async (uuid, { id, chosen = null }) => {
      await sql`UPDATE backup SET chosen = ${chosen} WHERE project = ${uuid} AND id = ${id}`
      await noted(uuid)
    },
    notes: {
      of: (uuid) => known.get(uuid) ?? none,
      remove: (uuid, { id, chosen = null }) => {
        known.set(
          uuid,
          (known.get(uuid) ?? none).filter((each) => each.id !== id),
        )
        sql`DELETE FROM backup WHERE project = ${uuid} AND id = ${id} AND chosen IS NOT DISTINCT FROM ${chosen}`
          .then(() => noted(uuid))
          .catch(warn)
      },
      // What this node changes it knows.
      changed: () => {},
    },
    look: async () => {
      const [clock] = await sql<{ now: number }[]>`SELECT extract(epoch FROM now())::float8 AS now`
      const rows = await sql<(Pick<Row, 'project'> & Partial<Row>)[]>`
SELECT c.project, b.id, b.at, b.size, b.chosen FROM backup_change c LEFT JOIN backup b ON b.project = c.project
WHERE c.at > to_timestamp(${seen - overlap}) ORDER BY b.at DESC`
      const lists = new Map<string, BackupNote[]>()
      for (const { project, id, ...note } of rows) {
        const notes = lists.get(project) ?? []
        if (id) notes.push(noteOf({ id, ...timesOf(note as Row) }))
        lists.set(project, notes)
      }
      for (const [uuid, notes] of lists) known.set(uuid, notes)
      seen = clock?.now ?? seen
    },
    forget: (uuid) => void known.delete(uuid),
  }
}

class Elsewhere extends Error {}

const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** What was packed is not what lies there: other bytes (`ZSTD_error_…`), or fewer (`Z_…`). */
const isOfPacking = (error: unknown): boolean => /^(ZSTD_error|Z)_/.test(String((error as { code?: unknown }).code))

const timesOf = ({ at, size, chosen }: Pick<Row, 'at' | 'size' | 'chosen'>) => ({
  at: Number(at),
  size: Number(size),
  ...(chosen !== null && { chosen: Number(chosen) }),
})

const noteOf = ({ id, at, size, chosen }: BackupNote): BackupNote => ({
  id,
  at,
  size,
  ...(chosen !== undefined && { chosen }),
})

const backupOf = ({ id, reason, seq, hash, epoch, ...times }: Row): NotedBackup => ({
  ...{ id, hash, epoch, seq: Number(seq), reason: reason as NotedBackup['reason'] },
  ...timesOf(times),
})
