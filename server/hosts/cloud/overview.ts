import { cleanEmail } from '../../../src/model/rules/projects/email.ts'
import type { Overview } from '../../host.ts'
import type { CloudDatabase } from './database.ts'
import { listAccounts } from './listAccounts.ts'

/**
 * The language of mails to `email`, to which whoever runs the server is mailed: that of the account with it, else of the first account that may see
 * the operator's page, else English.
 */
export function operatorLanguage({ db }: CloudDatabase, email: string): string {
  const find = db.prepare(
    'SELECT language FROM accounts WHERE email = ?1 OR operator = 1 ORDER BY email = ?1 DESC, created LIMIT 1',
  )
  return String(find.get(cleanEmail(email))?.language ?? 'en')
}

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
      listAccounts(database).map(
        ({ id, email, name, created, used, projects: own, shared, factor, quota, mostProjects }) => ({
          id,
          email,
          name,
          created,
          used,
          projects: own,
          shared,
          factor,
          quota,
          mostProjects,
        }),
      ),
    projects: () => projects.all().map((row) => ({ ...row })) as unknown as ReturnType<Overview['projects']>,
    recordings: () => Number(waiting.get()?.n ?? 0),
  }
}
