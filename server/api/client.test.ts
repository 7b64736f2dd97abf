/**
 * A client written from the pages alone (`api.md`, `openapi.json`, `schema.graphql`): it uses nothing of the program but a server that runs, and
 * holds every answer against the published shapes.
 */
import {
  constants,
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  generateKeyPairSync,
  privateDecrypt,
  publicEncrypt,
  randomBytes,
} from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type CloudProcess, startCloud } from '../testing/cloudProcess.ts'
import { linkIn, type MailServer, openMailServer } from '../testing/mailServer.ts'
import { wrongAnswer } from '../testing/published.ts'
import { testFolder } from '../testing/serve.ts'
import { recordingOf, speechProgram, transcriptOf } from '../testing/speech.ts'

type Json = Record<string, unknown>
const page = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8')
const { paths } = JSON.parse(page('openapi.json')) as { paths: Record<string, Record<string, { tags?: string[] }>> }

const folder = testFolder()
let server: CloudProcess
let post: MailServer
let settings: NodeJS.ProcessEnv
beforeAll(async () => {
  post = await openMailServer()
  // It is heard at the second time: at the first one somebody ends the server.
  const sh = `if [ -f ${folder}/begun ]; then printf '%s' '${JSON.stringify(transcriptOf(['two', 'words']))}'; else touch ${folder}/begun; sleep 20; fi`
  const speech = `command:${speechProgram(testFolder(), { 2: { sh } })}`
  settings = { THICKET_MAIL: post.address, THICKET_REGISTRATION: 'open', THICKET_SPEECH: speech }
  server = await startCloud(folder, settings)
})
afterAll(async () => {
  await server.kill()
  post.close()
  rmSync(folder, { recursive: true, force: true })
})

interface Given {
  token?: string
  /** As JSON; a form as it is. */
  body?: object
  /** Of the path, and of the query. */
  values?: Json
  query?: Record<string, string>
  /** By another method of getting in than a token, or with a part of a file. */
  heads?: Record<string, string>
}
const called = new Set<string>()

/** `path` as OpenAPI has it. The answer is held against what is published of it. */
async function call<T>(method: string, path: string, given: Given = {}) {
  const { token, body, values = {}, query, heads } = given
  const asked = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])))
  const isForm = body instanceof FormData
  const response = await fetch(`${server.base}${asked}${query ? `?${new URLSearchParams(query)}` : ''}`, {
    method,
    redirect: 'manual',
    headers: {
      origin: server.base,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && !isForm && { 'content-type': 'application/json' }),
      ...heads,
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  })
  called.add(`${method} ${path}`)
  const type = response.headers.get('content-type') ?? ''
  const bytes = Buffer.from(await response.arrayBuffer())
  const answer: unknown = type.startsWith('application/json') ? JSON.parse(bytes.toString()) : bytes
  expect(wrongAnswer(`${method} ${path}`, response.status, type, answer)).toEqual([])
  return { status: response.status, answer: answer as T, headers: response.headers }
}

/** Of a call that is to go well. */
async function done<T = Json>(method: string, path: string, given: Given = {}): Promise<T> {
  const { status, answer } = await call<T>(method, path, given)
  expect([method, path, status, status === 200 ? '' : answer]).toEqual([method, path, 200, ''])
  return answer
}

interface Step extends Json {
  operations: { name: string; args: Json }[]
}
interface Frame {
  msg_id?: string
  status: number
  access_privilege?: string
  json_data: {
    data?: Json
    errors?: { problem: Json }[]
    push?: Json
    events?: Step[]
    people?: Json
    changed?: string
  }
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
  steps() {
    return this.frames.flatMap(({ json_data }) => json_data.events ?? [])
  }
  /** The first operation of that name that came as an event. */
  async event(name: string): Promise<{ event: Step; args: Json }> {
    const found = () =>
      this.steps().flatMap((event) =>
        event.operations.flatMap((operation) => (operation.name === name ? [{ event, args: operation.args }] : [])),
      )[0]
    await expect.poll(found, { interval: 5 }).toBeDefined()
    return found() as { event: Step; args: Json }
  }
  async open(uuid: string): Promise<Json> {
    const reply = await this.ask({ query: 'query ($uuid: String!) { dbOpen(uuid: $uuid) }', variables: { uuid } })
    return (reply.json_data.data?.dbOpen ?? {}) as Json
  }
  close(): void {
    this.socket?.close()
  }
}

const passwordOf = (name: string) => `${name} has a long one`
const emailOf = (name: string) => `${name}@example.org`
const linkTo = (email: string) => linkIn(() => post.mails, email)
interface SignedIn {
  account: { access_token: string; refresh_token: string; region: string }
}
const signIn = (name: string, more: Json = {}) =>
  done<SignedIn>('POST', '/web/api/v2/auth/login', {
    body: { email: emailOf(name), password: passwordOf(name), regional_service_map: true, ...more },
  })

