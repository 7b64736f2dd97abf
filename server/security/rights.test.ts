/**
 * The whole matrix of rights: everybody there is × every route and every operation of the wire × one's own project and another's. What is
 * tried comes from the catalogue of routes and from the schema, so that nothing new is forgotten.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Operation, operationNames } from '../../src/model/operations.ts'
import type { StepAnswer } from '../../src/model/protocol.ts'
import { columnsOf, hasAuthor, keyOf, spec, type Table } from '../../src/model/schema.ts'
import { listQueries } from '../room/lists.ts'
import { openLog } from '../running/log.ts'
import { openMetrics } from '../running/metrics.ts'
import { type Call, calls, type Rule, routesWithRules } from '../testing/rights.ts'
import { type ServedCloud, type Someone, serveCloud } from '../testing/serveCloud.ts'
import { connect, type SocketClient } from '../testing/socketClient.ts'

type Role = 'anonymous' | 'stranger' | 'removed' | 'deleted' | 'reader' | 'writer' | 'owner'
const roles: readonly Role[] = ['anonymous', 'stranger', 'removed', 'deleted', 'reader', 'writer', 'owner']

const may: Readonly<Record<Rule, readonly Role[]>> = {
  anybody: roles,
  person: ['stranger', 'removed', 'reader', 'writer', 'owner'],
  read: ['reader', 'writer', 'owner'],
  write: ['writer', 'owner'],
  own: ['owner'],
}

let served: ServedCloud
let people: Record<Exclude<Role, 'anonymous'>, Someone>
let uuid: string
let fresh = 0
let cells = 0

/** A project of the owner's, shared as the roles say. */
async function newProject(): Promise<string> {
  fresh += 1
  const made = await people.owner.project(`Project ${fresh}`)
  await people.owner.share(made, people.reader, 'read')
  await people.owner.share(made, people.writer, 'write')
  return made
}

beforeAll(async () => {
  // All routes that there are, and a log that does not tell of what is refused on purpose.
  served = await serveCloud(undefined, {
    operations: { metrics: openMetrics(), metricsToken: null, proxied: false },
    log: openLog('silent'),
  })
  const names = ['stranger', 'removed', 'deleted', 'reader', 'writer', 'owner'] as const
  const made = await Promise.all(names.map((name) => served.person(name)))
  people = Object.fromEntries(names.map((name, i) => [name, made[i]])) as typeof people
  await served.person('spectator')
  uuid = await newProject()
  await people.owner.share(uuid, people.removed, 'write')
  await people.owner.share(uuid, people.deleted, 'write')
  // Something for the history.
  const first = await connect(people.owner)
  await first.open(uuid)
  await first.push(1, [[{ ...filled('groups'), name: 'groupCreateOrUpdate' }]])
  first.socket.terminate()
  await people.owner.send('DELETE', `/web/api/v2/projects/${uuid}/share?user=${people.removed.email}`)
  const gone = await people.deleted.send('DELETE', '/web/api/user/delete', { password: people.deleted.password })
  expect(gone.status).toBe(200)
}, 60_000)
afterAll(() => served.end())

/** What a role that may not is told: 401 without a session, 404 without a right in the project, 403 with too little of one. */
const refusalOf = (role: Role): number => {
  if (role === 'anonymous' || role === 'deleted') return 401
  return role === 'stranger' || role === 'removed' ? 404 : 403
}

async function statusOf(role: Role, method: string, path: string, call: Call, project: string): Promise<number> {
  fresh += 1
  const person = role === 'anonymous' ? undefined : people[role]
  const subject = { uuid: project, email: person?.email ?? '', password: person?.password ?? '', fresh: String(fresh) }
  const named = Object.entries({ ...call.path, uuid: project }).reduce(
    (all, [name, value]) => all.replace(`{${name}}`, value),
    path,
  )
  const query = call.query ? `?${call.query(subject)}` : ''
  const body = call.body?.(subject)
  const response = await (person ?? served).call(named + query, { method, ...(body !== undefined && { body }) })
  await response.arrayBuffer()
  cells += 1
  return response.status
}

