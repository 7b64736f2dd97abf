// The account's own ways: a forgotten password, another email, a second factor, sessions elsewhere, a deletion that fails.
import { createHmac } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axe } from '../../../fixtures/testing/axe.ts'
import { cloudDesk } from '../../../fixtures/testing/cloudDesk.ts'
import { hiddenInForcedColours } from '../../../fixtures/testing/forcedColours.ts'
import { openCloudDatabase } from '../../../server/hosts/cloud/database.ts'
import { openOperator } from '../../../server/hosts/cloud/operator.ts'

// A code that is wrong, a deletion that fails.
const desk = cloudDesk([403, 500])

test('2 §2: a forgotten password is set by the link of a mail, which works once', async () => {
  const ann = await desk.person('Ann')
  const page = await desk.open(await desk.browser())
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByLabel('Email').fill('nobody')
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await page.getByText('Invalid email address.').waitFor()
  await page.getByLabel('Email').fill(ann.email.toUpperCase())
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await page.getByText(`If there is an account with ${ann.email}, a link is on its way.`).waitFor()
  await page.locator('h1:focus').waitFor()
  expect(await axe(page)).toEqual([])
  expect(await hiddenInForcedColours(page)).toEqual([])
  const letter = () => desk.letter(ann.email, '/reset?link=')
  await expect.poll(letter).toBeDefined()
  const link = /#(\/reset\?link=[\w-]+)/.exec(letter() ?? '')?.[1] ?? ''

  await page.goto(`${desk.server.base}/web/#${link}`)
  await page.getByLabel('New password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await page.getByText('The password needs at least 8 characters.').waitFor()
  const password = 'another sentence of Ann'
  await page.getByLabel('New password', { exact: true }).fill(password)
  expect(await axe(page)).toEqual([])
  expect(await hiddenInForcedColours(page)).toEqual([])
  await page.getByRole('button', { name: 'Set the password' }).click()
  const isSet = page.getByText('Your new password is set. Sign in with it.')
  await isSet.waitFor()
  // While the pointer is there it does not go by itself.
  await page.getByRole('button', { name: 'Close' }).hover()
  // She was signed in elsewhere.
  expect((await ann.call('/web/api/user/data')).status).toBe(401)

  const again = await desk.open(page.context(), link)
  await again.getByText('This link was used already or has expired. Ask for a new one.').waitFor()
  await again.getByRole('link', { name: 'Send me a link' }).click()
  await again.getByLabel('Email').waitFor()
  const signIn = async (by: string) => {
    await page.getByLabel('Email').fill(ann.email)
    await page.getByLabel('Password', { exact: true }).fill(by)
    await page.keyboard.press('Enter')
  }
  await signIn(ann.password)
  await page.getByText('Email or password is wrong.').waitFor()
  await isSet.waitFor()
  await signIn(password)
  await page.getByRole('heading', { name: 'No projects yet' }).waitFor()
  await isSet.waitFor({ state: 'detached' })
})

test('2 §5 and §8: no other email where no mail is sent, a second factor, sessions elsewhere, a deletion that fails', async () => {
  const bea = await desk.person('Bea')
  const elsewhere = await bea.again()
  const page = await desk.openAs(bea, '/account')
  const shown = page.getByRole('dialog')
  const email = `new.${bea.email}`

  await page.getByRole('button', { name: 'Change email' }).click()
  const save = shown.getByRole('button', { name: 'Save' })
  await shown.getByLabel('New email', { exact: true }).fill('bea')
  await save.click()
  await shown.getByText('Invalid email address.').waitFor()
  await shown.getByLabel('New email', { exact: true }).fill(email.toUpperCase())
  await shown.getByLabel('Repeat new email').fill(bea.email)
  await save.click()
  await shown.getByText('Email and email confirmation did not match.').waitFor()
  expect(await axe(page)).toEqual([])
  expect(await hiddenInForcedColours(page)).toEqual([])
  await shown.getByLabel('Repeat new email').fill(email)
  await shown.getByLabel('Password', { exact: true }).fill(bea.password)
  await save.click()
  await shown.getByText(/^This server sends no mail/).waitFor()
  await page.keyboard.press('Escape')
  await page.getByText(bea.email, { exact: true }).waitFor()

  await page.getByRole('button', { name: 'Set up' }).click()
  await shown.getByLabel('Password', { exact: true }).fill(bea.password)
  await shown.getByRole('button', { name: 'Continue' }).click()
  const secret = ((await shown.locator('code').textContent()) ?? '').replaceAll(' ', '')
  const now = Date.now()
  await shown.getByRole('textbox', { name: 'Code' }).fill('000000')
  await shown.getByRole('button', { name: 'Confirm' }).click()
  await shown.getByText('This code is wrong').waitFor()
  await shown.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret, now))
  expect(await axe(page)).toEqual([])
  expect(await hiddenInForcedColours(page)).toEqual([])
  await shown.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByText('You sign in with your password and a code from your authenticator app.').waitFor()

  // There, where another browser was.
  const there = page.getByRole('list', { name: 'Where you are signed in' }).getByRole('listitem')
  await expect.poll(() => there.count()).toBeGreaterThan(1)
  const before = await there.count()
  expect((await elsewhere.call('/web/api/user/data')).status).toBe(200)
  for (let left = before; left > 1; left -= 1) {
    await page
      .getByRole('button', { name: /^Sign out there/ })
      .first()
      .click()
    await expect.poll(() => there.count()).toBe(left - 1)
  }
  expect((await elsewhere.call('/web/api/user/data')).status).toBe(401)
  await page.getByText('This browser').waitFor()
  await page.locator('h1:focus').waitFor()

  await page.getByRole('button', { name: 'Log out' }).click()
  await desk.signIn(page, bea)
  await page.getByLabel('Code').fill('12345')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('This code is wrong').waitFor()
  await page.getByLabel('Code').and(page.locator(':focus')).waitFor()
  // The one before was taken already.
  await page.getByLabel('Code').fill(codeOf(secret, now + 30_000))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'No projects yet' }).waitFor()

  const { db, close } = openCloudDatabase(`${desk.server.settings.data}/accounts.sqlite`)
  db.exec("CREATE TRIGGER stays BEFORE DELETE ON accounts BEGIN SELECT RAISE(ABORT, 'it stays'); END")
  await page.goto(`${desk.server.base}/web/#/account`)
  await page.getByRole('button', { name: 'Delete account' }).click()
  await shown.getByLabel('Password', { exact: true }).fill(bea.password)
  await shown.getByRole('button', { name: 'Delete account' }).click()
  await page.getByText('An error occured during account deletion.').waitFor()
  db.exec('DROP TRIGGER stays')
  close()

  // Then it goes, and the page that is loaded anew says so, once.
  await shown.getByRole('button', { name: 'Delete account' }).click()
  await page.getByText('The account that was signed in here has been deleted.').waitFor()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  expect(await axe(page)).toEqual([])
  expect(await hiddenInForcedColours(page)).toEqual([])
  // What is left is what tests put into every page.
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toEqual(['thicket:codebook'])
  await page.reload()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  expect(await page.getByText('has been deleted').count()).toBe(0)
})

