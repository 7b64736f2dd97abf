/** Of several nodes: a conversation about a project that is at another one goes there, frame by frame. */
import { closeCodes } from '../../src/model/protocol.ts'
import type { Pipe, PipeEnd } from '../cluster/pipe.ts'
import type { Host, Person } from '../host.ts'
import type { QueryField } from '../reading/graphql.ts'
import type { Outlet } from '../rooms/feed.ts'

/** Where a project is. What is sent from then on to one elsewhere goes there. */
export type FindProject = (uuid: string, end: PipeEnd) => Promise<Pipe | 'here' | 'nowhere'>

/** Bytes that wait for a slow reader, of what another node sends. */
const mostPiped = 16 * 1024 * 1024

export interface PassingOn {
  /** To the node that has the project, once there is one. */
  readonly pipe: Pipe | undefined
  /** Whether the project that is to be opened is elsewhere, and the frame has gone there. */
  passOn(fields: readonly QueryField[], text: Uint8Array): Promise<boolean>
  end(): void
}

export interface PassingOnParts {
  host: Host
  person: Person
  outlet: Outlet
  find: FindProject | undefined
  /** Whether the socket has gone. */
  isOver: () => boolean
  /** The project that was open here is so no more. */
  leave: () => void
}

export function openPassingOn({ host, person, outlet, find, isOver, leave }: PassingOnParts): PassingOn {
  let pipe: Pipe | undefined

  const passOn = async (fields: readonly QueryField[], text: Uint8Array): Promise<boolean> => {
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
    else if (isOver()) found.close()
    else {
      leave()
      pipe = found
      pipe.send(text)
    }
    return true
  }

  return {
    get pipe() {
      return pipe
    },
    passOn,
    end: () => pipe?.close(),
  }
}