/** Somebody with an account, whose email is proven. */
async function person(name: string): Promise<Client> {
  const body = { name, email: emailOf(name), password: passwordOf(name) }
  await done('POST', '/web/api/v2/register/checkout', { body })
  const token = (await signIn(name)).account.access_token
  await done('POST', '/web/api/user/email', { token, body: { link: await linkTo(emailOf(name)) } })
  return new Client(token)
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
  const ofAna = { token, values: { uuid } }
  const read = await done<{ head: number; events: { seq: number }[] }>('GET', '/v1/thicket/projects/{uuid}/events', {
    ...ofAna,
    query: { since: '0' },
  })
  expect(read.events.map(({ seq }) => seq)).toEqual(Array.from({ length: read.head }, (_, i) => i + 1))
  const whole = await done<{ quirks: Json[]; question_answers: Json[] }>('GET', '/web/api/v2/projects/{uuid}/{form}', {
    token,
    values: { uuid, form: 'json' },
  })
  expect(whole.quirks.map(({ title }) => title).sort()).toEqual(['Fear', 'Hope'])
  expect(whole.question_answers[0]?.answer).toBe('<p>Today I hope that it rains.</p>')

  // Who is put out hears it.
  const user = emailOf('ben')
  await done('DELETE', '/web/api/v2/projects/{uuid}/share', { ...ofAna, query: { user } })
  await ben.frame(({ status }) => status === 403)
  expect((await call('GET', '/web/api/v2/projects/{uuid}/share', ofBen)).status).toBe(404)
  for (const client of [ana, ben]) client.close()
})

it('a person keeps an account: names, emails, passwords, a second factor, sessions, and its end', async () => {
  const { token } = await person('eva')
  const password = passwordOf('eva')
  expect(await done('GET', '/web/api/user/data', { token })).toMatchObject({ factor: false, emailWaiting: null })
  const renamed = await done<{ account: Json }>('PUT', '/web/api/user/account', { token, body: { name: 'Eva' } })
  expect(renamed.account.name).toBe('Eva')

  // Another email waits for its link; here it is given up once. With no mail waiting none is sent.
  const email = 'other@example.org'
  const wished = await done('PUT', '/web/api/user/account', { token, body: { email, password } })
  expect(wished.emailWaiting).toBe(email)
  expect((await done('DELETE', '/web/api/user/email', { token })).emailWaiting).toBe(null)
  await done('POST', '/web/api/user/email/send', { token })
  await done('PUT', '/web/api/user/account', { token, body: { email, password } })
  await expect.poll(() => post.mails.filter((mail) => mail.includes(`To: ${email}`)).length).toBe(2)
  const body = { link: await linkTo(email) }
  expect((await done<{ account: Json }>('POST', '/web/api/user/email', { token, body })).account.email).toBe(email)

  // A second factor, as apps make its codes.
  const { secret } = await done<{ secret: string }>('POST', '/web/api/user/factor', { token, body: { password } })
  const { codes } = await done<{ codes: string[] }>('PUT', '/web/api/user/factor', {
    token,
    body: { code: codeOf(secret) },
  })
  const anew = await done<{ codes: string[] }>('POST', '/web/api/user/factor/codes', {
    token,
    body: { password, code: codes[0] },
  })
  expect(anew.codes).not.toEqual(codes)
  const unfactored = { body: { email: email, password, regional_service_map: true } }
  const refused = await call<{ problem: Json }>('POST', '/web/api/v2/auth/login', unfactored)
  expect([refused.status, refused.answer.problem.kind]).toEqual([401, 'codeNeeded'])
  const second = (await signIn('eva', { email, code: anew.codes[0] })).account
  await done('DELETE', '/web/api/user/factor', { token, body: { password, code: anew.codes[1] } })

  // Nothing is linked: it is as before.
  const unlinked = { token, values: { id: 'none' }, body: { password } }
  expect(await done('DELETE', '/web/api/user/signins/{id}', unlinked)).toMatchObject({ signIns: [] })

  // All of one's own; how the server stands is its operator's to see.
  expect((await done<Buffer>('GET', '/web/api/user/export', { token })).subarray(0, 2).toString()).toBe('PK')
  for (const what of ['accounts', 'projects', 'server'])
    expect((await call('GET', `/web/api/operator/${what}`, { token })).status).toBe(403)

  // Sessions: tokens are renewed, one ends from here, one signs out.
  const both = ({ access_token, refresh_token }: SignedIn['account']) => ({ access_token, refresh_token })
  const renewed = await done<SignedIn['account']>('POST', '/web/api/v2/auth/refresh', { body: both(second) })
  await done('GET', '/web/api/user/data', { token: renewed.access_token })
  type Sessions = { sessions: { id: string; current: boolean }[] }
  const { sessions } = await done<Sessions>('GET', '/web/api/user/sessions', { token: renewed.access_token })
  expect(sessions.length).toBeGreaterThan(2)
  const id = (await done<Sessions>('GET', '/web/api/user/sessions', { token })).sessions.find(
    ({ current }) => current,
  )?.id
  await done('DELETE', '/web/api/user/sessions/{id}', { token: renewed.access_token, values: { id } })
  expect((await call('GET', '/web/api/user/data', { token })).status).toBe(401)
  await done('POST', '/web/api/v2/auth/logout', { token: renewed.access_token, body: both(renewed) })
  expect((await call('GET', '/web/api/user/data', { token: renewed.access_token })).status).toBe(401)

  // A new password, by a mail and by the old one; then the account goes.
  await done('POST', '/web/api/v2/auth/reset', { body: { email } })
  await expect
    .poll(() => post.mails.some((mail) => mail.includes(`To: ${email}`) && mail.includes('/reset?link=')))
    .toBe(true)
  const link = await linkTo(email)
  await done('POST', '/web/api/v2/auth/reset/link', { body: { link } })
  await done('POST', '/web/api/v2/auth/reset/password', { body: { link, password: 'a zebra in the lamp' } })
  const last = (await signIn('eva', { email, password: 'a zebra in the lamp' })).account.access_token
  const change = { oldPwd: 'a zebra in the lamp', newPwd: password }
  await done('POST', '/web/api/user/change', { token: last, body: change })
  await done('DELETE', '/web/api/user/delete', { token: last, body: { password } })
  expect((await call('POST', '/web/api/v2/auth/login', unfactored)).status).toBe(401)
})

