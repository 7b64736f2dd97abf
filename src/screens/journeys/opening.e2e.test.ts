/** A project that does not open: what the person is told, in the words of the specification. */
import { expect, test } from 'vitest'
import { cloudDesk } from '../../../fixtures/testing/cloudDesk.ts'

const desk = cloudDesk()

test('1 §8: where the server gives no ticket it is said once, and the project opens as soon as it gives one', async () => {
  const ann = await desk.person('Ann')
  const uuid = await ann.project('Harbour')
  const context = await desk.browser()
  let asked = 0
  await context.route('**/v1/thicket/ticket', (route) => {
    asked += 1
    return route.fulfill({ status: 404, contentType: 'text/plain', body: 'no' })
  })
  const page = await desk.open(context, `/projects/${uuid}`)
  await desk.signIn(page, ann)
  const said = page.getByRole('alert').getByText("Reconnect error: Couldn't get one time ticket", { exact: true })
  await said.waitFor()
  await said.waitFor({ state: 'detached' })
  await expect.poll(() => asked).toBeGreaterThan(1)
  expect(await said.count()).toBe(0)
  expect(await page.getByText('All changes saved').count()).toBe(0)
  await context.unrouteAll()
  await page.getByText('All changes saved').waitFor()
})
