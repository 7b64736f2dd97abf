import { expect, test } from 'vitest'
import { type Owed, owedBy } from './licence.ts'

const cloud = (...statuses: string[]) => statuses.map((status) => ({ user: 'cloud', status }))
const order = (status: string) => ({ required: true, order: { status } })
const noOrder = { required: true, order: null }

test.each<[string, Parameters<typeof owedBy>[0], Owed | null]>([
  ['a server that takes no payments', { subscriptions: [] }, null],
  ['a licence that is paid', { payment: { required: false, order: null }, subscriptions: cloud('active') }, null],
  ['nothing paid yet', { payment: order('open'), subscriptions: [] }, 'unpaid'],
  ['a payment that was not finished', { payment: noOrder, subscriptions: cloud('incomplete_expired') }, 'unpaid'],
  ['a student’s file', { payment: order('review'), subscriptions: cloud('canceled') }, 'review'],
  ['a licence that has ended', { payment: noOrder, subscriptions: cloud('canceled') }, 'ended'],
  ['a trial that nobody paid after', { payment: noOrder, subscriptions: cloud('paused') }, 'ended'],
  ['a payment that failed for good', { payment: noOrder, subscriptions: cloud('canceled', 'unpaid') }, 'failed'],
  [
    'transcription alone',
    { payment: noOrder, subscriptions: [{ user: 'transcription', status: 'canceled' }] },
    'unpaid',
  ],
])('2 §6: why an account has to pay: %s', (_, data, owed) => {
  expect(owedBy(data)).toBe(owed)
})
