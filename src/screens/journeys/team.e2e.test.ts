// A team's screens while others change what they show: the list of projects, with whom a project is shared, on a desktop and on a phone; the
// chat's emojis; trouble of the server while a project is opened.
import type { Locator, Page, WebSocketRoute } from 'playwright-core'
import { expect, test } from 'vitest'
import { axe } from '../../../fixtures/testing/axe.ts'
import { cloudDesk } from '../../../fixtures/testing/cloudDesk.ts'
import { phone } from '../../../fixtures/testing/desk.ts'
import { openCloudDatabase } from '../../../server/hosts/cloud/database.ts'

const desk = cloudDesk()

/** That the page is looked at anew, as it is when the window comes back, would show it too: what is tested is that nothing of that is needed. */
async function withoutFocus(page: Page): Promise<void> {
  await page.evaluate(() => addEventListener('focus', (event) => event.stopImmediatePropagation(), true))
}

const sharedWithMe = (page: Page) => page.getByRole('list', { name: 'Shared with me' })
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

test('2 §6: what others do to projects is in the lists that stay open, and the people in every window of the owner', async () => {
  const ada = await desk.person('Ada')
  const ben = await desk.person('Ben')
  const uuid = await ada.project('Harbour')
  const browser = await desk.browser()
  const sockets: WebSocketRoute[] = []
  await browser.routeWebSocket(/ticket=/, (socket) => {
    socket.connectToServer()
    sockets.push(socket)
  })
  const his = await desk.open(browser, '/projects')
  await desk.signIn(his, ben)
  await his.getByRole('heading', { name: 'No projects yet' }).waitFor()
  const hers = await desk.openAs(ada)
  await row(hers, 'Harbour').waitFor()
  const onPhone = await desk.openAs(ada, `/projects/${uuid}/users`, phone)
  await onPhone.getByText('Nobody else can see this project yet.').waitFor()
  for (const page of [his, hers, onPhone]) await withoutFocus(page)

  await row(hers, 'Harbour').getByRole('button', { name: 'More' }).click()
  await hers.getByRole('menuitem', { name: 'Share' }).click()
  const dialog = hers.getByRole('dialog', { name: 'Share “Harbour”' })
  await dialog.getByLabel('Invite by email').fill(ben.email)
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await sharedWithMe(his).getByText(`${ada.name} · read only`).waitFor()
  const rightOn = (page: Page | Locator) => page.getByRole('combobox', { name: `Access of ${ben.name}` })
  await rightOn(onPhone).getByText('read only').waitFor()

  // By her phone; in the dialog of the list it changes too, and with him.
  await rightOn(onPhone).tap()
  await onPhone.getByRole('option', { name: 'read and write' }).tap()
  await sharedWithMe(his).getByText(`${ada.name} · read and write`).waitFor()
  await rightOn(dialog).getByText('read and write').waitFor()

  // From elsewhere: an invitation comes and goes, then the project is another's.
  await ada.send('POST', `/web/api/v2/projects/${uuid}/share`, { email: 'zoe@example.org', access_right: 'read' })
  for (const page of [hers, onPhone]) await page.getByText('Invited, not joined yet').waitFor()
  await ada.call(`/web/api/v2/projects/${uuid}/share?user=zoe@example.org`, { method: 'DELETE' })
  for (const page of [hers, onPhone]) await page.getByText('Invited, not joined yet').waitFor({ state: 'detached' })
  await ada.send('PUT', `/web/api/v2/projects/${uuid}/owner`, { user: ben.email })
  await sharedWithMe(his).waitFor({ state: 'detached' })
  await row(his, 'Harbour').waitFor()
  // The dialog that is open is one of another's project now.
  await dialog.getByRole('listitem').filter({ hasText: ben.name }).getByText('owner', { exact: true }).waitFor()
  expect(await dialog.getByRole('button', { name: 'Invite' }).count()).toBe(0)
  await hers.keyboard.press('Escape')
  await sharedWithMe(hers).getByText(`${ben.name} · read and write`).waitFor()

  await ben.call(`/web/api/v2/projects/${uuid}/share?user=${ada.email}`, { method: 'DELETE' })
  await hers.getByRole('heading', { name: 'No projects yet' }).waitFor()
  await ben.send('DELETE', `/web/api/v2/projects/${uuid}`)
  await his.getByRole('heading', { name: 'No projects yet' }).waitFor()
  await ben.project('Tides')
  await row(his, 'Tides').waitFor()

  // What happens while the connection is lost is there when it is back.
  await sockets.at(-1)?.close({ code: 1011 })
  await ben.project('Currents')
  await row(his, 'Currents').waitFor()
  expect(sockets).toHaveLength(2)
})

