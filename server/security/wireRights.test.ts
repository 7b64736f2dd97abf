/**
 * The matrix of rights on the wire: everybody there is × every operation and query that the wire's schema has × one's own rows and others', one's own
 * project and another's, by a push on the socket, a push by HTTP and a program's mutation. What is tried comes from the schema.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Operation, operationNames } from '../../src/model/operations.ts'
import type { Problem } from '../../src/model/problems.ts'
import { closeCodes, type PushAnswer, type Reply } from '../../src/model/protocol.ts'
import { type AnyRow, hasAuthor, type Key, keyOf, none, type Table, tables } from '../../src/model/schema.ts'
import { mutationText } from '../../src/model/wireText.ts'
import { listQueries } from '../reading/listQueries.ts'
import { wireSchema } from '../reading/wireSchema.ts'
import { type Everybody, serveEverybody } from '../testing/everybody.ts'
import { may, queryRules, rowRules } from '../testing/rights.ts'
import type { Someone } from '../testing/serveCloud.ts'
import { connect, type SocketClient } from '../testing/socketClient.ts'
import { countOf, type Deed, deedsOf, doneTo, madeOf, type Rows, rowsOf } from '../testing/wireRows.ts'

type Within = 'reader' | 'writer' | 'owner'
const within: readonly Within[] = ['reader', 'writer', 'owner']
const ways = ['socket', 'http', 'program'] as const
type Way = (typeof ways)[number]

/** What became of a step: the answer's status, and the kind of what kept it from being taken. */
interface Outcome {
  status: number
  kind: Problem['kind'] | null
}

interface Seat {
  person: Someone
  uuid: string
  client: SocketClient
  n: number
}

let everybody: Everybody
let people: Everybody['people']
let uuid: string
let cells = 0
const seats = new Map<string, Seat>()

beforeAll(async () => {
  everybody = await serveEverybody()
  ;({ people, uuid } = everybody)
  for (const role of within) seats.set(role, await seatOf(people[role], uuid))
}, 60_000)
afterAll(async () => {
  for (const { client } of seats.values()) client.socket.terminate()
  await everybody?.served.end()
})

async function seatOf(person: Someone, project: string): Promise<Seat> {
  const client = await connect(person)
  await client.open(project)
  return { person, uuid: project, client, n: 0 }
}
const seat = (role: string): Seat => seats.get(role) as Seat

const pushOf = (client: number, n: number, operations: Operation[]) => ({
  push: { client, n, base: 0 },
  steps: [{ ...mutationText(operations), versions: {} }],
})

const kindOf = (found: unknown): Problem['kind'] | null => (found as { problem?: Problem })?.problem?.kind ?? null
const replyOutcome = ({ status, json_data }: Reply): Outcome => ({
  status,
  kind: kindOf(json_data.push?.steps[0]) ?? kindOf(json_data.errors?.[0]),
})

async function byHttp(person: Pick<Someone, 'call'>, project: string, body: object): Promise<Outcome> {
  const response = await person.call(`/v1/thicket/push?project=${project}`, { method: 'POST', body })
  const answer = (await response.json()) as { problem?: Problem; json_data?: { push?: PushAnswer } }
  return { status: response.status, kind: kindOf(answer) ?? kindOf(answer.json_data?.push?.steps[0]) }
}

async function send(from: Seat, way: Way, operations: Operation[]): Promise<Outcome> {
  cells += 1
  if (way === 'program') return replyOutcome(await from.client.raw(mutationText(operations)))
  from.n += 1
  const body = pushOf(from.client.client, from.n, operations)
  return way === 'http' ? byHttp(from.person, from.uuid, body) : replyOutcome(await from.client.raw(body))
}

const taken: Outcome = { status: 200, kind: null }
async function put(from: Seat, operations: Operation[]): Promise<void> {
  if (operations.length > 0) expect(await send(from, 'socket', operations)).toEqual(taken)
}

const queryOf = new Map([...listQueries].map(([query, table]) => [table, query]))
/** The rows of a table that have one of the keys, as its list has them, in the order of the keys. */
async function rowsThere({ client }: Seat, table: Table, rows: readonly AnyRow[]): Promise<AnyRow[]> {
  const query = queryOf.get(table) as string
  const list = (await client.ask(`{ ${query} }`)).json_data.data?.[query] as AnyRow[]
  const key = keyOf(table)
  const byKey = new Map(
    list.map((row) => {
      // A highlight's colour is its quirk's.
      if (table === 'highlights') delete row.color
      return [row[key], row] as const
    }),
  )
  return rows.flatMap((row) => byKey.get(row[key]) ?? ([] as AnyRow[]))
}

