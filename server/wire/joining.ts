/**
 * The project that a conversation has open: dbOpen joins its feed and its people, and whoever may not have it any more is put out. Specification 1 §4.
 */
import type { Access } from '../../src/model/access.ts'
import { isProblem, type Problem } from '../../src/model/problems.ts'
import { closeCodes, type Opened, protocolVersion } from '../../src/model/protocol.ts'
import type { Host, Person } from '../host.ts'
import type { QueryField } from '../reading/graphql.ts'
import { pick } from '../reading/listQueries.ts'
import type { Frame } from '../reading/readFrame.ts'
import type { Outlet, Subscriber } from '../rooms/feed.ts'
import type { OpenProject } from '../rooms/heldProject.ts'
import { lastingColour } from '../rooms/personColours.ts'
import type { Seat } from '../rooms/presence.ts'
import type { Rooms } from '../rooms/rooms.ts'
import { type Answered, failure, notOpen, notOpened } from './frames.ts'
import { readPresence } from './readPresence.ts'

export interface Joined {
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

export interface Joining {
  readonly joined: Joined | undefined
  /** dbOpen: resolves when it has been answered. */
  open(msgId: unknown, field: QueryField): Promise<void>
  /** Takes up what the person may do now; false: nothing, and they are out. */
  isIn(msgId?: unknown): boolean
  /** They say where they are. */
  place(request: Frame['request']): void
  /** Looks at the right to the project and its name again, and tells what is another now. */
  review(): void
  leave(): void
}

export interface JoiningParts {
  host: Host
  rooms: Rooms
  person: Person
  outlet: Outlet
  reply: (msgId: unknown, answer: Answered) => void
  /** Whether the socket has gone. */
  isOver: () => boolean
}

export function openJoining({ host, rooms, person, outlet, reply, isOver }: JoiningParts): Joining {
  let joined: Joined | undefined

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

  const isIn = (msgId?: unknown): boolean => {
    if (!joined) return true
    const access = host.access(person, joined.uuid)
    if (access) joined.access = access
    else putOut(msgId)
    return access !== null
  }

  const open = async (msgId: unknown, field: QueryField): Promise<void> => {
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
    if (isOver()) return
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
    if (isOver() || joined?.project !== project) return
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

  const place = (request: Frame['request']) => {
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

  const review = () => {
    if (!joined) return
    const { access, name } = joined
    if (!isIn()) return
    joined.name = host.nameOf(joined.uuid) ?? name
    const isRenamed = joined.name !== name
    if (isRenamed || joined.access !== access)
      reply(undefined, { status: 200, json_data: isRenamed ? { name: joined.name } : {} })
  }

  return {
    get joined() {
      return joined
    },
    open,
    isIn,
    place,
    review,
    leave,
  }
}