/** TOTP as in RFC 6238: SHA-1, 6 digits, 30 s; `secret` in base 32. */
function codeOf(secret: string): string {
  const bits = [...secret].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  const key = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const mac = createHmac('sha1', key).update(counter).digest()
  const at = (mac.at(-1) as number) & 15
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

it('a project is uploaded, copied, shared, looked back at, restored and given away', async () => {
  const [{ token }, kim] = [await person('dora'), await person('kim')]
  const rows = { sources: [{ id: 1, title: 'Interview', icon: '', author: 'dora', timestamp: 1 }] }
  const body = { name: 'Uploaded', project_json: rows }
  const { project_uuid: uuid } = await done('POST', '/web/api/v2/projects/json', { token, body })
  const mine = { token, values: { uuid } }
  const qrk = await done<Buffer>('GET', '/web/api/v2/projects/{uuid}/{form}', { token, values: { uuid, form: 'qrk' } })
  const form = new FormData()
  form.append('name', 'From a file')
  form.append('qrkFile', new Blob([new Uint8Array(qrk)]), 'any.qrk')
  await done('POST', '/web/api/v2/projects/file', { token, body: form })
  const copy = await done('POST', '/web/api/v2/projects/saveas', {
    token,
    body: { name: 'Copy', orig_project_uuid: uuid },
  })
  await done('DELETE', '/web/api/v2/projects/{uuid}', { token, values: { uuid: copy.project_uuid } })
  const { projects } = await done<{ projects: Json[] }>('GET', '/web/api/v2/projects', { token })
  expect(projects.map(({ name }) => name).sort()).toEqual(['From a file', 'Uploaded'])
  const region = (await signIn('dora')).account.region
  expect(region).not.toBe('nowhere')
  // A region that is not this server's has none of its projects.
  const report = '/web/api/v2/{region}/projects/{uuid}/report'
  expect((await call('GET', report, { token, values: { uuid, region: 'nowhere' } })).status).toBe(404)

  // A step, and another by HTTP of one who has the project open.
  const dora = new Client(token)
  await dora.connect()
  const opened = await dora.open(uuid as string)
  const first = await dora.ask({ query: 'mutation { quirkCreateOrUpdate(title: "Hope", color: "#3366cc") }' })
  expect(first.status).toBe(200)
  const id = (Date.now() - Date.UTC(2020, 0, 1)) * 8192 + Number(opened.client)
  const query = 'mutation ($id: Id) { groupCreateOrUpdate(id: $id, description: "Feelings", create: true) }'
  const push = { push: { client: opened.client, n: 1, base: 1 }, steps: [{ query, variables: { id }, versions: {} }] }
  const pushed = { token, query: { project: uuid as string }, body: push }
  expect(await done('POST', '/v1/thicket/push', pushed)).toMatchObject({
    json_data: { push: { n: 1, steps: [{ seq: 2 }] } },
  })
  const snapshot = '/v1/thicket/projects/{uuid}/snapshot'
  const whole = await call<Buffer>('GET', snapshot, mine)
  expect(whole.headers.get('thicket-head')).toBe('2')
  const part = await call<Buffer>('GET', snapshot, { ...mine, heads: { range: 'bytes=100-' } })
  expect([part.status, part.answer.equals(whole.answer.subarray(100))]).toEqual([206, true])

  const at = '/v1/thicket/projects/{uuid}'
  // A file that a program has made of it by itself stands in what its owner can see of who has used it.
  await done('POST', `${at}/exports`, { ...mine, body: { form: 'csv' } })
  const audit = await done<{ entries: Json[] }>('GET', `${at}/audit`, mine)
  expect(audit.entries[0]).toMatchObject({ event: 'projectExported', person: 'dora', detail: 'csv' })
  const sound = randomBytes(1000)
  const recorded = { token, values: { uuid, hash: createHash('sha256').update(sound).digest('base64url') } }
  const sent = new FormData()
  sent.append('file', new Blob([sound]), 'talk.ogg')
  await done('PUT', `${at}/media/{hash}`, { ...recorded, body: sent })
  expect((await done<Buffer>('GET', `${at}/media/{hash}`, recorded)).equals(sound)).toBe(true)

  // Back in time.
  const { entries } = await done<{ entries: { seq: number }[] }>('GET', `${at}/history`, mine)
  expect(entries.map(({ seq }) => seq)).toEqual([2, 1])
  await done('GET', `${at}/history/{seq}`, { token, values: { uuid, seq: 1 } })
  const version = await done('POST', `${at}/versions`, { ...mine, body: { name: 'Half done' } })
  expect((await done<{ versions: Json[] }>('GET', `${at}/versions`, mine)).versions).toMatchObject([
    { name: 'Half done' },
  ])
  for (const [kind, of] of [
    ['history', 1],
    ['versions', version.id],
  ]) {
    const moment = { token, values: { uuid, kind, id: of } }
    await done('GET', `${at}/{kind}/{id}/preview`, moment)
    await done('GET', `${at}/{kind}/{id}/state`, moment)
    await done('POST', `${at}/{kind}/{id}/project`, { ...moment, body: { name: `From ${kind}` } })
  }
  await done('DELETE', `${at}/versions/{id}`, { token, values: { uuid, id: version.id } })
  // A project that is not protected has no password to be changed.
  const another = { from: '', ___db_hash: '{}' }
  expect((await call('PUT', `${at}/protection`, { token, values: { uuid }, body: another })).status).toBe(400)
  const backup = await done('POST', `${at}/backups`, mine)
  const ofBackup = { token, values: { uuid, id: backup.id } }
  // On a slow machine the server has made one by itself meanwhile.
  const { backups } = await done<{ backups: Json[] }>('GET', `${at}/backups`, mine)
  expect(backups.filter(({ reason }) => reason === 'hand')).toMatchObject([{ id: backup.id }])
  await done('GET', `${at}/backups/{id}/preview`, ofBackup)
  await done('POST', `${at}/backups/{id}/project`, { ...ofBackup, body: { name: 'From a backup' } })
  await done('POST', `${at}/backups/{id}/restore`, ofBackup)
  expect((await call('GET', snapshot, mine)).headers.get('thicket-epoch')).not.toBe(whole.headers.get('thicket-epoch'))

  // Others: one who has an account, and one who has none yet.
  const share = (email: string) =>
    done('POST', '/web/api/v2/projects/{uuid}/share', { ...mine, body: { email, access_right: 'write' } })
  expect(await share(emailOf('kim'))).toMatchObject({ invited: false })
  for (const name of ['lea', 'max']) expect(await share(emailOf(name))).toMatchObject({ invited: true })
  const link = await linkTo(emailOf('lea'))
  expect(await done('POST', '/web/api/v2/register/invitation', { body: { link } })).toEqual({ email: emailOf('lea') })
  const lea = { name: 'lea', email: emailOf('lea'), password: passwordOf('lea'), link }
  const { account } = await done<SignedIn>('POST', '/web/api/v2/register/checkout', { body: lea })
  const sharedWith = async (theirs: string) =>
    (await done<{ projects: Json[] }>('GET', '/web/api/v2/projects/share', { token: theirs })).projects.length
  expect(await sharedWith(account.access_token)).toBe(1)
  const invitation = await linkTo(emailOf('max'))
  const max = { name: 'max', email: 'max.at.home@example.org', password: passwordOf('max') }
  const registered = await done<SignedIn>('POST', '/web/api/v2/register/checkout', { body: max })
  const ofMax = { token: registered.account.access_token, body: { link: invitation } }
  // It was for another email.
  expect((await call('POST', '/web/api/user/invitation', ofMax)).status).toBe(400)
  await done('PUT', '/web/api/v2/projects/{uuid}/owner', { ...mine, body: { user: emailOf('kim') } })
  const ofKim = { token: kim.token, values: { uuid } }
  const { shares } = await done<{ shares: Json[] }>('GET', '/web/api/v2/projects/{uuid}/share', ofKim)
  expect(
    await done('PUT', '/web/api/v2/projects/{uuid}/name', { ...ofKim, body: { name: ' Kim’s study ' } }),
  ).toMatchObject({ name: 'Kim’s study' })
  expect(shares.map(({ user }) => user)).toContain('dora')
  dora.close()
})

it('a row of each kind is made, changed, made in a batch and removed, and the other hears of each', async () => {
  const [ina, tom] = [await person('ina'), await person('tom')]
  const { token } = ina
  const { project_uuid: uuid } = await done('POST', '/web/api/v2/projects', { token, body: { name: 'Rows' } })
  const share = { email: emailOf('tom'), access_right: 'write' }
  await done('POST', '/web/api/v2/projects/{uuid}/share', { token, values: { uuid }, body: share })
  for (const client of [ina, tom]) await client.connect()
  const opened = await ina.open(uuid as string)
  await tom.open(uuid as string)
  const heard: string[] = []
  /** Returns the key, once the other has the event. */
  const mutate = async (name: string, args: string): Promise<number> => {
    const reply = await ina.ask({ query: `mutation { key: ${name}(${args}) }` })
    expect([name, reply.status, reply.json_data.errors]).toEqual([name, 200, undefined])
    await expect.poll(() => tom.steps().length).toBe(heard.length + 1)
    // What a step did comes as it is stored: of a batch of one row the row, and with a row those that hung on it.
    const names =
      tom
        .steps()
        .at(-1)
        ?.operations.map((operation) => operation.name) ?? []
    expect(
      names.some((each) => each === name || each === name.replace('Batch', '')),
      name,
    ).toBe(true)
    heard.push(name)
    return reply.json_data.data?.key as number
  }
  const made = (row: string, args: string) => mutate(`${row}CreateOrUpdate`, args)
  /** A row of each kind; returns their keys. */
  const fill = async (at: number) => {
    const source = await made('source', `title: "Interview ${at}"`)
    const question = await made('question', `question: "Why ${at}?", questionOrder: ${at}`)
    const quirk = await made('quirk', `title: "Hope ${at}", color: "#3366cc"`)
    const on = `sourceId: ${source}, questionId: ${question}`
    const answer = await made('answer', `${on}, answer: "<p>I hope that it rains.</p>"`)
    const highlight = await made('highlight', `${on}, quirkId: ${quirk}, start: 2, length: 4`)
    const memo = await made('memo', `${on}, start: 2, length: 4, content: "Really?"`)
    const tape = `title: "Tape ${at}", type: "audio/ogg", milliseconds: 900, hash: ""`
    const recording = await made('recording', `${on}, ${tape}`)
    const transcript = await made('transcript', `recordingId: ${recording}, words: "{}"`)
    const group = await made('group', `description: "Feelings ${at}"`)
    const groupQuirk = await made('groupQuirk', `groupId: ${group}, quirkId: ${quirk}`)
    await made('quirkShortcutKey', `quirkId: ${quirk}, shortcutKey: "${at}"`)
    const sourceMetadataKey = await made('sourceMetadataKey', `key: "Age ${at}", multipleChoice: 1`)
    const sourceMetadataValue = await made('sourceMetadataValue', `keyId: ${sourceMetadataKey}, value: "old"`)
    const metadata = `keyId: ${sourceMetadataKey}, valueId: ${sourceMetadataValue}, sourceId: ${source}`
    const sourceMetadata = await made('sourceMetadata', metadata)
    const chatMessage = await made('chatMessage', 'message: "Hello"')
    await made('preference', `key: "width ${at}", value: "3"`)
    return {
      ...{ recording, transcript },
      ...{ source, question, quirk, answer, highlight, memo, group, groupQuirk, quirkShortcutKey: quirk },
      ...{ sourceMetadataKey, sourceMetadataValue, sourceMetadata, chatMessage, preference: `width ${at}` },
    }
  }
  type Row = keyof Awaited<ReturnType<typeof fill>>
  const keyOf = (row: Row) => (row === 'preference' ? 'key' : row === 'quirkShortcutKey' ? 'quirkId' : 'id')
  const [first, second] = [await fill(1), await fill(2)]

  // Each list of the schema, with all that its rows have.
  const schema = page('schema.graphql')
  const [, queries = ''] = /type Query \{([^}]*)\}/.exec(schema) ?? []
  const lists = [...queries.matchAll(/(\w+)QueryList: \[(\w+)!\]/g)]
  for (const [, list, type] of lists) {
    const row = (list === 'questionAnswer' ? 'answer' : list) as Row
    const [, columns = ''] = new RegExp(`type ${type} \\{([^}]*)\\}`).exec(schema) ?? []
    const names = [...columns.matchAll(/(\w+):/g)].map(([, name]) => name as string)
    const { status, json_data } = await tom.ask({ query: `{ rows: ${list}QueryList { ${names.join(' ')} } }` })
    const rows = json_data.data?.rows as Json[]
    expect([list, status]).toEqual([list, 200])
    const keys = rows.map((each) => each[keyOf(row)])
    expect(keys, list).toEqual(expect.arrayContaining([first[row], second[row]]))
    expect(rows.map((each) => Object.keys(each).sort())).toEqual(rows.map(() => names.toSorted()))
  }
  expect((await tom.ask({ query: '{ ping }' })).json_data.data).toEqual({ ping: true })
  // What else can be asked is asked below, and above.
  const others = ['ping', 'dbOpen', 'highlightOverlapCount', 'quirkQueryListWithHighlightsAndCriteria']
  expect([...queries.matchAll(/^ {2}(\w+)/gm)].map(([, name]) => name).toSorted()).toEqual(
    [...others, ...lists.map(([, list]) => `${list}QueryList`)].toSorted(),
  )

  // What api.md says of questions to the whole.
  const found = await tom.ask({
    query: `{ quirkQueryListWithHighlightsAndCriteria(fieldName: "group", operator: "=", value: "Feelings 1") { id }
      highlightOverlapCount(quirkId1: ${first.quirk}, quirkId2: ${second.quirk}) { count } }`,
  })
  expect(found.json_data.data).toEqual({
    quirkQueryListWithHighlightsAndCriteria: [{ id: first.quirk }],
    highlightOverlapCount: [{ count: 0 }],
  })
  const wrong = await tom.ask({
    query: '{ quirkQueryListWithHighlightsAndCriteria(fieldName: "quirkAuthor", operator: ">", value: "a") { id } }',
  })
  expect(wrong.status).toBe(400)
  const lacking = await ina.ask({ query: 'mutation { memoCreateOrUpdate(start: 1) }' })
  expect(lacking.json_data.errors?.[0]?.problem).toMatchObject({
    kind: 'badRequest',
    detail: expect.stringContaining('content'),
  })
  const red = await ina.ask({ query: 'mutation { quirkCreateOrUpdate(title: "x", color: "red") }' })
  expect(red.json_data.errors?.[0]?.problem).toMatchObject({ detail: expect.stringContaining('#rrggbb') })

  // In batches: rows that are there, and new ones.
  const changes: Partial<Record<Row, string>> = {
    source: 'title: ["Talk"]',
    question: 'question: ["What for?"]',
    answer: 'answer: ["<p>I hope that it snows.</p>"]',
    quirk: 'title: ["Hopes"]',
    highlight: 'length: [6]',
    memo: 'content: ["No"]',
    recording: 'milliseconds: [1000]',
    transcript: 'words: ["[]"]',
    group: 'description: ["Moods"]',
    quirkShortcutKey: 'shortcutKey: ["j"]',
    sourceMetadataKey: 'key: ["Years"]',
    sourceMetadataValue: 'value: ["young"]',
    preference: 'value: ["4"]',
  }
  for (const row of Object.keys(changes) as Row[]) {
    const key = JSON.stringify(first[row])
    await mutate(`${row}BatchCreateOrUpdate`, `columns: { ${keyOf(row)}: [${key}], ${changes[row]} }`)
  }
  let id = (Date.now() - Date.UTC(2020, 0, 1)) * 8192 + Number(opened.client)
  const by = 'author: ["ina"], timestamp: [1]'
  const link = `keyId: [${first.sourceMetadataKey}], valueId: [${first.sourceMetadataValue}], sourceId: [${second.source}]`
  for (const [row, columns] of [
    ['groupQuirk', `groupId: [${first.group}], quirkId: [${second.quirk}]`],
    ['sourceMetadata', `${link}, ${by}`],
    ['chatMessage', `message: ["Good bye"], ${by}`],
  ]) {
    id += 8192
    await mutate(`${row}BatchCreateOrUpdate`, `columns: { id: [${id}], ${columns} }, create: true`)
  }

  // Away again, what hangs on others first.
  const inOrder: Row[] = [
    ...(['chatMessage', 'preference', 'sourceMetadata', 'sourceMetadataValue', 'sourceMetadataKey'] as const),
    ...(['quirkShortcutKey', 'groupQuirk', 'group', 'memo', 'highlight', 'quirk'] as const),
    ...(['transcript', 'recording', 'answer', 'question', 'source'] as const),
  ]
  for (const row of inOrder) {
    await mutate(`${row}Remove`, `${keyOf(row)}: ${JSON.stringify(first[row])}`)
    await mutate(`${row}BatchRemove`, `ids: [${JSON.stringify(second[row])}]`)
  }
  const left = await tom.ask({ query: '{ quirkQueryList { id } sourceQueryList { id } memoQueryList { id } }' })
  expect(left.json_data.data).toEqual({ quirkQueryList: [], sourceQueryList: [], memoQueryList: [] })

  // The page names no mutation that was not tried.
  const named =
    page('schema.graphql')
      .split('type Mutation {')[1]
      ?.matchAll(/^ {2}(\w+)\(/gm) ?? []
  expect([...named].map(([, name]) => name).sort()).toEqual([...new Set(heard)].sort())

  // A right that is taken back is said in a frame of its own, and to who watches the lists.
  const watching = new Client(tom.token)
  await watching.connect()
  expect((await watching.ask({ watch: 'projects' })).status).toBe(200)
  await done('POST', '/web/api/v2/projects/{uuid}/share', {
    token,
    values: { uuid },
    body: { ...share, access_right: 'read' },
  })
  const said = await tom.frame(({ access_privilege }) => access_privilege === 'read')
  expect([said.msg_id, said.status, said.json_data]).toEqual([undefined, 200, {}])
  await watching.frame(({ json_data }) => json_data.changed === 'projects')
  const late = await tom.ask({ query: 'mutation { groupCreateOrUpdate(description: "Late") }' })
  expect(late.json_data.errors?.[0]?.problem).toEqual({ kind: 'readOnly' })
  watching.close()
  for (const client of [ina, tom]) client.close()
})

it('a program hears what became of each row that it asked for', async () => {
  const { token } = await person('mia')
  const mia = new Client(token)
  const { project_uuid: uuid } = await done('POST', '/web/api/v2/projects', { token, body: { name: 'Keys' } })
  await mia.connect()
  await mia.open(uuid as string)
  const keysOf = async (query: string) => {
    const { status, json_data } = await mia.ask({ query: `mutation { ${query} }` })
    expect([status, json_data.errors]).toEqual([200, undefined])
    return json_data.data as Record<string, number>
  }
  const listed = async (query: string) => (await mia.ask({ query: `{ ${query} { id } }` })).json_data.data?.[query]

  const quirk = (alias: string) => `${alias}: quirkCreateOrUpdate(title: "${alias}", color: "#3366cc")`
  const { one, two, text } = await keysOf(`${quirk('one')} ${quirk('two')} text: sourceCreateOrUpdate(title: "Text")`)
  expect(await listed('quirkQueryList')).toEqual([{ id: one }, { id: two }])
  expect(await listed('sourceQueryList')).toEqual([{ id: text }])

  const on = `sourceId: ${text}, questionId: 1`
  const { answer } = await keysOf(`answer: answerCreateOrUpdate(${on}, answer: "<p>I hope that it rains.</p>")`)
  expect(await listed('questionAnswerQueryList')).toEqual([{ id: answer }])
  const mark = (start: number) =>
    keysOf(`mark: highlightCreateOrUpdate(${on}, quirkId: ${one}, start: ${start}, length: 6)`)
  await mark(0)
  const { mark: spanning } = await mark(4)
  expect(await listed('highlightQueryList')).toEqual([{ id: spanning }])

  expect(
    await keysOf(`a: quirkCreateOrUpdate(id: 1234, title: "ghost") b: quirkRemove(id: 99999)
      c: quirkBatchRemove(ids: [${two}, 99999]) d: quirkCreateOrUpdate(title: "new", color: "#000000", create: true)`),
  ).toEqual({ a: null, b: null, c: [two, null], d: expect.any(Number) })

  const foreign = await mia.ask({ query: `mutation { quirkCreateOrUpdate(id: ${one}, author: "ana") }` })
  expect([foreign.status, foreign.json_data.errors?.[0]?.problem]).toEqual([403, { kind: 'foreignAuthor' }])
  mia.close()
})

it('a recording is sent sealed, is heard though the server is killed meanwhile, and is read by whom it is for', async () => {
  const eva = await person('eva')
  const { token } = eva
  const { project_uuid: uuid } = await done('POST', '/web/api/v2/projects', { token, body: { name: 'Heard' } })
  const padding = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' } as const
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = String(await done<Buffer>('GET', '/web/api/transcription/pem', { token }))
  const [key, iv] = [randomBytes(32), randomBytes(12)]
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const sealed = Buffer.concat([iv, cipher.update(await recordingOf(2)), cipher.final(), cipher.getAuthTag()])
  const body = new FormData()
  body.append('name', 'Interview 1')
  body.append('audioLength', '2')
  body.append('publicKey', publicKey.export({ type: 'spki', format: 'der' }).toString('base64'))
  body.append('secret', publicEncrypt({ key: pem, ...padding }, key).toString('base64'))
  body.append('file', new Blob([sealed]), 'sealed')
  const sent = await done('POST', '/web/api/transcription/{uuid}', { token, values: { uuid }, body })
  const look = async () => {
    const { transcriptions } = await done<{ transcriptions: Json[] }>('GET', '/web/api/transcription/{uuid}', {
      token,
      values: { uuid },
    })
    return transcriptions
  }
  await expect.poll(() => existsSync(join(folder, 'begun')), { timeout: 50_000 }).toBe(true)
  expect(await look()).toMatchObject([{ id: sent.id, FileName: 'Interview 1', Status: 'running' }])
  await server.kill()
  server = await startCloud(folder, settings)
  await expect.poll(async () => (await look())[0]?.Status, { timeout: 50_000 }).toBe('success')

  const values = { uuid, id: sent.id }
  const answer = await done('GET', '/web/api/transcription/{uuid}/{id}', { token, values })
  const opens = privateDecrypt({ key: privateKey, ...padding }, Buffer.from(String(answer.SecretKey), 'base64'))
  const result = Buffer.from(String(answer.Result), 'base64')
  const decipher = createDecipheriv('aes-256-gcm', opens, result.subarray(0, 12)).setAuthTag(result.subarray(-16))
  const opened = Buffer.concat([decipher.update(result.subarray(12, -16)), decipher.final()]).toString()
  expect(JSON.parse(opened)).toEqual(transcriptOf(['two', 'words']))
  expect(await done('GET', '/web/api/transcription/secs', { token })).toEqual({ secondsRemaining: null })
  const keep = { token, body: { key: '{"publicKey":"mine"}', password: passwordOf('eva') } }
  const kept = { transcription_key: '{"publicKey":"mine"}' }
  expect(await done('PUT', '/web/api/user/transcriptionKey', keep)).toEqual(kept)
  expect(await done('GET', '/web/api/user/data', { token })).toMatchObject({ account: kept })
  await done('PATCH', '/web/api/transcription/{uuid}/{id}', { token, values })
  const taken = await done('GET', '/web/api/transcription/{uuid}/{id}', { token, values })
  expect(taken).toMatchObject({ Status: 'collected', SecretKey: null, Result: null })
}, 120_000)

it('what else there is at the address, without a token', async () => {
  for (const path of ['/', '/web', '/activation', '/projects', '/reset', '/buy/cloud', '/buy/offline'])
    expect((await call('GET', path)).status).toBe(302)
  expect((await call('GET', '/projects/{path}', { values: { path: 'create' } })).status).toBe(302)
  await done('GET', '/healthz')
  await done('GET', '/readyz')
  await done('GET', '/metrics')
  await done('GET', '/web/source.zip')
  // Whether the page has been built is nothing to this test.
  for (const path of ['/web/', '/web/report', '/web/help', '/web/offline.js']) await call('GET', path)
  expect((await call('GET', '/web/assets/{path}', { values: { path: 'none.js' } })).status).toBe(404)
  expect((await call('GET', '/v1/thicket', { query: { ticket: 'none' } })).status).toBe(401)
  for (const [method, path] of [
    ['GET', '/web/api/v2/register/price'],
    ['POST', '/web/api/v2/payment/events'],
    ['POST', '/web/api/user/subscription/cloud'],
    ['POST', '/web/api/user/subscription/check'],
    ['GET', '/web/api/user/subscription/transcription/price'],
    ['POST', '/web/api/user/subscription/transcription'],
    ['POST', '/web/api/user/subscription/portal'],
  ] as const)
    expect((await call(method, path)).answer).toEqual({ problem: { kind: 'noPayments' } })
  // This server has no provider of sign-ins.
  const none = { values: { id: 'none' } }
  for (const way of ['begin', 'back'])
    expect((await call('GET', `/web/api/v2/auth/sso/{id}/${way}`, none)).status).toBe(302)
  expect((await call('POST', '/web/api/v2/auth/sso/finish', { body: { code: 'none' } })).status).toBe(400)
  expect((await call('POST', '/web/api/v2/auth/sso/{id}/logout', none)).status).toBe(400)
  const activation = { body: { key: 'none', type: 'activation' } }
  expect((await call('POST', '/web/api/v2/activation', activation)).status).toBe(400)
})

it('no call was left out', () => {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { tags }]) =>
      tags?.includes('local') ? [] : [`${method.toUpperCase()} ${path}`],
    ),
  )
  expect(all.filter((one) => !called.has(one))).toEqual([])
})
