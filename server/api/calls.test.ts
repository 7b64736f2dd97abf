/** Every call of the published API is asked of a real server, well and so that it is refused; `openapi.json` has to describe each answer. */

import { createHash, randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { announced, formOf, openWorld, type World } from '../../fixtures/testing/apiWorld.ts'
import { everyCall, type NamedCall } from '../../src/model/contract/calls.ts'
import { hashOfWraps, wrapKey } from '../../src/model/sealing/wraps.ts'
import { wrongAnswer } from '../testing/published.ts'
import type { ServedCloud, Someone } from '../testing/serveCloud.ts'
import { connect, ticketOf } from '../testing/socketClient.ts'
import { recordingForm, transcribed } from '../testing/speech.ts'
import { cameBack } from '../testing/ssoProvider.ts'
import { refusals } from './openapi.ts'

type Mode = 'accounts' | 'local'
interface Asked {
  /** Left out: Ann, in local mode the one person. Null: nobody. */
  by?: Someone | null
  /** Another server than theirs. */
  at?: ServedCloud
  values?: Readonly<Record<string, string | number>>
  query?: Readonly<Record<string, string>>
  body?: unknown
  /** In place of a body that is sent as JSON. */
  text?: string
  headers?: Readonly<Record<string, string>>
}
type Ask = (world: World) => Asked | Promise<Asked>
/** By what is answered: a status, with the kind of problem and, after a colon, what it is about. The first is the good case. */
type Tries = Readonly<Record<string, Ask>>

const api = '/web/api'
const newPassword = 'another zebra there'
const nobody: Ask = () => ({ by: null })
const nothing: Ask = () => ({})
const json = async (answer: Response) => (await answer.json()) as Record<string, unknown>

const signIn = ({ email, password }: Pick<Someone, 'email' | 'password'>, more: object = {}): Asked => ({
  by: null,
  body: { email, password, regional_service_map: true, ...more },
})
const tokens = ({ secret, refresh }: Someone) => ({ access_token: secret, refresh_token: refresh })
const registration = (world: World, more: object = {}) => {
  const name = world.fresh()
  return { name, email: `${name.replace(' ', '.')}@example.org`.toLowerCase(), password: newPassword, ...more }
}
const registered =
  (more: object): Ask =>
  (world) => ({ by: null, body: registration(world, more) })
/** Of somebody new: with their password. */
const withPassword =
  (more: (password: string) => object = (password) => ({ password })): Ask =>
  async (world) => {
    const by = await world.person()
    return { by, body: more(by.password) }
  }
const guessed = (body: object): Tries => ({
  '403 wrongPassword': () => ({ body }),
  '429 tooManyTries': ({ tired }) => ({ by: tired, body }),
})
const tooWeak = (bodyOf: (password: string) => Ask): Tries => ({
  '400 passwordTooShort': bodyOf('short'),
  '400 passwordTooLong': bodyOf('long '.repeat(60)),
  '400 passwordTooCommon': bodyOf('password123'),
})
const resetLink = async ({ cloud, ann, link }: World) => {
  await cloud.call(`${api}/v2/auth/reset`, { method: 'POST', body: { email: ann.email } })
  return { by: null, body: { link: await link(cloud, ann.email) } }
}
/** Who has begun a second factor, with its code. */
const begun = async (world: World) => {
  const by = await world.person()
  const { body } = await by.send('POST', `${api}/user/factor`, { password: by.password })
  return { by, code: world.totp(body.secret) }
}
const withFactor = async (world: World) => {
  const { by, code } = await begun(world)
  const { body } = await by.send('PUT', `${api}/user/factor`, { code })
  return { by, codes: body.codes as string[] }
}
/** With the password alone, or a code that is none. */
const withoutCode: Tries = {
  '403 codeNeeded': async (world) => {
    const { by } = await withFactor(world)
    return { by, body: { password: by.password } }
  },
  '403 wrongCode': async (world) => {
    const { by } = await withFactor(world)
    return { by, body: { password: by.password, code: '000000' } }
  },
}
/** Who waits for the link to another email, where mails are sent. */
const waiting = async (world: World) => {
  const by = await world.person(world.strict)
  const email = `new.${by.email}`
  await by.send('PUT', `${api}/user/account`, { email, password: by.password })
  return { by, email }
}
const licence = (more: object = {}) => {
  const form = new FormData()
  form.append('selectedConfig', JSON.stringify({ licence: 'cloud', sector: 'academic', country: 'DE', ...more }))
  return form
}
const wanted = { licence: 'cloud', sector: 'academic', country: 'DE' }
const paid =
  (more: Asked = {}): Ask =>
  async (world) => ({ at: world.paying, by: await world.buyer(), ...more })
const unpaid =
  (more: Asked = {}): Ask =>
  async (world) => ({ at: world.paying, by: await world.person(world.paying), ...more })
const trialling: Ask = async (world) => ({ at: world.paying, by: await world.buyer('trialing') })
const invited = async ({ ann, uuid, fresh, cloud, link }: World) => {
  const email = `${fresh().replace(' ', '.')}@example.org`.toLowerCase()
  await ann.send('POST', `${api}/v2/projects/${uuid}/share`, { email })
  return { email, link: await link(cloud, email) }
}

const heard = async (world: World): Promise<Asked> => {
  const id = await transcribed(world.ann, world.uuid, 1, world.hearer)
  return { values: { uuid: world.uuid, id } }
}
/** A recording of Ann's. `fields`: what else is said of it. */
const recording =
  (fields: Record<string, string> = {}, seconds = 1): Ask =>
  async ({ ann, uuid, hearer }) => ({ values: { uuid }, body: await recordingForm(ann, hearer, seconds, fields) })
/** The same of somebody on the server where accounts are paid for. */
const recordingOfBuyer =
  (status: 'active' | 'trialing'): Ask =>
  async (world) => {
    const by = await world.buyer(status)
    const uuid = await by.project(world.fresh())
    return { at: world.paying, by, values: { uuid }, body: await recordingForm(by, world.hearer, 1) }
  }
const sound = new Uint8Array([1, 2, 3, 4])
const soundHash = createHash('sha256').update(sound).digest('base64url')
const soundForm = () => {
  const form = new FormData()
  form.append('file', new Blob([sound]), 'a.ogg')
  return form
}

const noTranscription: Ask = ({ uuid }) => ({ values: { uuid, id: 'none' } })

const operatorsOnly: Tries = {
  200: async (world) => {
    const by = await world.person()
    world.operator.setOperator(by.email, true)
    return { by }
  },
  '403 notOperator': nothing,
}
/** Somebody whom the provider has let in comes back with what it says of them. */
const cameFrom =
  (claims: object, more: object = {}): Ask =>
  async ({ provider, cloud }) => {
    const { code, cookie } = await cameBack(provider, cloud.base, {
      email_verified: true,
      groups: ['staff'],
      ...claims,
    })
    return { by: null, headers: { cookie }, body: { code, ...more } }
  }

const cloud: Readonly<Record<string, Tries>> = {
  'POST /web/api/v2/auth/login': {
    200: ({ ann }) => signIn(ann),
    '401 wrongSignIn': ({ ann }) => signIn({ ...ann, password: 'wrong' }),
    '401 codeNeeded': async (world) => signIn((await withFactor(world)).by),
    '401 wrongCode': async (world) => signIn((await withFactor(world)).by, { code: '000000' }),
    '403 accountDisabled': async (world) => {
      const by = await world.person()
      world.operator.setDisabled(by.email, true)
      return signIn(by)
    },
    '200: by a recovery code': async (world) => {
      const { by, codes } = await withFactor(world)
      return signIn(by, { code: codes[0] })
    },
  },
  'GET /web/api/v2/auth/sso/{id}/begin': {
    302: () => ({ by: null, values: { id: 'uni' } }),
    '302: to a provider that is none': () => ({ by: null, values: { id: 'none' } }),
  },
  'GET /web/api/v2/auth/sso/{id}/back': {
    302: () => ({ by: null, values: { id: 'uni' }, query: { code: 'c', state: 'none' } }),
  },
  'POST /web/api/v2/auth/sso/finish': {
    200: cameFrom({ sub: 'new', email: 'new@uni.example' }),
    '200: asked for a password': (world) => cameFrom({ sub: 'ann', email: world.ann.email })(world),
    '401 wrongSignIn': async (world) => cameFrom({ sub: 'x', email: world.ann.email }, { password: 'wrong' })(world),
    '400 ssoFailed': () => ({ by: null, body: { code: 'none' } }),
    '403 emailUnproven': cameFrom({ sub: 'nobody' }),
    '403 notAdmitted': cameFrom({ sub: 'guest', email: 'guest@uni.example', groups: [] }),
    '403 accountDisabled': async (world) => {
      const by = await world.person()
      world.operator.setDisabled(by.email, true)
      return cameFrom({ sub: 'gone', email: by.email }, { password: by.password })(world)
    },
  },
  'POST /web/api/v2/auth/sso/{id}/logout': {
    200: async ({ provider }) => {
      const iat = Math.floor(Date.now() / 1000)
      const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
      const claims = { iss: provider.issuer, aud: 'thicket', iat, jti: randomUUID(), sub: 'new', events }
      const logout_token = await provider.token({ claims, by: 'RS256' })
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      return { by: null, values: { id: 'uni' }, headers, text: String(new URLSearchParams({ logout_token })) }
    },
    '400 badRequest': () => ({ by: null, values: { id: 'uni' }, text: 'logout_token=x' }),
    '413 fileTooLarge': () => ({ by: null, values: { id: 'uni' }, text: 'x'.repeat(20_000) }),
  },
  'POST /web/api/v2/auth/refresh': {
    200: async (world) => ({ by: null, body: tokens(await world.person()) }),
    '401 notSignedIn': () => ({ by: null, body: { access_token: 'none', refresh_token: 'none' } }),
    '401 accountDeleted': async (world) => {
      const by = await world.person()
      expect((await by.send('DELETE', '/web/api/user/delete', { password: by.password })).status).toBe(200)
      return { by: null, body: tokens(by) }
    },
  },
  'POST /web/api/v2/auth/logout': {
    200: async (world) => {
      const by = await world.person()
      return { by, body: tokens(by) }
    },
    '200: with an access token that has run out': async (world) => ({
      by: null,
      body: { ...tokens(await world.person()), access_token: 'old' },
    }),
    '401 notSignedIn': () => ({ by: null, body: { access_token: 'none', refresh_token: 'none' } }),
  },
  'POST /web/api/v2/auth/reset': {
    200: ({ ben }) => ({ by: null, body: { email: ben.email } }),
    '400 invalidEmail': () => ({ by: null, body: { email: 'none' } }),
  },
  'POST /web/api/v2/auth/reset/link': {
    200: resetLink,
    '400 linkExpired': () => ({ by: null, body: { link: 'none' } }),
  },
  'POST /web/api/v2/auth/reset/password': {
    200: async (world) => {
      const { email } = await world.person()
      await world.cloud.call(`${api}/v2/auth/reset`, { method: 'POST', body: { email } })
      return { by: null, body: { link: await world.link(world.cloud, email), password: newPassword } }
    },
    '400 linkExpired': () => ({ by: null, body: { link: 'none', password: newPassword } }),
    ...tooWeak((password) => async (world) => {
      const { by, body } = await resetLink(world)
      return { by, body: { ...body, password } }
    }),
  },
  'POST /web/api/v2/register/checkout': {
    200: registered({}),
    '400 invalidEmail': registered({ email: 'none' }),
    '400 accountNameRequired': registered({ name: ' ' }),
    '400 tooLong': registered({ name: 'x'.repeat(4000) }),
    '400 linkExpired': registered({ link: 'none' }),
    '400 registrationClosed': (world) => ({ by: null, at: world.closed, body: registration(world) }),
    '409 emailTaken': (world) => ({ by: null, body: registration(world, { email: world.ann.email }) }),
    ...tooWeak((password) => registered({ password })),
  },
  'POST /web/api/v2/register/invitation': {
    200: async (world) => ({ by: null, body: { link: (await invited(world)).link } }),
    '400 linkExpired': () => ({ by: null, body: { link: 'none' } }),
  },
  'GET /web/api/user/data': { 200: nothing },
  'PUT /web/api/user/account': {
    200: async (world) => ({ by: await world.person(), body: { name: world.fresh() } }),
    '200: another email': async (world) => {
      const by = await world.person(world.strict)
      return { by, body: { email: 'another@example.org', password: by.password } }
    },
    '409 emailByOperator': withPassword((password) => ({ email: 'another@example.org', password })),
    '400 accountNameRequired': () => ({ body: { name: ' ' } }),
    '400 tooLong': () => ({ body: { name: 'x'.repeat(4000) } }),
    '400 invalidEmail': withPassword((password) => ({ email: 'none', password })),
    '409 emailTaken': async (world) => {
      const by = await world.person()
      return { by, body: { email: world.ann.email, password: by.password } }
    },
    '403 wrongPassword: none': () => ({ body: { email: 'a@example.org' } }),
    ...guessed({ email: 'a@example.org', password: 'wrong' }),
    '500 mailFailed': async (world) => {
      const by = await world.person(world.strict)
      world.post.takes = false
      return { by, body: { email: 'unsent@example.org', password: by.password } }
    },
  },
  'POST /web/api/user/email': {
    200: async (world) => {
      const { by, email } = await waiting(world)
      return { by, body: { link: await world.link(world.strict, email) } }
    },
    '400 linkExpired': () => ({ body: { link: 'none' } }),
  },
  'POST /web/api/user/email/send': {
    200: async (world) => ({ by: (await waiting(world)).by }),
    '500 mailFailed': async (world) => {
      const { by } = await waiting(world)
      world.post.takes = false
      return { by }
    },
  },
  'DELETE /web/api/user/email': { 200: async (world) => ({ by: (await waiting(world)).by }) },
  'POST /web/api/user/change': {
    200: withPassword((oldPwd) => ({ oldPwd, newPwd: newPassword })),
    '400 bothPasswords': () => ({ body: { oldPwd: '', newPwd: newPassword } }),
    ...tooWeak((newPwd) => withPassword((oldPwd) => ({ oldPwd, newPwd }))),
    ...guessed({ oldPwd: 'wrong', newPwd: newPassword }),
  },
  'PUT /web/api/user/transcriptionKey': {
    200: withPassword((password) => ({ key: '{}', password })),
    ...guessed({ key: '{}', password: 'wrong' }),
  },
  'DELETE /web/api/user/delete': {
    200: withPassword(),
    '409 sharedProjects': async (world) => {
      const by = await world.person()
      await by.share(await by.project(world.fresh()), world.ben, 'read')
      return { by, body: { password: by.password } }
    },
    ...guessed({ password: 'wrong' }),
  },
  'GET /web/api/operator/accounts': operatorsOnly,
  'GET /web/api/operator/projects': operatorsOnly,
  'GET /web/api/operator/server': operatorsOnly,
  'GET /web/api/user/export': { 200: nothing },
  'DELETE /web/api/user/signins/{id}': {
    200: async (world) => ({ ...(await withPassword()(world)), values: { id: 'none' } }),
    '403 wrongPassword': () => ({ body: { password: 'wrong' }, values: { id: 'none' } }),
    '429 tooManyTries': ({ tired }) => ({ by: tired, body: { password: 'wrong' }, values: { id: 'none' } }),
  },
  'GET /web/api/user/sessions': { 200: nothing },
  'DELETE /web/api/user/sessions/{id}': {
    200: async (world) => {
      const by = await world.person()
      await by.again()
      const { body } = await by.send('GET', `${api}/user/sessions`)
      const other = (body.sessions as { id: string; current: boolean }[]).find(({ current }) => !current)
      return { by, values: { id: other?.id ?? '' } }
    },
    '200: one that has ended': () => ({ values: { id: 'none' } }),
  },
  'POST /web/api/user/invitation': {
    200: async (world) => {
      const { email, link } = await invited(world)
      const by = await world.person()
      world.operator.changeEmail(by.email, email)
      return { by, body: { link } }
    },
    '400 linkExpired': () => ({ body: { link: 'none' } }),
  },
  'POST /web/api/user/factor': { 200: withPassword(), ...guessed({ password: 'wrong' }), ...withoutCode },
  'PUT /web/api/user/factor': {
    200: async (world) => {
      const { by, code } = await begun(world)
      return { by, body: { code } }
    },
    '403 wrongCode': async (world) => ({ by: (await begun(world)).by, body: { code: '000000' } }),
  },
  'GET /web/api/transcription/pem': { 200: nothing },
  'GET /web/api/transcription/secs': { 200: nothing },
  'GET /web/api/transcription/{uuid}': { 200: heard },
  'POST /web/api/transcription/{uuid}': {
    200: recording({ language: 'de', highAccuracy: 'true', diarize: 'false' }),
    '400 badRequest: a language that is not heard': recording({ language: 'pt' }),
    '400 badRequest: of no length': recording({ audioLength: '0' }),
    '400 badRequest: without a name': recording({ name: '' }),
    '400 badRequest: for a key that is none': recording({ publicKey: 'none' }),
    '400 badRequest: sealed for another server': recording({ secret: Buffer.alloc(384).toString('base64') }),
    '402 noSubscription': recordingOfBuyer('active'),
    '409 noSecondsLeft': recording({ audioLength: '601' }),
    '409 trialling': recordingOfBuyer('trialing'),
    '413 quotaExceeded': async (world) => {
      const by = await world.person(world.strict)
      const body = new FormData()
      body.append('file', new Blob([new Uint8Array(2 * 1024 * 1024)]), 'sealed')
      return { by, values: { uuid: await by.project(world.fresh()) }, body }
    },
  },
  'GET /web/api/transcription/{uuid}/{id}': { 200: heard, '404 transcriptionNotFound': noTranscription },
  'PATCH /web/api/transcription/{uuid}/{id}': {
    200: heard,
    // The engine knows nothing of one of two seconds: it waits for its next try.
    '400 badRequest: it is not heard yet': async (world) => {
      const { body } = await recording({}, 2)(world)
      const sent = await world.ann.call(`/web/api/transcription/${world.uuid}`, { method: 'POST', body })
      return { values: { uuid: world.uuid, id: String((await json(sent)).id) } }
    },
    '404 transcriptionNotFound': noTranscription,
  },
  'POST /web/api/user/factor/codes': {
    200: async (world) => {
      const { by, codes } = await withFactor(world)
      return { by, body: { password: by.password, code: codes[0] } }
    },
    '400 badRequest: without a second factor': withPassword(),
    ...guessed({ password: 'wrong' }),
    ...withoutCode,
  },
  'DELETE /web/api/user/factor': {
    200: async (world) => {
      const { by, codes } = await withFactor(world)
      return { by, body: { password: by.password, code: codes[0] } }
    },
    ...guessed({ password: 'wrong' }),
    ...withoutCode,
  },
  'GET /web/api/v2/register/price': {
    200: ({ paying }) => ({ by: null, at: paying, query: wanted }),
    '400 badRequest': ({ paying }) => ({ by: null, at: paying, query: { ...wanted, frequency: 'day' } }),
    '400 couponInvalid': ({ paying }) => ({ by: null, at: paying, query: { ...wanted, coupon: 'NONE' } }),
    '400 priceNotFound': ({ paying }) => ({ by: null, at: paying, query: { ...wanted, country: 'FR' } }),
    '404 noPayments': () => ({ by: null, query: wanted }),
    '500 paymentUnavailable': ({ paying, fake }) => {
      fake.answers = false
      return { by: null, at: paying, query: wanted }
    },
  },
  'POST /web/api/user/subscription/cloud': {
    200: unpaid({ body: licence() }),
    '400 studentFileNeeded': unpaid({ body: licence({ sector: 'student' }) }),
    '409 alreadySubscribed': paid({ body: licence() }),
    '404 noPayments': () => ({ body: licence() }),
  },
  'POST /web/api/user/subscription/check': { 200: unpaid(), '404 noPayments': nothing },
  'GET /web/api/user/subscription/transcription/price': {
    200: paid(),
    '402 paymentRequired': unpaid(),
    '409 trialling': trialling,
    '404 noPayments': nothing,
  },
  'POST /web/api/user/subscription/transcription': {
    200: paid(),
    '402 paymentRequired': unpaid(),
    '409 trialling': trialling,
    '404 noPayments': nothing,
  },
  'POST /web/api/user/subscription/portal': {
    200: paid(),
    '402 paymentRequired': unpaid(),
    '404 noPayments': nothing,
  },
  'POST /web/api/v2/payment/events': {
    200: ({ paying, fake }) => {
      const body = { id: 'evt_1', object: 'event', type: 'charge.refunded', data: { object: {} } }
      return { by: null, at: paying, body, headers: { 'stripe-signature': fake.sign(body) } }
    },
    '400 badRequest': ({ paying }) => ({ by: null, at: paying, body: {} }),
    '413 fileTooLarge': ({ paying }) => ({ by: null, at: paying, body: 'x'.repeat(300_000) }),
    '404 noPayments': () => ({ by: null, body: {} }),
  },
  'POST /web/api/v2/activation': {
    200: ({ activationKey }) => ({ by: null, body: { key: activationKey('activation'), type: 'activation' } }),
    '200: an extension': ({ activationKey }) => ({
      by: null,
      body: { key: activationKey('extension'), type: 'extension' },
    }),
    '400 activationFailed': () => ({ by: null, body: { key: 'none', type: 'activation' } }),
    '400 trialExtensionFailed': () => ({ by: null, body: { key: 'none', type: 'extension' } }),
  },
  'GET /web/api/v2/projects/share': { 200: ({ ben }) => ({ by: ben }) },
  'GET /web/api/v2/projects/{uuid}/share': { 200: ({ uuid }) => ({ values: { uuid } }) },
  'POST /web/api/v2/projects/{uuid}/share': {
    200: ({ uuid, ben }) => ({ values: { uuid }, body: { email: ben.email, access_right: 'read' } }),
    '200: who is invited': ({ uuid }) => ({ values: { uuid }, body: { email: 'invited@example.org' } }),
    '400 invalidEmail': ({ uuid }) => ({ values: { uuid }, body: { email: 'none' } }),
    '400 ownAccount': ({ uuid, ann }) => ({ values: { uuid }, body: { email: ann.email } }),
  },
  'DELETE /web/api/v2/projects/{uuid}/share': {
    200: async (world) => {
      const { uuid, other } = await world.shared('read')
      return { values: { uuid }, query: { user: other.email } }
    },
    '400 badRequest: without a user': ({ uuid }) => ({ values: { uuid } }),
    '404 accountNotFound': ({ uuid }) => ({ values: { uuid }, query: { user: 'strange@example.org' } }),
  },
  'PUT /web/api/v2/projects/{uuid}/owner': {
    200: async (world) => {
      const { uuid, other } = await world.shared('write')
      return { values: { uuid }, body: { user: other.email } }
    },
    '400 ownAccount': ({ uuid, ann }) => ({ values: { uuid }, body: { user: ann.email } }),
    '404 accountNotFound': ({ uuid }) => ({ values: { uuid }, body: { user: 'strange@example.org' } }),
    '409 projectNameTaken': async (world) => {
      const { uuid, other } = await world.shared('write')
      const { body } = await world.ann.send('GET', `${api}/v2/projects`)
      const mine = (body.projects as { project_uuid: string; name: string }[]).find((one) => one.project_uuid === uuid)
      await other.project(mine?.name ?? '')
      return { values: { uuid }, body: { user: other.email } }
    },
  },
  'GET /v1/thicket/projects/{uuid}/audit': {
    200: ({ uuid }) => ({ values: { uuid } }),
    '400 badRequest': ({ uuid }) => ({ values: { uuid }, query: { before: 'x' } }),
  },
  'POST /v1/thicket/projects/{uuid}/exports': {
    200: ({ uuid }) => ({ values: { uuid }, body: { form: 'xlsx' } }),
  },
  'PUT /web/api/v2/projects/{uuid}/name': {
    200: async (world) => ({ values: { uuid: (await world.shared('write')).uuid }, body: { name: world.fresh() } }),
    '400 missingProjectName': ({ uuid }) => ({ values: { uuid }, body: { name: ' .qrk' } }),
    '409 projectNameTaken': async (world) => ({
      values: { uuid: (await world.shared('write')).uuid },
      body: { name: 'Study' },
    }),
  },
  'POST /web/api/v2/projects/file': {
    200: (world) => ({ body: formOf(world.qrk(), 'a.qrk', { name: world.fresh() }) }),
    '400 fileTypeNotSupported': ({ qrk }) => ({ body: formOf(qrk(), 'a.txt') }),
    '400 missingProjectName': ({ qrk }) => ({ body: formOf(qrk(), 'a.qrk', { name: ' ' }) }),
    '400 notAProject': () => ({ body: formOf(new TextEncoder().encode('no database'), 'a.qrk') }),
    '400 truncatedProject': ({ qrk }) => ({ body: formOf(qrk().subarray(0, -5000), 'a.qrk') }),
    '400 newerProject': ({ qrk }) => ({
      body: formOf(qrk(`UPDATE preferences SET value = '6' WHERE key = '___db_version'`), 'a.qrk'),
    }),
    '409 projectNameTaken': ({ qrk }) => ({ body: formOf(qrk(), 'Study.qrk') }),
    '409 tooManyProjects': async (world) => {
      const by = await world.person(world.strict)
      await by.project('The only one')
      return { by, body: formOf(world.qrk(), 'a.qrk', { name: 'One more' }) }
    },
    '413 quotaExceeded': async (world) => ({
      by: await world.person(world.strict),
      body: formOf(Buffer.alloc(1_500_000), 'a.qrk'),
    }),
  },
  'GET /healthz': { 200: nobody },
  'GET /readyz': { 200: nobody },
  'GET /metrics': {
    200: nobody,
    '401 notSignedIn: through a proxy': () => ({ by: null, headers: { 'x-forwarded-for': '10.0.0.1' } }),
  },
}

/** One without a word, since those would have to be sealed. */
const protect = `INSERT OR REPLACE INTO preferences VALUES ('___db_encrypted', '1');
DELETE FROM sources; DELETE FROM question_answers; DELETE FROM quirks; DELETE FROM memos; DELETE FROM chat_messages`

/** A step whose sender has the project open on a socket. */
const pushed = async (address: Parameters<typeof connect>[0], uuid: string): Promise<Asked> => {
  const client = await connect(address)
  await client.open(uuid)
  const id = 8192 * (Date.now() - Date.UTC(2020, 0, 1)) + client.client
  const query = `mutation { chatMessageCreateOrUpdate(id: ${id}, message: "Hello", author: "", timestamp: 1, create: true) }`
  const steps = [{ query, variables: {}, versions: {} }]
  return { query: { project: uuid }, body: { push: { client: client.client, n: 1, base: client.head }, steps } }
}
const row = { title: 'Q', description: '', color: '#112233', x: 1, y: 1, parentQuirkId: -1, author: 'A', timestamp: 1 }
const source = { id: 1, title: 'S', author: 'A', icon: 'md_generic', timestamp: 1 }
const answered = {
  quirks: [{ ...row, id: 1 }],
  sources: [source],
  questions: [{ id: 1, question: '', questionOrder: 0 }],
  question_answers: [{ id: 1, sourceId: 1, questionId: 1, answer: '<p>Words</p>', author: 'A', timestamp: 1 }],
}
const key = { id: 1, key: 'k', multipleChoice: 0, sortValuesAlphabetically: 0 }
const mark = { id: 1, sourceId: 1, questionId: 1, quirkId: 1, author: 'A', timestamp: 1 }
const path = '/v1/thicket/projects/{uuid}'
/** Made before there is a server, whose connections would end while a key is wrapped. */
const wraps = {
  one: wrapKey(new Uint8Array(32), 'p', 2 ** 15).hash,
  other: wrapKey(new Uint8Array(32), 'q', 2 ** 15).hash,
}

/** What both servers have: `uuid` is of a project of one's own, `named` a new name in the form of this server. */
function common(mode: Mode): Record<string, Tries> {
  const isLocal = mode === 'local'
  const uuidOf = (world: World) => (isLocal ? world.localUuid : world.uuid)
  const named = (world: World) => (isLocal ? join(world.local.folder, world.fresh()) : world.fresh())
  const own: Ask = (world) => ({ values: { uuid: uuidOf(world) } })
  const ownWith =
    (values: Record<string, string | number>, more: Asked = {}): Ask =>
    (world) => ({ ...more, values: { uuid: uuidOf(world), ...values } })
  const call = (world: World) => (isLocal ? world.local.call : world.ann.call)
  const protectedIn = async (world: World): Promise<string> => {
    const path = join(world.local.folder, `${world.fresh()}.qrk`)
    writeFileSync(path, world.qrk(protect))
    const made = isLocal
      ? await world.local.call(`${api}/local/open`, { method: 'POST', body: { path } })
      : await world.ann.call(`${api}/v2/projects/file`, {
          method: 'POST',
          body: formOf(world.qrk(protect), 'a.qrk', { name: world.fresh() }),
        })
    return String((await json(made)).project_uuid)
  }
  /** Of a protected project that was just made; `known`: by who knows its password of now. */
  const rewrapping = async (world: World, known: boolean): Promise<Asked> => {
    const protection = wraps.one
    const body = { name: named(world), protection }
    const made = await json(await call(world)(`${api}/v2/projects`, { method: 'POST', body }))
    const from = hashOfWraps(known ? protection : '')
    return { values: { uuid: String(made.project_uuid) }, body: { from, ___db_hash: wraps.other } }
  }
  const backup = async (world: World) => {
    const made = await json(await call(world)(`/v1/thicket/projects/${uuidOf(world)}/backups`, { method: 'POST' }))
    return { uuid: uuidOf(world), id: String(made.id) }
  }
  /** One whose file is not what it was. */
  const damaged = async (world: World) => {
    const values = await backup(world)
    const { folder } = isLocal ? world.local : world.cloud
    writeFileSync(join(folder, isLocal ? 'backups' : 'data/backups', values.uuid, `${values.id}.qrk`), 'x')
    return values
  }
  const newVersion = async (world: World) => {
    const body = { name: world.fresh(), author: 'Ann' }
    const made = await call(world)(`/v1/thicket/projects/${uuidOf(world)}/versions`, { method: 'POST', body })
    return { uuid: uuidOf(world), kind: 'versions', id: String((await json(made)).id) }
  }
  /** A recording's sound that the project has. */
  const withSound =
    (headers: Record<string, string> = {}): Ask =>
    async (world) => {
      const values = { uuid: uuidOf(world), hash: soundHash }
      const path = `/v1/thicket/projects/${values.uuid}/media/${values.hash}`
      await call(world)(path, { method: 'PUT', body: soundForm() })
      return { values, headers }
    }
  const throwaway = (world: World) =>
    isLocal ? world.file().then(({ uuid }) => uuid) : world.ann.project(world.fresh())
  /** A project that has lost more than a step can bring back. */
  const emptied = async (world: World) => {
    const ids = Array.from({ length: 340 }, (_, i) => i + 1)
    const quirks = ids.map((id) => ({ ...row, id, description: String(id).padEnd(100_000, 'x') }))
    const body = { name: named(world), project_json: { quirks } }
    const made = await call(world)(`${api}/v2/projects/json`, { method: 'POST', body })
    const { project_uuid: uuid } = (await made.json()) as { project_uuid: string }
    const client = await connect(isLocal ? world.local : world.ann)
    await client.open(uuid)
    await client.push(1, [ids.map((id) => ({ name: 'quirkRemove', args: { id } }))])
    client.socket.terminate()
    return uuid
  }
  /** A new project out of one that is there and the data. */
  const merging =
    (data: object): Ask =>
    (world) => ({ body: { name: named(world), project_uuid: uuidOf(world), data } })
  /** Of what makes a project. `asked`: without the name. */
  const makes = (asked: (world: World) => Asked | Promise<Asked>): Tries => {
    const withName =
      (name: (world: World) => string | Promise<string>): Ask =>
      async (world) => {
        const { body, ...rest } = await asked(world)
        return { ...rest, body: { ...(body as object), name: await name(world) } }
      }
    return {
      200: withName(named),
      '400 missingProjectName': withName(() => '  '),
      ...(isLocal
        ? {
            '404 folderNotFound': withName((world) => join(world.local.folder, 'none', world.fresh())),
            '409 fileExists': withName(async (world) => (await world.file()).path),
          }
        : { '409 projectNameTaken': withName(() => 'Study') }),
    }
  }
  const upload = (name: string, rows: object): Ask => {
    return (world) => ({ body: { name: `${named(world)}${name}`, project_json: rows } })
  }
  const moment = {
    '404 versionNotFound': ownWith({ kind: 'versions', id: 999 }),
    '400 stepForgotten': ownWith({ kind: 'history', id: 999 }),
  }

  return {
    'GET /web/api/v2/projects': { 200: nothing },
    'POST /web/api/v2/projects': {
      ...makes(() => ({ body: { questions: ['Why?', 'What for?'] } })),
      '200: protected': (world) => ({
        body: { name: named(world), protection: wraps.one },
      }),
      '400 badRequest: no wrapped key': (world) => ({ body: { name: named(world), protection: '{"wraps":[]}' } }),
      '400 baseStructureFailed': (world) => ({ body: { name: named(world), questions: ['x'.repeat(300_000)] } }),
    },
    'POST /web/api/v2/projects/json': {
      ...makes(() => ({ body: { project_json: { quirks: [{ ...row, id: 1 }] } } })),
      '200: merged with a project that is there': merging({ quirks: [{ ...row, id: 1, title: 'Merged' }] }),
      '400 badRequest: a merge without data': (world) => ({ body: { name: 'M', project_uuid: uuidOf(world) } }),
      '400 alreadyMaster': async (world) => {
        const { project_uuid } = await json(
          await call(world)(`${api}/v2/projects`, { method: 'POST', body: { name: named(world) } }),
        )
        const data = await json(await call(world)(`${api}/v2/projects/${project_uuid}/json`))
        return { body: { name: named(world), project_uuid, data } }
      },
      '404 projectNotFound': (world) => ({
        body: { name: named(world), project_uuid: randomUUID(), data: { quirks: [] } },
      }),
      // What the data is refused for: once, since in both modes the same thread reads it, and each start of one costs.
      ...(isLocal && {
        '400 mergeTooLarge': merging({ groups: Array.from({ length: 2_000_001 }, () => 0) }),
        '400 notAProject': merging({ quirks: [{ id: 1 }] }),
        '400 newerProject': merging({ preferences: [{ key: '___db_version', value: '99' }] }),
        '400 protectedProject': merging({ preferences: [{ key: '___db_encrypted', value: '1' }] }),
        '400 protectedProject: as a new project': upload('p', {
          preferences: [{ key: '___db_encrypted', value: '1' }],
        }),
        '400 groupExists': upload('g', { groups: [1, 2].map((id) => ({ id, description: 'g' })) }),
        '400 tooLong': upload('t', { groups: [{ id: 1, description: 'x'.repeat(300_000) }] }),
        '400 outsideText': upload('o', { ...answered, highlights: [{ ...mark, start: 1, length: 99 }] }),
        '400 answerExists': upload('a', {
          ...answered,
          question_answers: [1, 2].map((id) => ({ ...answered.question_answers[0], id })),
        }),
        '400 keyExists': upload('k', { source_metadata_keys: [1, 2].map((id) => ({ ...key, id })) }),
        '400 valueExists': upload('v', {
          source_metadata_keys: [key],
          source_metadata_values: [1, 2].map((id) => ({ id, keyId: 1, value: 'v' })),
        }),
        '400 noParentToChildQuirk': upload('p', {
          quirks: [1, 2].map((id) => ({ ...row, id, parentQuirkId: 3 - id })),
        }),
      }),
    },
    'POST /web/api/v2/projects/saveas': {
      ...makes((world) => ({ body: { orig_project_uuid: uuidOf(world) } })),
      '404 projectNotFound': (world) => ({ body: { name: named(world), orig_project_uuid: 'none' } }),
    },
    'DELETE /web/api/v2/projects/{uuid}': { 200: async (world) => ({ values: { uuid: await throwaway(world) } }) },
    'GET /web/api/v2/projects/{uuid}/{form}': {
      200: ownWith({ form: 'qrk' }),
      '200: as JSON': ownWith({ form: 'json' }),
    },
    'GET /web/api/v2/{region}/projects/{uuid}/report': {
      200: ownWith({ region: 'home' }),
      '400 protectedProject': async (world) => ({ values: { region: 'home', uuid: await protectedIn(world) } }),
      ...(!isLocal && { '404 projectNotFound: another region': ownWith({ region: 'nowhere' }) }),
    },
    'GET /v1/thicket/ticket': { 200: nothing },
    'GET /v1/thicket': {
      426: async (world) => ({
        by: null,
        query: { ticket: await ticketOf(isLocal ? world.local : world.ann) },
      }),
      '401 noTicket': () => ({ by: null, query: { ticket: 'none' } }),
    },
    'POST /v1/thicket/push': {
      200: (world) => pushed(isLocal ? world.local : world.ann, uuidOf(world)),
      '404 projectNotFound': () => ({ query: { project: 'none' }, body: {} }),
      '409 socketClosed': async (world) => {
        const { query, body } = await pushed(isLocal ? world.local : world.ann, uuidOf(world))
        const { push, steps } = body as { push: object; steps: object[] }
        return { query: query ?? {}, body: { push: { ...push, client: 8000 }, steps } }
      },
    },
    [`PUT ${path}/protection`]: {
      200: async (world) => rewrapping(world, true),
      '409 protectionChanged': async (world) => rewrapping(world, false),
      '400 badRequest: it is not protected': ownWith({}, { body: { from: '', ___db_hash: wraps.other } }),
    },
    [`GET ${path}/events`]: {
      200: own,
      '400 badRequest: since': ownWith({}, { query: { since: '-1' } }),
    },
    [`GET ${path}/snapshot`]: {
      200: own,
      206: ownWith({}, { headers: { range: 'bytes=0-99' } }),
      416: ownWith({}, { headers: { range: 'bytes=999999999-' } }),
    },
    [`GET ${path}/history`]: {
      200: ownWith({}, { query: { limit: '5' } }),
      '400 badRequest: before': ownWith({}, { query: { before: 'x' } }),
    },
    [`GET ${path}/history/{seq}`]: {
      200: ownWith({ seq: 1 }),
      '400 badRequest: seq': ownWith({ seq: 'x' }),
      '400 stepForgotten': ownWith({ seq: 999 }),
    },
    [`GET ${path}/{kind}/{id}/preview`]: {
      200: ownWith({ kind: 'history', id: 0 }),
      '400 badRequest: id': ownWith({ kind: 'history', id: 'x' }),
      ...moment,
    },
    [`GET ${path}/{kind}/{id}/state`]: {
      200: ownWith({ kind: 'history', id: 0 }),
      ...moment,
      // 34 MB have to be written and removed first: once, since both modes read the log by the same code.
      ...(isLocal && {
        '400 stateTooLarge': async (world: World) => ({
          values: { uuid: await emptied(world), kind: 'history', id: 0 },
        }),
      }),
    },
    [`POST ${path}/{kind}/{id}/project`]: {
      ...makes(async (world) => ({ values: await newVersion(world), body: {} })),
      '404 versionNotFound': ownWith({ kind: 'versions', id: 999 }, { body: { name: 'x' } }),
      '400 stepForgotten': ownWith({ kind: 'history', id: 999 }, { body: { name: 'x' } }),
      '400 badRequest: id': ownWith({ kind: 'history', id: 'x' }, { body: { name: 'x' } }),
    },
    [`PUT ${path}/media/{hash}`]: {
      200: (world) => ({ values: { uuid: uuidOf(world), hash: soundHash }, body: soundForm() }),
      '400 badRequest: no hash': (world) => ({ values: { uuid: uuidOf(world), hash: 'x' }, body: soundForm() }),
      '400 badRequest: of other bytes': (world) => ({
        values: { uuid: uuidOf(world), hash: 'x'.repeat(43) },
        body: soundForm(),
      }),
    },
    [`GET ${path}/media/{hash}`]: {
      200: withSound(),
      206: withSound({ range: 'bytes=0-1' }),
      304: withSound({ 'if-none-match': `"${soundHash}"` }),
      416: withSound({ range: 'bytes=99-' }),
      '404 soundNotFound': ownWith({ hash: 'none' }),
    },
    [`GET ${path}/versions`]: { 200: own },
    [`POST ${path}/versions`]: {
      200: (world) => ({ values: { uuid: uuidOf(world) }, body: { name: world.fresh(), author: 'Ann' } }),
      '400 versionNameRequired': ownWith({}, { body: { name: ' ' } }),
      '400 tooLong': ownWith({}, { body: { name: 'x'.repeat(4000) } }),
    },
    [`DELETE ${path}/versions/{id}`]: {
      200: async (world) => ({ values: await newVersion(world) }),
      '400 badRequest: id': ownWith({ id: 'x' }),
      '404 versionNotFound': ownWith({ id: 999 }),
    },
    [`GET ${path}/backups`]: { 200: own },
    [`POST ${path}/backups`]: { 200: own },
    [`GET ${path}/backups/{id}/preview`]: {
      200: async (world) => ({ values: await backup(world) }),
      '400 backupDamaged': async (world) => ({ values: await damaged(world) }),
      '404 backupNotFound': ownWith({ id: 'none' }),
    },
    [`POST ${path}/backups/{id}/project`]: {
      ...makes(async (world) => ({ values: await backup(world), body: {} })),
      '400 backupDamaged': async (world) => ({ values: await damaged(world), body: { name: world.fresh() } }),
      '404 backupNotFound': ownWith({ id: 'none' }, { body: { name: 'x' } }),
    },
    [`POST ${path}/backups/{id}/restore`]: {
      200: async (world) => ({ values: await backup(world) }),
      '400 backupDamaged': async (world) => ({ values: await damaged(world) }),
      '404 backupNotFound': ownWith({ id: 'none' }),
    },
    'GET /': { 302: nobody },
    'GET /web': { 302: nobody },
    'GET /activation': { 302: nobody },
    'GET /projects': { 302: nobody },
    'GET /projects/{path}': { 302: () => ({ by: null, values: { path: 'create' } }) },
    'GET /reset': { 302: nobody },
    'GET /buy/cloud': { 302: nobody },
    'GET /buy/offline': { 302: nobody },
    'GET /web/': { 200: nobody },
    'GET /web/report': { 200: nobody },
    'GET /web/help': { 200: nobody },
    'GET /web/offline.js': { 200: nobody },
    'GET /web/assets/{path}': {
      200: () => ({ by: null, values: { path: 'abc/main.js' } }),
      '404 fileNotFound': () => ({ by: null, values: { path: 'none.js' } }),
    },
    'GET /web/source.zip': { 200: nobody },
  }
}

const aFile =
  (asked: (path: string) => Asked): Ask =>
  async (world) =>
    asked((await world.file()).path)
/** A file of these bytes. */
const written =
  (bytes: (world: World) => Uint8Array, asked: (path: string) => Asked): Ask =>
  (world) => {
    const path = join(world.local.folder, `${world.fresh()}.qrk`)
    writeFileSync(path, bytes(world))
    return asked(path)
  }
/** Of what opens a file: why it is none. */
const noFile = (asked: (path: string) => Asked): Tries => ({
  '404 fileNotFound': (world) => asked(join(world.local.folder, 'none.qrk')),
  '400 notAProject': written(() => new TextEncoder().encode('no database'), asked),
  '400 truncatedProject': written(({ qrk }) => qrk().subarray(0, -5000), asked),
  '400 newerProject': written(
    ({ qrk }) => qrk(`UPDATE preferences SET value = '6' WHERE key = '___db_version'`),
    asked,
  ),
})
const qdpx = async (world: World) => {
  const path = join(world.local.folder, 'other.qdpx')
  writeFileSync(path, 'x')
  const given = await json(await world.local.call(`${api}/local/given`, { method: 'POST', body: { path } }))
  return new URLSearchParams(String(given.route).split('?')[1]).get('given') ?? ''
}
/** A project whose file is gone, with a backup. */
const lost = async (world: World) => {
  const { uuid, path } = await world.file()
  await world.local.call(`/v1/thicket/projects/${uuid}/backups`, { method: 'POST' })
  await world.local.rooms.close(uuid)
  rmSync(path)
  return uuid
}
/** One that somebody has open. */
const held = async (world: World) => {
  const { uuid } = await world.file()
  await (await connect(world.local)).open(uuid)
  return { project_uuid: uuid }
}
const ofFile = async (world: World) => ({ project_uuid: (await world.file()).uuid })

const local: Readonly<Record<string, Tries>> = {
  'GET /web/api/local/state': { 200: nothing },
  'GET /web/api/local/quit': { 200: nothing },
  'POST /web/api/local/quit': { 200: nothing },
  'POST /web/api/local/open': {
    200: aFile((path) => ({ body: { path } })),
    ...noFile((path) => ({ body: { path } })),
  },
  'POST /web/api/local/backup': {
    200: async (world) => ({ body: await ofFile(world) }),
    '404 projectNotFound': () => ({ body: { project_uuid: 'none' } }),
    '404 folderNotFound': async (world) => ({
      body: { ...(await ofFile(world)), path: join(world.local.folder, 'none', 'a.qrk') },
    }),
    '409 fileExists': async (world) => ({ body: { ...(await ofFile(world)), path: (await world.file()).path } }),
    '409 copyOntoItself': async (world) => {
      const { uuid, path } = await world.file()
      return { body: { project_uuid: uuid, path, overwrite: true } }
    },
  },
  'GET /web/api/local/proof': {
    200: () => ({ by: null, query: { nonce: 'n'.repeat(22) } }),
    '400 badRequest: nonce': () => ({ by: null, query: { nonce: 'n' } }),
  },
  'POST /web/api/local/launch': { 200: () => ({ body: { route: '/projects' } }) },
  'GET /web/launch/{code}': {
    302: async ({ local }) => {
      const { path } = await json(await local.call(`${api}/local/launch`, { method: 'POST', body: { route: '' } }))
      return { by: null, values: { code: String(path).split('/').at(-1) ?? '' } }
    },
    404: () => ({ by: null, values: { code: 'none' } }),
  },
  'POST /web/api/local/given': {
    200: aFile((path) => ({ body: { path } })),
    '409 fileExists': aFile((path) => ({ body: { path, make: true } })),
    '404 folderNotFound': ({ local }) => ({ body: { path: join(local.folder, 'none/a.qrk'), make: true } }),
    ...noFile((path) => ({ body: { path } })),
  },
  'GET /web/api/local/given/{key}': {
    200: async (world) => ({ values: { key: await qdpx(world) } }),
    '404 fileNotFound': () => ({ values: { key: 'none' } }),
  },
  'GET /web/api/local/exists': {
    200: aFile((path) => ({ query: { path } })),
    '400 missingProjectName': () => ({ query: { path: '' } }),
  },
  'GET /web/api/local/files': {
    200: ({ local }) => ({ query: { path: local.folder } }),
    '404 folderNotFound': ({ local }) => ({ query: { path: join(local.folder, 'none') } }),
  },
  'GET /web/api/local/places': { 200: nothing },
  'POST /web/api/local/dialog': { 200: () => ({ body: { mode: 'open', title: 'Open', label: 'Projects' } }) },
  'GET /web/api/local/deletion': {
    200: async (world) => ({ query: { project: (await world.file()).uuid } }),
    '404 projectNotFound': () => ({ query: { project: 'none' } }),
    '404 fileNotFound': async (world) => ({ query: { project: await lost(world) } }),
  },
  'POST /web/api/local/delete': {
    200: async (world) => ({ body: { ...(await ofFile(world)), forGood: true } }),
    '200: into the trash': async (world) => ({ body: { ...(await ofFile(world)), forGood: false } }),
    '404 projectNotFound': () => ({ body: { project_uuid: 'none', forGood: true } }),
    '423 projectLocked': async (world) => ({ body: { ...(await held(world)), forGood: true } }),
    '404 fileNotFound': async (world) => ({ body: { project_uuid: await lost(world), forGood: true } }),
    '500 noTrash': async (world) => {
      world.hasTrash = false
      return { body: { ...(await ofFile(world)), forGood: false } }
    },
  },
  'POST /web/api/local/bringBack': {
    200: async (world) => ({ body: { project_uuid: await lost(world) } }),
    '404 projectNotFound': () => ({ body: { project_uuid: 'none' } }),
    '409 fileExists': async (world) => ({ body: await ofFile(world) }),
  },
  'GET /web/api/local/standing': {
    200: ({ localUuid }) => ({ query: { project: localUuid } }),
    '404 projectNotFound': () => ({ query: { project: 'none' } }),
  },
  'PUT /web/api/local/author': { 200: () => ({ body: { author: 'Ann' } }) },
  'POST /web/api/local/activation': {
    200: ({ activationKey }) => ({ body: { key: activationKey('activation'), type: 'activation' } }),
    '400 activationFailed': () => ({ body: { key: 'none', type: 'activation' } }),
    '400 trialExtensionFailed': () => ({ body: { key: 'none', type: 'extension' } }),
  },
  'POST /web/api/local/activation/skip': { 200: nothing },
  'GET /web/api/local/report': {
    200: aFile((name) => ({ query: { name } })),
    ...noFile((name) => ({ query: { name } })),
    '400 protectedProject': written(
      ({ qrk }) => qrk(protect),
      (name) => ({ query: { name } }),
    ),
  },
}

const tables: Readonly<Record<Mode, Readonly<Record<string, Tries>>>> = {
  accounts: { ...cloud, ...common('accounts') },
  local: { ...local, ...common('local') },
}

let world: World
beforeAll(async () => {
  world = await openWorld()
}, 60_000)
afterAll(() => world.end())

const isOf = (mode: Mode) => (route: NamedCall) => route.only === undefined || route.only === mode

/** The address and the heads of what is asked. */
function requestOf(mode: Mode, route: NamedCall, { by, at, values = {}, query, headers }: Asked) {
  const person = by === undefined ? (mode === 'local' ? world.local : world.ann) : by
  const base = (at ?? person ?? (mode === 'local' ? world.local : world.cloud)).base
  const filled = route.path.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]))
  return {
    address: `${base}${filled}${query ? `?${new URLSearchParams(query)}` : ''}`,
    heads: { origin: base, ...(person && { authorization: `Bearer ${person.secret}` }), ...headers },
  }
}

