// Payment over real HTTP, with a Stripe of our own: what is shown and charged, who may work, what events do, and what a failure in between leaves.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seeded } from '../../../../fixtures/testing/randomWork.ts'
import { openLog } from '../../../base/log.ts'
import type { Prices } from '../../../base/settings/prices.ts'
import type { PaymentSettings } from '../../../base/settings/settings.ts'
import { type FakeStripe, openFakeStripe } from '../../../testing/fakeStripe.ts'
import { historyWorld, payRandomly } from '../../../testing/paymentHistory.ts'
import { type ServedCloud, serveCloud } from '../../../testing/serveCloud.ts'
import { connect, quirk } from '../../../testing/socketClient.ts'
import { openCloudDatabase } from '../database.ts'

interface Account {
  id: string
  access_token: string
}
interface Body {
  [field: string]: unknown
  account: Account
  url?: string
  project_uuid: string
}

const api = '/web/api'
const currencies = { DE: ['eur', 9900], JP: ['jpy', 15000], KW: ['kwd', 30_500], US: ['usd', 11_999] } as const

let fake: FakeStripe
let served: ServedCloud
let log = ''
beforeAll(async () => {
  fake = await openFakeStripe()
  const prices: Prices['prices'] = Object.entries(currencies).map(([country, [currency, amount]]) => ({
    product: 'cloud',
    sector: '*',
    country,
    frequency: 'year',
    currency,
    amount,
    stripe: fake.price(amount, currency).id,
  }))
  fake.price(500, 'eur', 'month', { lookup_key: 'student' })
  fake.price(1500, 'eur', 'month', { lookup_key: 'sound' })
  prices.push(
    {
      product: 'cloud',
      sector: 'student',
      country: '*',
      frequency: 'month',
      currency: 'eur',
      amount: 500,
      stripe: 'lookup:student',
    },
    {
      product: 'transcription',
      sector: '*',
      country: '*',
      frequency: 'month',
      currency: 'eur',
      amount: 1500,
      seconds: 36_000,
      stripe: 'lookup:sound',
    },
    {
      product: 'cloud',
      sector: 'lost',
      country: '*',
      frequency: 'year',
      currency: 'eur',
      amount: 1,
      stripe: 'price_none',
    },
  )
  const payment = {
    ...fake.keys,
    host: fake.address,
    prices: {
      prices,
      sectors: ['academic', 'student', 'lost'],
      student: 'review',
      trialDays: 0,
      free: { seconds: 60 },
    },
  } satisfies PaymentSettings
  served = await serveCloud(undefined, { settings: { payment }, log: openLog('info', (line) => (log += line)) })
})
afterAll(async () => {
  await served.end()
  await fake.close()
})

