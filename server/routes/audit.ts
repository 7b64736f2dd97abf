/** The part of the audit log that is a project's: for its owner to see, and for pages to add what they write by themselves. */
import { Hono } from 'hono'
import { auditPage } from '../../src/model/audit.ts'
import { ok, problem } from '../../src/model/problems.ts'
import { fewForEach } from '../base/turns/fewForEach.ts'
import type { Audit, Host } from '../host.ts'
import type { AppEnv } from '../security/security.ts'
import { busy } from './answer.ts'
import { serveCall, withBody } from './serveCall.ts'

export function auditRoutes(host: Host, audit: Audit): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  // A page tells one after the other.
  const telling = fewForEach({ atOnce: 1, mostWaiting: 20 })

  serveCall(routes, 'GET /v1/thicket/projects/{uuid}/audit', async ({ person, path: { uuid }, query }) => {
    const access = host.access(person, uuid)
    if (access === null) return problem({ kind: 'projectNotFound', name: uuid })
    // Who has not paid owns it as before.
    if (access !== 'own' && !host.mustPay?.(person, uuid)) return problem({ kind: 'readOnly' })
    const limit = number(query.limit ?? String(auditPage.usual))
    const before = query.before === undefined ? undefined : number(query.before)
    if (limit === null || before === null) return problem({ kind: 'badRequest', detail: 'expected a whole number' })
    const most = Math.min(limit, auditPage.most)
    const entries = await audit.ofProject(uuid, most + 1, before)
    return ok({ entries: entries.slice(0, most), more: entries.length > most })
  })

  serveCall(routes, 'POST /v1/thicket/projects/{uuid}/exports', async (asked) => {
    const { context, person, path } = asked
    if (host.access(person, path.uuid) === null) return problem({ kind: 'projectNotFound', name: path.uuid })
    const leave = await telling.take(person.id, context.req.raw.signal)
    if (!leave) return problem(busy)
    return withBody(asked, ({ form, at }) => {
      audit.used('projectExported', person, path.uuid, { detail: form, ...(at !== undefined && { at }) })
      return ok({})
    }).finally(leave)
  })

  return routes
}

const number = (text: string): number | null => (/^\d{1,15}$/.test(text) ? Number(text) : null)