describe('every route answers everybody as its rule says', () => {
  it('each route has a rule, and each rule its route', () => {
    expect(
      routesWithRules()
        .map(({ method, path }) => `${method} ${path}`)
        .sort(),
    ).toEqual(Object.keys(calls).sort())
  })

  it.each(routesWithRules().map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s',
    async (_, { method, path, call }) => {
      const allowed = call.allowed ?? [200]
      for (const role of roles) {
        const isAllowed = may[call.rule].includes(role)
        const project = isAllowed && call.ends ? await newProject() : uuid
        const status = await statusOf(role, method, path, call, project)
        if (isAllowed) expect(allowed, `${role} may`).toContain(status)
        else expect(status, `${role} may not`).toBe(refusalOf(role))
      }
    },
    30_000,
  )

  it('a project of somebody else’s is none, whoever one is elsewhere', async () => {
    const foreign = await people.stranger.project('Foreign')
    for (const { method, path, call } of routesWithRules()) {
      if (!['read', 'write', 'own'].includes(call.rule)) continue
      for (const role of ['reader', 'writer', 'owner', 'removed'] as const)
        expect(await statusOf(role, method, path, call, foreign), `${method} ${path} by ${role}`).toBe(404)
    }
  }, 60_000)

  it('what belongs to one project is not reached by another, nor one’s session by somebody else', async () => {
    const other = await people.reader.project('Own of the reader')
    const version = await people.owner.send('POST', `/v1/thicket/projects/${uuid}/versions`, { name: 'First' })
    const backup = await people.owner.send('POST', `/v1/thicket/projects/${uuid}/backups`)
    expect([version.status, backup.status]).toEqual([200, 200])
    for (const [method, path] of [
      ['DELETE', `versions/${version.body.id}`],
      ['GET', `versions/${version.body.id}/state`],
      ['POST', `backups/${backup.body.id}/restore`],
      ['POST', `backups/${backup.body.id}/project`],
    ] as const) {
      const { status } = await people.reader.send(
        method,
        `/v1/thicket/projects/${other}/${path}`,
        method === 'GET' ? undefined : { name: 'Theft' },
      )
      expect([400, 404], `${method} ${path}`).toContain(status)
    }
    const { body } = await people.owner.send('GET', '/web/api/user/sessions')
    const [{ id } = { id: '' }] = body.sessions as { id: string }[]
    await people.stranger.send('DELETE', `/web/api/user/sessions/${id}`)
    expect((await people.owner.send('GET', '/web/api/user/data')).status).toBe(200)
  }, 30_000)
})

let lastId = 5_000_000

/** A row with something in every column, under a new id. */
function filled(table: Table, author = 'owner'): Operation {
  lastId += 1
  const row = Object.fromEntries(
    Object.entries(spec(table).columns).map(([column, type]) => [column, type === 'int' ? 1 : `x${lastId}`]),
  )
  if (hasAuthor(table)) row.author = author
  row[keyOf(table)] = keyOf(table) === 'key' ? `k${lastId}` : lastId
  if (table === 'question_answers') row.answer = '<p>x</p>'
  return { name: '', args: { ...row, create: true } }
}

function operation(name: string, author: string): Operation {
  const { table, kind } = operationNames.get(name) as { table: Table; kind: string }
  const { args } = filled(table, author)
  const key = keyOf(table)
  if (kind === 'Remove') return { name, args: { [key]: args[key] } }
  if (kind === 'BatchRemove') return { name, args: { ids: [args[key], key === 'key' ? 'none' : 7] } }
  if (kind === 'CreateOrUpdate') return { name, args }
  const columns = Object.fromEntries(columnsOf(table).map((column) => [column, [args[column]]]))
  return { name, args: { columns, create: true } }
}