const price = async (query: Readonly<Record<string, string | undefined>>) => {
  const asked = new URLSearchParams({
    licence: 'cloud',
    sector: 'academic',
    country: 'DE',
    ...(query as Record<string, string>),
  })
  const response = await served.call(`${api}/v2/register/price?${asked}`)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
let people = 0
const register = async (config: object, file?: Blob) => {
  people += 1
  const form = new FormData()
  const password = `the long password of ${people}`
  const email = `buyer${people}@example.org`
  form.append('selectedConfig', JSON.stringify({ licence: 'cloud', sector: 'academic', country: 'DE', ...config }))
  form.append('registration', JSON.stringify({ name: `Buyer ${people}`, email, password }))
  if (file) form.append('file', file, 'student.pdf')
  const response = await served.call(`${api}/v2/register/checkout`, { method: 'POST', body: form })
  return { status: response.status, email, password, body: (await response.json()) as Body }
}
const as = async (account: { access_token: string }, method: string, path: string, body?: unknown) => {
  const response = await served.call(api + path, {
    method,
    headers: { authorization: `Bearer ${account.access_token}` },
    ...(body !== undefined && { body }),
  })
  return { status: response.status, body: (await response.json()) as Body }
}
const sessionIn = (url: unknown) => String(url).split('/').at(-1) ?? ''
/** Sends what has happened since, in any order. */
let sent = 0
const deliver = async () => {
  for (const event of fake.events.slice(sent).reverse()) expect(await fake.send(served.base, event)).toBe(200)
  sent = fake.events.length
}
const bought = async (config: object = {}) => {
  const made = await register(config)
  const subscription = fake.pay(sessionIn(made.body.url))
  await deliver()
  return {
    ...made,
    account: made.body.account,
    subscription,
  }
}

describe('what is shown is what is charged', () => {
  it.each(Object.entries(currencies))(
    'in the currency of %s, with a code and without',
    async (country, [currency, amount]) => {
      expect((await price({ country })).body).toEqual({ full_price: amount, currency, interval: 'year' })
      fake.coupon(`THIRD-${country}`, { percent_off: 33.33, duration: 'repeating', duration_in_months: 3 })
      const shown = (await price({ country, coupon: `THIRD-${country}` })).body
      expect(shown).toMatchObject({ later_price: amount, later_months: 12 })
      for (const [coupon, wanted] of [
        [undefined, amount],
        [`THIRD-${country}`, shown.full_price],
      ]) {
        const { body } = await register({ country, ...(coupon !== undefined && { coupon: String(coupon) }) })
        fake.pay(sessionIn(body.url))
        expect(fake.charged.at(-1)).toEqual({ session: sessionIn(body.url), amount: wanted, currency })
      }
    },
  )

  it('a code counts only where something is left to pay, and less than without it', async () => {
    fake.coupon('ALL', { percent_off: 100 })
    fake.coupon('NOTHING', { percent_off: 0.001 })
    fake.coupon('DOLLARS', { amount_off: 100, currency: 'usd' })
    fake.coupon('OVER', { percent_off: 10, valid: false })
    fake.coupon('GOOD', { amount_off: 900, currency: 'eur', duration: 'forever' })
    for (const coupon of ['ALL', 'NOTHING', 'DOLLARS', 'OVER', 'NONE'])
      expect(await price({ coupon })).toEqual({ status: 400, body: { problem: { kind: 'couponInvalid' } } })
    expect((await price({ coupon: 'GOOD' })).body).toEqual({ full_price: 9000, currency: 'eur', interval: 'year' })
  })

  it('where there is no such price, nothing is made', async () => {
    for (const query of [
      { country: 'FR' },
      { sector: 'lost', country: 'FR' },
      { sector: 'nobody' },
      { licence: 'desktop' },
      { frequency: 'month' },
    ])
      expect((await price(query)).body).toEqual({
        problem: { kind: 'priceNotFound' },
      })
    for (const config of [{ country: 'FR' }, { sector: 'nobody' }]) {
      const made = await register(config)
      expect(made.body).toEqual({ problem: { kind: 'priceNotFound' } })
      expect(served.cloud.host.accounts.accountOf(made.email)).toBeNull()
    }
    const { account } = (await register({})).body
    const form = new FormData()
    form.append('selectedConfig', JSON.stringify({ licence: 'cloud', sector: 'nobody', country: 'DE' }))
    expect((await as(account, 'POST', '/user/subscription/cloud', form)).body).toEqual({
      problem: { kind: 'priceNotFound' },
    })
  })

  it('where Stripe fails once the account is made, that is said, and it is paid later', async () => {
    // What follows is the customer.
    fake.cut = { left: 2, isDone: false }
    const made = await register({})
    Object.assign(fake, { cut: null, answers: true })
    expect(made).toMatchObject({ status: 200, body: { notBegun: { kind: 'paymentUnavailable' } } })
    expect(made.body.url).toBeUndefined()
    const { body } = await as(made.body.account, 'POST', '/user/subscription/cloud', new FormData())
    expect(body.url).toContain(fake.address)
  })
})

describe('who has not paid', () => {
  it('signs in and uses what is shared, makes nothing, and pays: then it is all theirs', async () => {
    const made = await register({})
    const account = made.body.account
    const ann = await served.person('Owner of a share')
    expect((await as(account, 'POST', '/v2/projects', { name: 'Mine' })).body).toEqual({
      problem: { kind: 'paymentRequired' },
    })
    expect((await as(account, 'POST', '/v2/projects', { name: 'Mine' })).status).toBe(402)
    expect((await as(account, 'GET', '/v2/projects/share')).status).toBe(200)
    expect((await as(account, 'GET', '/user/data')).body).toMatchObject({
      subscriptions: [],
      payment: { required: true, order: { status: 'open', amount: 9900 } },
    })
    // Another tab, later: the same checkout.
    const again = await as(account, 'POST', '/user/subscription/cloud', new FormData())
    expect(again.body).toEqual({ url: made.body.url })
    const subscription = fake.pay(sessionIn(made.body.url))
    expect((await as(account, 'POST', '/user/subscription/check')).body).toMatchObject({
      payment: { required: false, order: null },
      subscriptions: [{ user: 'cloud', status: 'active', cancelled: false }],
    })
    const project = await as(account, 'POST', '/v2/projects', { name: 'Mine' })
    expect(project.status).toBe(200)
    expect((await as(account, 'POST', '/user/subscription/cloud', new FormData())).body).toEqual({
      problem: { kind: 'alreadySubscribed' },
    })
    await deliver()
    expect(ann.id).not.toBe('')

    // It ends: the project is read and exported, not written, and can be deleted.
    const client = await connect({ base: served.base, secret: account.access_token })
    const uuid = project.body.project_uuid
    await client.open(uuid)
    const first = quirk(8192)
    const own = { ...first, args: { ...first.args, author: `Buyer ${people}` } }
    expect((await client.push(1, [[own]])).steps).toEqual([{ seq: expect.any(Number) }])
    fake.cancel(subscription.id)
    await deliver()
    expect((await client.push(2, [[own]])).steps).toEqual([{ problem: { kind: 'paymentRequired' } }])
    client.socket.terminate()
    expect((await as(account, 'GET', `/v2/projects/${uuid}/json`)).status).toBe(200)
    expect((await as(account, 'DELETE', `/v2/projects/${uuid}`)).status).toBe(200)
  })

  it('a Stripe that cannot be reached locks nobody out', async () => {
    const { account } = await bought()
    fake.answers = false
    await served.cloud.host.payment?.look()
    expect((await as(account, 'POST', '/v2/projects', { name: 'Away' })).status).toBe(200)
    expect((await price({})).body).toEqual({ problem: { kind: 'paymentUnavailable' } })
    // An account that pays for something is not deleted before that has ended.
    expect((await as(account, 'DELETE', '/user/delete', { password: `the long password of ${people}` })).body).toEqual({
      problem: { kind: 'paymentUnavailable' },
    })
    fake.answers = true
  })

  it('deleting the account cancels first', async () => {
    const { account, subscription, password } = await bought()
    expect((await as(account, 'DELETE', '/user/delete', { password })).status).toBe(200)
    expect(fake.subscriptions.get(subscription.id)?.status).toBe('canceled')
  })

  it('a refund changes nothing, cancelling does', async () => {
    const { account, subscription } = await bought()
    fake.refund('any')
    fake.setStatus(subscription.id, 'past_due')
    await deliver()
    expect((await as(account, 'GET', '/user/data')).body).toMatchObject({ payment: { required: false } })
    fake.cancel(subscription.id, true)
    await deliver()
    expect((await as(account, 'GET', '/user/data')).body).toMatchObject({ subscriptions: [{ cancelled: true }] })
  })
})

describe('students', () => {
  const pdf = new Blob(['%PDF-1.7 a card of a student'])
  const files = () => readdirSync(join(served.settings.data, 'students'))

  it('a file is needed, is looked at, and goes with the decision; then it is paid', async () => {
    const student = { sector: 'student', country: 'FR', frequency: 'month' }
    expect((await register(student)).body).toEqual({ problem: { kind: 'studentFileNeeded' } })
    const made = await register(student, pdf)
    expect(made.body.url).toBeUndefined()
    const account = made.body.account
    expect(files()).toHaveLength(1)
    expect((await as(account, 'POST', '/user/subscription/cloud', new FormData())).body).toEqual({})
    const { payment } = served.cloud.host
    expect(payment?.students()).toMatchObject([{ account: account.id, email: made.email }])
    await payment?.decide(account.id, true)?.()
    expect(payment?.decide(account.id, true)).toBe(null)
    expect(files()).toEqual([])
    const { body } = await as(account, 'POST', '/user/subscription/cloud', new FormData())
    fake.pay(sessionIn(body.url))
    await deliver()
    expect((await as(account, 'GET', '/user/data')).body).toMatchObject({ payment: { required: false } })
  })

  it('a file that is none makes an account without an order; no trace of it stays', async () => {
    const made = await register({ sector: 'student', country: 'FR', frequency: 'month' }, new Blob(['a text']))
    expect(made.status).toBe(200)
    expect(files()).toEqual([])
  })
})

describe('transcription', () => {
  it('costs a part until the licence is paid again, gives seconds, and is refused without a licence and in a trial', async () => {
    const unpaid = (await register({})).body.account
    expect((await as(unpaid, 'GET', '/user/subscription/transcription/price')).status).toBe(402)
    const { account, subscription } = await bought()
    fake.coupon('SOUND', { percent_off: 50 })
    const shown = (await as(account, 'GET', '/user/subscription/transcription/price?coupon=SOUND')).body
    expect(shown).toMatchObject({
      full_price: 750,
      currency: 'eur',
      interval: 'month',
      later_price: 1500,
      later_months: 1,
    })
    const { body } = await as(account, 'POST', '/user/subscription/transcription?coupon=SOUND')
    const sound = fake.pay(sessionIn(body.url))
    expect(fake.charged.at(-1)?.amount).toBe(shown.prorated_price)
    await deliver()
    const { payment } = served.cloud.host
    expect(payment?.seconds(account.id)).toEqual({ ok: 36_060 })
    fake.cancel(sound.id)
    await deliver()
    expect(payment?.seconds(account.id)).toEqual({ ok: 60 })
    fake.setStatus(subscription.id, 'trialing')
    await deliver()
    expect(payment?.seconds(account.id)).toEqual({ problem: { kind: 'trialling', product: 'cloud' } })
    expect((await as(account, 'POST', '/user/subscription/transcription')).body).toEqual({
      problem: { kind: 'trialling', product: 'cloud' },
    })
    expect((await as(account, 'POST', '/user/subscription/portal')).body).toEqual({ url: `${fake.address}/portal` })
  })
})

describe('events', () => {
  it('forged, and too old: refused; twice: the same', async () => {
    const { account, subscription } = await bought()
    fake.cancel(subscription.id)
    const event = fake.events.at(-1)
    if (!event) throw new Error('there is no event')
    expect(await fake.send(served.base, event, { signedBy: 'whsec_another' })).toBe(400)
    expect(await fake.send(served.base, event, { age: 301 })).toBe(400)
    expect((await as(account, 'GET', '/user/data')).body).toMatchObject({ payment: { required: false } })
    // What an event says of its object is not believed.
    const lying = { ...event, data: { object: { ...event.data.object, status: 'active' } } }
    for (let times = 0; times < 2; times += 1) expect(await fake.send(served.base, lying)).toBe(200)
    expect((await as(account, 'GET', '/user/data')).body).toMatchObject({ payment: { required: true } })
    const far = await served.call(`${api}/v2/payment/events`, { method: 'POST', body: 'x'.repeat(300_000) })
    expect(far.status).toBe(413)
  })

  it('random histories end as a plain model says', async () => {
    const world = await historyWorld()
    try {
      for (let seed = 1; seed <= 25; seed += 1) await payRandomly(world, seed, seeded(seed))
      await world.settle()
    } finally {
      await world.end()
    }
  })
})

it('a server that ends between any two steps leaves one customer, one checkout and one subscription', async () => {
  const world = await historyWorld()
  try {
    for (let left = 0; left < 4; left += 1) for (const isDone of [false, true]) await world.cutOff({ left, isDone })
  } finally {
    await world.end()
  }
})

it('an account that nobody paid for, and whose email nobody has proven, goes after 30 days', async () => {
  const { email } = await register({})
  const other = await bought()
  const database = openCloudDatabase(join(served.settings.data, 'accounts.sqlite'))
  database.db.prepare('UPDATE accounts SET created = created - ?').run(31 * 24 * 60 * 60_000)
  database.close()
  await served.cloud.host.payment?.look()
  expect(served.cloud.host.accounts.accountOf(email)).toBeNull()
  expect(served.cloud.host.accounts.accountOf(other.email)).not.toBeNull()
})

it('the log names nobody, and no secret', () => {
  expect(log.length).toBeGreaterThan(1000)
  expect(log).not.toMatch(/@example\.org|Buyer|sk_test|whsec|THIRD|cus_/)
})
