// A memo that was begun and not saved is its author's: on the way out it is asked about, of a project that goes it is offered, and nobody else finds it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axe } from '../../../fixtures/testing/axe.ts'
import { cloudDesk, wide } from '../../../fixtures/testing/cloudDesk.ts'
import type { Someone } from '../../../server/testing/serveCloud.ts'

const desk = cloudDesk()

const field = (page: Page) => page.getByPlaceholder('What do you notice here?')
const promised = (page: Page) => page.getByText('Your unfinished memo is kept').count()

/** A page on the text of a new project of `owner`, in which `who` has begun a memo on its first word. */
async function begun(owner: Someone, who: Someone, name: string): Promise<{ uuid: string; page: Page }> {
  const uuid = await owner.project(name)
  if (who !== owner) await owner.share(uuid, who, 'write')
  const page = await desk.openAs(who, `/projects/${uuid}`)
  await page.getByText('All changes saved').waitFor()
  const kelly = { name: 'Kelly.txt', mimeType: 'text/plain', buffer: Buffer.from('Harbours are empty.') }
  await page.locator('input[type=file][multiple]').first().setInputFiles(kelly)
  await page.locator('.cm-content', { hasText: 'Harbours' }).waitFor()
  await page.getByText('All changes saved').waitFor()
  await page.locator('.cm-content').focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Control+Shift+ArrowRight')
  await page.keyboard.press('m')
  await field(page).fill('so early')
  return { uuid, page }
}

/** From the list of projects. */
async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
}

async function saved(page: Page, from: Page | Locator, name: string): Promise<string> {
  const download = page.waitForEvent('download')
  await from.getByRole('button', { name }).click()
  const file = join(desk.server.folder, 'unsent.html')
  await (await download).saveAs(file)
  return readFileSync(file, 'utf8')
}

/** From elsewhere, of everybody's sessions but the one that asks. */
async function endSessions(who: Someone): Promise<void> {
  const { sessions } = (await who.send('GET', '/web/api/user/sessions')).body as {
    sessions: { id: string; current: boolean }[]
  }
  for (const { id, current } of sessions)
    if (!current) await who.call(`/web/api/user/sessions/${id}`, { method: 'DELETE' })
}

const stored = (page: Page, part: string) =>
  page.evaluate((words) => Object.entries(localStorage).filter((entry) => entry.join().includes(words)), part)

test('who logs out is asked about a memo that they have begun, may take it along, and finds it again by staying', async () => {
  const ana = await desk.person('Ana')
  const { page, uuid } = await begun(ana, ana, 'Harbour')
  await page.getByRole('button', { name: 'All projects' }).click()
  await page.getByText('Your unfinished memo is kept').waitFor()
  await logOut(page)
  const question = page.getByRole('dialog', { name: '1 change has not been sent' })
  await question.getByText('Including unfinished memos: 1').waitFor()
  expect(await axe(page)).toEqual([])
  const text = await saved(page, question, 'Download it')
  expect(text).toContain('so early')
  expect(text).toContain('Harbours')
  expect(text).toContain('Source: Kelly')
  await question.getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('link', { name: 'Harbour' }).click()
  await expect.poll(() => field(page).inputValue()).toBe('so early')

  // On a phone straight from the text; nothing of it stays when it is given up, and nobody says that it does.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await question.getByRole('button', { name: 'Discard it and log out' }).click()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  expect(await promised(page)).toBe(0)
  await expect.poll(() => stored(page, 'so early')).toEqual([])
  await page.setViewportSize(wide.viewport)
  await desk.signIn(page, ana)
  await page.getByRole('link', { name: 'Harbour' }).click()
  await page.getByText('All changes saved').waitFor()
  expect(await stored(page, `thicket:memo:${ana.id}.${uuid}`)).toEqual([])
})

test('a memo that was begun in a project that goes is offered with what was not sent', async () => {
  const [ben, cleo] = [await desk.person('Ben'), await desk.person('Cleo')]
  for (const end of ['removed', 'deleted'] as const) {
    const { uuid, page } = await begun(ben, cleo, `Marsh ${end}`)
    if (end === 'removed') await ben.call(`/web/api/v2/projects/${uuid}/share?user=${cleo.email}`, { method: 'DELETE' })
    else await ben.send('DELETE', `/web/api/v2/projects/${uuid}`)
    await page.getByRole('alert').getByText('1 change had not been sent.').waitFor()
    expect(await promised(page)).toBe(0)
    const kept = page.getByRole('region', { name: `Marsh ${end} was deleted or is no longer` })
    expect(await saved(page, kept, 'Download')).toContain('so early')
    await expect.poll(() => stored(page, 'thicket:memo:')).toEqual([])
  }
})

test('what somebody has begun is found by nobody else who signs in after them, and by themselves in the same text', async () => {
  const [fay, gil] = [await desk.person('Fay'), await desk.person('Gil')]
  const { uuid, page } = await begun(fay, fay, 'Estuary')
  await fay.share(uuid, gil, 'write')
  await endSessions(fay)
  await page.getByText('Your session has ended. Sign in to continue. 1 change is waiting on this device.').waitFor()
  expect(await promised(page)).toBe(0)
  expect(await axe(page)).toEqual([])
  // Nor after the form was loaded anew.
  await page.reload()
  await page.getByText('1 change is waiting on this device.').waitFor()
  await desk.signIn(page, gil)
  await page.getByRole('link', { name: 'Estuary' }).click()
  await page.getByText('All changes saved').waitFor()
  await page.getByText('Kelly').first().waitFor()
  expect(await page.locator('.cm-content').count()).toBe(0)
  await page.getByText('Kelly', { exact: true }).first().click()
  await page.locator('.cm-content', { hasText: 'Harbours' }).waitFor()
  expect(await field(page).count()).toBe(0)
  await page.reload()
  await page.locator('.cm-content', { hasText: 'Harbours' }).waitFor()
  expect(await field(page).count()).toBe(0)
  await page.getByRole('button', { name: 'All projects' }).click()
  await logOut(page)
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  await desk.signIn(page, fay)
  await page.getByRole('link', { name: 'Estuary' }).click()
  await expect.poll(() => field(page).inputValue()).toBe('so early')

  await endSessions(fay)
  await page.getByText('1 change is waiting on this device.').waitFor()
  await desk.signIn(page, fay)
  await expect.poll(() => field(page).inputValue()).toBe('so early')
  expect(new URL(page.url()).hash).toBe(`#/projects/${uuid}`)
})

test('who signs in after somebody else hears nothing of a project that is none of theirs; a link to one says no more than that', async () => {
  const [hal, ida] = [await desk.person('Hal'), await desk.person('Ida')]
  const { uuid, page } = await begun(hal, hal, 'Secret marshes')
  await endSessions(hal)
  await page.getByText('Your session has ended.').waitFor()
  await desk.signIn(page, ida)
  await page.getByRole('heading', { name: 'No projects yet' }).waitFor()
  expect(new URL(page.url()).hash).toBe('#/projects')
  expect(await page.getByRole('alert').count()).toBe(0)
  for (const id of [uuid, '00000000-0000-4000-8000-000000000000']) {
    const other = await desk.openAs(ida, `/projects/${id}`)
    const said = other.getByRole('alert').filter({ hasText: 'Access revoked' })
    await said.getByText('This project does not exist or is not shared with you.').waitFor()
    expect(await other.getByText('Secret marshes').count()).toBe(0)
  }
})
