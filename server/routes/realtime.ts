/**
 * /v1/thicket: the ticket and the socket, and what does not fit into its frames: large pushes, large events, snapshots.
 *
 * POST /v1/thicket/push?project={uuid}: the same body as on the socket, of a client that has the project open on one. The
 * answer comes here and, at its place among the events, on that socket.
 */
import { type Context, Hono } from 'hono'
import { pushBytes, socketBytes } from '../../src/model/limits.ts'
import { operationsOf } from '../../src/model/operations.ts'
import { isProblem, ok, problem, type Result } from '../../src/model/problems.ts'
import { hasTaken, type PushAnswer } from '../../src/model/protocol.ts'
import { fewForEach } from '../base/turns/fewForEach.ts'
import type { Host, Person } from '../host.ts'
import type { PackedPush } from '../reading/readFrame.ts'
import type { OpenProject } from '../rooms/heldProject.ts'
import type { Rooms } from '../rooms/rooms.ts'
import { type AppEnv, onlyKnown, passedFrom } from '../security/security.ts'
import type { Tickets } from '../security/tickets.ts'
import { frameOf } from '../wire/frames.ts'
import type { LargeInTurn } from '../wire/largeInTurn.ts'
import type { Reader } from '../wire/reader.ts'
import type { Sockets } from '../wire/ws.ts'
import { busy } from './answer.ts'
import { readBody } from './readBody.ts'
import { sendFile } from './sendFile.ts'
import { type CallReply, serveCall, withBody } from './serveCall.ts'

type Pushed = CallReply<'POST /v1/thicket/push'>

export interface RealtimeParts {
  host: Host
  rooms: Rooms
  tickets: Tickets
  sockets: Sockets
  reader: Reader
  inTurn: LargeInTurn
}

