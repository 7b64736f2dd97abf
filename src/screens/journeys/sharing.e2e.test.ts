// Accounts and sharing with a real server of many people: somebody registers, makes and shares a project; another signs in, may look, may
// write, is put out; logging out in one tab logs out in all.
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { formOf } from '../../../fixtures/testing/apiWorld.ts'
import { axe } from '../../../fixtures/testing/axe.ts'
import { cloudDesk, copies, wide } from '../../../fixtures/testing/cloudDesk.ts'
import { drawProtected } from '../../../fixtures/testing/commandLine.ts'
import { phone } from '../../../fixtures/testing/desk.ts'
import { hiddenInForcedColours } from '../../../fixtures/testing/forcedColours.ts'

const desk = cloudDesk()
const password = 'a long sentence of Ana'

test('2 §2, §4 and §6: register, create, share; another looks, writes, is put out; log out', async () => {
  const ben = await desk.person('Ben')
  const ana = await desk.browser()
  const hers = await desk.open(ana)
  await hers.getByRole('link', { name: 'Create an account' }).click()
  await hers.getByLabel('Name', { exact: true }).fill('Ana')
  await hers.getByLabel('Email').fill('ana@example')
  const secret = hers.getByLabel('Password', { exact: true })
  await secret.fill(password)
  // Not to be read by whoever looks on, and known to a password manager.
  expect([await secret.getAttribute('type'), await secret.getAttribute('autocomplete')]).toEqual([
    'password',
    'new-password',
  ])
  const register = hers.getByRole('button', { name: 'Create an account' })
  await register.click()
  await hers.getByText('Invalid email address.').waitFor()
  // The focus is at what is to be mended, and later where work begins.
  await hers.getByLabel('Email').and(hers.locator(':focus')).waitFor()
  await hers.getByLabel('Email').fill(`ANA.${Date.now()}@example.org`)
  await register.click()

  await hers.locator('h1:focus', { hasText: 'No projects yet' }).waitFor()
  await hers.getByRole('link', { name: 'New project' }).click()
  await hers.getByLabel('Project name').fill('Harbour')
  await hers.getByRole('button', { name: 'Create project' }).click()
  await hers.getByRole('button', { name: 'New quirk' }).first().waitFor()
  await hers.locator('[data-arrival] :focus').waitFor()
  await hers.getByRole('button', { name: 'Share', exact: true }).click()
  const dialog = hers.getByRole('dialog')
  const field = dialog.getByLabel('Invite by email')
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
  const invite = dialog.getByRole('button', { name: 'Invite' })
  await invite.click()
  await dialog.getByLabel('Invite by email').fill('Ben')
  await invite.click()
  const invalid = hers.getByText('Invalid email address.')
  await invalid.waitFor()
  await dialog.getByLabel('Invite by email').fill(` ${ben.email.toUpperCase()} `)
  await invite.click()
  const right = dialog.getByRole('combobox', { name: `Access of ${ben.name}` })
  await right.waitFor()
  // What has become of the last one takes its place.
  await invalid.waitFor({ state: 'detached' })
  expect(await right.textContent()).toContain('read only')
  expect(await axe(hers)).toEqual([])
  expect(await hiddenInForcedColours(hers)).toEqual([])

  // 1 §2: who is not signed in is led to the way in, and from there to where they wanted to go.
  const his = await desk.open(await desk.browser(), '/projects')
  await his.getByText('Sign in to continue.').waitFor()
  await desk.signIn(his, { ...ben, password: 'not his password' })
  await his.getByText('Email or password is wrong.').waitFor()
  expect(await axe(his)).toEqual([])
  expect(await hiddenInForcedColours(his)).toEqual([])
  await desk.signIn(his, ben)
  const shared = his.getByRole('list', { name: 'Shared with me' })
  await shared.getByText('Ana · read only').waitFor()
  expect(await axe(his)).toEqual([])
  await shared.getByRole('link', { name: 'Harbour' }).click()
  // Of the project, which is open now: the list says it too.
  await his.locator('.ui-pill[data-state=readOnly]').waitFor()
  const writing = his.getByRole('button', { name: /New quirk|Import files|New empty source/ })
  expect(await writing.count()).toBe(0)

  await right.click()
  await hers.getByRole('option', { name: 'read and write' }).click()
  await his.getByText('Your access has been changed to read and write').waitFor()
  await writing.first().waitFor()

  // Another name is everybody's at once, in lists and where the project is open.
  const list = await desk.open(ana, '/projects')
  const row = list.getByRole('listitem').filter({ hasText: 'Harbour' })
  await row.getByText('Shared with 1 person').waitFor()
  await row.getByRole('button', { name: 'More actions' }).click()
  await list.getByRole('menuitem', { name: 'Rename…' }).click()
  const naming = list.getByRole('dialog', { name: 'Rename project' })
  await naming.getByLabel('Name').fill('Harbour talk')
  expect(await axe(list)).toEqual([])
  await naming.getByRole('button', { name: 'Save' }).click()
  await list.getByRole('link', { name: 'Harbour talk' }).waitFor()
  await his.getByRole('heading', { name: 'Harbour talk' }).waitFor()
  await list.close()

  await dialog.getByRole('button', { name: `Remove ${ben.name}` }).click()
  const question = hers.getByRole('alertdialog')
  await question.waitFor()
  // What it lies over is behind a veil of its own.
  const behind = await hers.locator('.ui-modal').first().boundingBox()
  const at = { x: (behind?.x ?? 0) + 20, y: (behind?.y ?? 0) + 20 }
  expect(await hers.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.className, at)).toBe('ui-veil')
  await question.getByRole('button', { name: 'Remove' }).click()
  // Their row has gone with its button.
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
  await his.getByText(/^You can no longer open the project “.+”\.$/).waitFor()
  await his.getByRole('heading', { name: 'No projects yet' }).waitFor()

  const other = await desk.open(ana, '/account')
  await other.getByText('This browser').waitFor()
  expect(await axe(other)).toEqual([])
  await other.getByRole('button', { name: 'Log out' }).click()
  for (const page of [other, hers]) await page.getByRole('button', { name: 'Sign in' }).waitFor()
  expect(await hers.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('session')))).toEqual([])
})