const mutations = Object.keys(wireSchema().getMutationType()?.getFields() ?? {})
const queries = Object.keys(wireSchema().getQueryType()?.getFields() ?? {})

it('each operation and each query has a rule, and each rule its own', () => {
  expect(mutations).toEqual([...operationNames.keys()])
  expect(Object.keys(rowRules).sort()).toEqual([...tables].sort())
  expect(Object.keys(queryRules).sort()).toEqual([...queries].sort())
})

type Whose = 'own' | 'another’s'

/** The rule of a step within a project: null where it is taken. `whose`: who made the rows, or in whose name they are to be made. */
function problemOf(role: Within, table: Table, deed: Deed, whose: Whose): Problem['kind'] | null {
  if (!may[rowRules[table]].includes(role)) return 'readOnly'
  if (deed === 'make') return whose === 'own' ? null : 'foreignAuthor'
  if (table !== 'chat_messages') return null
  return deed === 'remove' && (whose === 'own' || role === 'owner') ? null : 'readOnly'
}

/** A row without an author is nobody's; and what a reader may not make is never their own. */
function whosesOf(role: Within, table: Table, deed: Deed): readonly Whose[] {
  if (!hasAuthor(table)) return ['own']
  return deed === 'make' || may[rowRules[table]].includes(role) ? ['own', 'another’s'] : ['another’s']
}

describe('within a project each operation does as its sender’s right says, and what is taken is there', () => {
  it.each(mutations)('%s', async (name) => {
    const table = operationNames.get(name)?.table as Table
    for (const role of within)
      for (const deed of deedsOf(name))
        for (const whose of whosesOf(role, table, deed))
          for (const way of ways) {
            const another = role === 'owner' ? 'writer' : 'owner'
            const author = whose === 'own' ? role : another
            const rows = rowsOf(table, author, countOf(name))
            const { operation, before, after } = doneTo(rows, name, deed)
            await put(seat('owner'), [...rows.before, ...before])
            if (deed !== 'make') await put(seat(hasAuthor(table) ? author : 'owner'), madeOf(table, rows.rows))
            const kind = problemOf(role, table, deed, whose)
            const cell = `${role} ${deed} ${whose} ${way}`
            expect([cell, await send(seat(role), way, [operation])]).toEqual([
              cell,
              { status: statusOf(kind, way), kind },
            ])
            const left = kind === null ? after : deed === 'make' ? [] : rows.rows
            expect([cell, await rowsThere(seat('owner'), table, rows.rows)]).toEqual([cell, left])
          }
  })

  it('a reader does not write by hiding it among what they may, or by an edit', async () => {
    const said = (author: string) => rowsOf('chat_messages', author, 1)
    for (const way of ways) {
      const chat = said('reader')
      const quirk = rowsOf('quirks', 'reader', 1)
      const step = [...madeOf('chat_messages', chat.rows), ...madeOf('quirks', quirk.rows)]
      const refused = { status: way === 'program' ? 403 : 200, kind: 'readOnly' }
      expect(await send(seat('reader'), way, step)).toEqual(refused)
      const edit = { name: 'answerCreateOrUpdate', args: { id: 1, sourceId: 1, questionId: 1, edit: [] } }
      expect(await send(seat('reader'), way, [edit, ...madeOf('chat_messages', chat.rows)])).toEqual(refused)
      expect(await rowsThere(seat('owner'), 'chat_messages', chat.rows)).toEqual([])
      expect(await rowsThere(seat('owner'), 'quirks', quirk.rows)).toEqual([])
    }
  })
})

/** One row of each table in the project of all, with what it names. */
async function oneOfEach(): Promise<Rows[]> {
  const all = tables.map((table) => rowsOf(table, 'owner', 1))
  for (const { table, rows, before } of all) await put(seat('owner'), [...before, ...madeOf(table, rows)])
  return all
}

/** What becomes of a step in a project where nothing that it names is there. A program's change makes a row of which it says enough. */
function elsewhere(name: string, { table, before }: Rows, deed: Deed, way: Way): Problem['kind'] | null {
  const isProgram = way === 'program' && countOf(name) === 1
  if (table === 'chat_messages') return deed !== 'change' || isProgram ? null : 'readOnly'
  const makes = deed === 'make' || (deed === 'change' && isProgram && keyOf(table) !== 'id')
  return makes && before.length > 0 ? 'parentRemoved' : null
}