test('that a session has ended stands above the first form alone; a recovery code that was used is called that', async () => {
  const cleo = await desk.person('Cleo')
  // The email is hers, as the operator knows: her factor outlives a new password.
  const database = openCloudDatabase(`${desk.server.settings.data}/accounts.sqlite`)
  openOperator(database, desk.server.settings).changeEmail(cleo.email, cleo.email)
  database.close()
  const page = await desk.openAs(cleo)
  const inside = (of: Page) => of.getByRole('heading', { name: 'No projects yet' }).waitFor()
  await inside(page)
  const factor = (method: string, body: object) => cleo.send(method, '/web/api/user/factor', body)
  const secret = (await factor('POST', { password: cleo.password })).body.secret as string
  const [used = '', other = ''] = (await factor('PUT', { code: codeOf(secret, Date.now()) })).body.codes as string[]
  const ended = (of: Page) => of.getByText('Your session has ended. Sign in to continue.')
  const end = async () => {
    const { sessions } = (await cleo.send('GET', '/web/api/user/sessions')).body as {
      sessions: { id: string; current: boolean }[]
    }
    for (const { id, current } of sessions)
      if (!current) await cleo.call(`/web/api/user/sessions/${id}`, { method: 'DELETE' })
    await ended(page).waitFor()
  }
  const recover = async (of: Page, code: string) => {
    await of.getByLabel('Recovery code').fill(code)
    await of.getByRole('button', { name: 'Sign in' }).click()
  }

  await end()
  await desk.signIn(page, cleo)
  await page.getByLabel('Code').waitFor()
  expect(await ended(page).count()).toBe(0)
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await recover(page, used)
  await inside(page)

  await end()
  // A tab that begins its visit later.
  const later = await desk.open(page.context())
  await ended(later).waitFor()
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByRole('heading', { name: 'Forgot your password' }).waitFor()
  await page.getByLabel('Email').fill(cleo.email)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await page.getByText('a link is on its way.').waitFor()
  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  expect(await ended(page).count()).toBe(0)
  const letter = () => desk.letter(cleo.email, '/reset?link=')
  await expect.poll(letter).toBeDefined()
  const link = /#(\/reset\?link=[\w-]+)/.exec(letter() ?? '')?.[1] ?? ''
  await later.goto(`${desk.server.base}/web/#${link}`)
  const password = 'another sentence of Cleo'
  await later.getByLabel('New password', { exact: true }).fill(password)
  await later.getByRole('button', { name: 'Set the password' }).click()
  await later.getByRole('button', { name: 'Sign in' }).waitFor()
  expect(await ended(later).count()).toBe(0)

  await desk.signIn(later, { email: cleo.email, password })
  await later.getByLabel('Code').fill('000000')
  await later.getByRole('button', { name: 'Sign in' }).click()
  await later.getByText('This code is wrong or has expired. Enter the newest one.').waitFor()
  await later.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await recover(later, used)
  await later.getByText('This recovery code is wrong or was used already. Enter another one.').waitFor()
  await later.locator('[aria-invalid=true]:focus').waitFor()
  expect(await axe(later)).toEqual([])
  await recover(later, other)
  await inside(later)
})

