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