test('the focus is on the heading of the list after a project was deleted in it', async () => {
  const eli = await desk.person('Eli')
  for (const name of ['Kept', 'Given away', 'Given up']) await eli.project(name)
  const page = await desk.openAs(eli)
  const removed = async (name: string) => {
    const row = page.getByRole('listitem').filter({ hasText: name })
    await row.getByRole('button', { name: 'More actions' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Delete project' }).press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete project' }).press('Enter')
    await row.waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Projects')
  }
  await removed('Given away')
  // The list hears of it before the answer comes.
  await page.route('**/v2/projects/*', async (route) => {
    if (route.request().method() !== 'DELETE') return route.continue()
    const response = await route.fetch()
    await page.getByRole('listitem').filter({ hasText: 'Given up' }).waitFor({ state: 'detached' })
    await route.fulfill({ response })
  })
  await removed('Given up')
})

test('in a project just made the focus is where work begins, also where its screen is fetched only then', async () => {
  const fay = await desk.person('Fay')
  const browser = await desk.browser()
  const assets = join(import.meta.dirname, '../../../dist/web/assets')
  const screens = globSync('*/*.js', { cwd: assets }).filter((name) =>
    readFileSync(join(assets, name), 'utf8').includes('desk-title'),
  )
  const asked = Promise.withResolvers<void>()
  await browser.route(
    ({ pathname }) => screens.some((name) => pathname.endsWith(name)),
    (route) => asked.promise.then(() => route.continue()),
  )
  const page = await desk.open(browser, '/projects/create')
  await desk.signIn(page, fay)
  await page.getByLabel('Project name').fill('Heath')
  await page.keyboard.press('Enter')
  await page.waitForURL(/projects\/[0-9a-f-]{36}$/)
  asked.resolve()
  await page.locator('[data-arrival] :focus').waitFor()
})

