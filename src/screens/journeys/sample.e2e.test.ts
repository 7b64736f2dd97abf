// The first minutes of somebody who only wants to look: the real server, the built page, an empty list.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { axe } from '../../../fixtures/testing/axe.ts'
import { newContext } from '../../../fixtures/testing/chromium.ts'
import { hearComplaints } from '../../../fixtures/testing/hearComplaints.ts'
import { openLog } from '../../../server/base/log.ts'
import { openCloudDatabase } from '../../../server/hosts/cloud/database.ts'
import { openLicences } from '../../../server/hosts/cloud/licences/licences.ts'
import { localHost } from '../../../server/hosts/local.ts'
import { type Running, startServer } from '../../../server/running/start.ts'
import { serveCloud } from '../../../server/testing/serveCloud.ts'

const root = join(import.meta.dirname, '../../..')
const secret = 'a-secret-of-the-tests'
const folder = mkdtempSync(join(tmpdir(), 'thicket-sample-'))

let running: Running
let german: BrowserContext
let english: BrowserContext
let complaints: string[] = []
/** Tabs that tests have passed with: each opens the program in half the work of a new one. */
const spare = new Map<BrowserContext, Page>()

beforeAll(async () => {
  german = await newContext({ viewport: { width: 1280, height: 800 }, locale: 'de-DE' })
  english = await newContext({ viewport: { width: 390, height: 844 }, locale: 'en-GB' })
  // The sample's file goes where new projects go: into the person's folder.
  vi.stubEnv('HOME', folder)
  vi.stubEnv('USERPROFILE', folder)
  if (homedir() !== folder) throw new Error('this test would write into the real home folder')
  const config = join(folder, 'config')
  mkdirSync(config)
  const host = localHost(config, secret)
  running = await startServer({ host, log: openLog('error'), page: join(root, 'dist/web'), port: 0 })
})