export function realtimeRoutes({ host, rooms, tickets, sockets, reader, inTurn }: RealtimeParts): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const turns = fewForEach({ atOnce: 2, mostWaiting: 20 })
  /** Projects that one person loads at once. */
  const loading = fewForEach({ atOnce: 4, mostWaiting: 20 })

  serveCall(routes, 'GET /v1/thicket', async ({ context, query: { ticket = '' } }) => {
    const passed = passedFrom(context)
    const person = passed?.person ?? (await tickets.take(ticket))
    if (person && !host.stands(person)) await host.caughtUp?.()
    // The session may have ended since.
    if (!person || !host.stands(person)) return problem({ kind: 'noTicket' })
    return sockets.admit(context, person, passed !== undefined)
  })

  routes.use('/v1/thicket/*', onlyKnown(host))

  serveCall(routes, 'GET /v1/thicket/ticket', async ({ person }) =>
    ok({ status: 200 as const, ticket: await tickets.issue(person) }),
  )

  // Its body is read as it comes, by who reads messages of the socket.
  serveCall(routes, 'POST /v1/thicket/push', async ({ context, person, query: { project: uuid = '' } }) => {
    if (!host.access(person, uuid)) return problem({ kind: 'projectNotFound', name: uuid })
    // Bodies are large and stand in memory whole: whoever sends several waits.
    const leave = host.local ? () => {} : await turns.take(person.id)
    if (!leave) return problem({ kind: 'tooManyTries', wait: 5 })
    return push(context, person, uuid).finally(leave)
  })

  const push = async (context: Context<AppEnv>, person: Person, uuid: string): Promise<Pushed> => {
    const bytes = await readBody(context, pushBytes)
    if (isProblem(bytes)) return bytes
    const read = await reader.body(person.id, bytes.ok)
    return inTurn(person.id, true, () => submit(person, uuid, read))
  }

  const submit = async (person: Person, uuid: string, read: Result<PackedPush>): Promise<Pushed> => {
    const found = await rooms.open(uuid)
    // All that took its time: the right may have gone meanwhile.
    const access = host.stands(person) ? host.access(person, uuid) : null
    if (!access) return problem({ kind: 'projectNotFound', name: uuid })
    if (isProblem(found)) return found
    if (isProblem(read)) return read
    const project = found.ok
    const { client = 0 } = read.ok.push ?? {}
    // Its socket may be gone since: over the next one the same push is good.
    if (!project.feed.clientsOf(person.id).includes(client)) return problem({ kind: 'socketClosed' })
    const release = project.use()
    const sender = {
      client,
      access,
      author: project.authorOf(person),
      called: host.local?.lastAuthor() ?? '',
      ...(host.mustPay?.(person, uuid) && { mustPay: true }),
    }
    await host.namesKept().catch((error: unknown) => {
      release()
      throw error
    })
    project.stored.askedBy(reader.isHeavy(person.id))
    const { id, answer } = project.stored.submit({ sender, ...read.ok })
    project.feed.await(id, (taken, after, ms) => {
      reader.spent(person.id, ms)
      onSocket(project, client, taken, after)
    })
    const result = await answer
    release()
    if (!isProblem(result) && hasTaken(result.ok)) host.audit?.used('projectChanged', person, uuid)
    if (!isProblem(result))
      return ok({ status: 200 as const, access_privilege: access, json_data: { push: result.ok } })
    project.feed.forget(id)
    return result
  }

  serveCall(routes, 'PUT /v1/thicket/projects/{uuid}/protection', (asked) =>
    withBody(asked, async ({ from, ___db_hash: value }) => {
      const { person } = asked
      const { uuid } = asked.path
      const access = host.access(person, uuid)
      if (access === null) return problem({ kind: 'projectNotFound', name: uuid })
      if (access !== 'own') return problem({ kind: host.mustPay?.(person, uuid) ? 'paymentRequired' : 'readOnly' })
      const found = await rooms.open(uuid)
      if (isProblem(found)) return found
      const project = found.ok
      const release = project.use()
      try {
        await host.prepare?.(person, uuid)
        await host.namesKept()
        const called = host.local?.lastAuthor() ?? ''
        const sender = { client: 0, access, author: project.authorOf(person), called, rewraps: from }
        const key = '___db_hash'
        const operations = operationsOf([{ op: 'insert', table: 'preferences', id: key, row: { key, value } }])
        const step = { operations, versions: {}, act: { key: 'undo.changePassword' } }
        const answer = await project.stored.submit({ sender, push: null, steps: [step], hash: '' }).answer
        if (isProblem(answer)) return answer
        const [taken] = answer.ok.steps
        if (taken && 'problem' in taken) return taken
        return ok({})
      } finally {
        release()
      }
    }),
  )

  const onSocket = (project: OpenProject, client: number, taken: PushAnswer, after: number) => {
    const subscriber = project.feed.find(client)
    subscriber?.expect(taken.n)
    subscriber?.acknowledge(after, frameOf(undefined, { status: 200, json_data: { push: taken } }, undefined), taken.n)
  }

  serveCall(routes, 'GET /v1/thicket/projects/{uuid}/events', async ({ context, person, path: { uuid }, query }) => {
    if (host.access(person, uuid) === null) return problem({ kind: 'projectNotFound', name: uuid })
    const since = Number(query.since ?? '0')
    if (!Number.isSafeInteger(since) || since < 0)
      return problem({ kind: 'badRequest', detail: 'since: expected a whole number' })
    const found = await rooms.open(uuid)
    if (isProblem(found)) return found
    const { stored } = found.ok
    const events = await stored.events(since, 4 * socketBytes)
    if (isProblem(events)) return events
    host.audit?.used('projectOpened', person, uuid)
    const body = `{"epoch":${JSON.stringify(stored.epoch)},"head":${found.ok.head},"events":[${events.ok.map(({ json }) => json).join(',')}]}`
    return context.body(body, 200, { 'Content-Type': 'application/json' })
  })

  const snapshotOf = (project: OpenProject, person: string, etag: string | undefined) => {
    const release = project.use()
    return project.snapshot(person, etag).finally(release)
  }

  serveCall(routes, 'GET /v1/thicket/projects/{uuid}/snapshot', async ({ context, person, path: { uuid } }) => {
    if (host.access(person, uuid) === null) return problem({ kind: 'projectNotFound', name: uuid })
    const leave = host.local ? () => {} : await loading.take(person.id, context.req.raw.signal)
    if (!leave) return problem(busy)
    const found = await rooms.open(uuid)
    const snapshot = isProblem(found) ? found : await snapshotOf(found.ok, person.id, context.req.header('if-range'))
    if (isProblem(snapshot)) leave()
    if (isProblem(snapshot)) return snapshot
    host.audit?.used('projectOpened', person, uuid)
    const { path, etag, epoch, head } = snapshot.ok
    const headers = { 'Thicket-Epoch': epoch, 'Thicket-Head': String(head) }
    return sendFile(context, path, { type: 'application/vnd.sqlite3', etag, headers, over: leave })
  })

  return routes
}
