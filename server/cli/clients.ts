/**
 * Copies of a project beside its room, in one process and without a network: what a copy sends takes the same way as on the
 * wire (a frozen body, parsed, checked, numbered), and what the room sends arrives in its order.
 *
 * A copy is opened when first used, from the project as the room has it then. Nothing is sent before `deliver`.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isProblem, type Problem, type Result } from '../../src/model/problems.ts'
import type { Event, FrozenPush, PushAnswer } from '../../src/model/protocol.ts'
import { openNode } from '../../wasm/database/boot/node.ts'
import { type Copy, openCopy } from '../../workers/project/copy.ts'
import type { ProjectFile } from '../files/projectFile.ts'
import { readPush } from '../reading/readPush.ts'
import { openRoom } from '../room/room.ts'

export interface Delivery {
  /** Steps that the room took. */
  delivered: number
  /** What the room refused, and what could not be done again on top of others' work. */
  problems: { client: number; problem: Problem }[]
}

export interface Clients {
  /** Whose room it is. */
  readonly project: ProjectFile
  /** The copy of a client, which works under this name from now on. */
  use(client: number, author: string): Copy
  /**
   * Sends what each has pending, in the order of their numbers, until nothing is pending and every copy has every event.
   * Throws what SQLite says where the project cannot be written; what is pending then stays so.
   */
  deliver(): Delivery
  /** Closes the copies, and removes them. The project stays open. */
  close(): void
}

interface Client {
  number: number
  copy: Copy
  /** Events on the way to it. */
  inbox: Event[]
}

let opened = 0

interface ClientsOptions {
  /** Of a step that is sent in parts, in UTF-16 units; each part is a transaction of the project. */
  partSize?: number
  /** Whose steps they are in the history; left out: whoever their first row names. */
  called?: string
}

export function openClients(project: ProjectFile, { partSize, called }: ClientsOptions = {}): Clients {
  const room = openRoom(project.db)
  const folder = project.isInMemory ? null : mkdtempSync(join(tmpdir(), 'thicket-copies-'))
  opened += 1
  // What begins like this is memory that the connections of one process share by its name (https://sqlite.org/inmemorydb.html).
  const pathOf = (number: number) =>
    folder === null ? `file:/thicket-copy-${opened}-${number}?vfs=memdb` : join(folder, `${number}.db`)
  const open = new Map<number, Client>()
  let said: Delivery['problems'] = []

  const openClient = (number: number, author: string): Client => {
    const path = pathOf(number)
    // Opened before it is filled: memory that nobody has open is gone.
    const db = openNode(path)
    room.snapshot(path, 'joiner')
    // The copy ends with the process: nothing of it need reach the disk.
    db.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY')
    const copy = openCopy(
      { ...db, durability: () => {} },
      {
        now: Date.now,
        random: Math.random,
        author,
        ...(partSize !== undefined && { partSize }),
        onChange: () => {},
        onProblem: (problem) => said.push({ client: number, problem }),
        onBug: (error) => {
          throw error
        },
      },
    )
    const standing = room.open(0, copy.epoch, copy.head)
    copy.meet(standing.client, standing.epoch)
    const client = { number, copy, inbox: [] }
    open.set(number, client)
    return client
  }

  const receive = ({ copy, inbox }: Client) => {
    const events = inbox.splice(0)
    if (events.length > 0 && copy.receive(events) === 'gap') throw new Error('an event is missing')
  }

  /** One push and its answer, after the events that the room sent before it; how many steps it took, null when nothing waits. */
  const sendOne = (client: Client): number | null => {
    const push = client.copy.nextPush()
    if (!push) return null
    const taken = submit(push)
    if (isProblem(taken)) {
      client.copy.refusePush(push.n, taken.problem)
      return 0
    }
    const { answer, events } = taken.ok
    for (const other of open.values()) if (other !== client) other.inbox.push(...events)
    receive(client)
    if (client.copy.acknowledge(answer) === 'gap') throw new Error('an event is missing before an answer')
    return events.length
  }

  const submit = ({ body }: { body: string }): Result<{ answer: PushAnswer; events: Event[] }> => {
    const frozen = JSON.parse(body) as FrozenPush
    const read = readPush(frozen)
    if (isProblem(read)) return read
    const sender = {
      client: frozen.push.client,
      access: 'own',
      author: null,
      ...(called !== undefined && { called }),
    } as const
    return { ok: room.submit([{ sender, ...read.ok }])[0]! }
  }

  const sendAll = (): number | null => {
    let total: number | null = null
    for (const client of [...open.values()].toSorted((a, b) => a.number - b.number)) {
      for (let sent = sendOne(client); sent !== null; sent = sendOne(client)) total = (total ?? 0) + sent
    }
    return total
  }

  return {
    project,
    use: (number, author) => {
      const client = open.get(number) ?? openClient(number, author)
      client.copy.author = author
      return client.copy
    },
    deliver: () => {
      said = []
      let delivered = 0
      for (let sent = sendAll(); sent !== null; sent = sendAll()) delivered += sent
      for (const client of open.values()) receive(client)
      return { delivered, problems: said }
    },
    close: () => {
      for (const { copy } of open.values()) copy.close()
      if (folder !== null) rmSync(folder, { recursive: true, force: true })
    },
  }
}
