/**
 * Calls about one project, which is held open until they are answered. Who may not do what is asked is refused, and a stranger finds no project. Work on copies of
 * it costs much, so each person has a few at a time.
 */
import { mayWrite } from '../../src/model/access.ts'
import type { CallName } from '../../src/model/contract/calls.ts'
import { isProblem, problem, type Result } from '../../src/model/problems.ts'
import { type Asker, askerOf } from '../base/turns/asker.ts'
import { fewForEach } from '../base/turns/fewForEach.ts'
import type { Host } from '../host.ts'
import type { OpenProject } from '../rooms/heldProject.ts'
import type { Rooms } from '../rooms/rooms.ts'
import { busy, statusOf } from './answer.ts'
import type { AskedCall } from './serveCall.ts'

/** What of the person's right the call needs. */
type Need = 'read' | 'write' | 'own'
/** What is asked of one project, by whom. */
type OfProject = Pick<AskedCall<CallName>, 'context' | 'person'> & { path: { uuid: string } }
type Answered<T> = Result<T> | Response
type Use<T> = (project: OpenProject) => Promise<Answered<T>>
/** `keepTurn`: the turn does not end with the answer, but when what comes back is called. */
type Work<T> = (project: OpenProject, keepTurn: () => () => void) => Promise<Answered<T>>

export interface OfProjectCalls {
  /** Does `use` with the project of the path, held open; a stranger finds none. */
  withProject<T>(asked: OfProject, need: Need, use: Use<T>): Promise<Answered<T>>
  /** The same for work on copies of it, whose turn it is. */
  withWork<T>(asked: OfProject, need: Need, use: Work<T>): Promise<Answered<T>>
}

/** What one person may have in the works at once of what is done to copies of projects. */
const works = { atOnce: 2, mostWaiting: 4 } as const

/** Whose work it is, and what ends it. */
export const askerOfCall = ({ person, context }: OfProject): Asker => askerOf(person, context.req.raw)

export function ofProjectCalls(host: Host, rooms: Rooms): OfProjectCalls {
  const turns = fewForEach(works)

  const withProject = async <T>(
    { person, path: { uuid } }: OfProject,
    need: Need,
    use: Use<T>,
  ): Promise<Answered<T>> => {
    const none = problem({ kind: 'projectNotFound', name: uuid })
    const access = host.access(person, uuid)
    if (access === null) return none
    if ((need === 'own' && access !== 'own') || (need === 'write' && !mayWrite(access)))
      return problem({ kind: host.mustPay?.(person, uuid) ? 'paymentRequired' : 'readOnly' })
    const found = await rooms.open(uuid)
    if (isProblem(found)) return found
    const release = found.ok.use()
    const isGone = () => host.access(person, uuid) === null
    try {
      const reply = await use(found.ok)
      // What fails because the project was deleted meanwhile is no failure of ours.
      const hasFailed = !(reply instanceof Response) && isProblem(reply) && statusOf(reply.problem) >= 500
      if (reply instanceof Response || !isProblem(reply)) host.audit?.used('projectOpened', person, uuid)
      return hasFailed && isGone() ? none : reply
    } catch (error) {
      if (!isGone()) throw error
      return none
    } finally {
      release()
    }
  }

  const withWork = <T>(asked: OfProject, need: Need, use: Work<T>): Promise<Answered<T>> =>
    withProject(asked, need, async (project): Promise<Answered<T>> => {
      const { person, signal } = askerOfCall(asked)
      const leave = await turns.take(person, signal)
      if (!leave) return problem(busy)
      let isKept = false
      const keepTurn = () => {
        isKept = true
        return leave
      }
      try {
        return await use(project, keepTurn)
      } finally {
        if (!isKept) leave()
      }
    })

  return { withProject, withWork }
}
