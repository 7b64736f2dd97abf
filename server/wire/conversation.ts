/**
 * One socket's conversation: each request is read, done and answered by its msg_id; dbOpen comes first and joins the
 * project's feed. Specification 1 §4 "Realtime connection" and §8.
 */

import type { Access } from '../../src/model/access.ts'
import { isProblem, type Problem, type Result } from '../../src/model/problems.ts'
import {
  closeCodes,
  hasTaken,
  type Opened,
  type PushAnswer,
  protocolVersion,
  type Reply,
} from '../../src/model/protocol.ts'
import { isDiskFull } from '../base/failures.ts'
import { problemLine } from '../base/problemLine.ts'
import type { FewForEach } from '../base/turns/fewForEach.ts'
import type { Pipe, PipeEnd } from '../cluster/pipe.ts'
import type { Host, HostChange, Person } from '../host.ts'
import type { QueryField } from '../reading/graphql.ts'
import { pick } from '../reading/listQueries.ts'
import type { Ask, Frame } from '../reading/readFrame.ts'
import type { Outlet, Subscriber } from '../rooms/feed.ts'
import type { OpenProject } from '../rooms/heldProject.ts'
import { lastingColour } from '../rooms/personColours.ts'
import type { Seat } from '../rooms/presence.ts'
import type { Rooms } from '../rooms/rooms.ts'
import type { LargeInTurn } from './largeInTurn.ts'
import type { Reader } from './reader.ts'
import { readPresence } from './readPresence.ts'

export interface Conversation {
  /** Handles one frame; resolves when it has been answered. */
  receive(text: Uint8Array<ArrayBuffer>): Promise<void>
  /** Looks whether the person may still do what they could: tells them of another right, or puts them out. */
  review(change: HostChange): void
  end(): void
  /** Whether a request of a known person has come. */
  readonly known: boolean
}

interface Joined {
  project: OpenProject
  uuid: string
  access: Access
  author: string | null
  /** What the page was told that the project is called. */
  name: string
  /** Where any name is taken: what the page says who it is. */
  called?: string
  subscriber: Subscriber
  seat: Seat
  release: () => void
}

type Answered = Pick<Reply, 'status' | 'json_data'>
type Asked = Frame['request']

/** What all conversations share. */
export interface ConversationParts {
  host: Host
  rooms: Rooms
  reader: Reader
  /** Whole tables are large: each person has one on its way at a time. */
  lists: FewForEach
  inTurn: LargeInTurn
  broken: (error: unknown) => void
  /** Of several nodes: where a project is. What is sent from then on to one elsewhere goes there. */
  find?: (uuid: string, end: PipeEnd) => Promise<Pipe | 'here' | 'nowhere'>
}

/**
 * `person` is whom the ticket was for; every request bears a token of theirs again. One that has been good on this socket stays so as
 * long as the session: it is renewed elsewhere, and what is on its way meanwhile bears the old one.
 */
