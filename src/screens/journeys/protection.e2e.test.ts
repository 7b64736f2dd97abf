/** 2 §4, mode 1: a protected project on the page. It is opened by its password, and read; nothing of it lies plain anywhere else than in memory. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { testDesk } from '../../../fixtures/testing/desk.ts'

const word = 'Heliotrop'
const password = 'Ein Pfad im Wald'
const desk = testDesk()
const drawing = `
  quirk Trust
  quirk Doubt < Trust
  source ${word} Anna | I [trusted ${word} him]Trust until the [letter]Doubt came.
`

const field = (page: Page) => page.getByRole('textbox', { name: 'Password' })
const give = async (page: Page, secret: string) => {
  await field(page).fill(secret)
  await page.getByRole('button', { name: 'Open', exact: true }).click()
}

/** Everything that the page of this address keeps in this browser, letter by letter. */
const keptInBrowser = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const found: string[] = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })]
    const read = async (folder: FileSystemDirectoryHandle): Promise<void> => {
      for await (const entry of (folder as unknown as { values(): AsyncIterable<FileSystemHandle> }).values()) {
        if (entry.kind === 'directory') await read(entry as FileSystemDirectoryHandle)
        else found.push(await (await (entry as FileSystemFileHandle).getFile()).text().catch(() => 'held'))
      }
    }
    await read(await navigator.storage.getDirectory())
    return found.join('\n')
  })

test('a protected project asks for its password, and is read once it is right; a wrong one is said, an empty one ignored', async () => {
  const page = await desk.page(`/projects/${await desk.drawProtected(drawing, password)}`, await desk.person())
  const dialog = page.getByRole('dialog', { name: /^Password for study/ })
  await dialog.waitFor()
  expect(await page.locator('.desk').count()).toBe(0)
  await give(page, '   ')
  await give(page, 'another path')
  await dialog.getByText('The password is wrong.').waitFor()
  await give(page, password)
  await page.locator('.desk').waitFor()
  await page.getByText('Protected, read only').waitFor()
  // Source titles, the text and what is coded in it.
  await page.getByText(`${word} Anna`).first().click()
  await page.locator('.cm-content').getByText(`trusted ${word} him`).waitFor()
  // Questions to the whole project.
  await page.keyboard.press('Control+Shift+F')
  await page
    .getByRole('dialog')
    .getByRole('combobox')
    .or(page.getByRole('dialog').getByRole('searchbox'))
    .first()
    .fill('heliotrop')
  await page.getByRole('dialog').getByText(`${word} Anna`).first().waitFor()
})

test('cancel goes to the list of projects, and the password is asked for again; its recovery is no other project’s', async () => {
  const uuid = await desk.drawProtected(drawing, password)
  const page = await desk.page(`/projects/${uuid}`, await desk.person())
  await page.getByRole('dialog').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.locator('.projects-main').waitFor()
  await page.getByRole('link', { name: /study/ }).first().click()
  await give(page, password)
  await page.locator('.desk').waitFor()
})

test('no word of it lies in the browser, on the disk of the server or in what goes between them', async () => {
  const page = await desk.page('', await desk.person())
  const frames: string[] = []
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => void frames.push(String(payload)))
    socket.on('framereceived', ({ payload }) => void frames.push(String(payload)))
  })
  const bodies: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.url().includes('/projects/')) bodies.push(response.text().catch(() => ''))
  })
  const uuid = await desk.drawProtected(drawing, password)
  await page.goto(page.url().replace(/#.*/, `#/projects/${uuid}`))
  await give(page, password)
  await page.locator('.desk').waitFor()
  await page.getByText(`${word} Anna`).first().waitFor()
  await page.goto(page.url().replace(/#.*/, '#/projects'))
  await page.locator('.projects-main').waitFor()
  // The worker has let go of its files then.
  await expect.poll(() => keptInBrowser(page), { timeout: 20_000 }).not.toContain('held')
  const kept = await keptInBrowser(page)
  expect(kept).toContain('~1.')
  expect(kept).not.toContain(word)
  expect((await Promise.all(bodies)).join('\n')).not.toContain(word)
  expect(frames.join('\n')).not.toContain(word)
  const files = readdirSync(desk.folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const { parentPath, name } of files.filter((entry) => /qrk|wal|json$/.test(entry.name)))
    expect(readFileSync(join(parentPath, name)).includes(word), name).toBe(false)
})

test('it opens without the server too, once it was opened, and asks for the password again', async () => {
  const context = await desk.person()
  const uuid = await desk.drawProtected(drawing, password)
  const page = await desk.page(`/projects/${uuid}`, context)
  await give(page, password)
  await page.getByText(`${word} Anna`).first().waitFor()
  await page.getByText('Protected, read only').waitFor()
  await page.reload()
  await page.getByRole('dialog', { name: /^Password for/ }).waitFor()
  await page.route('**/v1/thicket/**', (route) => route.abort())
  await page.routeWebSocket(/v1\/thicket/, (socket) => socket.close())
  await give(page, password)
  await page.getByText(`${word} Anna`).first().waitFor()
})

test('what an export writes is plain, and that is said before', async () => {
  const page = await desk.page(`/projects/${await desk.drawProtected(drawing, password)}`, await desk.person())
  await give(page, password)
  await page.locator('.desk').waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('Workbook')
  await page.getByRole('option', { name: /Workbook/ }).click()
  const warning = page.getByRole('alertdialog', { name: 'The file will not be protected' })
  await warning.waitFor()
  const download = page.waitForEvent('download')
  await warning.getByRole('button', { name: 'Export anyway' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/)
})