test('2 §5: a wrong file type, a name once, the account’s own messages, a token that has run out', async () => {
  const cora = await desk.person('Cora')
  const page = await desk.openAs(cora)
  const upload = page.locator('input[accept=".qrk,.json"]')
  await upload.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
  await page.getByText('File type is not supported', { exact: true }).waitFor()
  await page.getByText('notes.txt is not a project. Interviews').waitFor()

  await upload.setInputFiles({ name: 'torn.qrk', mimeType: 'application/octet-stream', buffer: Buffer.from('x') })
  const torn = page.getByRole('dialog').getByLabel('Project name')
  await torn.press('Enter')
  await page.locator('.ui-modal .ui-field-error').waitFor()
  await torn.and(page.locator(':focus')).waitFor()
  await torn.press('Escape')

  const uuid = await cora.project('Interviews')
  await page.getByRole('link', { name: 'Interviews' }).waitFor()
  const file = Buffer.from(await (await cora.call(`/web/api/v2/projects/${uuid}/qrk`)).arrayBuffer())
  await upload.setInputFiles({ name: 'Interviews.QRK', mimeType: 'application/octet-stream', buffer: file })
  const dialog = page.getByRole('dialog')
  // The list, which is of now, has given it a name that is free.
  expect(await dialog.getByLabel('Project name').inputValue()).toBe('Interviews (2)')
  await dialog.getByLabel('Project name').fill('Interviews')
  await dialog.getByRole('button', { name: 'Upload' }).click()
  await dialog.getByText('Project name must be unique.').waitFor()
  await dialog.getByLabel('Project name').fill('Interviews, second wave')
  await dialog.getByRole('button', { name: 'Upload' }).click()
  await page.getByRole('heading', { name: 'Interviews, second wave' }).waitFor()

  await page.goto(`${desk.server.base}/web/#/account`)
  await page.getByRole('button', { name: 'Change password' }).click()
  const change = page.getByRole('dialog')
  const submit = change.getByRole('button', { name: 'Change password' })
  await submit.click()
  await change.getByText('Please provide both your old and new password.').waitFor()
  await change.getByLabel('Old password').fill(cora.password)
  await change.getByLabel('New password', { exact: true }).fill('another long sentence')
  await submit.click()
  await change.getByText('New password and password confirmation did not match.').waitFor()
  await change.getByLabel('Repeat new password').fill('another long sentence')
  await submit.click()
  await page.getByText('Password changed.').waitFor()

  // An access token that has run out is renewed without a word.
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('thicket:session:')) ?? ''
    const kept = JSON.parse(localStorage.getItem(key) ?? '')
    localStorage.setItem(key, JSON.stringify({ ...kept, tokens: { ...kept.tokens, access_token: 'run-out' } }))
  })
  await page.reload()
  await page.getByText('This browser').waitFor()
})

test('2 §4: who logs out with steps that were not sent is asked first; a project that went while the browser was closed leaves it', async () => {
  const dora = await desk.person('Dora')
  await dora.project('Field notes')
  const page = await desk.openAs(dora)
  const context = page.context()
  await page.getByRole('button', { name: /^Account of/ }).waitFor()
  await page.getByRole('link', { name: 'Field notes' }).click()
  await page.getByText('All changes saved').waitFor()
  await desk.quirkOffline(page, 'Tides')
  await page.getByRole('button', { name: 'All projects' }).click()
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  const asked = page.getByRole('dialog', { name: '1 change has not been sent' })
  const saved = page.waitForEvent('download')
  await asked.getByRole('button', { name: 'Download' }).click()
  expect((await saved).suggestedFilename()).toBe('Unsent changes of Field notes.html')
  // The copies go although the server never answers.
  await page.route('**/auth/logout', () => {})
  await asked.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  await expect.poll(() => page.evaluate(copies)).toEqual([])
  await page.unrouteAll()

  // Another study: nothing of it is open here when it goes.
  const uuid = await dora.project('Lost notes')
  await context.setOffline(false)
  await desk.signIn(page, dora)
  await page.getByRole('link', { name: 'Lost notes' }).click()
  await page.getByText('All changes saved').waitFor()
  await desk.quirkOffline(page, 'Ebb')
  await page.close()
  await dora.send('DELETE', `/web/api/v2/projects/${uuid}`)
  await context.setOffline(false)
  const later = await desk.open(context, '/projects')
  const banner = later.getByRole('region', { name: 'Lost notes was deleted or is no longer shared with you.' })
  await banner.waitFor()
  await expect.poll(() => later.evaluate(copies)).toEqual([])
  const kept = later.waitForEvent('download')
  await banner.getByRole('button', { name: 'Download' }).click()
  const file = join(desk.server.folder, 'lost.html')
  await (await kept).saveAs(file)
  expect(readFileSync(file, 'utf8')).toContain('<blockquote>Ebb</blockquote>')
})

