// Undo and redo as a person meets them: what the bar says, which keys it takes, and what it leaves alone.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { words } from '../../../fixtures/sample/en.ts'
import { sampleProject } from '../../../fixtures/sample/sampleProject.ts'
import { axe } from '../../../fixtures/testing/axe.ts'
import { knownAs, newContext } from '../../../fixtures/testing/chromium.ts'
import { localHost } from '../../../server/hosts/local.ts'
import { openLog } from '../../../server/running/log.ts'
import { type Running, startServer } from '../../../server/running/start.ts'

const root = join(import.meta.dirname, '../../..')
const secret = 'a-secret-of-the-tests'
const folder = mkdtempSync(join(tmpdir(), 'thicket-undo-'))

let running: Running
let ana: BrowserContext
let ben: BrowserContext
let complaints: string[] = []

beforeAll(async () => {
  const config = join(folder, 'config')
  mkdirSync(config)
  const host = localHost(config, secret)
  running = await startServer({ host, log: openLog('error'), page: join(root, 'dist/web'), port: 0 })
  ana = await knownAs(await newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' }), 'Ana')
  ben = await knownAs(await newContext({ viewport: { width: 1280, height: 800 }, locale: 'de-DE' }), 'Ana')
})

afterAll(async () => {
  await Promise.all([ana?.close(), ben?.close()])
  await running?.close()
  rmSync(folder, { recursive: true, force: true })
})

afterEach(() => {
  const heard = complaints
  complaints = []
  expect(heard).toEqual([])
})

const base = () => `http://127.0.0.1:${running.port}`

async function newProject(name: string): Promise<string> {
  const response = await fetch(`${base()}/web/api/v2/projects/json`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, origin: base() },
    body: JSON.stringify({ name: join(folder, name), project_json: sampleProject(words, Date.now()) }),
  })
  return ((await response.json()) as { project_uuid: string }).project_uuid
}

async function open(context: BrowserContext, uuid: string): Promise<Page> {
  const page = await context.newPage()
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => /error|warning/.test(message.type()) && complaints.push(message.text()))
  await page.goto(`${base()}/web/#launch=${secret}/projects/${uuid}`)
  await quirk(page, 'Belonging').waitFor()
  return page
}

const quirk = (page: Page, title: string) => page.getByRole('treeitem', { name: new RegExp(`^${title}, `) })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function rename(page: Page, from: string, to: string): Promise<void> {
  await quirk(page, from).focus()
  await page.keyboard.press('F2')
  const field = page.locator('.ui-modal').getByRole('textbox').first()
  await field.fill(to)
  await page.keyboard.press('Enter')
  await page.locator('.ui-modal').waitFor({ state: 'detached' })
  await quirk(page, to).waitFor()
}

async function moveRight(page: Page, title: string): Promise<void> {
  await quirk(page, title).focus()
  for (const key of ['m', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
}

test('1 §2: the bar names the step and what it was about, in each person’s language, through a reload', async () => {
  const uuid = await newProject('Titles')
  const page = await open(ana, uuid)
  const german = await open(ben, uuid)
  expect(await button(page, 'Nothing to undo').getAttribute('aria-disabled')).toBe('true')
  await moveRight(page, 'Worries')
  await button(page, 'Undo: Move quirk “Worries”').waitFor()
  await rename(page, 'Worries', 'Outlook')
  await page.keyboard.press('Control+z')
  await quirk(page, 'Worries').waitFor()
  await page.locator('.ui-toast-text', { hasText: 'Undone: Create / update quirk “Outlook”' }).waitFor()
  await button(page, 'Redo: Create / update quirk “Outlook”').waitFor()
  await button(page, 'Undo: Move quirk “Worries”').waitFor()

  await page.locator('.ui-pill[data-state=saved]').waitFor()
  await page.reload()
  await button(page, 'Redo: Create / update quirk “Outlook”').waitFor()
  for (const key of ['Control+y', 'Control+z', 'Control+Shift+z']) {
    await page.keyboard.press(key)
    await quirk(page, /z$/.test(key) && !key.includes('Shift') ? 'Worries' : 'Outlook').waitFor()
  }
  expect(await axe(page)).toEqual([])

  // Each tab has a history of its own.
  expect(await button(german, 'Nichts rückgängig zu machen').getAttribute('aria-disabled')).toBe('true')
  await moveRight(german, 'Conflict')
  await button(german, 'Rückgängig: Quirk verschieben „Conflict“').waitFor()
  await page.close()
  await german.close()
})

test('1 §4: undo after a colleague’s change leaves it alone, and says so', async () => {
  const uuid = await newProject('Colleagues')
  const page = await open(ana, uuid)
  const other = await open(ben, uuid)
  await rename(page, 'Rest', 'Calm')
  await quirk(other, 'Calm').waitFor()
  await rename(other, 'Calm', 'Peace')
  await quirk(page, 'Peace').waitFor()
  await page.keyboard.press('Control+z')
  await page
    .locator('.ui-toast-text', { hasText: 'Others have changed parts of this meanwhile; those were left as they are.' })
    .waitFor()
  await button(page, 'Nothing to undo').waitFor()
  expect(await page.locator('.ui-toast-text', { hasText: 'Undone' }).count()).toBe(0)
  expect(await quirk(page, 'Peace').count()).toBe(1)
  await page.close()
  await other.close()
})

test('1 §2: while a text is edited the bar is dimmed and takes nothing; the keys are the text’s', async () => {
  const page = await open(ana, await newProject('Editing'))
  await moveRight(page, 'Worries')
  const undo = button(page, 'Undo: Move quirk “Worries”')
  await undo.waitFor()
  await page.getByRole('button', { name: 'Samir, 34' }).click()
  const line = page.locator('.cm-line').first()
  await line.waitFor()
  const before = await line.textContent()
  const opacity = () => undo.evaluate((element) => getComputedStyle(element).opacity)
  const bright = await opacity()
  await page.getByRole('button', { name: 'Edit text' }).click()
  await line.click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Warm.')
  await expect.poll(() => line.textContent()).toBe(`${before} Warm.`)
  await expect.poll(() => undo.getAttribute('aria-disabled')).toBe('true')
  expect(Number(await opacity())).toBeLessThan(Number(bright) / 2)
  await page.keyboard.press('Control+z')
  await expect.poll(() => line.textContent()).toBe(before)
  await page.keyboard.press('Control+y')
  await expect.poll(() => line.textContent()).toBe(`${before} Warm.`)
  expect(await axe(page)).toEqual([])

  await page.getByRole('button', { name: 'Done' }).click()
  await button(page, 'Undo: Edit source “Samir, 34”').waitFor()
  await page.keyboard.press('Control+z')
  await expect.poll(() => line.textContent()).toBe(before)
  await undo.waitFor()
  expect(await undo.getAttribute('aria-disabled')).toBe(null)
  await page.close()
})
