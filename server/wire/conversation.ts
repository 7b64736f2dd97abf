/**
 * One socket's conversation: each request is read, done and answered by its msg_id; dbOpen comes first and joins the
 * project's feed. Specification 1 §4 "Realtime connection" and §8.
 */

import { isProblem, type Problem } from '../../src/model/problems.ts'
import { closeCodes } from '../../src/model/protocol.ts'
import { isDiskFull } from '../base/failures.ts'
import type { FewForEach } from '../base/turns/fewForEach.ts'
import type { Host, HostChange, Person } from '../host.ts'
import type { Frame } from '../reading/readFrame.ts'
import type { Outlet } from '../rooms/feed.ts'
import type { Rooms } from '../rooms/rooms.ts'
import { openAsking } from './asking.ts'
import { type Answered, failure, frameOf } from './frames.ts'
import { openJoining } from './joining.ts'
import type { LargeInTurn } from './largeInTurn.ts'
import { openListWatch } from './listWatch.ts'
import { type FindProject, openPassingOn } from './passingOn.ts'
import type { Reader } from './reader.ts'

export interface Conversation {
  /** Handles one frame; resolves when it has been answered. */
  receive(text: Uint8Array<ArrayBuffer>): Promise<void>
  /** Looks whether the person may still do what they could: tells them of another right, or puts them out. */
  review(change: HostChange): void
  end(): void
  /** Whether a request of a known person has come. */
  readonly known: boolean
}

/** What all conversations share. */
export interface ConversationParts {
  host: Host
  rooms: Rooms
  reader: Reader
  /** Whole tables are large: each person has one on its way at a time. */
  lists: FewForEach
  inTurn: LargeInTurn
  broken: (error: unknown) => void
  /** Of several nodes. */
  find?: FindProject
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
  let ended = false
  const isOver = () => ended
  const gone = Promise.withResolvers<void>()
  let token: string | undefined

  const send = (msgId: unknown, answer: Answered, left = () => {}) =>
    outlet.send(frameOf(msgId, answer, joining.joined?.access), left)
  const reply = (msgId: unknown, answer: Answered) => send(msgId, answer)

  const joining = openJoining({ host, rooms, person, outlet, reply, isOver })
  const asking = openAsking({
    host,
    person,
    outlet,
    reader,
    lists,
    inTurn,
    joining,
    reply,
    isOver,
    gone: gone.promise,
  })
  const passing = openPassingOn({ host, person, outlet, find, isOver, leave: joining.leave })
  const projects = openListWatch((left) => send(undefined, { status: 200, json_data: { changed: 'projects' } }, left))

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

  const handle = async ({ request, ask }: Frame, text: Uint8Array): Promise<void> => {
    const { msg_id } = request
    if (!(host.caughtUp ? await isTheirsNow(request.auth) : isTheirs(request.auth))) {
      reply(msg_id, failure(403, { kind: 'notSignedIn' }))
      return outlet.close(closeCodes.databaseNotOpen, 'not signed in')
    }
    if (request.presence !== undefined) return joining.place(request)
    if (request.watch !== undefined) {
      if (request.watch !== 'projects')
        return reply(msg_id, failure(400, { kind: 'badRequest', detail: 'watch: "projects"' }))
      projects.begin()
      return reply(msg_id, { status: 200, json_data: {} })
    }
    if (!joining.isIn(msg_id) || !ask) return
    if (isProblem(ask)) return reply(msg_id, failure(400, ask.problem))
    if (!('fields' in ask.ok)) return asking.submit(request, ask.ok)
    if (await passing.passOn(ask.ok.fields, text)) return
    return asking.query(request, ask.ok.fields)
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
      if (passing.pipe) return passing.pipe.send(text)
      let answer: Promise<void> | undefined
      const take = (frame: Frame | null) => {
        answer = answered(frame, text)
      }
      await reader.frame(person.id, text, isOver, take).catch(failed)
      await answer
    },
    review: ({ people, isOfSessions, project }) => {
      if (ended || (people && !people.has(person.id))) return
      if (!host.stands(person)) {
        joining.leave()
        reply(undefined, failure(403, { kind: 'notSignedIn' }))
        return outlet.close(closeCodes.databaseNotOpen, 'signed out')
      }
      if (isOfSessions) return
      projects.tell()
      if (project === undefined || project === joining.joined?.uuid) joining.review()
    },
    end: () => {
      ended = true
      gone.resolve()
      passing.end()
      joining.leave()
    },
    get known() {
      return token !== undefined
    },
  }
}
