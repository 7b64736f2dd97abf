/** Recordings over a network that is cut at each step of their way, a key of the server that is no longer the one they were sealed for, and a password that was set anew. */
import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testFolder } from '../testing/serve.ts'
import { type ServedCloud, type Someone, serveCloud } from '../testing/serveCloud.ts'
import {
  listener,
  openedResult,
  recordingForm,
  recordingOf,
  speechProgram,
  transcribed,
  transcriptOf,
} from '../testing/speech.ts'

const folder = testFolder()
const words = ['garden', 'rain']
const to = listener()
let served: ServedCloud
let ann: Someone
let uuid: string

beforeAll(async () => {
  const speech = `command:${speechProgram(folder, { 1: words })}`
  served = await serveCloud(folder, { settings: { speech, speechSeconds: 600 } })
  ann = await served.person('Ann')
  uuid = await ann.project('Study')
})
afterAll(() => served.end())

const base = '/web/api/transcription'
interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  path: string
  body?: FormData
}

/** Where a call is cut: half of it has been sent, or its answer has begun, which nobody reads. */
type Cut = 'sending' | 'answering'

/** A call whose connection ends before its answer is there. Resolves once both ends know. */
async function cutCall({ method, path, body }: Call, cut: Cut): Promise<void> {
  const form = new Response(body)
  const bytes = Buffer.from(await form.arrayBuffer())
  const type = form.headers.get('content-type')
  const headers = {
    authorization: `Bearer ${ann.secret}`,
    ...(body && type && { 'content-type': type, 'content-length': bytes.length }),
  }
  const { promise, resolve } = Promise.withResolvers<void>()
  const call = request(`${served.base}${path}`, { method, headers })
  call.on('close', resolve)
  call.on('error', () => {})
  call.on('response', () => call.destroy())
  if (cut === 'answering') call.end(bytes)
  else call.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => call.destroy())
  await promise
}

async function called({ method, path, body }: Call): Promise<Record<string, unknown>> {
  const answer = await ann.call(path, { method, ...(body && { body }) })
  const told = (await answer.json()) as Record<string, unknown>
  expect([path, answer.status, told.problem]).toEqual([path, 200, undefined])
  return told
}

/** The steps of a recording from its conversion on, as the page and other programs go them (`server/api/api.md`). */
const steps = [
  'keeping its sound',
  'sending it',
  'looking',
  'fetching its result',
  'saying that it is collected',
] as const
type Step = (typeof steps)[number]

/** Goes all steps of one recording, each call by `go`. Returns what was heard in it. */
async function goAll(id: string, go: (step: Step, call: () => Promise<Call>) => Promise<Record<string, unknown>>) {
  const bytes = await recordingOf(1)
  const sound = createHash('sha256').update(bytes).digest('base64url')
  await go('keeping its sound', async () => {
    const body = new FormData()
    body.append('file', new Blob([bytes]), 'sound')
    return { method: 'PUT', path: `/v1/thicket/projects/${uuid}/media/${sound}`, body }
  })
  // Sealed anew at each try.
  await go('sending it', async () => ({
    method: 'POST',
    path: `${base}/${uuid}`,
    body: await recordingForm(ann, to, 1, { id, sound }),
  }))
  const look = async () => {
    const { transcriptions } = await go('looking', async () => ({ method: 'GET', path: `${base}/${uuid}` }))
    return (transcriptions as { id: string; Status: string }[]).filter((one) => one.id === id)
  }
  await expect.poll(look, { timeout: 20_000 }).toMatchObject([{ Status: 'success' }])
  const one = `${base}/${uuid}/${id}`
  const result = await go('fetching its result', async () => ({ method: 'GET', path: one }))
  await go('saying that it is collected', async () => ({ method: 'PATCH', path: one }))
  return { sound: result.sound === sound, transcript: openedResult(result, to) }
}

const secondsLeft = async () => Number((await called({ method: 'GET', path: `${base}/secs` })).secondsRemaining)
const filesOf = (name: string) => readdirSync(join(served.settings.data, name))

it.each([
  ['keeping its sound', 'sending'],
  ['keeping its sound', 'answering'],
  ['sending it', 'sending'],
  ['sending it', 'answering'],
  ['looking', 'answering'],
  ['fetching its result', 'answering'],
  ['saying that it is collected', 'answering'],
] as const)('a network that is cut at %s (%s) loses nothing, and what is done again counts once', async (at, cut) => {
  const id = randomUUID()
  const before = await secondsLeft()
  let cuts = 0
  const heard = await goAll(id, async (step, call) => {
    if (step === at && cuts === 0) {
      cuts += 1
      await cutCall(await call(), cut)
    }
    return called(await call())
  })
  expect(cuts).toBe(1)
  expect(heard).toEqual({ sound: true, transcript: transcriptOf(words) })
  expect(before - (await secondsLeft())).toBeCloseTo(1, 1)
  const { transcriptions } = await called({ method: 'GET', path: `${base}/${uuid}` })
  expect((transcriptions as { id: string }[]).filter((one) => one.id === id)).toMatchObject([{ Status: 'collected' }])
  // Neither the recording nor its result lies anywhere.
  await expect.poll(() => filesOf('transcription')).toEqual([])
})