const send = (mode: Mode, route: NamedCall, asked: Asked): Promise<Response> => {
  const { address, heads } = requestOf(mode, route, asked)
  const { body, text } = asked
  const sent = body === undefined ? text : body instanceof FormData ? body : JSON.stringify(body)
  const { method } = route
  return fetch(address, { method, headers: heads, redirect: 'manual', ...(sent !== undefined && { body: sent }) })
}

/** The answer is the one that is awaited, and described. `awaited`: as in `Tries`. */
async function check(route: NamedCall, answer: Response, awaited: string): Promise<void> {
  const [wanted = ''] = awaited.split(':')
  const type = answer.headers.get('content-type') ?? ''
  const text = await answer.text()
  const body = type.startsWith('application/json') ? JSON.parse(text) : undefined
  const kind = answer.status >= 400 && body?.problem ? ` ${body.problem.kind}` : ''
  expect(`${answer.status}${kind}`, text.slice(0, 300)).toBe(wanted)
  expect(wrongAnswer(route.name, answer.status, type, body)).toEqual([])
  if (answer.status === 429) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
}

/** Kinds that no case here asks for, with where they are tried instead, or why they are not. */
const elsewhere: Readonly<Record<string, string>> = {
  '400 conversionFailed': 'takes a file that costs 1 GB of memory or five minutes',
  '413 exportTooLarge':
    'takes 4 GB of projects of one’s own, which are measured before the first byte: routes/takeOut.ts',
  '400 sealedState': 'takes a protected project of which a text was edited: room/sealedGoingBack.test.ts',
  '403 factorDemanded': 'takes a server that demands a second factor: hosts/cloud/accounts/demands.test.ts',
  '400 tooManyVersions': 'takes 200 versions: room/versions.test.ts',
  '403 mayNotCreate': 'takes groups of a provider: routes/sso.test.ts',
  '403 signInAgain': 'takes an account without a password: routes/sso.test.ts',
  '409 onlySignIn': 'takes an account without a password: routes/sso.test.ts',
  '403 noPermission': 'takes a folder that may not be written, and somebody who is not root: files/projectFile.test.ts',
}