test('2 §4: a session that ends elsewhere leads every tab back to where it was; the chat is at hand in every view', async () => {
  const eve = await desk.person('Eve')
  const uuid = await eve.project('Sessions')
  const page = await desk.openAs(eve, `/projects/${uuid}`)
  const context = page.context()
  await page.getByText('All changes saved').waitFor()
  await page.getByRole('button', { name: 'History' }).click()
  await page.getByRole('heading', { name: 'History' }).waitFor()
  await page.getByRole('button', { name: 'Chat' }).click()
  await page.getByRole('textbox', { name: 'Message' }).fill('Only me here')
  await page.keyboard.press('Enter')
  await page.getByRole('log').getByText('Only me here').waitFor()
  const other = await desk.open(context, '/account')
  await other.getByText('This browser').waitFor()
  const { sessions } = (await eve.send('GET', '/web/api/user/sessions')).body as {
    sessions: { id: string; current: boolean }[]
  }
  for (const { id, current } of sessions)
    if (!current) await eve.call(`/web/api/user/sessions/${id}`, { method: 'DELETE' })
  const addresses = () => Promise.all([page, other].map((each) => each.evaluate(() => location.hash)))
  const wanted = [`/projects/${uuid}/history`, '/account']
  await expect.poll(addresses).toEqual(wanted.map((path) => `#/?redirectUrl=${encodeURIComponent(path)}`))
  await desk.signIn(page, eve)
  await expect.poll(addresses).toEqual(wanted.map((path) => `#${path}`))
})

test('2 §4: who may write again sends what was kept; who was put out takes along what was not sent, and the copy goes; an account that is deleted leaves nothing', async () => {
  const [fay, ben] = [await desk.person('Fay'), await desk.person('Ben')]
  const uuid = await fay.project('Tides')
  await fay.share(uuid, ben, 'write')
  const page = await desk.openAs(ben, `/projects/${uuid}`)
  const context = page.context()
  await page.getByText('All changes saved').waitFor()
  // A right that was taken away and comes back: what was kept meanwhile is sent.
  await desk.quirkOffline(page, 'Flow')
  await fay.share(uuid, ben, 'read')
  await context.setOffline(false)
  await page.getByText('1 step of yours could not be sent').waitFor()
  const send = page.getByRole('button', { name: 'Send now' })
  expect(await send.count()).toBe(0)
  await fay.share(uuid, ben, 'write')
  await send.waitFor()
  // What is said of the right stands clear of the line that it is about.
  await page.locator('.ui-toast').first().waitFor()
  await expect.poll(() => page.evaluate(isCovered)).toBe(false)
  await send.click()
  await page.getByText('1 step is now in the project.').waitFor()
  await send.waitFor({ state: 'detached' })
  await page.getByText('All changes saved').waitFor()

  await desk.quirkOffline(page, 'Ebb')
  const out = await fay.call(`/web/api/v2/projects/${uuid}/share?user=${ben.email}`, { method: 'DELETE' })
  expect(out.status).toBe(200)
  await context.setOffline(false)
  // Nobody who comes back is told which of both it was.
  const gone = (project: string) =>
    page.getByText(`The project “${project}” was deleted or is no longer shared with you. 1 change had not been sent.`)
  await gone('Tides').waitFor()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const file = join(desk.server.folder, 'steps.html')
  await (await saved).saveAs(file)
  expect(readFileSync(file, 'utf8')).toContain('<blockquote>Ebb</blockquote>')
  await expect.poll(() => page.evaluate(copies)).toEqual([])

  const deleted = await fay.project('Shoals')
  await fay.share(deleted, ben, 'write')
  await page.getByRole('link', { name: 'Shoals' }).click()
  await page.getByText('All changes saved').waitFor()
  await desk.quirkOffline(page, 'Bank')
  expect((await fay.send('DELETE', `/web/api/v2/projects/${deleted}`)).status).toBe(200)
  await context.setOffline(false)
  await gone('Shoals').waitFor()
  const banner = page.getByRole('region', { name: 'Shoals was deleted or is no longer shared with you.' })
  await banner.getByRole('button', { name: 'Download' }).waitFor()

  const hers = await desk.openAs(fay, '/account')
  await hers.getByRole('button', { name: 'Delete account' }).click()
  const dialog = hers.getByRole('dialog', { name: 'Delete account' })
  await dialog.getByLabel('Password', { exact: true }).fill(fay.password)
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await hers.getByRole('button', { name: 'Sign in' }).waitFor()
  // But what the tests themselves have put there (`newContext`).
  await expect
    .poll(() => hers.evaluate(() => Object.keys(localStorage)).catch(() => null))
    .toEqual(['thicket:codebook'])
})

