// A browser that knows the page, without its server: the page's own files, the list, the project; a new build; all of it under a path of a proxy.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newContext } from '../../../fixtures/testing/chromium.ts'
import { openLog } from '../../../server/base/log.ts'
import { readSettings } from '../../../server/base/settings/settings.ts'
import { type Cloud, openCloud } from '../../../server/hosts/cloud/cloud.ts'
import { type Running, startServer } from '../../../server/running/start.ts'
import { type Member, register } from '../../../server/testing/cloudProcess.ts'
import { openReverseProxy, type ReverseProxy } from '../../../server/testing/reverseProxy.ts'
import { openNode } from '../../../wasm/database/boot/node.ts'

const folder = mkdtempSync(join(tmpdir(), 'thicket-offline-'))
const built = join(import.meta.dirname, '../../../dist/web')
const served = join(folder, 'page')

let proxy: ReverseProxy
let cloud: Cloud
let running: Running
let ana: Member
let context: BrowserContext
let page: Page

beforeAll(async () => {
  const hash = buildOf(readFileSync(join(built, 'index.html'), 'utf8'))
  const isServed = (path: string) => !/\.map$|\/ocr\//.test(path) && (!path.includes('/assets/') || path.includes(hash))
  mkdirSync(served)
  cpSync(built, served, { recursive: true, filter: isServed })
  proxy = await openReverseProxy('/desk')
  const settings = readSettings({
    THICKET_DATA: join(folder, 'data'),
    THICKET_URL: proxy.base,
    THICKET_REGISTRATION: 'open',
  })
  cloud = openCloud(settings, openLog('silent'))
  running = await startServer({ host: cloud.host, log: openLog('error'), page: served, port: 0, url: proxy.base })
  cloud.startAt(proxy.base)
  proxy.to(running.port)
  ana = await register(proxy.base, 'ana@example.org', new URL(proxy.base).origin)
  context = await newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' })
  page = await context.newPage()
  page.setDefaultTimeout(15_000)
})
afterAll(async () => {
  await context?.close()
  await running?.close()
  await cloud?.close()
  await proxy?.close()
  rmSync(folder, { recursive: true, force: true })
})

