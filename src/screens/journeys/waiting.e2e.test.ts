// Work that was done without a network is sent from wherever its person is when the network comes back: the list of projects, the way out.
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { axe } from '../../../fixtures/testing/axe.ts'
import { allParts } from '../../../fixtures/testing/chromium.ts'
import { cloudDesk } from '../../../fixtures/testing/cloudDesk.ts'
import type { Someone } from '../../../server/testing/serveCloud.ts'

const desk = cloudDesk()
let ana: Someone
// Of each attempt its own: a second one may not give a project a name that is taken.
beforeEach(async () => {
  ana = await desk.person('Ana')
})

async function newQuirk(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'New quirk' }).first().click()
  await page.getByRole('dialog', { name: 'New quirk' }).getByLabel('Title').fill(title)
  await page.keyboard.press('Enter')
  await page.getByRole('treeitem', { name: title }).waitFor()
}
async function makeOffline(page: Page, ...titles: string[]): Promise<void> {
  await allParts(page)
  await page.context().setOffline(true)
  await page
    .getByText(/^Offline/)
    .first()
    .waitFor()
  for (const title of titles) await newQuirk(page, title)
}
/** From the list into the project, and back with a quirk that was not sent. */
async function workOffline(page: Page, project: string, ...titles: string[]): Promise<void> {
  await page.getByRole('link', { name: project }).click()
  await page.getByText('All changes saved').waitFor()
  await makeOffline(page, ...titles)
  expect((await copyLocks(page)).held).toHaveLength(1)
  await page.getByRole('button', { name: 'All projects' }).click()
  // Closed, which takes a while on a slow machine: until then the project would send by itself once there is a network.
  await expect.poll(async () => (await copyLocks(page)).held).toEqual([])
}
/** The locks of copies that somebody has in this browser, and those that are waited for. */
const copyLocks = (page: Page): Promise<{ held: string[]; pending: string[] }> =>
  page.evaluate(async () => {
    const { held = [], pending = [] } = await navigator.locks.query()
    const ofCopies = (locks: LockInfo[]) =>
      locks.map(({ name = '' }) => name).filter((name) => /^thicket:[\w-]+\.[\w-]+$/.test(name))
    return { held: ofCopies(held), pending: ofCopies(pending) }
  })
const row = (page: Page, project: string) => page.getByRole('listitem').filter({ hasText: project })
const titles = async (uuid: string): Promise<string[]> => {
  const whole = (await (await ana.call(`/web/api/v2/projects/${uuid}/json`)).json()) as { quirks: { title: string }[] }
  return whole.quirks.map(({ title }) => title)
}

test('what was done offline is sent from the list when the network is back, without its project being opened; the row says what waits until then', async () => {
  const ben = await desk.person('Ben')
  const shared = await ana.project('Interviews')
  const own = await ben.project('Diaries')
  await ana.share(shared, ben, 'write')
  const hers = await desk.openAs(ana, `/projects/${shared}`)
  await hers.getByText('All changes saved').waitFor()
  const his = await desk.openAs(ben, '/projects')
  await workOffline(his, 'Interviews', 'Hope', 'Fear')
  await row(his, 'Interviews').getByText('2 changes waiting to be sent').waitFor()
  expect(
    await row(his, 'Diaries')
      .getByText(/to be sent/)
      .count(),
  ).toBe(0)
  expect(await axe(his)).toEqual([])

  // Nobody comes with it: he is not in the project.
  await hers.locator('.people').waitFor({ state: 'detached' })
  await hers.evaluate(() => {
    const look = () => {
      if (document.querySelector('.people')) document.body.dataset.somebody = ''
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true })
  })
  await his.context().setOffline(false)
  await hers.getByRole('treeitem', { name: 'Hope' }).waitFor()
  await hers.getByRole('treeitem', { name: 'Fear' }).waitFor()
  await his.getByText('2 changes waiting to be sent').waitFor({ state: 'detached' })
  expect(new URL(his.url()).hash).toBe('#/projects')
  expect(await hers.evaluate(() => document.body.dataset.somebody)).toBeUndefined()

  // Both, one after the other, when another day the list is opened; what may not be sent any more stays, and is said.
  await workOffline(his, 'Interviews', 'Doubt')
  await row(his, 'Interviews').getByText('1 change waiting to be sent').waitFor()
  await his.context().setOffline(false)
  await expect.poll(() => titles(shared)).toContain('Doubt')
  await workOffline(his, 'Interviews', 'Late')
  await row(his, 'Interviews').getByText('1 change waiting to be sent').waitFor()
  const context = his.context()
  await his.close()
  await ana.share(shared, ben, 'read')
  await context.setOffline(false)
  const later = await desk.open(context, '/projects')
  await row(later, 'Interviews').getByText('1 step not sent').waitFor()
  expect(await titles(shared)).not.toContain('Late')
  // The project that is opened meanwhile is as it always is.
  await later.getByRole('link', { name: 'Diaries' }).click()
  await later.getByText('All changes saved').waitFor()
  expect(new URL(later.url()).hash).toBe(`#/projects/${own}`)
})

