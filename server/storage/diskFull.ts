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

/** Of a file at a place that its person has not chosen, and cannot choose otherwise. */
export const ofOwnFile = (found: Problem): Problem => (found.kind === 'cannotSave' ? { kind: 'diskFull' } : found)
