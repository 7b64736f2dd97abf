/**
 * What may happen to an account that is paid for, at random: it orders, pays, the card fails and is good again, money is given back, it cancels; its
 * events arrive late, twice, in any order, or never. In the end, once all has been looked up, it is as a plain model says.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { isProblem, type Result } from '../../src/model/problems.ts'
import type { Payment } from '../host.ts'
import { openAccountRows } from '../hosts/cloud/accounts/accountRows.ts'
import { openCloudDatabase } from '../hosts/cloud/database.ts'
import { filesIn } from '../hosts/cloud/keptFiles.ts'
import { openPayment } from '../hosts/cloud/payment/payment.ts'
import { type FakeStripe, openFakeStripe } from './fakeStripe.ts'
import { priceAt, priceList } from './licencePrices.ts'
import { testFolder } from './serve.ts'

/** What the model knows of an account: its subscription at Stripe, and nothing of orders, checkouts or events. */
interface Expected {
  account: string
  seed: number
  status: 'none' | 'active' | 'past_due' | 'unpaid' | 'canceled'
  cancelled: boolean
}

export interface HistoryWorld {
  fake: FakeStripe
  payment: Payment
  account(): string
  arrive(event: FakeStripe['events'][number]): Promise<void>
  expect(expected: Expected): void
  /** All is looked up once, as it is each day; then each account has to be as its model. Throws where it is not. */
  settle(): Promise<void>
  /** The server ends at that call of Stripe, and another one goes on. Throws where something is there twice. */
  cutOff(cut: { left: number; isDone: boolean }): Promise<void>
  end(): Promise<void>
}

const config = { licence: 'cloud', sector: 'any', country: 'DE' }

export async function historyWorld(): Promise<HistoryWorld> {
  const fake = await openFakeStripe()
  const folder = testFolder()
  const database = openCloudDatabase(join(folder, 'accounts.sqlite'))
  database.db.exec('PRAGMA synchronous = OFF')
  const prices = priceList([priceAt(fake)], ['any'])
  const people = openAccountRows(database, Date.now)
  /** A server that has just started. */
  const open = () =>
    openPayment({
      database,
      settings: { ...fake.keys, host: fake.address, prices },
      files: filesIn(join(folder, 'students')),
      address: () => 'http://127.0.0.1:1',
      changed: () => {},
      log: { error: () => {}, security: () => {} },
      remove: (account) => void people.remove(account),
    })
  const payment = open()
  let made = 0
  let expected: Expected[] = []
  const account = () => {
    made += 1
    const person = {
      email: `person${made}@example.org`,
      name: 'Person',
      password: '',
      region: 'home',
      language: 'en',
      owes: 1,
    } as const
    return sound(people.insert(person)).id
  }
  return {
    fake,
    payment,
    account,
    arrive: async (event) => {
      sound(await payment.event(JSON.stringify(event), fake.sign(event)))
    },
    expect: (one) => expected.push(one),
    settle: async () => {
      await payment.look()
      for (const { account: id, seed, status, cancelled } of expected) {
        const found = payment.subscriptions(id).at(-1)
        const owes = !['active', 'past_due'].includes(status)
        const is = { status: found?.status ?? 'none', cancelled: found?.cancelled ?? false, owes: payment.owes(id) }
        const wanted = { status, cancelled, owes }
        if (JSON.stringify(is) !== JSON.stringify(wanted))
          throw new Error(`seed ${seed}: ${JSON.stringify(is)} instead of ${JSON.stringify(wanted)}`)
        people.remove(id)
      }
      expected = []
    },
    cutOff: async (cut) => {
      const id = account()
      fake.cut = cut
      await payment.checkout(id, config)
      fake.cut = null
      const next = open()
      const { url = '' } = sound(await next.checkout(id, config))
      const customers = [...fake.customers.values()].filter(({ metadata }) => metadata.account === id)
      const open_ = [...fake.sessions.values()].filter(
        ({ customer, status }) => customer === customers[0]?.id && status === 'open',
      )
      if (customers.length !== 1 || open_.length !== 1)
        throw new Error(`${customers.length} customers, ${open_.length} checkouts after ${JSON.stringify(cut)}`)
      fake.pay(url.split('/').at(-1) ?? '')
      // Ended after it was paid, before it was told: the next one asks.
      const last = open()
      await last.look()
      if (last.owes(id) || last.subscriptions(id).length !== 1) throw new Error('it was paid, and is not')
    },
    end: async () => {
      database.close()
      await fake.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** `random`: numbers in [0, 1), of the seed. */
export async function payRandomly(world: HistoryWorld, seed: number, random: () => number): Promise<void> {
  const { fake, payment, arrive } = world
  const account = world.account()
  const expected: Expected = { account, seed, status: 'none', cancelled: false }
  const waiting: FakeStripe['events'] = []
  let subscription = ''
  let checkout: string | undefined
  let heard = fake.events.length
  const act = async () => {
    const runs = ['active', 'past_due', 'unpaid'].includes(expected.status)
    const drawn = Math.floor(random() * 8)
    if (drawn < 2 && !runs) {
      const begun = await payment.checkout(account, config)
      // What was cancelled may not have been heard of yet: then it is paid already, as far as is known.
      checkout = isProblem(begun) ? undefined : begun.ok.url?.split('/').at(-1)
    } else if (drawn === 2 && checkout && !runs && fake.sessions.get(checkout)?.status === 'open') {
      subscription = fake.pay(checkout).id
      Object.assign(expected, { status: 'active', cancelled: false })
    } else if (drawn === 3 && runs) {
      expected.status = random() < 0.5 ? 'past_due' : 'unpaid'
      fake.setStatus(subscription, expected.status)
    } else if (drawn === 4 && runs) {
      expected.status = 'active'
      fake.setStatus(subscription, 'active')
    } else if (drawn === 5) fake.refund(checkout ?? '')
    else if (drawn === 6 && runs) {
      const atEnd = random() < 0.6
      fake.cancel(subscription, atEnd)
      Object.assign(expected, { cancelled: true, ...(!atEnd && { status: 'canceled' }) })
    } else if (drawn === 7) await payment.check(account).then(sound)
    waiting.push(...fake.events.slice(heard))
    heard = fake.events.length
  }
  let hasPaid = false
  for (let step = 0; step < 20; step += 1) {
    await act()
    hasPaid ||= expected.status !== 'none'
    while (waiting.length > 0 && random() < 0.5) {
      const at = Math.floor(random() * waiting.length)
      const [event] = random() < 0.3 ? [waiting[at]] : waiting.splice(at, 1)
      if (event && random() >= 0.2) await arrive(event)
    }
    if (!hasPaid && !payment.owes(account)) throw new Error(`seed ${seed}: nothing was paid, and it may work`)
  }
  world.expect(expected)
}

function sound<T>(result: Result<T>): T {
  if (isProblem(result)) throw new Error(JSON.stringify(result.problem))
  return result.ok
}
