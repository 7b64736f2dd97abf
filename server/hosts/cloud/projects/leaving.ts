/** What has to be settled before an account goes: projects that others work in are handed over first, so that nobody loses their work with somebody else's account. */
import { attempt, isProblem, problem, type Result, refuse } from '../../../../src/model/problems.ts'
import type { CloudDatabase } from '../database.ts'
import type { OwnProjects } from './ownProjects.ts'

/** The account's own projects that are shared with somebody who has an account. */
export const sharedProjectsOf = ({ db }: CloudDatabase, account: string): string[] =>
  db
    .prepare(
      'SELECT uuid FROM projects p WHERE owner = ? AND EXISTS (SELECT 1 FROM shares WHERE project = p.uuid) ORDER BY uuid',
    )
    .all(account)
    .map(({ uuid }) => String(uuid))

/** Whether an account may go. Problems: sharedProjects. */
export function mayGo(database: CloudDatabase, account: string): Result<void> {
  const count = sharedProjectsOf(database, account).length
  return count === 0 ? { ok: undefined } : problem({ kind: 'sharedProjects', count })
}

/** Makes `to` the owner of all of them, or of none. Returns which. Problems: quotaExceeded, tooManyProjects, projectNameTaken, of the new owner. */
export function handAllOver(
  database: CloudDatabase,
  own: Pick<OwnProjects, 'give'>,
  from: string,
  to: string,
): Result<string[]> {
  const dropShare = database.db.prepare('DELETE FROM shares WHERE project = ? AND account = ?')
  const keepShare = database.db.prepare(
    "INSERT OR REPLACE INTO shares (project, account, access, created) VALUES (?, ?, 'write', ?)",
  )
  return attempt(() =>
    database.transaction(() => {
      const shared = sharedProjectsOf(database, from)
      for (const uuid of shared) {
        const given = own.give(uuid, to)
        if (isProblem(given)) refuse(given.problem)
        dropShare.run(uuid, to)
        // As after any other hand-over, until the account goes.
        keepShare.run(uuid, from, Date.now())
      }
      return shared
    }),
  )
}