it('every kind of refusal that is published is tried by some call, or it is said where', () => {
  const published = everyCall.flatMap((route) =>
    Object.entries(refusals(route)).flatMap(([status, kinds]) => kinds.map((kind) => `${status} ${kind}`)),
  )
  const tried = [
    ...['401 notSignedIn', '400 badRequest', '413 fileTooLarge', '404 projectNotFound', '403 readOnly'],
    ...Object.values(tables).flatMap((table) => Object.values(table).flatMap((tries) => Object.keys(tries))),
  ].map((awaited) => awaited.split(':')[0])
  const untried = [...new Set(published)].filter((kind) => !tried.includes(kind))
  expect(untried.sort()).toEqual(Object.keys(elsewhere).sort())
})

describe.each(['accounts', 'local'] as const)('the published calls, %s:', (mode) => {
  const table = tables[mode]
  const all = everyCall.filter(isOf(mode))

  it('each is asked here', () => {
    expect(Object.keys(table).sort()).toEqual(all.map(({ name }) => name).sort())
  })

  it.each(all.map((route) => [route.name, route] as const))('%s', async (name, route) => {
    const tries = table[name] as Tries
    for (const [awaited, ask] of Object.entries(tries)) {
      const asked = await ask(world)
      await check(route, await send(mode, route, asked), awaited)
      world.post.takes = world.hasTrash = world.fake.answers = true
    }
    const good = await (Object.values(tries)[0] as Ask)(world)
    if (route.needs === 'token')
      await check(route, await send(mode, route, { ...good, by: null, body: undefined }), '401 notSignedIn')
    if (route.body) await checkBody(mode, route, good)
    if (!route.path.includes('{uuid}')) return
    const stranger = { ...good, values: { ...good.values, uuid: '00000000-0000-4000-8000-000000000000' } }
    await check(route, await send(mode, route, stranger), '404 projectNotFound')
    if (mode === 'local' || !route.fails?.[403]?.includes('readOnly')) return
    const reader = { ...good, by: world.ben, values: { ...good.values, uuid: world.uuid } }
    await check(route, await send(mode, route, reader), '403 readOnly')
  })
})

it('says of a body that is no JSON that it is none', async () => {
  const { base } = world.cloud
  const answer = await fetch(`${base}${api}/v2/auth/login`, { method: 'POST', headers: { origin: base }, body: '{bad' })
  expect([answer.status, await answer.json()]).toEqual([
    400,
    { problem: { kind: 'badRequest', detail: 'body: expected JSON' } },
  ])
})

async function checkBody(mode: Mode, route: NamedCall, good: Asked): Promise<void> {
  await check(route, await send(mode, route, { ...good, body: [] }), '400 badRequest')
  // A form is read until its file is too large, which takes 1 GB.
  if (route.form) return
  const { address, heads } = requestOf(mode, route, good)
  const tooLarge = await announced(address, route.method, { ...heads, 'content-type': 'application/json' }, 2 ** 40)
  await check(route, tooLarge, '413 fileTooLarge')
}
