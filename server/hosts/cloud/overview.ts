import type { Overview } from '../../host.ts'
import type { CloudDatabase } from './database.ts'
import { listAccounts } from './listAccounts.ts'

/** What the operator's page shows, as the database has it. */
export function openOverview(database: CloudDatabase): Overview {
  const { db } = database
  const isOperator = db.prepare('SELECT 1 FROM accounts WHERE id = ? AND operator = 1')
  const projects =
    db.prepare(`SELECT p.uuid AS project_uuid, p.name, a.email AS owner, p.owner AS ownerId, p.path, p.created,
(SELECT COUNT(*) FROM shares WHERE project = p.uuid) AS people, COALESCE(n.modified, p.created) AS modified
FROM projects p JOIN accounts a ON a.id = p.owner LEFT JOIN notes n ON n.uuid = p.uuid`)
  const waiting = db.prepare("SELECT COUNT(*) AS n FROM transcriptions WHERE status IN ('waiting', 'running')")
  return {
    isOpenTo: ({ id }) => isOperator.get(id) !== undefined,
    accounts: () =>
      listAccounts(database).map(({ id, email, name, created, used, projects: own, shared, factor, quota }) => ({
        id,
        email,
        name,
        created,
        used,
        projects: own,
        shared,
        factor,
        quota,
      })),
    projects: () => projects.all().map((row) => ({ ...row })) as unknown as ReturnType<Overview['projects']>,
    recordings: () => Number(waiting.get()?.n ?? 0),
  }
}
