/** `thicket admin audit`: the audit log of a server, with the emails and names that accounts and projects have now. */
import type { AuditLine } from '../../src/model/audit.ts'
import { type AuditFilter, readAudit } from '../hosts/cloud/audit/audit.ts'
import type { CloudDatabase } from '../hosts/cloud/database.ts'
import type { Done, Task } from './admin.ts'
import { jsonArray, printAll, say } from './output.ts'

/** A line, and what accounts and projects are called; left out: they are no more. */
type Told = AuditLine & { email?: string; otherEmail?: string; projectName?: string }

export async function audit({ guest, operator, database, settings, given: { options } }: Task): Promise<Done> {
  if (guest) {
    say('thicket: several nodes keep no audit log yet')
    return 1
  }
  const filter: AuditFilter = {}
  if (typeof options.project === 'string') filter.project = options.project
  if (typeof options.since === 'string') {
    filter.since = Date.parse(options.since)
    if (Number.isNaN(filter.since)) return { wrong: '--since takes a date, as 2026-11-27 or 2026-11-27T14:00Z' }
  }
  if (typeof options.account === 'string') {
    // Of an account that was deleted the id is all that is left.
    filter.account = operator.idOf(options.account) ?? options.account
  }
  const lines = withNames(database, readAudit(settings.data, filter))
  await printAll(options.json ? jsonArray(lines) : lines.map(textOf))
  return 0
}

function withNames({ db }: CloudDatabase, lines: readonly AuditLine[]): Told[] {
  const emailOf = db.prepare('SELECT email FROM accounts WHERE id = ?')
  const nameOf = db.prepare('SELECT name FROM projects WHERE uuid = ?')
  return lines.map((line) => {
    const email = line.account === null ? undefined : emailOf.get(line.account)?.email
    const otherEmail = line.other === null ? undefined : emailOf.get(line.other)?.email
    const projectName = line.project === null ? undefined : nameOf.get(line.project)?.name
    return {
      ...line,
      ...(email !== undefined && { email: String(email) }),
      ...(otherEmail !== undefined && { otherEmail: String(otherEmail) }),
      ...(projectName !== undefined && { projectName: String(projectName) }),
    }
  })
}

/** Time, what, who, and what else there is, with tabs between. */
function textOf(line: Told): string {
  const who = line.email ?? line.account ?? '-'
  const parts = [
    new Date(line.at).toISOString(),
    line.event,
    line.operator ? `operator on ${who}` : who,
    line.project !== null && `${line.projectName ?? 'deleted'} (${line.project})`,
    line.other !== null && `with ${line.otherEmail ?? line.other}`,
    line.detail,
    line.address !== null && `from ${line.address}`,
  ]
  return `${parts.filter((part) => part !== null && part !== false).join('\t')}\n`
}
