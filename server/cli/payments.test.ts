// What whoever runs a server does about payment, by `thicket admin`, beside a Stripe of our own.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { thicket } from '../../fixtures/testing/commandLine.ts'
import { openLog } from '../base/log.ts'
import { type FakeStripe, openFakeStripe } from '../testing/fakeStripe.ts'
import { priceAt, priceList, stripeSettings } from '../testing/licencePrices.ts'
import { type ServedCloud, serveCloud } from '../testing/serveCloud.ts'

const student = 'student@example.org'
let fake: FakeStripe
let served: ServedCloud
let data: string

beforeAll(async () => {
  fake = await openFakeStripe()
  const all = [priceAt(fake), priceAt(fake, { sector: 'student', amount: 500 })]
  const prices = priceList(all, ['academic', 'student'])
  served = await serveCloud(undefined, {
    log: openLog('silent'),
    settings: { payment: { ...fake.keys, host: fake.address, prices } },
  })
  data = served.settings.data
  writeFileSync(join(data, 'prices.json'), JSON.stringify(prices))
})
afterAll(async () => {
  await served.end()
  await fake.close()
})

const admin = async (words: string, settings: Record<string, string> = {}) => {
  const { code, stdout, stderr } = await thicket(served.folder, ['admin', ...words.split(' ')], '', {
    THICKET_DATA: data,
    ...stripeSettings(fake),
    ...settings,
  })
  return { code, said: stdout + stderr }
}
const register = async (email: string) => {
  const form = new FormData()
  const sector = email === student ? 'student' : 'academic'
  const config = { licence: 'cloud', sector, country: 'DE', frequency: 'year' }
  form.append('selectedConfig', JSON.stringify(config))
  form.append('registration', JSON.stringify({ name: 'Somebody', email, password: `the long password of ${email}` }))
  form.append('file', new Blob(['%PDF-1.7\n']), 'card.pdf')
  const response = await served.call('/web/api/v2/register/checkout', { method: 'POST', body: form })
  return (await response.json()) as { account: { access_token: string } }
}
const makesProject = async (account: { access_token: string }, name: string) => {
  const headers = { authorization: `Bearer ${account.access_token}` }
  return (await served.call('/web/api/v2/projects', { method: 'POST', headers, body: { name } })).status
}

it('prices are listed, and told from those at Stripe', async () => {
  const { code, said } = await admin('prices')
  expect({ code, lines: said.trim().split('\n').length }).toEqual({ code: 0, lines: 2 })
  expect(said).toContain('cloud\tstudent\t*\tyear\t500 eur\t')
  expect(await admin('prices --check')).toEqual({ code: 0, said: 'All 2 prices are the same at Stripe.\n' })
  const [price] = fake.prices
  if (!price) throw new Error('there is no price')
  Object.assign(price, { unit_amount: 9901, currency: 'usd', recurring: { interval: 'month', interval_count: 3 } })
  const entry = `thicket: cloud * * year (${price.id}):`
  expect(await admin('prices --check')).toEqual({
    code: 1,
    said: `${entry} the amount is 9900 here, and 9901 at Stripe
${entry} the currency is eur here, and usd at Stripe
${entry} the frequency is year here, and 3 months at Stripe
`,
  })
  const { id } = price
  Object.assign(price, {
    id: 'gone',
    unit_amount: 9900,
    currency: 'eur',
    recurring: { interval: 'year', interval_count: 1 },
  })
  expect(await admin('prices --check')).toEqual({ code: 1, said: `${entry} there is no such price at Stripe\n` })
  price.id = id
})

it('the file of a student is decided about once, which is mailed, and the file goes', async () => {
  await register(student)
  const path = (await admin('students')).said.trim().split('\t')[2] ?? ''
  expect(readFileSync(path, 'latin1')).toContain('%PDF')
  const copies = join(served.folder, 'copies')
  const copied = (await admin(`students --into ${copies}`)).said.trim().split('\t')[2] ?? ''
  expect(readFileSync(copied)).toEqual(readFileSync(path))
  expect(dirname(copied)).toBe(copies)
  expect((await admin(`students ${student}`)).code).toBe(2)
  expect((await admin(`students ${student} --approve --reject`)).code).toBe(2)
  const approved = await admin(`students ${student} --approve`)
  expect(approved).toMatchObject({ code: 0, said: expect.stringMatching(/^It is decided. THICKET_MAIL is not set/) })
  const mails = readdirSync(join(data, 'mail')).map((name) => readFileSync(join(data, 'mail', name), 'utf8'))
  expect(mails.filter((mail) => mail.includes(student) && mail.includes('#/account'))).toHaveLength(1)
  expect(await admin('students')).toEqual({ code: 0, said: '' })
  expect((await admin(`students ${student} --reject`)).code).toBe(1)
  expect(() => readFileSync(path)).toThrow(/ENOENT/)
})

it('with a volume licence nothing has to be paid', async () => {
  const { account } = await register('volume@example.org')
  expect(await makesProject(account, 'Before')).toBe(402)
  expect((await admin('volume volume@example.org on')).code).toBe(0)
  expect(await makesProject(account, 'Meanwhile')).toBe(200)
  expect((await admin('volume volume@example.org off')).code).toBe(0)
  expect(await makesProject(account, 'After')).toBe(402)
  expect((await admin('volume volume@example.org maybe')).code).toBe(2)
  expect((await admin('volume nobody@example.org on')).code).toBe(1)
})

it('a checkout is tried in the test mode alone, and ended', async () => {
  const before = fake.sessions.size
  const { code, said } = await admin('payment --try')
  expect({ code, ends: said.endsWith('It is ended, and nothing was charged.\n') }).toEqual({ code: 0, ends: true })
  expect([...fake.sessions.values()].slice(before).map(({ status }) => status)).toEqual(['expired'])
  expect((await admin('payment')).code).toBe(2)
  expect((await admin('payment --try', { THICKET_STRIPE_KEY: 'sk_live_1' })).code).toBe(1)
  fake.answers = false
  expect((await admin('payment --try')).code).toBe(1)
  fake.answers = true
})

it('a server that takes no payments says so', async () => {
  const none = { THICKET_STRIPE_KEY: '', THICKET_STRIPE_WEBHOOK_SECRET: '', THICKET_STRIPE_PUBLISHABLE_KEY: '' }
  for (const words of ['prices', 'students', 'payment --try'])
    expect(await admin(words, none)).toEqual({
      code: 1,
      said: 'thicket: this server takes no payments: THICKET_STRIPE_KEY is not set\n',
    })
})