export function openConversation(
  { host, rooms, reader, lists, inTurn, broken, find }: ConversationParts,
  person: Person,
  outlet: Outlet,
): Conversation {
  let joined: Joined | undefined
  let ended = false
  const gone = Promise.withResolvers<void>()
  let token: string | undefined
  /** To the node that has the project. */
  let pipe: Pipe | undefined
  /** Whether they hear of changes of their lists; `waiting`: of one that is on its way, `again`: and of another after it. */
  let watch: 'no' | 'yes' | 'waiting' | 'again' = 'no'

  const isTheirs = (auth: unknown): boolean => {
    if (typeof auth !== 'string') return false
    if (auth !== token && host.authenticate(auth)?.id === person.id) token = auth
    return auth === token && host.stands(person)
  }

  /** One that is not known here may have come to be a moment ago at another node. */
  const isTheirsNow = async (auth: unknown): Promise<boolean> => {
    if (isTheirs(auth)) return true
    await host.caughtUp?.()
    return host.caughtUp !== undefined && isTheirs(auth)
  }

  const reply = (msgId: unknown, answer: Answered) => outlet.send(frameOf(msgId, answer, joined?.access), () => {})

  /** One on its way at a time: whoever reads slowly hears of all that came meanwhile by one more. */
  const tell = () => {
    if (watch === 'no') return
    if (watch !== 'yes') {
      watch = 'again'
      return
    }
    watch = 'waiting'
    outlet.send(frameOf(undefined, { status: 200, json_data: { changed: 'projects' } }, joined?.access), () => {
      const isMore = watch === 'again'
      watch = 'yes'
      if (isMore) tell()
    })
  }

  const leave = () => {
    joined?.seat.leave()
    joined?.subscriber.leave()
    joined?.release()
    joined = undefined
  }

  /** What came before is theirs; nothing that comes after. */
  const putOut = (msgId?: unknown) => {
    if (host.local) {
      // It is not on the list any more: whoever asks again hears why, and keeps what they have.
      leave()
      return outlet.close(closeCodes.restart, 'not listed')
    }
    // Who does not have it open may be a stranger, and is not told whether there is such a project, or was.
    const known = joined && { deleted: host.pathOf(joined.uuid) === null }
    leave()
    reply(msgId, failure(403, { kind: 'accessRevoked', ...known }))
    outlet.close(closeCodes.reset, 'access revoked')
  }

  /** Takes up what the person may do now; false: nothing, and they are out. */
  const isIn = (msgId?: unknown): boolean => {
    if (!joined) return true
    const access = host.access(person, joined.uuid)
    if (access) joined.access = access
    else putOut(msgId)
    return access !== null
  }

  const dbOpen = async (msgId: unknown, field: QueryField): Promise<void> => {
    const {
      uuid,
      client = 0,
      epoch = '',
      since = 0,
      protocol = protocolVersion,
    } = field.args as {
      uuid: string
      client?: number
      epoch?: string
      since?: number
      protocol?: number
    }
    const closed = (found: Problem) => reply(msgId, notOpened(field, found))
    if (protocol !== protocolVersion && protocol !== protocolVersion - 1) return closed({ kind: 'pageTooOld' })
    // A stranger is not told whether there is such a project.
    if (host.local && host.pathOf(uuid) === null) return closed({ kind: 'projectNotFound', name: uuid })
    if (!host.access(person, uuid)) return putOut(msgId)
    const opened = await rooms.open(uuid)
    if (ended) return
    // On one's own machine nothing is taken from anybody: another project may lie in its place now.
    if (host.local && isProblem(opened)) return closed(opened.problem)
    const access = host.access(person, uuid)
    if (!access) return putOut(msgId)
    if (isProblem(opened)) return closed(opened.problem)
    if (joined && joined.project !== opened.ok) leave()
    joined ??= {
      project: opened.ok,
      uuid,
      access,
      author: opened.ok.authorOf(person),
      name: '',
      subscriber: opened.ok.feed.subscribe(outlet, person.id),
      seat: opened.ok.presence.sit(outlet),
      release: opened.ok.use(),
    }
    const { project, subscriber } = joined
    const [standing] = await Promise.all([
      project.stored.openClient(client, epoch, since, joined.author === null ? undefined : person.id),
      host.namesKept(),
    ])
    if (isProblem(standing)) return closed(standing.problem)
    if (ended || joined?.project !== project) return
    joined.name = host.nameOf(uuid) ?? ''
    host.audit?.used('projectOpened', person, uuid)
    const answer: Opened = {
      status: 'open',
      ...standing.ok,
      name: joined.name,
      ...(joined.author !== null && { author: joined.author }),
      protocol,
    }
    reply(msgId, { status: 200, json_data: { data: { [field.key]: pick({ ...answer }, field.columns) } } })
    subscriber.start(standing.ok.client, standing.ok.snapshot ? standing.ok.head : since)
  }

  const submit = async ({ msg_id }: Asked, { given, answer: by }: Extract<Ask, { given: unknown }>): Promise<void> => {
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
    reply(msg_id, failure(statusOf(answered.problem), answered.problem))
  }

  /** The right may have gone meanwhile. */
  const submitInTurn = (request: Asked, ask: Extract<Ask, { given: unknown }>): Promise<void> =>
    inTurn(person.id, 'packed' in ask.given, async () => {
      if (!ended && isIn(request.msg_id)) await submit(request, ask)
    })

  const place = async (request: Asked): Promise<void> => {
    if (!joined) return reply(request.msg_id, failure(400, notOpen))
    const read = readPresence(request.presence)
    if (!read)
      return reply(request.msg_id, failure(400, { kind: 'badRequest', detail: 'presence: { author?, place }' }))
    const { access, uuid } = joined
    const author = joined.author ?? read.author ?? ''
    if (author !== '') joined.called = author
    const lasting = joined.author === null ? author : person.id
    const colour = () => lastingColour(lasting, host.people(uuid))
    const who = joined.seat.place(read.place, { key: `${person.id} ${author}`, author, access, colour })
    reply(request.msg_id, { status: 200, json_data: { data: { who } } })
  }

  /** JSON. */
  const list = async ({ name, args, columns }: QueryField): Promise<Result<Uint8Array>> => {
    if (name === 'ping') return { ok: Buffer.from('true') }
    if (!joined) return { problem: notOpen }
    const { stored } = joined.project
    stored.askedBy(reader.isHeavy(person.id))
    const rows = await stored.list(name, args, columns)
    if (isProblem(rows)) return rows
    reader.spent(person.id, rows.ok.ms)
    return { ok: rows.ok.json }
  }

  /** Resolves when the answer has left. */
  const query = async ({ msg_id }: Asked, fields: QueryField[]): Promise<void> => {
    const [first] = fields
    if (first?.name === 'dbOpen' && fields.length === 1) return dbOpen(msg_id, first)
    const data: [string, Uint8Array][] = []
    for (const field of fields) {
      if (field.name === 'dbOpen')
        return reply(msg_id, failure(400, { kind: 'badRequest', detail: 'dbOpen stands alone' }))
      const found = await list(field)
      if (isProblem(found)) return reply(msg_id, failure(statusOf(found.problem), found.problem))
      data.push([field.key, found.ok])
    }
    const written = Promise.withResolvers<void>()
    outlet.send(frameAround(msg_id, data, joined?.access), written.resolve)
    await Promise.race([written.promise, gone.promise])
  }

  const queryInTurn = async (request: Asked, fields: QueryField[]): Promise<void> => {
    if (fields.every(({ name }) => name === 'ping' || name === 'dbOpen')) return query(request, fields)
    const leave = await lists.take(person.id)
    if (!ended) await query(request, fields).finally(leave ?? undefined)
    else leave?.()
  }

  /** Whether the project that is to be opened is elsewhere, and the frame has gone there. */
  const passOn = async (fields: QueryField[], text: Uint8Array): Promise<boolean> => {
    const [first] = fields
    if (!find || first?.name !== 'dbOpen') return false
    const { uuid } = first.args as { uuid: string }
    if (!host.access(person, uuid)) await host.caughtUp?.()
    if (!host.access(person, uuid)) return false
    const found = await find(uuid, {
      frame: (data) => {
        if (outlet.buffered() > mostPiped) outlet.close(closeCodes.slow, 'too slow')
        else outlet.send(data, () => {})
      },
      closed: (code, reason) => outlet.close(code, reason),
    })
    if (found === 'here') {
      await host.prepare?.(person, uuid)
      return false
    }
    if (found === 'nowhere') outlet.close(closeCodes.restart, 'the project is moving')
    else if (ended) found.close()
    else {
      leave()
      pipe = found
      pipe.send(text)
    }
    return true
  }

  const handle = async ({ request, ask }: Frame, text: Uint8Array): Promise<void> => {
    const { msg_id } = request
    if (!(host.caughtUp ? await isTheirsNow(request.auth) : isTheirs(request.auth))) {
      reply(msg_id, failure(403, { kind: 'notSignedIn' }))
      return outlet.close(closeCodes.databaseNotOpen, 'not signed in')
    }
    if (request.presence !== undefined) return place(request)
    if (request.watch !== undefined) {
      if (request.watch !== 'projects')
        return reply(msg_id, failure(400, { kind: 'badRequest', detail: 'watch: "projects"' }))
      if (watch === 'no') watch = 'yes'
      return reply(msg_id, { status: 200, json_data: {} })
    }
    if (!isIn(msg_id) || !ask) return
    if (isProblem(ask)) return reply(msg_id, failure(400, ask.problem))
    if (!('fields' in ask.ok)) return submitInTurn(request, ask.ok)
    if (find && (await passOn(ask.ok.fields, text))) return
    return queryInTurn(request, ask.ok.fields)
  }

  /** What is left of a frame once it has been read. */
  const answered = async (frame: Frame | null, text: Uint8Array): Promise<void> => {
    if (!frame) return reply(undefined, failure(400, { kind: 'badRequest', detail: 'expected JSON with a msg_id' }))
    await handle(frame, text).catch((error: unknown) => failed(error, frame.request.msg_id))
  }

  const failed = (error: unknown, msgId?: string) => {
    broken(error)
    const found: Problem = isDiskFull(error)
      ? { kind: 'diskFull' }
      : { kind: 'storageFailed', detail: 'see the server’s log' }
    reply(msgId, failure(500, found))
  }

  return {
    receive: async (text) => {
      if (pipe) return pipe.send(text)
      let answer: Promise<void> | undefined
      await reader
        .frame(
          person.id,
          text,
          () => ended,
          (frame) => {
            answer = answered(frame, text)
          },
        )
        .catch(failed)
      await answer
    },
    review: (change) => {
      if (ended || (change.people && !change.people.has(person.id))) return
      if (!host.stands(person)) {
        leave()
        reply(undefined, failure(403, { kind: 'notSignedIn' }))
        return outlet.close(closeCodes.databaseNotOpen, 'signed out')
      }
      if (change.isOfSessions) return
      tell()
      if (!joined || (change.project !== undefined && change.project !== joined.uuid)) return
      const { access, name } = joined
      if (!isIn()) return
      joined.name = host.nameOf(joined.uuid) ?? name
      const isRenamed = joined.name !== name
      if (isRenamed || joined.access !== access)
        reply(undefined, { status: 200, json_data: isRenamed ? { name: joined.name } : {} })
    },
    end: () => {
      ended = true
      gone.resolve()
      pipe?.close()
      leave()
    },
    get known() {
      return token !== undefined
    },
  }
}