const statusOf = (kind: Problem['kind'] | null, way: Way): number =>
  kind === null || way !== 'program' ? 200 : kind === 'readOnly' || kind === 'foreignAuthor' ? 403 : 400

describe('in a project of one’s own the rows of another project are out of reach', () => {
  it.each(['stranger', 'reader'] as const)(
    '%s',
    async (role) => {
      const own = await seatOf(people[role], await people[role].project(`Own of ${role}`))
      for (const name of mutations)
        for (const deed of deedsOf(name))
          for (const way of ways) {
            const rows = rowsOf(operationNames.get(name)?.table as Table, 'owner', countOf(name))
            const { table } = rows
            await put(seat('owner'), [...rows.before, ...madeOf(table, rows.rows)])
            // In the sender's own name, so that it is not refused for that.
            const named = rows.rows.map((row) => (hasAuthor(table) ? { ...row, author: role } : row))
            const { operation } = doneTo({ ...rows, rows: named }, name, deed)
            const kind = elsewhere(name, rows, deed, way)
            const cell = `${name} ${deed} ${way}`
            expect([cell, await send(own, way, [operation])]).toEqual([cell, { status: statusOf(kind, way), kind }])
            expect([cell, await rowsThere(seat('owner'), table, rows.rows)]).toEqual([cell, rows.rows])
          }
      own.client.socket.terminate()
    },
    60_000,
  )
})

const headOf = async (): Promise<unknown> =>
  ((await people.owner.send('GET', `/v1/thicket/projects/${uuid}/events?since=0`)).body as { head: number }).head

/** The text of each query that there is, with arguments where it needs some. */
const textOf = (query: string, quirks: readonly Key[] = [1, 2]): string => {
  const given: Readonly<Record<string, string>> = {
    dbOpen: `(uuid: "${uuid}")`,
    highlightOverlapCount: `(quirkId1: ${quirks[0]}, quirkId2: ${quirks[1]})`,
    quirkQueryListWithHighlightsAndCriteria: '(fieldName: "highlightAuthor", operator: "=", value: "owner")',
  }
  return `{ ${query}${given[query] ?? ''} }`
}

const presence = { presence: { author: 'owner', place: { sourceId: none, questionId: none } } }

describe('who has no right in the project', () => {
  /** Everything that a request may hold. */
  const requests = (rows: readonly Rows[]): [string, object, Operation | null][] => {
    const ofTable = new Map(rows.map((each) => [each.table, each]))
    const steps = mutations.flatMap((name) =>
      deedsOf(name).flatMap((deed): [string, object, Operation | null][] => {
        const { operation } = doneTo(ofTable.get(operationNames.get(name)?.table as Table) as Rows, name, deed)
        return [
          [`${name} ${deed}`, pushOf(1, 1, [operation]), operation],
          [`${name} ${deed} program`, mutationText([operation]), null],
        ]
      }),
    )
    return [
      ...steps,
      ...queries.map((query): [string, object, null] => [query, { query: textOf(query) }, null]),
      ['presence', presence, null],
    ]
  }

  it.each(['anonymous', 'deleted'] as const)(
    '%s: nothing is answered, and the socket is closed',
    async (role) => {
      const rows = await oneOfEach()
      const head = await headOf()
      const auth = role === 'deleted' ? people.deleted.secret : ''
      for (const [what, request, operation] of requests(rows)) {
        // Somebody else's ticket: they get none of their own.
        const client = await connect(people.reader)
        const outcome = replyOutcome(await client.raw({ ...request, auth }))
        expect([what, outcome, await client.closed]).toEqual([
          what,
          { status: 403, kind: 'notSignedIn' },
          closeCodes.databaseNotOpen,
        ])
        cells += 1
        if (!operation) continue
        const caller = role === 'deleted' ? people.deleted : everybody.served
        expect([what, (await byHttp(caller, uuid, pushOf(1, 1, [operation]))).status]).toEqual([what, 401])
        cells += 1
      }
      expect((await (role === 'deleted' ? people.deleted : everybody.served).call('/v1/thicket/ticket')).status).toBe(
        401,
      )
      expect(await headOf()).toBe(head)
    },
    60_000,
  )

  it.each(['stranger', 'removed'] as const)(
    '%s: is told that nothing is open, and put out where they would open it',
    async (role) => {
      const rows = await oneOfEach()
      const head = await headOf()
      const client = await connect(people[role])
      for (const [what, request, operation] of requests(rows)) {
        if (what === 'dbOpen') continue
        const outcome = replyOutcome(await client.raw(request))
        const mayAsk = queryRules[what] === 'person'
        expect([what, outcome]).toEqual([what, mayAsk ? taken : { status: 400, kind: 'badRequest' }])
        cells += 1
        if (!operation) continue
        const pushed = await byHttp(people[role], uuid, pushOf(1, 1, [operation]))
        expect([what, pushed]).toEqual([what, { status: 404, kind: 'projectNotFound' }])
        cells += 1
      }
      const opened = await client.ask(textOf('dbOpen'))
      expect(replyOutcome(opened)).toEqual({ status: 403, kind: 'accessRevoked' })
      expect(opened.json_data.data).toBeUndefined()
      expect(await client.closed).toBe(closeCodes.reset)
      expect(await headOf()).toBe(head)
    },
    60_000,
  )

  it('whoever has it open is put out when the right goes, and when the account does', async () => {
    const leaves = await everybody.served.person('leaves')
    const ends = await everybody.served.person('ends')
    for (const person of [leaves, ends]) await people.owner.share(uuid, person, 'write')
    const open = [await seatOf(leaves, uuid), await seatOf(ends, uuid)] as const
    await people.owner.send('DELETE', `/web/api/v2/projects/${uuid}/share?user=${leaves.email}`)
    await ends.send('DELETE', '/web/api/user/delete', { password: ends.password })
    expect([await open[0].client.closed, await open[1].client.closed]).toEqual([
      closeCodes.reset,
      closeCodes.databaseNotOpen,
    ])
    expect(open.map(({ client }) => replyOutcome(client.frames.at(-1) as Reply))).toEqual([
      { status: 403, kind: 'accessRevoked' },
      { status: 403, kind: 'notSignedIn' },
    ])
  })
})