test('1 §2 on a phone: users, a right that changes and goes while the project is open, logging out in the menu', async () => {
  const cleo = await desk.person('Cleo')
  const dan = await desk.person('Dan')
  const ed = await desk.person('Ed')
  const uuid = await cleo.project('Estuary')
  await cleo.share(uuid, dan, 'read')
  const page = await desk.openAs(dan, `/projects/${uuid}`, phone)
  const menu = async (entry: 'link' | 'button', name: string) => {
    await page.getByRole('button', { name: 'Menu' }).tap()
    await page.locator('.ui-drawer').getByRole(entry, { name }).tap()
  }
  // What changes before is not told: the page did not know it.
  const isOpen = (state: 'readOnly' | 'saved') => page.locator(`.ui-pill[data-state=${state}]`).waitFor()
  await menu('link', 'Users')
  const people = page.getByRole('list', { name: 'People' })
  await row(page, cleo.name).getByText('owner', { exact: true }).waitFor()
  await row(page, 'You').getByText('read only').waitFor()
  // Of an email that he may not see nothing is said.
  await cleo.share(uuid, ed, 'read')
  await row(page, ed.name).waitFor()
  expect(await row(page, ed.name).textContent()).toBe(`${ed.name}read only`)
  expect(await people.getByRole('combobox').count()).toBe(0)
  expect(await axe(page)).toEqual([])
  await isOpen('readOnly')
  await cleo.share(uuid, dan, 'write')
  await page.getByText('Your access has been changed to read and write').waitFor()
  await row(page, 'You').getByText('read and write').waitFor()

  await menu('button', 'Log out')
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  await desk.signIn(page, dan)
  await page.getByRole('link', { name: 'Estuary' }).tap()
  await menu('link', 'Users')
  await row(page, 'You').waitFor()
  await isOpen('saved')
  await cleo.call(`/web/api/v2/projects/${uuid}/share?user=${dan.email}`, { method: 'DELETE' })
  await page.getByText('You can no longer open the project “Estuary”.', { exact: true }).waitFor()
  await page.getByRole('heading', { name: 'No projects yet' }).waitFor()
  expect(await axe(page)).toEqual([])
})

test('1 §8: trouble of the server while a project is opened is said, and it is tried again; an emoji in the chat', async () => {
  const eli = await desk.person('Eli')
  await eli.project('Delta')
  const page = await desk.openAs(eli)
  await row(page, 'Delta').waitFor()
  const { db, close } = openCloudDatabase(`${desk.server.settings.data}/accounts.sqlite`)
  db.exec('ALTER TABLE authors RENAME TO away')
  await page.getByRole('link', { name: 'Delta' }).click()
  await page.getByText('There was an error on our end while opening your project, trying again.').waitFor()
  expect(await page.getByText('All changes saved').count()).toBe(0)
  db.exec('ALTER TABLE away RENAME TO authors')
  close()
  await page.getByText('All changes saved').waitFor()

  await page.getByRole('button', { name: 'Chat' }).click()
  await page.getByRole('textbox', { name: 'Message' }).fill('Well done ')
  await page.getByRole('button', { name: 'Insert an emoji' }).click()
  await page.getByRole('searchbox', { name: 'Find an emoji' }).fill('party popper')
  await page
    .getByRole('gridcell', { name: /party popper/i })
    .first()
    .click()
  const field = page.getByRole('textbox', { name: 'Message' })
  await expect.poll(() => field.inputValue()).toBe('Well done 🎉')
  await field.press('Enter')
  await page.getByRole('log', { name: 'Messages' }).getByText('Well done 🎉').waitFor()
})