afterAll(async () => {
  await Promise.all([german?.close(), english?.close()])
  await running?.close()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

afterEach(() => {
  // The browser itself notes that a file was there already.
  const heard = complaints.filter((text) => !text.includes('status of 409'))
  complaints = []
  expect(heard).toEqual([])
})

async function open(context: BrowserContext, route = '', port = running.port): Promise<Page> {
  const page = spare.get(context) ?? (await context.newPage())
  spare.delete(context)
  hearComplaints(page, (words) => complaints.push(words))
  await page.goto(`http://127.0.0.1:${port}/web/#launch=${secret}${route}`)
  return page
}

/** At an address of the server with nothing of the program, for the next test. */
async function leave(tab: Page): Promise<void> {
  tab.removeAllListeners()
  await tab.goto(`http://127.0.0.1:${running.port}/healthz`)
  spare.set(tab.context(), tab)
}

const projects = join(folder, 'Thicket')
const files = () => readdirSync(projects).filter((name) => name.endsWith('.qrk'))
const uuidOf = (page: Page) => /[0-9a-f-]{36}/.exec(page.url())?.[0]
const opened = (page: Page) => page.waitForURL(/#\/projects\/[0-9a-f-]{36}$/)

test('the sample is one click from the empty list, in the language of the page, and nothing of it is fetched before', async () => {
  const fetched: Promise<string>[] = []
  german.on('response', (response) => response.url().endsWith('.js') && fetched.push(response.text().catch(() => '')))
  const tab = await open(german)
  const button = tab.getByRole('button', { name: 'Beispielprojekt ansehen' })
  await button.waitFor()
  expect(await axe(tab)).toEqual([])
  await tab.waitForLoadState('networkidle')
  const words = async (of: RegExp) => (await Promise.all(fetched)).filter((text) => of.test(text)).length
  expect(await words(/Rhabarber|rhubarb|ruibarbo|rhubarbe/)).toBe(0)

  await button.click()
  await opened(tab)
  expect(await words(/Rhabarber/)).toBe(1)
  expect(await words(/rhubarb|ruibarbo/)).toBe(0)
  await tab.getByRole('treeitem', { name: 'Dazugehören, 12 Markierungen' }).waitFor()
  expect(await tab.title()).toBe('Beispielprojekt – Der Garten in der Mühlenstraße – Thicket')
  const [file, ...others] = files()
  expect([file, others]).toEqual(['Beispielprojekt – Der Garten in der Mühlenstraße.qrk', []])
  await tab.locator('.ui-toast-text', { hasText: join(projects, file as string) }).waitFor()
  // It was made before it was opened: there is nothing to take back.
  expect(await tab.getByRole('button', { name: 'Nichts rückgängig zu machen' }).getAttribute('aria-disabled')).toBe(
    'true',
  )

  // Five steps stand beside the work until they are done or left.
  const steps = tab.getByRole('region', { name: 'Erste Schritte' })
  for (let step = 1; step < 5; step++) {
    await steps.getByText(`Schritt ${step} von 5`).waitFor()
    await steps.getByRole('button', { name: 'Weiter' }).click()
  }
  expect(await axe(tab)).toEqual([])
  await steps.getByRole('button', { name: 'Fertig' }).click()
  await steps.waitFor({ state: 'detached' })

  await tab.getByRole('button', { name: 'Clara, 45' }).click()
  await tab.locator('.cm-line', { hasText: 'die Gießliste, jedes Frühjahr von neuem' }).waitFor()
  expect(await axe(tab)).toEqual([])
  // Nobody knows this person's name, and looking needs none.
  expect(await tab.locator('.ui-modal').count()).toBe(0)
  await leave(tab)
})

test('before the first quirk is named, its author is asked for theirs, and the naming begins when that is answered', async () => {
  const tab = await open(german, '/projects/create')
  await tab.getByRole('button', { name: 'Beispielprojekt ansehen' }).click()
  await opened(tab)
  const form = tab.getByRole('dialog', { name: 'Neuer Quirk' })
  const begin = () => tab.locator('.canvas-new').getByRole('button').click()
  const name = async (title: string) => {
    await form.locator('input:focus').waitFor()
    await tab.keyboard.type(title)
    await tab.keyboard.press('Enter')
  }
  await begin()
  const question = tab.getByRole('dialog', { name: 'Wie heißen Sie?' })
  await question.waitFor()
  expect(await axe(tab)).toEqual([])
  await question.getByLabel('Autorenname').fill('Ana')
  await tab.keyboard.press('Enter')
  await question.waitFor({ state: 'detached' })
  await name('Ohne Eile')
  await form.waitFor({ state: 'detached' })
  await tab.getByRole('treeitem', { name: /^Ohne Eile/ }).waitFor()
  await begin()
  await name('Nochmals')
  await tab.getByRole('treeitem', { name: /^Nochmals/ }).waitFor()
  await tab.locator('.ui-pill[data-state=saved]').waitFor()
  const json = await fetch(`http://127.0.0.1:${running.port}/web/api/v2/projects/${uuidOf(tab)}/json`, {
    headers: { authorization: `Bearer ${secret}` },
  })
  const { quirks } = (await json.json()) as { quirks: { title: string; author: string }[] }
  const authors = quirks.filter(({ title }) => /^(Ohne Eile|Nochmals)$/.test(title)).map(({ author }) => author)
  expect(authors).toEqual(['Ana', 'Ana'])
  await leave(tab)
})

test('whoever looks again finds the sample as it was left', async () => {
  const tab = await open(german, '/projects/create')
  const button = tab.getByRole('button', { name: 'Beispielprojekt ansehen' })
  await button.click()
  await opened(tab)
  const first = uuidOf(tab)
  await tab.getByRole('treeitem', { name: /^Sorgen/ }).focus()
  await tab.keyboard.press('F2')
  await tab.locator('.ui-modal').getByRole('textbox').first().fill('Aussichten')
  await tab.keyboard.press('Enter')
  await tab.getByRole('button', { name: 'Rückgängig: Quirk „Aussichten“ angelegt / geändert' }).waitFor()
  await tab.locator('.ui-pill[data-state=saved]').waitFor()

  await leave(tab)
  const again = await open(german, '/projects/create')
  await again.getByRole('button', { name: 'Beispielprojekt ansehen' }).click()
  await opened(again)
  expect(uuidOf(again)).toBe(first)
  expect(await again.getByRole('region', { name: 'Erste Schritte' }).count()).toBe(0)
  await again.getByRole('treeitem', { name: /^Aussichten/ }).waitFor()
  expect(files()).toHaveLength(1)
  await leave(again)
})

test('a file in its way that is no project is left alone, and a server that does not answer is said', async () => {
  const name = 'Sample project – The garden on Mill Street'
  writeFileSync(join(projects, `${name}.qrk`), 'these are my notes')
  const tab = await open(english, '/projects/create')
  await tab.getByRole('button', { name: 'Look at a sample project' }).waitFor()
  expect(await axe(tab)).toEqual([])
  await tab.route('**/v2/projects/json', (route) => route.abort())
  await tab.getByRole('button', { name: 'Look at a sample project' }).click()
  await tab.locator('.ui-toast-text', { hasText: 'The sample project could not be opened.' }).waitFor()
  await tab.unroute('**/v2/projects/json')
  expect(tab.url()).toContain('#/projects/create')

  await tab.getByRole('button', { name: 'Look at a sample project' }).click()
  await opened(tab)
  await tab.getByRole('treeitem', { name: 'Belonging, 12 highlights' }).waitFor()
  expect(existsSync(join(projects, `${name} 2.qrk`))).toBe(true)
  expect(readFileSync(join(projects, `${name}.qrk`), 'utf8')).toBe('these are my notes')
  // The browser itself notes what failed.
  complaints = complaints.filter((text) => !/status of 400|ERR_FAILED/.test(text))
  await leave(tab)
})

test('a trial leads to /activation; it is begun, extended and activated there, and one is where one wanted to go', async () => {
  const cloud = await serveCloud(undefined, { log: openLog('silent') })
  const database = openCloudDatabase(join(cloud.settings.data, 'accounts.sqlite'))
  const licences = openLicences(database)
  const config = join(folder, 'trial')
  mkdirSync(config)
  const settings = { endpoint: `${cloud.base}/web/api/v2/activation`, publicKey: licences.publicKey() }
  const host = localHost(config, secret, { activation: settings })
  const desktop = await startServer({ host, log: openLog('error'), page: join(root, 'dist/web'), port: 0 })
  try {
    const tab = await open(german, '/projects/create', desktop.port)
    await tab.waitForURL(/#\/activation\?redirectUrl=/)
    const title = tab.getByRole('heading', { name: 'Thicket aktivieren' })
    await title.waitFor()
    expect(await axe(tab)).toEqual([])
    await tab.getByRole('button', { name: 'Testzeit starten' }).click()
    await tab.waitForURL(/#\/projects\/create$/)

    // Twenty days later.
    const began = Date.now() - 20 * 86_400_000
    writeFileSync(join(config, 'activation.json'), JSON.stringify({ releaseDate: began, activationSkipped: true }))
    await tab.reload()
    await title.waitFor()
    await tab.getByText('Ihre Testzeit ist vorbei.').waitFor()
    expect(await tab.getByRole('button', { name: 'Weiter testen' }).count()).toBe(0)
    const key = tab.getByLabel('Schlüssel')
    await tab.keyboard.press('Enter')
    await tab.getByText('Geben Sie den Schlüssel ein.').waitFor()
    await key.fill('dieser nicht')
    await tab.keyboard.press('Enter')
    await tab.getByText('Die Aktivierung ist fehlgeschlagen.', { exact: true }).waitFor()
    await tab.getByText('Dieser Schlüssel ist nicht bekannt.', { exact: true }).waitFor()
    expect(await axe(tab)).toEqual([])
    await key.fill(licences.make({ type: 'extension', days: 7, uses: 1, note: '' }))
    await tab.getByRole('button', { name: 'Testzeit verlängern' }).click()
    await tab.locator('.ui-toast-text', { hasText: 'Die Testzeit ist verlängert: noch 7 Tage.' }).waitFor()
    await tab.waitForURL(/#\/projects\/create$/)

    await tab.goto(`http://127.0.0.1:${desktop.port}/web/#/projects`)
    await tab.getByRole('button', { name: 'Hilfe' }).click()
    await tab.getByRole('menuitem', { name: 'Thicket aktivieren' }).click()
    await tab.getByText('Ihre Testzeit dauert noch 7 Tage.').waitFor()
    await key.fill(licences.make({ type: 'activation', days: 0, uses: 1, note: '' }))
    await tab.keyboard.press('Enter')
    await tab.locator('.ui-toast-text', { hasText: 'Thicket ist aktiviert.' }).waitFor()
    await tab.waitForURL(/#\/projects$/)
    complaints = complaints.filter((text) => !/status of 400/.test(text))
  } finally {
    await desktop.close()
    database.close()
    await cloud.end()
  }
})