/** Bytes that wait for a slow reader, of what another node sends. */
const mostPiped = 16 * 1024 * 1024

const notOpen: Problem = { kind: 'badRequest', detail: 'dbOpen comes first' }

const isOurTrouble = ({ kind }: Problem): boolean => kind === 'storageFailed' || kind === 'diskFull'

const isNotTheirs = ({ kind }: Problem): boolean =>
  kind === 'accessRevoked' || kind === 'readOnly' || kind === 'foreignAuthor'

/** What the room could not do may work later; what it was asked wrongly never will. */
const statusOf = (found: Problem): number => (isOurTrouble(found) ? 500 : isNotTheirs(found) ? 403 : 400)

/** The specification's own words. */
const messages: Partial<Record<Problem['kind'], string>> = {
  accessRevoked: 'Access revoked',
  cannotOpen: "Couldn't open DB",
  storageFailed: 'There was an error on our end while opening your project, trying again.',
}

export function failure(status: number, found: Problem): Answered {
  const message = messages[found.kind] ?? ('detail' in found ? found.detail : problemLine(found))
  return { status, json_data: { errors: [{ message, problem: found }] } }
}

function notOpened(field: QueryField, found: Problem): Answered {
  if (isOurTrouble(found)) return failure(500, found)
  const opened: Partial<Opened> = { status: 'closed', protocol: protocolVersion }
  return {
    status: 200,
    json_data: { data: { [field.key]: opened }, errors: [{ message: "Couldn't open DB", problem: found }] },
  }
}

