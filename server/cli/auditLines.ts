/** `thicket admin audit`: the audit log of a server, with the emails and names that accounts and projects have now. */
import type { AuditEvent, AuditLine } from '../../src/model/audit.ts'
import type { AuditTable } from '../cluster/auditTable.ts'
import type { AuditFilter } from '../hosts/cloud/audit/audit.ts'
import { idsInAudit, readAudit } from '../hosts/cloud/audit/auditFile.ts'
import type { CloudDatabase } from '../hosts/cloud/database.ts'
import type { Done, Task } from './admin.ts'
import { jsonArray, printAll, say } from './output.ts'

/** A line, and what accounts and projects are called; left out: they are no more. */
type Told = AuditLine & { email?: string; otherEmail?: string; projectName?: string }

export async function audit({ guest, operator, database, settings, given: { options } }: Task): Promise<Done> {
  const log: Pick<AuditTable, 'newest' | 'ids'> = guest?.audit ?? {
    newest: async (wanted) => readAudit(settings.data, wanted),
    ids: async (of, start) => idsInAudit(settings.data, of, start),
  }
  const filter: AuditFilter = {}
  if (typeof options.since === 'string') {
    filter.since = Date.parse(options.since)
    if (Number.isNaN(filter.since)) return { wrong: '--since takes a date, as 2026-11-27 or 2026-11-27T14:00Z' }
  }
  for (const kind of ['project', 'account'] as const) {
    const written = options[kind]
    if (typeof written !== 'string') continue
    const meant = (kind === 'account' && operator.idOf(written)) || (await meantBy(written, kind, database, log))
    if (typeof meant === 'object') {
      say(`thicket: ${meant.none}`)
      return 1
    }
    filter[kind] = meant
  }
  filter.withOrigin = true
  const lines = withNames(database, await log.newest(filter))
  await printAll(options.json ? jsonArray(lines) : lines.map(textOf))
  return 0
}

/**
 * The id that begins as written: of an account or project that is here, or that the log has lines of, since of one that was deleted the id is all
 * that is left.
 */
async function meantBy(
  written: string,
  of: 'project' | 'account',
  { db }: CloudDatabase,
  log: Pick<AuditTable, 'ids'>,
): Promise<string | { none: string }> {
  const [table, column] = of === 'project' ? ['projects', 'uuid'] : ['accounts', 'id']
  const here = db
    .prepare(`SELECT ${column} AS id FROM ${table} WHERE substr(${column}, 1, length($start)) = $start LIMIT 2`)
    .all({ start: written })
  const found = new Set([...here.map(({ id }) => String(id)), ...(await log.ids(of, written))])
  if (found.has(written)) return written
  const [id, another] = found
  if (another !== undefined) return { none: `the ids of several ${of}s begin with ${written}` }
  return id ?? { none: `there is no ${of} ${written}, and the log has no line of one` }
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

/** What nobody but the server does, where it was not the operator. */
const byServer: ReadonlySet<string> = new Set<AuditEvent>(['backupMade'])

/** A deed may be about no account. */
const operatorOn = ({ email, account }: Told): string => {
  const whose = email ?? account
  return whose === null ? 'operator' : `operator on ${whose}`
}

/** Time, what, who, and what else there is, with tabs between. */
function textOf(line: Told): string {
  const who = line.email ?? line.account ?? (byServer.has(line.event) ? 'server' : '-')
  const parts = [
    new Date(line.at).toISOString(),
    line.event,
    line.operator ? operatorOn(line) : who,
    line.project !== null && `${line.projectName ?? 'not here'} (${line.project})`,
    line.other !== null && `with ${line.otherEmail ?? line.other}`,
    line.detail,
    line.address !== null && `from ${line.address}`,
  ]
  return `${parts.filter((part) => part !== null && part !== false).join('\t')}\n`
}