describe('every operation of the wire does as its sender’s right says', () => {
  const open = new Map<Role, { client: SocketClient; n: number }>()
  beforeAll(async () => {
    for (const role of ['reader', 'writer', 'owner'] as const) {
      const client = await connect(people[role])
      await client.open(uuid)
      open.set(role, { client, n: 0 })
    }
  })
  afterAll(() => {
    for (const { client } of open.values()) client.socket.terminate()
  })

  const push = async (role: Role, operations: Operation[]): Promise<StepAnswer> => {
    const own = open.get(role) as { client: SocketClient; n: number }
    own.n += 1
    cells += 1
    return (await own.client.push(own.n, [operations])).steps[0] as StepAnswer
  }
  const isRefused = (answer: StepAnswer): boolean => 'problem' in answer && answer.problem.kind === 'readOnly'

  it.each([...operationNames.keys()])('%s', async (name) => {
    for (const role of ['reader', 'writer', 'owner'] as const) {
      const answer = await push(role, [operation(name, role)])
      const isChat = operationNames.get(name)?.table === 'chat_messages'
      expect(isRefused(answer), `${role}: ${JSON.stringify(answer)}`).toBe(role === 'reader' && !isChat)
    }
  })

  it('a reader does not write by hiding it among what they may, by an edit, or in another’s name', async () => {
    const chat = () => ({ ...operation('chatMessageCreateOrUpdate', 'reader') })
    expect(isRefused(await push('reader', [chat(), operation('quirkCreateOrUpdate', 'reader')]))).toBe(true)
    expect(
      isRefused(
        await push('reader', [
          { name: 'answerCreateOrUpdate', args: { id: 1, sourceId: 1, questionId: 1, edit: [] } },
          chat(),
        ]),
      ),
    ).toBe(true)
    expect(await push('reader', [operation('chatMessageCreateOrUpdate', 'owner')])).toMatchObject({
      problem: { kind: 'foreignAuthor' },
    })
    expect(await push('writer', [operation('sourceCreateOrUpdate', 'owner')])).toMatchObject({
      problem: { kind: 'foreignAuthor' },
    })
  })

  it('a reader removes own messages and no others, and changes none', async () => {
    const own = operation('chatMessageCreateOrUpdate', 'reader')
    const others = operation('chatMessageCreateOrUpdate', 'writer')
    await push('reader', [own])
    await push('writer', [others])
    const change = (id: unknown) => ({ name: 'chatMessageCreateOrUpdate', args: { id, message: 'Changed' } })
    expect(isRefused(await push('reader', [change(own.args.id)]))).toBe(true)
    expect(isRefused(await push('reader', [change(others.args.id)]))).toBe(true)
    expect(isRefused(await push('reader', [{ name: 'chatMessageRemove', args: { id: others.args.id } }]))).toBe(true)
    expect(await push('reader', [{ name: 'chatMessageRemove', args: { id: own.args.id } }])).toHaveProperty('seq')
  })

  it('lists are for whoever has the project open, and nobody opens a project that is not shared with them', async () => {
    for (const role of ['stranger', 'removed'] as const) {
      const client = await connect(people[role])
      for (const query of listQueries.keys()) {
        const before = await client.ask(`{ ${query} { id } }`).catch(() => null)
        expect(before?.json_data.data ?? null, query).toBeNull()
        cells += 1
      }
      const opened = await client.ask(`{ dbOpen(uuid: "${uuid}") }`)
      expect(opened).toMatchObject({ status: 403, json_data: { errors: [{ message: 'Access revoked' }] } })
      expect(await client.closed).toBeGreaterThan(0)
    }
    const { client } = open.get('reader') as { client: SocketClient }
    for (const [query, table] of listQueries) {
      const { status, json_data } = await client.ask(`{ ${query} { ${keyOf(table as Table)} } }`)
      expect([status, Array.isArray(json_data.data?.[query])], query).toEqual([200, true])
      cells += 1
    }
  })

  it('tried so many', () => {
    expect(cells).toBeGreaterThan(650)
  })
})
