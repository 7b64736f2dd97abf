/** Opens the project on a socket, and hears what this person may do in it. */
import type { Problem } from '../../../src/model/problems.ts'
import { type Opened, protocolVersion, type Reply } from '../../../src/model/protocol.ts'
import type { Copy } from '../copy.ts'
import type { ProjectHost } from '../host.ts'
import type { Connection } from '../sync/connection.ts'
import type { Event } from '../sync/nextConnection.ts'
import type { Tabs } from './tabs.ts'

export interface OpenEntry {
  /** Asks to open the project on a new socket. */
  enter(): Promise<void>
  /** What a reply says of the right to write, and to see. */
  noteAccess(reply: Reply): void
}

export interface EntryParts {
  host: Pick<ProjectHost, 'uuid' | 'tokens'>
  tabs: Pick<Tabs, 'state' | 'show'>
  copy: () => Copy | null
  request: Connection['request']
  tell: (event: Event) => void
  /** The server says under which name this person works here. */
  giveAuthor: (name: string) => void
}

const dbOpen = `query ($uuid: String!, $name: String, $client: Whole, $epoch: String, $since: Whole, $protocol: Whole) {
  dbOpen(uuid: $uuid, name: $name, client: $client, epoch: $epoch, since: $since, protocol: $protocol)
}`

const refusals: ReadonlyMap<number, 'denied' | 'failed'> = new Map([
  [403, 'denied'],
  [500, 'failed'],
])
/** Where the server has not said what is wrong. */
const unsaid = {
  denied: (): Problem => ({ kind: 'accessRevoked' }),
  failed: (message?: string): Problem => ({ kind: 'storageFailed', detail: message ?? '' }),
  tokenPast: (): Problem => ({ kind: 'notSignedIn' }),
  notOpen: (message?: string): Problem => ({ kind: 'cannotOpen', detail: message ?? 'none' }),
}

export function openEntry({ host, tabs, copy, request, tell, giveAuthor }: EntryParts): OpenEntry {
  const noteAccess = (reply: Reply) => {
    const found = reply.status === 403 ? reply.json_data.errors?.[0]?.problem : undefined
    if (found?.kind === 'accessRevoked') tell({ is: 'revoked', problem: found })
    else if (reply.access_privilege) tell({ is: 'access', access: reply.access_privilege })
  }

  const whyNot = (reply: Reply): Event => {
    const { problem, message } = reply.json_data.errors?.[0] ?? {}
    const isPast = host.tokens && problem?.kind === 'notSignedIn'
    const why = isPast ? 'tokenPast' : (refusals.get(reply.status) ?? 'notOpen')
    return { is: 'notEntered', why, problem: problem ?? unsaid[why](message) }
  }

  const enter = async (): Promise<void> => {
    const open = copy()
    const standing = { client: open?.client ?? 0, epoch: open?.epoch ?? '', since: open?.head ?? 0 }
    const { name } = tabs.state
    const reply = await request(dbOpen, { uuid: host.uuid, name, ...standing, protocol: protocolVersion })
    if (!reply) return
    noteAccess(reply)
    const opened = reply.json_data.data?.dbOpen as Opened | undefined
    if (opened?.status !== 'open' || refusals.has(reply.status)) return tell(whyNot(reply))
    tabs.show({ name: opened.name })
    if (opened.author !== undefined) giveAuthor(opened.author)
    tell({ is: 'entered', opened })
  }

  return { enter, noteAccess }
}