/** What an authenticator program shows at that time (RFC 6238: SHA-1, 6 digits, 30 s). */
function codeOf(secret: string, at: number): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...secret].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)))
  const hash = createHmac('sha1', bytes).update(counter).digest()
  const from = (hash.at(-1) ?? 0) & 15
  return String((hash.readUInt32BE(from) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

test('2 §8: where a list of projects is open, a session that is ended elsewhere leads to the way in at once', async () => {
  const dot = await desk.person('Dot')
  const list = await desk.openAs(dot)
  await list.getByRole('heading', { name: 'No projects yet' }).waitFor()
  const page = await desk.openAs(dot, '/account')
  // Its socket is there.
  await dot.project('Notes')
  await list.getByRole('link', { name: 'Notes' }).waitFor()
  // Nor does it hear by asking for another.
  await list.route('**/thicket/ticket', (route) => route.abort())
  const there = page.getByRole('list', { name: 'Where you are signed in' }).getByRole('listitem')
  await expect.poll(() => there.count()).toBe(3)
  for (let left = 3; left > 1; left -= 1) {
    await page
      .getByRole('button', { name: /^Sign out there/ })
      .first()
      .click()
    await expect.poll(() => there.count()).toBe(left - 1)
  }
  await list.getByText('Sign in to continue.').waitFor()
})