export function frameOf(msgId: unknown, { status, json_data }: Answered, access: Access | undefined): string {
  const named = typeof msgId === 'string' ? { msg_id: msgId } : {}
  return JSON.stringify({ ...named, status, ...(access && { access_privilege: access }), json_data } satisfies Reply)
}

/** The same around values that are JSON already. */
function frameAround(msgId: string, data: readonly [string, Uint8Array][], access: Access | undefined): Buffer {
  const [before, after] = around(msgId, access)
  const fields = data.flatMap(([key, json], i) => [Buffer.from(`${i > 0 ? ',' : ''}${JSON.stringify(key)}:`), json])
  return Buffer.concat([Buffer.from(`${before}{`), ...fields, Buffer.from(`}${after}`)])
}

/** The answer to a program's mutation: what its fields have come to, or what kept the step from being taken. */
function fieldsFrame(msgId: string, { steps: [answer] }: PushAnswer, access: Access): string {
  if (answer && 'seq' in answer) {
    const [before, after] = around(msgId, access)
    return `${before}${answer.data ?? '{}'}${after}`
  }
  const found: Problem = answer && 'problem' in answer ? answer.problem : { kind: 'badRequest', detail: 'stale' }
  return frameOf(msgId, failure(statusOf(found), found), access)
}

/** What stands before and behind the data of a frame. */
function around(msgId: string, access: Access | undefined): [string, string] {
  const empty = frameOf(msgId, { status: 200, json_data: { data: {} } }, access)
  const at = empty.lastIndexOf('{}')
  return [empty.slice(0, at), empty.slice(at + 2)]
}
