/** Who shares what with whom, whose a project is and what it is called. */
import { Hono } from 'hono'
import { isProblem, ok } from '../../src/model/problems.ts'
import type { Log } from '../base/log.ts'
import type { Host, Person, Sharing } from '../host.ts'
import type { AppEnv } from '../security/security.ts'
import { mapped, serveCall, withBody } from './serveCall.ts'

export function shareRoutes(host: Host, sharing: Sharing, log: Log): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  /** What is done with a project that the person may see; else there is none. */
  const ofTheirs = async <T>(
    { person, path: { uuid } }: { person: Person; path: { uuid: string } },
    use: (person: Person, uuid: string) => T | Promise<T>,
  ) =>
    host.access(person, uuid) === null
      ? ({ problem: { kind: 'projectNotFound', name: uuid } } as const)
      : use(person, uuid)
  const told = ({ shares }: { shares: ReturnType<Sharing['shares']> }) => ({ shares })

  serveCall(routes, 'GET /web/api/v2/projects/share', ({ person }) => ok({ projects: sharing.shared(person) }))

  serveCall(routes, 'GET /web/api/v2/projects/{uuid}/share', (asked) =>
    ofTheirs(asked, (person, uuid) => ok({ shares: sharing.shares(person, uuid) })),
  )

  serveCall(routes, 'POST /web/api/v2/projects/{uuid}/share', (asked) =>
    ofTheirs(asked, (person, uuid) =>
      withBody(asked, async ({ email, access_right: right = 'read' }) => {
        const shared = await sharing.share(person, uuid, email, right)
        if (isProblem(shared)) return shared
        const { account, invited, shares, waits } = shared.ok
        log.security(waits ? 'invited' : 'share', { account: person.id, project: uuid, with: account, right, invited })
        return ok({ shares, invited })
      }),
    ),
  )

  serveCall(routes, 'DELETE /web/api/v2/projects/{uuid}/share', (asked) =>
    ofTheirs(asked, (person, uuid) => {
      const { user = '' } = asked.query
      if (user === '') return { problem: { kind: 'badRequest', detail: 'user: expected an email' } }
      const left = sharing.unshare(person, uuid, user)
      if (!isProblem(left)) {
        const event = left.ok.waited ? 'invitationWithdrawn' : 'shareRemoved'
        log.security(event, { account: person.id, project: uuid, with: left.ok.account })
      }
      return mapped(left, told)
    }),
  )

  serveCall(routes, 'PUT /web/api/v2/projects/{uuid}/owner', (asked) =>
    ofTheirs(asked, (person, uuid) =>
      withBody(asked, ({ user }) => {
        const handed = sharing.handOver(person, uuid, user)
        if (!isProblem(handed))
          log.security('projectHandedOver', { account: person.id, project: uuid, owner: handed.ok.owner })
        return mapped(handed, told)
      }),
    ),
  )

  serveCall(routes, 'PUT /web/api/v2/projects/{uuid}/name', (asked) =>
    ofTheirs(asked, (person, uuid) =>
      withBody(asked, ({ name }) =>
        mapped(sharing.rename(person, uuid, name), (kept) => ({ project_uuid: uuid, name: kept })),
      ),
    ),
  )

  return routes
}