describe('each query tells those who may read what is there, and nobody what is in another project', () => {
  it.each(queries)('%s', async (query) => {
    const rows = await oneOfEach()
    const [own] = rows.filter(({ table }) => table === 'highlights').flatMap((each) => each.rows) as [AnyRow]
    // A second highlight on the same words, of another quirk.
    const other = rowsOf('quirks', 'owner', 1)
    const [quirk] = other.rows as [AnyRow]
    const second = { ...own, id: (quirk.id as number) + 1_000_000, quirkId: quirk.id as number }
    await put(seat('owner'), [...madeOf('quirks', other.rows), ...madeOf('highlights', [second])])
    const quirks = [own.quirkId, quirk.id] as Key[]
    const table = listQueries.get(query)
    const expected: Readonly<Record<string, unknown>> = {
      ping: true,
      dbOpen: expect.objectContaining({ status: 'open', epoch: seat('owner').client.epoch }),
      highlightOverlapCount: [{ count: 1 }],
      quirkQueryListWithHighlightsAndCriteria: expect.arrayContaining([
        { id: quirk.id, author: 'owner', highlights: [second.id] },
      ]),
    }
    const listed = rows.filter((each) => each.table === table).flatMap((each) => each.rows)
    const answer = expected[query] ?? expect.arrayContaining(listed.map((row) => expect.objectContaining(row)))
    for (const role of within) {
      // Who opens anew gets another number.
      const asking = query === 'dbOpen' ? await seatOf(people[role], uuid) : seat(role)
      const reply = await asking.client.ask(textOf(query, quirks))
      expect([role, reply.status, reply.json_data.data?.[query]]).toEqual([role, 200, answer])
      cells += 1
    }
    if (query === 'ping' || query === 'dbOpen') return
    const elsewhere = await seatOf(people.reader, await people.reader.project(`Elsewhere ${query}`))
    const { status, json_data } = await elsewhere.client.ask(textOf(query, quirks))
    const found = json_data.data?.[query] as AnyRow[]
    const keys = listed.map((row) => row[keyOf(table as Table)])
    expect([status, found.filter((row) => (table ? keys.includes(row[keyOf(table)]) : row.count !== 0))]).toEqual([
      200,
      [],
    ])
    elsewhere.client.socket.terminate()
  })

  it('presence is for who has it open, under their own name', async () => {
    for (const role of within) {
      const { status, json_data } = await seat(role).client.raw(presence)
      expect([status, typeof json_data.data?.who]).toEqual([200, 'number'])
      cells += 1
    }
    const told = () =>
      seat('owner')
        .client.frames.flatMap(({ json_data }) => json_data.people?.put ?? [])
        .map(({ author, access }) => `${author} ${access}`)
    await expect.poll(() => new Set(told())).toEqual(new Set(['reader read', 'writer write', 'owner own']))
  })
})

it('tried so many', () => {
  expect(cells).toBeGreaterThan(4000)
})
