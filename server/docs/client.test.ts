/**
 * A client written from `api.md` and `openapi.json` alone: it uses nothing of the program but a server that runs, and holds every answer
 * against the published shapes.
 */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type CloudProcess, startCloud } from '../testing/cloudProcess.ts'
import { testFolder } from '../testing/serve.ts'

type Json = Record<string, unknown>
interface Schema extends Json {
  $ref?: string
  type?: string | string[]
  anyOf?: Schema[]
  required?: string[]
  properties?: Record<string, Schema>
  items?: Schema
  enum?: unknown[]
}
interface Described {
  paths: Record<string, Record<string, { responses: Record<string, { content: Record<string, { schema?: Schema }> }> }>>
  components: { schemas: Record<string, Schema> }
}
const described = JSON.parse(readFileSync(join(import.meta.dirname, 'openapi.json'), 'utf8')) as Described

/** Where a value is not as the schema has it. */
function wrong(schema: Schema, value: unknown, at = ''): string[] {
  if (schema.$ref) return wrong(described.components.schemas[schema.$ref.split('/').at(-1) as string] ?? {}, value, at)
  if (schema.anyOf) return schema.anyOf.some((one) => wrong(one, value, at).length === 0) ? [] : [at]
  if (schema.enum && !schema.enum.includes(value)) return [at]
  if (Array.isArray(value))
    return schema.items ? value.flatMap((item, i) => wrong(schema.items as Schema, item, `${at}/${i}`)) : []
  if (schema.type === 'object') {
    if (typeof value !== 'object' || value === null) return [at]
    const missing = (schema.required ?? []).filter((name) => !(name in value)).map((name) => `${at}/${name} is missing`)
    const unknown = Object.keys(value)
      .filter((name) => schema.properties && schema.additionalProperties === undefined && !schema.properties[name])
      .map((name) => `${at}/${name} is not described`)
    const inside = Object.entries(value).flatMap(([name, member]) =>
      schema.properties?.[name] ? wrong(schema.properties[name], member, `${at}/${name}`) : [],
    )
    return [...missing, ...unknown, ...inside]
  }
  const type =
    value === null ? 'null' : typeof value === 'number' && schema.type === 'integer' ? 'integer' : typeof value
  return schema.type === undefined || [schema.type].flat().includes(type) ? [] : [`${at}: ${type}`]
}

const folder = testFolder()
let server: CloudProcess
beforeAll(async () => {
  server = await startCloud(folder)
})
afterAll(async () => {
  await server.kill()
  rmSync(folder, { recursive: true, force: true })
})

/** `path` as OpenAPI has it. */
async function call<T>(method: string, path: string, given: { token?: string; body?: object; values?: Json } = {}) {
  const { token, body, values = {} } = given
  const asked = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])))
  const response = await fetch(server.base + asked, {
    method,
    headers: {
      origin: server.base,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer: unknown = await response.json()
  const schema = described.paths[path]?.[method.toLowerCase()]?.responses[response.status]?.content['application/json']
  expect([method, path, response.status, schema !== undefined]).toEqual([method, path, response.status, true])
  expect([path, wrong(schema?.schema ?? {}, answer)]).toEqual([path, []])
  return { status: response.status, answer: answer as T }
}

interface Frame {
  msg_id?: string
  status: number
  access_privilege?: string
  json_data: { data?: Json; errors?: { problem: Json }[]; push?: Json; events?: Json[]; people?: Json }
}

class Client {
  readonly token: string
  readonly frames: Frame[] = []
  private socket: WebSocket | undefined
  private asked = 0
  constructor(token: string) {
    this.token = token
  }
  async connect(): Promise<void> {
    const { answer } = await call<{ ticket: string }>('GET', '/v1/thicket/ticket', { token: this.token })
    const address = `${server.base.replace('http', 'ws')}/v1/thicket?ticket=${answer.ticket}`
    const socket = new WebSocket(address, { origin: server.base })
    this.socket = socket
    socket.on('message', (data) => this.frames.push(JSON.parse(String(data)) as Frame))
    await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject))
  }
  async ask(request: Json): Promise<Frame> {
    this.asked += 1
    const msg_id = `mine ${this.asked}`
    this.socket?.send(JSON.stringify({ msg_id, auth: this.token, ...request }))
    return await this.frame((frame) => frame.msg_id === msg_id)
  }
  async frame(isIt: (frame: Frame) => boolean): Promise<Frame> {
    await expect.poll(() => this.frames.some(isIt), { interval: 5 }).toBe(true)
    return this.frames.find(isIt) as Frame
  }
  /** The first operation of that name that came as an event. */
  async event(name: string): Promise<{ event: Json; args: Json }> {
    const operations = (frame: Frame) =>
      (frame.json_data.events ?? []).flatMap((event) =>
        (event.operations as { name: string; args: Json }[]).map((operation) => ({ event, ...operation })),
      )
    const frame = await this.frame((frame) => operations(frame).some((operation) => operation.name === name))
    return operations(frame).find((operation) => operation.name === name) as { event: Json; args: Json }
  }
  async open(uuid: string): Promise<Json> {
    const reply = await this.ask({ query: 'query ($uuid: String!) { dbOpen(uuid: $uuid) }', variables: { uuid } })
    return (reply.json_data.data?.dbOpen ?? {}) as Json
  }
  close(): void {
    this.socket?.close()
  }
}