test('2 §6: the owner hands a project over: both windows hear of it, both lists have it in its place, and it can be given back', async () => {
  const gil = await desk.person('Gil')
  const ida = await desk.person('Ida')
  const uuid = await gil.project('Estuary')
  await gil.share(uuid, ida, 'read')
  const his = await desk.openAs(gil, `/projects/${uuid}`)
  const hers = await desk.openAs(ida, `/projects/${uuid}`)
  await hers.locator('.ui-pill[data-state=readOnly]').waitFor()
  const share = (page: Page) => page.getByRole('button', { name: 'Share', exact: true })

  await share(his).click()
  const dialog = his.getByRole('dialog')
  const asked = his.getByRole('alertdialog', { name: `Make ${ida.name} the owner of this project?` })
  const makeOwner = async () => {
    await dialog.getByRole('button', { name: `Make ${ida.name} owner…` }).click()
    await asked.getByRole('button', { name: 'Make owner' }).click()
  }
  await dialog.getByRole('button', { name: `Make ${ida.name} owner…` }).click()
  await asked.getByText('You keep read and write access').waitFor()
  expect(await axe(his)).toEqual([])
  await asked.getByRole('button', { name: 'Cancel' }).click()
  // Where it cannot be done, it is said of whom.
  const sameName = await ida.project('Estuary')
  await makeOwner()
  await his.getByText(`The project is still yours: ${ida.name} already owns another project with this name`).waitFor()
  await ida.send('DELETE', `/web/api/v2/projects/${sameName}`)
  await makeOwner()
  await hers.getByText('Your access has been changed to owner').waitFor()
  await his.getByText('Your access has been changed to read and write').waitFor()
  await dialog.getByText('Only the owner can invite people and change their access.').waitFor()
  await dialog.getByRole('listitem').filter({ hasText: ida.name }).getByText('owner', { exact: true }).waitFor()
  expect(await dialog.getByRole('button', { name: 'Invite' }).count()).toBe(0)
  await hers
    .getByRole('button', { name: /New quirk/ })
    .first()
    .waitFor()

  // Who closes her account is told who loses something, and what can be done first.
  await hers.goto(`${desk.server.base}/web/#/account`)
  await hers.getByRole('button', { name: 'Delete account' }).click()
  const closing = hers.getByRole('dialog', { name: 'Delete account' })
  await closing.getByText('One of your projects is shared with others, who would lose their work.').waitFor()
  await closing.getByRole('button', { name: 'Cancel' }).click()

  // On a phone, among the people of the project.
  await hers.setViewportSize({ width: 390, height: 844 })
  await hers.goto(`${desk.server.base}/web/#/projects/${uuid}/users`)
  await hers.getByRole('button', { name: `Make ${gil.name} owner…` }).waitFor()
  expect(await axe(hers)).toEqual([])
  await hers.setViewportSize(wide.viewport)
  // A wide window has no screen of its own for that.
  await hers.getByText('No quirks yet').waitFor()

  // From the list, where it changes its place at once.
  await hers.goto(`${desk.server.base}/web/#/projects`)
  const sharedWithMe = (page: Page) => page.getByRole('list', { name: 'Shared with me' })
  const row = hers.getByRole('listitem').filter({ hasText: 'Estuary' })
  await row.waitFor()
  expect(await sharedWithMe(hers).count()).toBe(0)
  await his.goto(`${desk.server.base}/web/#/projects`)
  await sharedWithMe(his).getByText(`${ida.name} · read and write`).waitFor()
  await row.getByRole('button', { name: 'More' }).click()
  await hers.getByRole('menuitem', { name: 'Share' }).click()
  await hers.getByRole('button', { name: `Make ${gil.name} owner…` }).click()
  await hers.getByRole('alertdialog').getByRole('button', { name: 'Make owner' }).click()
  await hers.getByText(`${gil.name} is now the owner. You can still read and write here.`).waitFor()
  await sharedWithMe(hers).getByText(`${gil.name} · read and write`).waitFor()
  await hers.getByRole('dialog', { name: 'Share “Estuary”' }).waitFor({ state: 'detached' })
})