test('a copy that is let go of late is looked into again: the row says what waits in it', async () => {
  const gil = await desk.person('Gil')
  const uuid = await ana.project(`Dunes of ${gil.name}`)
  await ana.share(uuid, gil, 'write')
  const page = await desk.openAs(gil, `/projects/${uuid}`)
  await page.getByText('All changes saved').waitFor()
  await makeOffline(page, 'Sand')
  const name = (await copyLocks(page)).held[0] ?? ''
  // Whoever asks for the copy after this waits until it is let go of.
  await page.evaluate((lock) => {
    const letGo = new Promise<void>((resolve) => addEventListener('let-go', () => resolve(), { once: true }))
    void navigator.locks.request(lock, () => {
      document.body.dataset.isTheirs = ''
      return letGo
    })
  }, name)
  await page.getByRole('button', { name: 'All projects' }).click()
  await page.locator('body[data-is-theirs]').waitFor()
  await expect.poll(async () => (await copyLocks(page)).pending).toEqual([name])
  await expect.poll(async () => (await copyLocks(page)).pending).toEqual([])
  await page.evaluate(() => dispatchEvent(new Event('let-go')))
  await row(page, 'Dunes').getByText('1 change waiting to be sent').waitFor()
})

test('who logs out with work that waits has it sent first where that can be done', async () => {
  const eve = await desk.person('Eve')
  const uuid = await ana.project('Field notes')
  await ana.share(uuid, eve, 'write')
  const page = await desk.openAs(eve, '/projects')
  await workOffline(page, 'Field notes', 'Tides')
  await row(page, 'Field notes').getByText('1 change waiting to be sent').waitFor()
  // A server that does not say whose the projects are is sent nothing.
  await page.route(/\/v2\/projects$/, (route) => route.abort('internetdisconnected'))
  await page.context().setOffline(false)
  const logOut = async () => {
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
  }
  await logOut()
  await page.getByRole('dialog', { name: '1 change has not been sent' }).getByRole('button', { name: 'Stay' }).click()
  expect(await titles(uuid)).toEqual([])
  await page.unrouteAll()
  await logOut()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  expect(await titles(uuid)).toEqual(['Tides'])
})

