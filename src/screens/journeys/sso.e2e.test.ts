/** Signing in with a real provider of another site, in a real browser: there, back, and on to where one wanted to be. */
import { afterAll, expect, test } from 'vitest'
import { axe } from '../../../fixtures/testing/axe.ts'
import { cloudDesk } from '../../../fixtures/testing/cloudDesk.ts'
import { openRealProvider, type RealProvider } from '../../../server/testing/ssoProvider.ts'

let uni: RealProvider
const desk = cloudDesk([], async () => {
  uni = await openRealProvider()
  return { sso: [uni.settings()] }
})
afterAll(() => uni?.close())

test('an account that is there is linked by its password once, and then the provider alone lets in, to where one was going', async () => {
  const ann = await desk.person('Ann')
  const uuid = await ann.project('Harbour')
  await uni.serves(desk.server.base)
  uni.people.set('ann.m', { email: ann.email, email_verified: true, name: 'Ann M' })
  const context = await desk.browser()
  // The provider's own page wants letters from elsewhere.
  await context.route(/fonts\.googleapis/, (route) => route.fulfill({ contentType: 'text/css', body: '' }))
  const page = await desk.open(context, `/projects/${uuid}`)
  await page.getByRole('link', { name: 'Sign in with University' }).waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByRole('link', { name: 'Sign in with University' }).click()
  await page.getByPlaceholder('Enter any login').fill('ann.m')
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()

  await page.getByText(`There is already an account with ${ann.email}.`).waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.keyboard.press('Enter')
  await page.getByText('Email or password is wrong.').waitFor()
  await page.getByLabel('Password', { exact: true }).fill(ann.password)
  await page.getByRole('button', { name: 'Link and sign in' }).click()
  await page.getByText('All changes saved').waitFor()
  expect(page.url()).toContain(`#/projects/${uuid}`)

  await page.evaluate(() => {
    location.hash = '#/account'
  })
  const linked = page.getByRole('listitem').filter({ hasText: 'Linked to this account.' })
  await linked.getByText('University').waitFor()
  await page.getByRole('button', { name: 'Log out' }).click()
  // Who is logged in there comes straight back.
  await page.getByRole('link', { name: 'Sign in with University' }).click()
  await page.getByRole('link', { name: 'Harbour' }).waitFor()
})