const buildOf = (document: string): string => /name="build" content="(\w+)"/.exec(document)?.[1] ?? ''
const shownBuild = async () => buildOf(await page.content())
const away = async () => {
  proxy.to(null)
  await context.setOffline(true)
}
const back = async () => {
  proxy.to(running.port)
  await context.setOffline(false)
}
const keptBuilds = () => page.evaluate(async () => (await caches.keys()).map((name) => name.split(':').at(-1)))
const item = (name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name},`) })

async function newQuirk(title: string): Promise<void> {
  await page.getByRole('button', { name: 'New quirk' }).first().click()
  await page.getByRole('dialog').getByRole('textbox').first().fill(title)
  await page.getByRole('button', { name: 'Create quirk' }).click()
  await item(title).waitFor()
}

const inMenu = (entry: string) => page.getByRole('menuitem', { name: entry, exact: true }).click()
async function exported(as: string): Promise<string> {
  await page.getByRole('navigation').getByRole('button', { name: 'Export' }).click()
  return saved(as)
}

/** From the list. */
async function downloaded(as: string): Promise<string> {
  await page.getByRole('button', { name: 'More actions' }).click()
  return saved(as)
}

/** The path of what comes of an entry of the menu. */
async function saved(entry: string): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), inMenu(entry)])
  const path = join(folder, download.suggestedFilename())
  await download.saveAs(path)
  return path
}

const titlesOf = (rows: readonly { title: string }[]) => rows.map(({ title }) => title)
const titlesInJson = (text: string) => titlesOf((JSON.parse(text) as { quirks: { title: string }[] }).quirks)
function titlesInFile(path: string): string[] {
  const db = openNode(path, { readOnly: true })
  try {
    return titlesOf(db.all('SELECT title FROM quirks ORDER BY id'))
  } finally {
    db.close()
  }
}

/** The same page under another hash, as the next version's. */
function renew(from: string, to: string): void {
  cpSync(join(served, 'assets', from), join(served, 'assets', to), { recursive: true })
  for (const name of ['index.html', 'offline.js']) {
    const path = join(served, name)
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(from, to))
  }
}

test('without a network a known browser opens list and project, works on, and sends when it is back; a new build takes over whole', async () => {
  await page.goto(`${proxy.base}/web/`)
  await page.getByLabel('Email', { exact: true }).fill(ana.email)
  await page.getByLabel('Password', { exact: true }).fill('the password of ana')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  // Made here: no list has said it when the network goes.
  await page.getByRole('link', { name: 'New project' }).click()
  await page.getByLabel('Project name').fill('Study')
  await page.getByRole('button', { name: 'Create project' }).click()
  await page.locator('.desk').waitFor()
  const uuid = page.url().split('/').at(-1)
  await newQuirk('Hope')
  await page.getByText('All changes saved', { exact: true }).waitFor()
  await expect.poll(keptBuilds, { timeout: 20_000 }).toHaveLength(1)
  const first = await shownBuild()
  const isWhole = () =>
    page.evaluate(
      async (scope) => (await caches.match(scope)) !== undefined && navigator.serviceWorker.controller !== null,
      `${proxy.base}/web/`,
    )
  await expect.poll(isWhole, { timeout: 20_000 }).toBe(true)

  await away()
  await page.reload()
  await item('Hope').waitFor()
  await newQuirk('Fear')
  await page.getByText(/^Offline/).waitFor()
  expect(titlesInJson(readFileSync(await exported('Project as JSON'), 'utf8'))).toEqual(['Hope', 'Fear'])
  expect(titlesInFile(await exported('Project file (.qrk)'))).toEqual(['Hope', 'Fear'])
  await page.goto(`${proxy.base}/web/#/guide/privacy`)
  await page.getByRole('heading', { name: 'What leaves your computer' }).waitFor()
  await page.goto(`${proxy.base}/web/#/projects`)
  await page.getByText('The server cannot be reached.').waitFor()
  await page.reload()
  await page.getByText('The server cannot be reached.').waitFor()
  expect(titlesInFile(await downloaded('Download the .qrk file'))).toEqual(['Hope', 'Fear'])
  expect(titlesInJson(readFileSync(await downloaded('Download as .json'), 'utf8'))).toEqual(['Hope', 'Fear'])
  await page.getByRole('button', { name: 'More actions' }).click()
  await inMenu('Save a copy as…')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText(/^The copy is made on the server, which cannot be reached right now/).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: /Study/ }).click()
  await item('Fear').waitFor()
  await back()
  await page.getByText('All changes saved', { exact: true }).waitFor()
  const whole = await (await ana.call(`/web/api/v2/projects/${uuid}/json`)).text()
  expect(titlesInJson(whole)).toEqual(['Hope', 'Fear'])

  // The next version: the open page goes on with its files, and the next visit has the new ones, network or not.
  const second = first.split('').reverse().join('')
  renew(first, second)
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
  const hasTakenOver = () =>
    page.evaluate(async (build) => {
      const { installing, waiting, active, scope } = (await navigator.serviceWorker.getRegistration()) ?? {}
      const kept = (await caches.keys()).find((name) => name.endsWith(build))
      const document = kept && scope ? await (await caches.open(kept)).match(scope) : undefined
      return document !== undefined && !installing && !waiting && active?.state === 'activated'
    }, second)
  await expect.poll(hasTakenOver, { timeout: 20_000 }).toBe(true)
  expect(await keptBuilds()).toEqual([first, second])
  const isKept = (url: string) => page.evaluate(async (url) => (await fetch(url)).status, url)
  await away()
  expect(await shownBuild()).toBe(first)
  expect(await isKept(`${proxy.base}/web/assets/${first}/main.js`)).toBe(200)
  expect((await isKept(`${proxy.base}/web/api/v2/projects`).catch(() => 'none')) as unknown).toBe('none')
  await page.reload()
  await item('Fear').waitFor()
  expect(await shownBuild()).toBe(second)
  await back()
})
