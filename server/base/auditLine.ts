/** What the security log says, as a line of the audit log. */
import type { AuditEvent, AuditLine } from '../../src/model/audit.ts'
import type { Fields } from './log.ts'

/** `with` and `owner` name whom it is about, `right` what they have now, `issuer` by which provider somebody came in, `at` when an operator did it. */
export function lineOf(event: AuditEvent, fields: Fields, now: number): Omit<AuditLine, 'id'> {
  const text = (...keys: string[]): string | null => {
    const found = keys.map((key) => fields[key]).find((value) => typeof value === 'string')
    return typeof found === 'string' ? found : null
  }
  return {
    at: Date.parse(text('at') ?? '') || now,
    event,
    account: text('account'),
    operator: fields.by === 'operator',
    project: text('project'),
    other: text('with', 'owner'),
    detail: text('right', 'detail', 'issuer'),
    address: text('address'),
  }
}

/** The line with texts that any database can hold: what PostgreSQL refuses (U+0000, half of a pair) would keep all lines after it waiting. */
export function writable<Line extends object>(line: Line): Line {
  const whole = (text: string) => text.toWellFormed().replaceAll('\0', '\ufffd')
  const entries = Object.entries(line).map(([name, value]) => [name, typeof value === 'string' ? whole(value) : value])
  return Object.fromEntries(entries) as Line
}
