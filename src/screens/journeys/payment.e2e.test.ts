// A licence is chosen and paid for in real Chromium, on the hosted page of a Stripe of our own; then there is a project.
import { afterAll, expect, test } from 'vitest'
import { axe } from '../../../fixtures/testing/axe.ts'
import { cloudDesk } from '../../../fixtures/testing/cloudDesk.ts'
import type { Price } from '../../../server/base/settings/prices.ts'
import { type FakeStripe, openFakeStripe } from '../../../server/testing/fakeStripe.ts'
import { priceAt, priceList } from '../../../server/testing/licencePrices.ts'

let fake: FakeStripe
const sound = { product: 'transcription', amount: 1500, seconds: 36_000 } as const
const prices: Price[] = []
/** An account is made once: who tries again is somebody else. */
let people = 0
afterAll(() => fake?.close())
const desk = cloudDesk([402], async () => {
  fake = await openFakeStripe()
  fake.coupon('SPRING', { percent_off: 25 })
  prices.push(priceAt(fake, { country: 'GB' }), priceAt(fake, { ...sound, country: 'FR' }))
  return { payment: { ...fake.keys, host: fake.address, prices: priceList(prices, ['academic', 'student']) } }
})

test('somebody chooses a licence, makes an account, pays what was shown, comes back, and makes a project', async () => {
  people += 1
  prices.splice(2)
  const before = fake.subscriptions.size
  const page = await desk.open(await desk.browser())
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByText('€99.00 a year').waitFor()
  const code = page.getByLabel('Discount code')
  await code.fill('WINTER')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('Invalid discount code.').waitFor()
  await code.fill('SPRING')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('Discount applied.').waitFor()
  await page.getByText('€74.25 a year').waitFor()
  await page.getByText('After 12 months: €99.00 a year').waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByLabel('Name', { exact: true }).fill('Pia')
  await page.getByLabel('Email').fill(`pia${people}@example.org`)
  await page.getByLabel('Password', { exact: true }).fill('a long sentence of Pia')
  await page.getByRole('button', { name: 'Create an account and pay' }).click()
  await page.getByRole('heading', { name: '7425 eur' }).waitFor()

  // Another time: it is not paid yet, and nothing can be made.
  await page.goto(`${desk.server.base}/web/#/account`)
  await page.getByText('Your licence is not paid yet. €74.25 a year').waitFor()
  expect(await axe(page)).toEqual([])
  await page.goto(`${desk.server.base}/web/#/projects`)
  await page.getByText('Until it is paid you can read and export your own projects').waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByRole('link', { name: 'Pay' }).click()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await page.getByRole('heading', { name: '7425 eur' }).waitFor()
  await page.getByRole('button', { name: 'Pay' }).click()
  await page.getByText('Paid. You can make projects now.').waitFor()
  expect(fake.charged.slice(before)).toEqual([{ session: expect.any(String), amount: 7425, currency: 'eur' }])
  await page.getByText(/^active · paid until/).waitFor()
  expect(await axe(page)).toEqual([])

  // 2 §5: transcription costs a part until the licence is paid again.
  await page.getByRole('button', { name: 'Show the price' }).click()
  await page.getByText('Couldn’t find a suitable transcription price for you. Please contact us').waitFor()
  prices.push(priceAt(fake, { ...sound, country: 'GB' }))
  await page.getByRole('button', { name: 'Show the price' }).click()
  await page.getByText(/^Now €[\d.]+, and the whole price from/).waitFor()
  await page.getByText('€15.00 a year').waitFor()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await page.getByRole('heading', { name: / eur$/ }).waitFor()
  await page.getByRole('button', { name: 'Pay' }).click()
  await page.getByText('Paid. You can use transcription now.').waitFor()
  await expect.poll(() => page.getByText(/^active · paid until/).count()).toBe(2)

  await page.goto(`${desk.server.base}/web/#/projects/create`)
  await page.getByLabel('Project name').fill('Harbour')
  await page.getByRole('button', { name: 'Create project' }).click()
  await page.getByText('No quirks yet').waitFor()

  // 2 §6: the licence has ended, and the project says why it can only be read.
  const licence = [...fake.subscriptions.values()][before]
  if (!licence) throw new Error('nothing was paid for')
  fake.cancel(licence.id)
  for (const event of fake.events.slice(-1)) expect(await fake.send(desk.server.base, event)).toBe(200)
  await page.getByRole('button', { name: 'Read only: licence not paid' }).click()
  await page.getByText('Your licence has ended.').waitFor()
  expect(await axe(page)).toEqual([])
})
