/** What a conversation asks of the project that it has open: steps to be taken, lists to be read. Specification 1 §8. */
import { isProblem, type Result } from '../../src/model/problems.ts'
import { hasTaken } from '../../src/model/protocol.ts'
import type { FewForEach } from '../base/turns/fewForEach.ts'
import type { Host, Person } from '../host.ts'
import type { QueryField } from '../reading/graphql.ts'
import type { Ask, Frame } from '../reading/readFrame.ts'
import type { Outlet } from '../rooms/feed.ts'
import { type Answered, failure, fieldsFrame, frameAround, frameOf, notOpen, refusal } from './frames.ts'
import type { Joining } from './joining.ts'
import type { LargeInTurn } from './largeInTurn.ts'
import type { Reader } from './reader.ts'

type Asked = Frame['request']
type Given = Extract<Ask, { given: unknown }>

export interface Asking {
  /** Steps: resolves when they have been taken or refused. */
  submit(request: Asked, ask: Given): Promise<void>
  /** Lists, or dbOpen alone: resolves when the answer has left. */
  query(request: Asked, fields: QueryField[]): Promise<void>
}

export interface AskingParts {
  host: Host
  person: Person
  outlet: Outlet
  reader: Reader
  lists: FewForEach
  inTurn: LargeInTurn
  joining: Joining
  reply: (msgId: unknown, answer: Answered) => void
  /** Whether the socket has gone; `gone` resolves when it goes. */
  isOver: () => boolean
  gone: Promise<void>
}

export function openAsking(parts: AskingParts): Asking {
  const { host, person, outlet, reader, lists, inTurn, joining, reply, isOver, gone } = parts

  const submit = async ({ msg_id }: Asked, { given, answer: by }: Given): Promise<void> => {
    const { joined } = joining
    if (!joined) return reply(msg_id, failure(400, notOpen))
    const { project, uuid, subscriber, access, author, called = host.local?.lastAuthor() ?? '' } = joined
    const { push } = given
    if (push && push.client !== subscriber.client) return reply(msg_id, failure(400, { kind: 'socketClosed' }))
    if (push) subscriber.expect(push.n)
    const mustPay = host.mustPay?.(person, uuid) ?? false
    const sender = { client: push?.client ?? 0, access, author, called, ...(mustPay && { mustPay }) }
    project.stored.askedBy(reader.isHeavy(person.id))
    const { id, answer } = project.stored.submit({ sender, ...given })
    project.feed.await(id, (taken, after, ms) => {
      reader.spent(person.id, ms)
      const frame =
        by === 'fields'
          ? fieldsFrame(msg_id, taken, access)
          : frameOf(msg_id, { status: 200, json_data: { push: taken } }, access)
      subscriber.acknowledge(after, frame, push?.n)
    })
    const answered = await answer
    if (!isProblem(answered)) {
      if (hasTaken(answered.ok)) host.audit?.used('projectChanged', person, uuid)
      return
    }
    project.feed.forget(id)
    reply(msg_id, refusal(answered.problem))
  }

  /** The right may have gone meanwhile. */
  const submitInTurn = (request: Asked, ask: Given): Promise<void> =>
    inTurn(person.id, 'packed' in ask.given, async () => {
      if (!isOver() && joining.isIn(request.msg_id)) await submit(request, ask)
    })

  /** JSON. */
  const list = async ({ name, args, columns }: QueryField): Promise<Result<Uint8Array>> => {
    if (name === 'ping') return { ok: Buffer.from('true') }
    if (!joining.joined) return { problem: notOpen }
    const { stored } = joining.joined.project
    stored.askedBy(reader.isHeavy(person.id))
    const rows = await stored.list(name, args, columns)
    if (isProblem(rows)) return rows
    reader.spent(person.id, rows.ok.ms)
    return { ok: rows.ok.json }
  }

  /** Resolves when the answer has left. */
  const query = async ({ msg_id }: Asked, fields: QueryField[]): Promise<void> => {
    const [first] = fields
    if (first?.name === 'dbOpen' && fields.length === 1) return joining.open(msg_id, first)
    const data: [string, Uint8Array][] = []
    for (const field of fields) {
      if (field.name === 'dbOpen')
        return reply(msg_id, failure(400, { kind: 'badRequest', detail: 'dbOpen stands alone' }))
      const found = await list(field)
      if (isProblem(found)) return reply(msg_id, refusal(found.problem))
      data.push([field.key, found.ok])
    }
    const written = Promise.withResolvers<void>()
    outlet.send(frameAround(msg_id, data, joining.joined?.access), written.resolve)
    await Promise.race([written.promise, gone])
  }

  const queryInTurn = async (request: Asked, fields: QueryField[]): Promise<void> => {
    if (fields.every(({ name }) => name === 'ping' || name === 'dbOpen')) return query(request, fields)
    const leave = await lists.take(person.id)
    if (!isOver()) await query(request, fields).finally(leave ?? undefined)
    else leave?.()
  }

  return { submit: submitInTurn, query: queryInTurn }
}
