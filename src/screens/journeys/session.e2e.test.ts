/** A session over a bad road. */
import { expect, test } from 'vitest'
import { cloudDesk } from '../../../fixtures/testing/cloudDesk.ts'
import { askAgainAfter, renewAfter } from '../../data/server/accountSession.ts'

const desk = cloudDesk()

test('whose new tokens are lost on the way stays signed in, and gets others', async () => {
  const ann = await desk.person('Ann')
  const context = await desk.browser()
  await context.clock.install()
  // The clock leaps over the time that a connection may take: one that was being made would be given up, which the browser complains of.
  await context.routeWebSocket(/\/v1\/thicket/, () => {})
  const page = await desk.open(context, '/projects')
  await desk.signIn(page, ann)
  await page.getByRole('heading', { name: 'No projects yet' }).waitFor()
  const kept = () =>
    page.evaluate(() =>
      JSON.stringify(Object.entries(localStorage).find(([key]) => key.startsWith('thicket:session:'))),
    )
  const before = await kept()
  let asked = 0
  const answered: number[] = []
  await page.route('**/v2/auth/refresh', async (route) => {
    asked += 1
    const answer = await route.fetch()
    answered.push(answer.status())
    await (answered.length === 1 ? route.abort('internetdisconnected') : route.fulfill({ response: answer }))
  })
  await page.clock.fastForward(renewAfter)
  await expect.poll(() => answered).toEqual([200])
  expect(await kept()).toBe(before)
  // Until the page has heard that it was in vain, it does not ask again.
  await expect
    .poll(async () => {
      // Further on it would ask again ahead of the end of the new ones.
      if (asked === 1) await page.clock.fastForward(askAgainAfter)
      return answered
    })
    .toEqual([200, 200])
  await expect.poll(kept).not.toBe(before)
  const signedIn = await page.evaluate(async () => {
    const [, kept] = Object.entries(localStorage).find(([key]) => key.startsWith('thicket:session:')) as [
      string,
      string,
    ]
    const { access_token } = JSON.parse(kept).tokens
    return (await fetch('/web/api/user/sessions', { headers: { authorization: `Bearer ${access_token}` } })).status
  })
  expect(signedIn).toBe(200)
  expect(page.url()).toContain('#/projects')
})