it('a network that is away after the conversion leaves nothing behind: no recording, no second', async () => {
  const before = await secondsLeft()
  const id = randomUUID()
  await cutCall({ method: 'POST', path: `${base}/${uuid}`, body: await recordingForm(ann, to, 1, { id }) }, 'sending')
  const { transcriptions } = await called({ method: 'GET', path: `${base}/${uuid}` })
  expect((transcriptions as { id: string }[]).map((one) => one.id)).not.toContain(id)
  expect(await secondsLeft()).toBe(before)
  await expect.poll(() => filesOf('transcription')).toEqual([])
})

/** As if a month had passed since the key of the server was made. */
function ageKey(): void {
  const database = new DatabaseSync(join(served.settings.data, 'accounts.sqlite'))
  database.exec('PRAGMA busy_timeout = 5000; UPDATE transcriptionKeys SET created = 0')
  database.close()
}
const statusOf = async (id: string) => {
  const { transcriptions } = await called({ method: 'GET', path: `${base}/${uuid}` })
  return (transcriptions as { id: string; Status: string }[]).find((one) => one.id === id)?.Status
}

it('a recording that was sealed for the last key of the server is heard; one for a key before that is refused, costs nothing, and is heard once it is sealed anew', async () => {
  const [last, older] = [randomUUID(), randomUUID()]
  const before = await secondsLeft()
  const send = (body: FormData) => called({ method: 'POST', path: `${base}/${uuid}`, body })
  const sealed = await recordingForm(ann, to, 1, { id: last })
  const again = await recordingForm(ann, to, 1, { id: older })
  ageKey()
  await ann.call(`${base}/pem`)
  await send(sealed)
  await expect.poll(() => statusOf(last), { timeout: 20_000 }).toBe('success')
  ageKey()
  await ann.call(`${base}/pem`)
  const refused = await ann.call(`${base}/${uuid}`, { method: 'POST', body: again })
  const detail = 'secret: it is not sealed for this server’s key'
  expect([refused.status, await refused.json()]).toEqual([400, { problem: { kind: 'badRequest', detail } }])
  expect(before - (await secondsLeft())).toBeCloseTo(1, 1)
  await send(await recordingForm(ann, to, 1, { id: older }))
  await expect.poll(() => statusOf(older), { timeout: 20_000 }).toBe('success')
  expect(before - (await secondsLeft())).toBeCloseTo(2, 1)
})

it('who has set their password anew by a mail finds results of the key before it lost, and goes on with another key; a wrong password keeps none', async () => {
  const ben = await served.person('Ben')
  const his = await ben.project('His')
  const keep = (publicKey: string, password: string) =>
    ben.send('PUT', '/web/api/user/transcriptionKey', { key: JSON.stringify({ v: 1, publicKey }), password })
  expect(await keep(to.publicKey, 'not his')).toMatchObject({ status: 403 })
  expect(await keep(to.publicKey, ben.password)).toMatchObject({ status: 200 })
  const done = await transcribed(ben, his, 1, to)

  await ben.send('POST', '/web/api/v2/auth/reset', { email: ben.email })
  const mails = join(served.settings.data, 'mail')
  const linkIn = () =>
    readdirSync(mails).flatMap(
      (name) => /reset\?link=([\w-]{43})/.exec(readFileSync(join(mails, name), 'utf8'))?.[1] ?? [],
    )
  await expect.poll(linkIn).toHaveLength(1)
  const password = 'another zebra there'
  expect(await ben.send('POST', '/web/api/v2/auth/reset/password', { link: linkIn()[0], password })).toMatchObject({
    status: 200,
  })
  const signedIn = await ben.send('POST', '/web/api/v2/auth/login', { email: ben.email, password })
  ben.secret = (signedIn.body.account as { access_token: string }).access_token
  const listed = async () => (await ben.send('GET', `${base}/${his}`)).body.transcriptions
  expect(await listed()).toMatchObject([{ id: done, Status: 'lost' }])
  expect((await ben.send('GET', '/web/api/user/data')).body.account).toMatchObject({ transcription_key: null })
  expect((await ben.send('GET', `${base}/${his}/${done}`)).body).toMatchObject({ SecretKey: null, Result: null })

  const other = listener()
  expect(
    await ben.send('PUT', '/web/api/user/transcriptionKey', {
      key: JSON.stringify({ v: 1, publicKey: other.publicKey }),
      password,
    }),
  ).toMatchObject({ status: 200 })
  const id = await transcribed(ben, his, 1, other)
  const { body } = await ben.send('GET', `${base}/${his}/${id}`)
  expect(openedResult(body, other)).toEqual(transcriptOf(words))
})
