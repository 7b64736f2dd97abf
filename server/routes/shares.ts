/** /web/api/v2/projects/share, …/{uuid}/share, …/{uuid}/owner and …/{uuid}/name: who shares what with whom, whose it is and what it is called. The shapes are in `src/model/bridge.ts`. */
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { isProblem, type Problem, type Result } from '../../src/model/problems.ts'
import type { Log } from '../base/log.ts'
import type { Host, Sharing } from '../host.ts'
import type { AppEnv } from '../security/security.ts'
import { answer, bodyOf, failed } from './answer.ts'

const newShare = z.object({ email: z.string().max(1000), access_right: z.enum(['read', 'write']).default('read') })
const newName = z.object({ name: z.string().max(1000) })
const newOwner = z.object({ user: z.string().max(1000) })

export function shareRoutes(host: Host, sharing: Sharing, log: Log): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  /** Where the person may not see the project, there is none. */
  const notTheirs = (context: Context<AppEnv>, uuid: string): Problem | null =>
    host.access(context.get('person'), uuid) === null ? { kind: 'projectNotFound', name: uuid } : null

  /** What is asked of a project that the person may see. */
  const askedOf = async <T>(context: Context<AppEnv>, uuid: string, shape: z.ZodType<T>): Promise<Result<T>> => {
    const refused = notTheirs(context, uuid)
    return refused ? { problem: refused } : bodyOf(context, shape)
  }

  routes.get('/share', (context) => context.json({ projects: sharing.shared(context.get('person')) }))

  routes.get('/:uuid/share', (context) => {
    const uuid = context.req.param('uuid')
    const refused = notTheirs(context, uuid)
    return refused ? failed(context, refused) : context.json({ shares: sharing.shares(context.get('person'), uuid) })
  })

  routes.post('/:uuid/share', async (context) => {
    const uuid = context.req.param('uuid')
    const person = context.get('person')
    const body = await askedOf(context, uuid, newShare)
    if (isProblem(body)) return failed(context, body.problem)
    const { email, access_right: right } = body.ok
    const shared = await sharing.share(person, uuid, email, right)
    if (!isProblem(shared)) {
      const { account, invited } = shared.ok
      log.security('share', { account: person.id, project: uuid, with: account, right, invited })
    }
    return answer(context, shared, ({ shares, invited }) => ({ shares, invited }))
  })

  routes.delete('/:uuid/share', (context) => {
    const uuid = context.req.param('uuid')
    const person = context.get('person')
    const refused = notTheirs(context, uuid)
    if (refused) return failed(context, refused)
    const user = context.req.query('user') ?? ''
    if (user === '') return failed(context, { kind: 'badRequest', detail: 'user: expected an email' })
    const left = sharing.unshare(person, uuid, user)
    if (!isProblem(left)) log.security('shareRemoved', { account: person.id, project: uuid, with: left.ok.account })
    return answer(context, left, ({ shares }) => ({ shares }))
  })

  routes.put('/:uuid/owner', async (context) => {
    const uuid = context.req.param('uuid')
    const person = context.get('person')
    const body = await askedOf(context, uuid, newOwner)
    if (isProblem(body)) return failed(context, body.problem)
    const handed = sharing.handOver(person, uuid, body.ok.user)
    if (!isProblem(handed))
      log.security('projectHandedOver', { account: person.id, project: uuid, owner: handed.ok.owner })
    return answer(context, handed, ({ shares }) => ({ shares }))
  })

  routes.put('/:uuid/name', async (context) => {
    const uuid = context.req.param('uuid')
    const body = await askedOf(context, uuid, newName)
    if (isProblem(body)) return failed(context, body.problem)
    const renamed = sharing.rename(context.get('person'), uuid, body.ok.name)
    return answer(context, renamed, (name) => ({ project_uuid: uuid, name }))
  })

  return routes
}