test('2 §3: who is invited again keeps the right that they have, and the page says so', async () => {
  const [jo, ben] = [await desk.person('Jo'), await desk.person('Ben')]
  const uuid = await jo.project('Delta')
  await jo.share(uuid, ben, 'write')
  const page = await desk.openAs(jo, `/projects/${uuid}`)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const dialog = page.getByRole('dialog')
  const right = dialog.getByRole('combobox', { name: 'Access', exact: true })
  const kim = 'kim@example.org'
  const invite = async (email: string) => {
    await dialog.getByLabel('Invite by email').fill(email)
    await dialog.getByRole('button', { name: 'Invite' }).click()
  }
  const choose = async (name: string) => {
    await right.click()
    await page.getByRole('option', { name }).click()
  }
  await choose('read and write')
  await invite(kim)
  await page.getByText(`${kim} is invited: read and write. This server sends no mail`).waitFor()
  expect(await dialog.getByRole('button', { name: new RegExp(`Make ${kim} owner…$`) }).count()).toBe(0)
  // What was chosen is for the next ones too.
  expect(await right.textContent()).toContain('read and write')

  await choose('read only')
  await invite(kim)
  await page.getByText(`${kim} was already invited, with read and write access; change it in the list.`).waitFor()
  await invite(ben.email)
  await page.getByText(`${ben.email} already has read and write access; change it in the list.`).waitFor()
  const { shares } = await (await jo.call(`/web/api/v2/projects/${uuid}/share`)).json()
  expect(shares).toMatchObject([
    { email: ben.email, access_right: 'write' },
    { email: kim, access_right: 'write', invited: true },
  ])
})

/** Whether a toast lies over a line above the work. */
function isCovered(): boolean {
  const boxes = (selector: string) => [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect())
  const lines = boxes('.banner')
  const covers = (toast: DOMRect) =>
    lines.some(
      ({ left, right, top, bottom }) =>
        toast.left < right && left < toast.right && toast.top < bottom && top < toast.bottom,
    )
  return boxes('.ui-toast').some(covers)
}

test('a protected project is opened by its password, and its owner shares it as every other', async () => {
  const ana = await desk.person('Ana')
  const folder = mkdtempSync(join(tmpdir(), 'thicket-shared-'))
  const drawing = 'quirk Trust\nsource Anna | I [trusted]Trust him.'
  const sealed = readFileSync(drawProtected(folder, 'Sealed', drawing, password))
  rmSync(folder, { recursive: true })
  const sent = await ana.call('/web/api/v2/projects/file', { method: 'POST', body: formOf(sealed, 'Sealed.qrk') })
  const { project_uuid: uuid } = (await sent.json()) as { project_uuid: string }
  const hers = await desk.openAs(ana, `/projects/${uuid}`, { ...phone, colorScheme: 'dark' })
  const asks = hers.getByRole('dialog', { name: 'Password for Sealed' })
  await asks.getByRole('textbox', { name: 'Password' }).fill(password)
  await asks.getByRole('button', { name: 'Open', exact: true }).click()
  await hers.locator('.ui-pill[data-state=saved]').waitFor()
  await hers.getByRole('button', { name: 'Menu' }).click()
  await hers.getByRole('button', { name: 'Cite Thicket' }).click()
  await hers.getByRole('region', { name: 'Methods paragraph' }).waitFor()
  await hers.keyboard.press('Escape')
  await hers.goto(new URL(`#/projects/${uuid}/users`, hers.url()).href)
  await hers.getByLabel('Invite by email').waitFor()
})