test('what could not be sent stays in sight, may be sent each time that the right comes back, and goes only after a question', async () => {
  const flo = await desk.person('Flo')
  const uuid = await ana.project(`Marshes of ${flo.name}`)
  await ana.share(uuid, flo, 'write')
  const page = await desk.openAs(flo, `/projects/${uuid}`)
  await page.getByText('All changes saved').waitFor()
  const send = page.getByRole('button', { name: 'Send now' })
  const kept = page.getByRole('button', { name: '1 step not sent' })
  for (const title of ['Ebb', 'Flow']) {
    await makeOffline(page, title)
    await ana.share(uuid, flo, 'read')
    await page.context().setOffline(false)
    await kept.waitFor()
    expect(await send.count()).toBe(0)
    await ana.share(uuid, flo, 'write')
    await send.waitFor()
    expect(await kept.count()).toBe(1)
    expect(await axe(page)).toEqual([])
    // Not at once: the right goes and comes once more.
    await ana.share(uuid, flo, 'read')
    await send.waitFor({ state: 'detached' })
    await ana.share(uuid, flo, 'write')
    await send.click()
    await page.getByText('All changes saved').waitFor()
    expect(await titles(uuid)).toContain(title)
  }

  await makeOffline(page, 'Salt')
  await ana.share(uuid, flo, 'read')
  await page.context().setOffline(false)
  await kept.click()
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByText('1 step of yours could not be sent and is not in the project.').waitFor()
  await settings.getByRole('button', { name: 'Discard' }).click()
  const question = page.getByRole('alertdialog', { name: 'Discard 1 unsent step?' })
  const saved = page.waitForEvent('download')
  await question.getByRole('button', { name: 'Download' }).click()
  await saved
  expect(await axe(page)).toEqual([])
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'detached' })
  await settings.getByRole('button', { name: 'Discard' }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await settings.getByText('1 step of yours').waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await page.getByText('Read only', { exact: true }).waitFor()
  expect(await kept.count()).toBe(0)
})

test('a reader of an empty project is told what will be there, not what to make', async () => {
  const gus = await desk.person('Gus')
  const uuid = await ana.project('Dunes')
  await ana.share(uuid, gus, 'read')
  const page = await desk.openAs(gus, `/projects/${uuid}`)
  await page.getByText('The quirks of this project appear here.').waitFor()
  await page.getByText('The sources of this project appear here.').waitFor()
  expect(await page.getByRole('button', { name: 'New quirk' }).count()).toBe(0)
  const phone = await desk.openAs(gus, `/projects/${uuid}/quirks`, { viewport: { width: 390, height: 844 } })
  await phone.getByText('The quirks of this project appear here.').waitFor()
})

test('a memo that a colleague has written too meanwhile has both texts, and its person is told; undo leaves the colleague’s', async () => {
  const ben = await desk.person('Ben')
  const uuid = await ana.project('Harbour')
  await ana.share(uuid, ben, 'write')
  const hers = await desk.openAs(ana, `/projects/${uuid}`)
  const david = { name: 'David.txt', mimeType: 'text/plain', buffer: Buffer.from('The day begins early.') }
  await hers.locator('input[type=file][multiple]').first().setInputFiles(david)
  const card = (page: Page, content: string) => page.locator('article.memo', { hasText: content })
  const save = async (page: Page, content: string) => {
    await page.getByPlaceholder('What do you notice here?').fill(content)
    await page.getByRole('button', { name: 'Save' }).click()
    await card(page, content).waitFor()
  }
  await hers.getByRole('tab', { name: 'David' }).click({ button: 'right' })
  await hers.getByRole('menuitem', { name: 'Memo on the whole source' }).click()
  await save(hers, 'Note')
  await hers.getByText('All changes saved').waitFor()
  const his = await desk.openAs(ben, `/projects/${uuid}`)
  await his.getByText('David').first().click()
  await his.getByRole('button', { name: 'Show 1 memo' }).click()
  await makeOffline(his)
  for (const [page, content] of [
    [his, 'Note by Ben'],
    [hers, 'Note by Ana'],
  ] as const) {
    await card(page, 'Note').getByRole('button', { name: 'Edit memo' }).click()
    await save(page, content)
  }
  await hers.getByText('All changes saved').waitFor()
  await his.context().setOffline(false)
  await his.getByText(/^You and Ana.* changed a memo in “David” at the same time: both texts were kept\.$/).waitFor()
  for (const page of [his, hers]) await card(page, 'Note by Ana').filter({ hasText: 'Note by Ben' }).waitFor()
  await his.keyboard.press('Control+z')
  for (const page of [his, hers]) {
    await card(page, 'Note by Ben').waitFor({ state: 'detached' })
    await card(page, 'Note by Ana').waitFor()
  }
})