async function person(name: string): Promise<Client> {
  const registration = { name, email: `${name}@example.org`, password: `${name} has a long one` }
  await call('POST', '/web/api/v2/register/checkout', { body: registration })
  const signIn = { email: registration.email, password: registration.password, regional_service_map: true }
  const { answer } = await call<{ account: { access_token: string } }>('POST', '/web/api/v2/auth/login', {
    body: signIn,
  })
  return new Client(answer.account.access_token)
}

it('two programs sign in, share a project, work in it at once, chat, and read it whole', async () => {
  const [ana, ben] = [await person('ana'), await person('ben')]
  const { token } = ana
  const made = await call<{ project_uuid: string }>('POST', '/web/api/v2/projects', { token, body: { name: 'Study' } })
  const uuid = made.answer.project_uuid
  expect((await call('POST', '/web/api/v2/projects', { token, body: { name: 'Study' } })).status).toBe(409)
  const ofBen = { token: ben.token, values: { uuid } }
  expect((await call('GET', '/web/api/v2/projects/{uuid}/share', ofBen)).status).toBe(404)
  const share = { email: 'ben@example.org', access_right: 'write' }
  await call('POST', '/web/api/v2/projects/{uuid}/share', { token, values: { uuid }, body: share })
  const shared = await call<{ projects: Json[] }>('GET', '/web/api/v2/projects/share', { token: ben.token })
  expect(shared.answer.projects).toMatchObject([{ project_uuid: uuid, name: 'Study', access_right: 'write' }])

  for (const client of [ana, ben]) await client.connect()
  expect(await ana.open(uuid)).toMatchObject({ status: 'open', head: 0, author: 'ana' })
  expect(await ben.open(uuid)).toMatchObject({ status: 'open', author: 'ben' })

  // One step with a source and a quirk, the ids made by the server.
  const step = await ana.ask({
    query: `mutation ($title: String, $name: String) {
      text: sourceCreateOrUpdate(title: $title)
      theme: quirkCreateOrUpdate(title: $name, color: "#3366cc") }`,
    variables: { title: 'Interview 1', name: 'Hope' },
  })
  expect([step.status, step.access_privilege]).toEqual([200, 'own'])
  const { text: sourceId, theme: quirkId } = step.json_data.data as { text: number; theme: number }
  const answer = 'mutation ($s: Id, $html: String) { answerCreateOrUpdate(sourceId: $s, questionId: 1, answer: $html) }'
  await ana.ask({ query: answer, variables: { s: sourceId, html: '<p>I hope that it rains.</p>' } })
  expect(await ben.event('quirkCreateOrUpdate')).toMatchObject({
    event: { author: 'ana', seq: 1 },
    args: { id: quirkId, title: 'Hope' },
  })

  // The other lays a highlight on the words, and the first one's new text keeps it on them.
  const mark = `mutation ($s: Id, $q: Id) {
    highlightCreateOrUpdate(sourceId: $s, questionId: 1, quirkId: $q, start: 2, length: 4) }`
  expect((await ben.ask({ query: mark, variables: { s: sourceId, q: quirkId } })).status).toBe(200)
  await ana.event('highlightCreateOrUpdate')
  await ana.ask({ query: answer, variables: { s: sourceId, html: '<p>Today I hope that it rains.</p>' } })
  const listed = await ben.ask({
    query: '{ highlightQueryList { start length author color } quirkQueryList { title } }',
  })
  expect(listed.json_data.data).toEqual({
    highlightQueryList: [{ start: 8, length: 4, author: 'ben', color: '#3366cc' }],
    quirkQueryList: [{ title: 'Hope' }],
  })

  // Chat, and who is here.
  const chat = 'mutation ($m: String) { chatMessageCreateOrUpdate(message: $m) }'
  await ben.ask({ query: chat, variables: { m: 'Look at line 1' } })
  expect((await ana.event('chatMessageCreateOrUpdate')).args).toMatchObject({
    message: 'Look at line 1',
    author: 'ben',
  })
  const place = { sourceId, questionId: 1, selection: null, quirkId: null }
  await ana.ask({ presence: { place: null } })
  expect((await ben.ask({ presence: { place } })).json_data.data).toHaveProperty('who')
  const isSeen = ({ json_data: { people } }: Frame) =>
    ((people?.put ?? []) as Json[]).some(({ author, place }) => author === 'ben' && place !== null)
  expect(await ana.frame(isSeen)).toBeDefined()

  // What is wrong is said, and nothing is done.
  const bad = await ben.ask({ query: 'mutation { quirkCreateOrUpdate(title: "x", colour: "red") }' })
  expect([bad.status, bad.json_data.errors?.[0]?.problem.kind]).toEqual([400, 'badRequest'])
  const foreign = 'mutation { chatMessageCreateOrUpdate(message: "I agree", author: "ana") }'
  expect((await ben.ask({ query: foreign })).json_data.errors?.[0]?.problem).toEqual({ kind: 'foreignAuthor' })

  // A push is taken once, however often it comes.
  const opened = await ben.open(uuid)
  const id = (Date.now() - Date.UTC(2020, 0, 1)) * 8192 + Number(opened.client)
  const push = {
    push: { client: opened.client, n: 1, base: opened.head },
    steps: [
      {
        query:
          'mutation ($id: Id) { quirkCreateOrUpdate(id: $id, title: "Fear", color: "#cc3366", description: "", x: 1, y: 1, parentQuirkId: -1, author: "ben", timestamp: 1, create: true) }',
        variables: { id },
        versions: {},
      },
    ],
  }
  const [first, again] = [await ben.ask(push), await ben.ask(push)]
  expect(first.json_data.push).toEqual({ n: 1, steps: [{ seq: Number(opened.head) + 1 }] })
  expect(again.json_data.push).toEqual(first.json_data.push)

  // The events and the project, by HTTP.
  const events = await fetch(`${server.base}/v1/thicket/projects/${uuid}/events?since=0`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const read = (await events.json()) as { head: number; events: { seq: number }[] }
  expect(read.events.map(({ seq }) => seq)).toEqual(Array.from({ length: read.head }, (_, i) => i + 1))
  const download = await fetch(`${server.base}/web/api/v2/projects/${uuid}/json`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const whole = (await download.json()) as { quirks: Json[]; question_answers: Json[] }
  expect(whole.quirks.map(({ title }) => title).sort()).toEqual(['Fear', 'Hope'])
  expect(whole.question_answers[0]?.answer).toBe('<p>Today I hope that it rains.</p>')

  // Who is put out hears it.
  const user = encodeURIComponent('ben@example.org')
  await fetch(`${server.base}/web/api/v2/projects/${uuid}/share?user=${user}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}`, origin: server.base },
  })
  await ben.frame(({ status }) => status === 403)
  expect((await call('GET', '/web/api/v2/projects/{uuid}/share', ofBen)).status).toBe(404)
  for (const path of ['/web/api/user/data', '/web/api/user/sessions', '/web/api/v2/projects'])
    await call('GET', path, { token })
  for (const client of [ana, ben]) client.close()
})
