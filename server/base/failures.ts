/** What the system or SQLite says of a disk, as a problem. */
import type { Problem } from '../../src/model/problems.ts'

/** No room on the disk, or none for this user, said by SQLite or by the system itself. */
export function isDiskFull(error: unknown): boolean {
  const { errcode, code = '' } = error as { errcode?: number; code?: string }
  return (
    ['ENOSPC', 'EDQUOT'].includes(code) || (errcode !== undefined && [sqliteFull, noRoomForIndex].includes(errcode))
  )
}

const sqliteFull = 13
/** SQLITE_IOERR_SHMSIZE: the index of a log cannot be made as large as it must be. */
const noRoomForIndex = 4874

/** A database of the server's own that SQLite cannot read: the message names the file, and says what to do. */
export class DamagedFileError extends Error {}

/** Opens a database; throws DamagedFileError where what lies at `path` is none, or is damaged. `remedy`: a sentence for the operator. */
export function orDamaged<T>(path: string, remedy: string, open: () => T): T {
  try {
    return open()
  } catch (error) {
    const { errcode } = error as { errcode?: number }
    // Extended codes have more in their upper bytes.
    if (errcode === undefined || ![sqliteCorrupt, sqliteNotADatabase].includes(errcode & 0xff)) throw error
    throw new DamagedFileError(`${path} is damaged (${(error as Error).message}). ${remedy}`)
  }
}

const sqliteCorrupt = 11
const sqliteNotADatabase = 26

/** The system's words would name a path of the server: its code says as much. */
export const storageFailed = (error: unknown): Problem => {
  if (isDiskFull(error)) return { kind: 'diskFull' }
  const { syscall, code, message } = error as { syscall?: string; code?: string; message?: string }
  return { kind: 'storageFailed', detail: (syscall ? code : message) ?? String(error) }
}

/** Of a file at a place that its person has not chosen, and cannot choose otherwise: `broken` hears what only the operator can mend. */
export function ofOwnFile(found: Problem, broken: (error: unknown) => void): Problem {
  if (found.kind === 'cannotSave') return { kind: 'diskFull' }
  if (found.kind !== 'noPermission') return found
  broken(new Error(`${found.name} cannot be opened or written`))
  return { kind: 'storageFailed', detail: 'see the server’s log' }
}
