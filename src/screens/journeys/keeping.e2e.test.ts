// How a project comes to a device and stays there: loads that are stopped, cut or find no room, copies that are lost, steps that wait.
import { randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sizes } from '../../../fixtures/generate.ts'
import { alteredPage, hurriedBy, withoutHandles } from '../../../fixtures/testing/alteredPage.ts'
import { stays } from '../../../fixtures/testing/awaiting.ts'
import { axe } from '../../../fixtures/testing/axe.ts'
import {
  addShown,
  allParts,
  fetchingNothingAhead,
  knownAs,
  launchChromium,
  plainlyCompiled,
} from '../../../fixtures/testing/chromium.ts'
import { generateProject } from '../../../fixtures/testing/generateProject.ts'
import { openSlowNetwork, type SlowNetwork } from '../../../fixtures/testing/slowNetwork.ts'
import { openLog } from '../../../server/base/log.ts'
import { localHost } from '../../../server/hosts/local.ts'
import { type Running, startServer } from '../../../server/running/start.ts'
import { openNode } from '../../../wasm/database/boot/node.ts'
import { isProblem } from '../../model/problems.ts'

const secret = 'a-secret-of-the-tests'
const folder = mkdtempSync(join(tmpdir(), 'thicket-keeping-'))
/** The size of the project whose loads take their time, in bytes, is about this. */
const size = 20e6
/** How much faster the clocks of a hurried worker go. */
const hurry = 4

let running: Running
let inMemory: Running
let hurried: Running
let road: SlowNetwork
let context: BrowserContext
let page: Page
let cdp: CDPSession
let uuid = ''
let unexpected: string[] = []

beforeAll(async () => {
  const own = { viewport: { width: 1280, height: 800 }, locale: 'en-GB', reducedMotion: 'reduce' as const }
  context = await knownAs(
    await fetchingNothingAhead(await launchChromium({ context: own, args: [plainlyCompiled] })),
    'Ana',
  )
  running = await serving('plain')
  const path = join(folder, 'Study.qrk')
  generateProject(path, { ...sizes.interview, sources: 100, highlights: 20_000 })
  uuid = await opened(running, path)
  // What is done after how many tries is looked at here; how long they take is the matter of `connection.test.ts` and `snapshot.test.ts`.
  hurried = await serving('hurried', hurriedBy(hurry))
  inMemory = await serving('private', hurriedBy(hurry) + withoutHandles)
})

/** A server with the page as it is built, but for what is put before its worker. */
async function serving(name: string, before = ''): Promise<Running> {
  const page = before ? join(folder, `page ${name}`) : join(import.meta.dirname, '../../../dist/web')
  if (before) alteredPage(page, before)
  const config = join(folder, name)
  mkdirSync(config)
  const host = localHost(config, secret)
  return startServer({ host, log: openLog('error'), page, port: 0 })
}

afterEach(async ({ task }) => {
  const hasPassed = task.result?.state === 'pass'
  if (!hasPassed) await addShown(task, context.pages())
  for (const each of context.pages()) if (each !== page || !hasPassed) await each.close()
  if (!page.isClosed()) await park()
  await context.clearCookies()
  await road?.close()
  const heard = unexpected
  unexpected = []
  expect(heard).toEqual([])
})

afterAll(async () => {
  await context?.close()
  await Promise.all([running, inMemory, hurried].map((server) => server?.close()))
  rmSync(folder, { recursive: true, force: true })
})

async function opened(server: Running, path: string): Promise<string> {
  const project = await server.rooms.openPath(path)
  if (isProblem(project)) throw new Error(project.problem.kind)
  return project.ok.stored.uuid
}

/** A small project of its own: what a test does in it, a second try does not find. */
function small(server = running): Promise<string> {
  const path = join(folder, `Small ${randomUUID()}.qrk`)
  generateProject(path, 'tiny')
  return opened(server, path)
}

const base = () => `http://127.0.0.1:${road.port}/web/`
const origin = () => new URL(base()).origin

/** Nothing of the program goes on in the page, and its process, which knows the program already, stays for the next test. */
async function park(): Promise<void> {
  page.removeAllListeners()
  await cdp.detach()
  await page.emulateMedia({ colorScheme: null })
  await page.mouse.move(0, 0)
  await page.goto(`http://127.0.0.1:${running.port}/healthz`)
}

/** On a road of its own, and so an origin whose storage is empty. The browser is the file's own: its storage is on disk, with a quota. */
async function begin(server = running): Promise<void> {
  road = await openSlowNetwork(server.port)
  if (!page || page.isClosed()) page = await context.newPage()
  page.on('pageerror', (error) => unexpected.push(String(error)))
  cdp = await context.newCDPSession(page)
}
const go = (project = uuid) => page.goto(`${base()}#launch=${secret}/projects/${project}`)

const pill = (state: string) => page.locator(`.ui-pill[data-state=${state}]`).first().waitFor()
const loaded = (percent: number) =>
  page.waitForFunction(
    (least) => Number(document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow')) >= least,
    percent,
  )
const said = (text: string | RegExp) => page.getByText(text).first().waitFor()

/** Bytes of all files on the device. */
const onDevice = () =>
  page.evaluate(async () => {
    const sizeOf = async (folder: FileSystemDirectoryHandle): Promise<number> => {
      let sum = 0
      for await (const entry of folder.values())
        sum += entry.kind === 'file' ? (await entry.getFile()).size : await sizeOf(entry)
      return sum
    }
    return sizeOf(await navigator.storage.getDirectory())
  })

async function newQuirk(title: string): Promise<void> {
  await page.locator('.canvas-new').getByRole('button').click()
  const dialog = page.getByRole('dialog', { name: 'New quirk' })
  await dialog.getByLabel('Title').fill(title)
  await page.keyboard.press('Enter')
}
const quirk = (title: string) => page.getByRole('treeitem', { name: title }).waitFor()
/** What the server has stored. */
async function titles(project = uuid, server = running): Promise<string[]> {
  const path = join(folder, `${randomUUID()}.qrk`)
  const found = await server.rooms.open(project)
  if (isProblem(found)) throw new Error(found.problem.kind)
  await found.ok.stored.write(path, 'download')
  const db = openNode(path)
  const rows = db.all<{ title: string }>('SELECT title FROM quirks')
  db.close()
  return rows.map(({ title }) => title)
}

/** The person comes back to the window: what changed meanwhile is looked for. */
const comeBack = () => page.evaluate(() => dispatchEvent(new Event('focus')))
const clearStorage = () => cdp.send('Storage.clearDataForOrigin', { origin: origin(), storageTypes: 'all' })
const allow = (quotaSize?: number) =>
  cdp.send('Storage.overrideQuotaForOrigin', { origin: origin(), ...(quotaSize !== undefined && { quotaSize }) })
const breakOff = () => {
  road.to = null
  road.cut()
}
const mend = (server = running) => {
  road.to = server.port
}

describe('the first load', () => {
  test('is stopped at a wish: back on the list, and nothing of it is left on the device', async () => {
    await begin()
    road.speed = 2e6
    await go()
    await loaded(20)
    expect(await onDevice()).toBeGreaterThan(size / 10)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('heading', { name: 'Projects' }).waitFor()
    await expect.poll(onDevice, { timeout: 30_000 }).toBe(0)
    const carried = road.carried
    await stays(500, async () => road.carried - carried < 4e6, true)
    road.speed = Number.POSITIVE_INFINITY
    await page.getByRole('link', { name: 'Study' }).click()
    await pill('saved')
  })

  test('goes on where it was cut, and after a server was away for a while', async () => {
    await begin()
    road.speed = 8e6
    await go()
    await loaded(20)
    road.cut()
    await loaded(50)
    breakOff()
    await stays(1200, () => page.locator('.ui-pill[data-state=saved]').count(), 0)
    mend()
    await pill('saved')
    const [first, second, ...later] = road.asked
    expect(first).toBe(0)
    expect(second).toBeGreaterThan(size / 10)
    expect(later.at(-1)).toBeGreaterThan(second ?? 0)
    expect(road.carried).toBeLessThan(size * 1.6)
  })

  test('that cannot be ended is said, and tried again at a wish', async () => {
    await begin(hurried)
    const path = join(folder, `Long ${randomUUID()}.qrk`)
    cpSync(join(folder, 'Study.qrk'), path)
    const project = await opened(hurried, path)
    road.speed = 8e6
    await go(project)
    await loaded(20)
    breakOff()
    await said('could not be loaded completely')
    expect(await axe(page)).toEqual([])
    mend(hurried)
    road.speed = Number.POSITIVE_INFINITY
    await page.getByRole('button', { name: 'Try again' }).click()
    await pill('saved')
  })

  test('1 §8: that something on the way refuses is said in the words of the specification, its reason apart from them, and tried again at a wish', async () => {
    await begin()
    road.refusal = 500
    await go(await small())
    const words = page.getByRole('alert').getByText("Couldn't open DB", { exact: true })
    await words.waitFor()
    await page.getByText('The reason given: HTTP 500.', { exact: true }).waitFor()
    expect(await axe(page)).toEqual([])
    road.refusal = null
    await page.getByRole('button', { name: 'Try again' }).click()
    await pill('saved')
    expect(await words.count()).toBe(0)
  })
})

describe('a device without room', () => {
  test('is said before anything is lost; with room the project opens', async () => {
    await begin()
    await page.goto(`${base()}#launch=${secret}`)
    await allow(8e6)
    await page.getByRole('link', { name: 'Study' }).click()
    await said(/There is not enough space on this device: the project needs \d+ MB/)
    await allow()
    await page.getByRole('button', { name: 'Try again' }).click()
    await pill('saved')
  })

  test('refuses a step as a whole, and takes it when there is room again', async () => {
    await begin()
    const project = await small()
    await go(project)
    await pill('saved')
    await allow(1000)
    const text = 'Something that is far too long to fit into what there is. '.repeat(40_000)
    writeFileSync(join(folder, 'Long.txt'), text)
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('navigation').getByRole('button', { name: 'Add sources' }).click()
    await page.getByRole('menuitem', { name: 'Import files…' }).click()
    await (await chooser).setFiles(join(folder, 'Long.txt'))
    await said('This device is full')
    await allow()
    await newQuirk('After the flood')
    await quirk('After the flood')
    await pill('saved')
    expect(await titles(project)).toContain('After the flood')
    expect(await page.getByRole('button', { name: 'Long' }).count()).toBe(0)
  })
})

describe('a lost copy', () => {
  test('between two visits is fetched again', async () => {
    await begin()
    const project = await small()
    await go(project)
    await pill('saved')
    await page.goto('about:blank')
    await clearStorage()
    await go(project)
    await pill('saved')
    expect(road.asked).toEqual([0, 0])
  })

  test('while the project is open is said and fetched again, with the steps that waited', async () => {
    await begin()
    const project = await small()
    await go(project)
    await pill('saved')
    await newQuirk('Before')
    await quirk('Before')
    await pill('saved')
    await allParts(page)
    breakOff()
    await newQuirk('Without a network')
    await quirk('Without a network')
    await pill('offline')
    const before = await onDevice()
    await clearStorage()
    await comeBack()
    await said('The copy on this device was lost')
    await pill('atRisk')
    await said('They exist only in this tab')
    expect(await axe(page)).toEqual([])
    mend()
    await pill('saved')
    await quirk('Without a network')
    expect(await titles(project)).toEqual(expect.arrayContaining(['Before', 'Without a network']))
    expect(road.asked).toEqual([0, 0])
    expect(await onDevice()).toBeGreaterThan(before / 2)
    // What the next worker finds is whole.
    await newQuirk('Afterwards')
    await quirk('Afterwards')
    await pill('saved')
    await go(project)
    await page.reload()
    await quirk('Afterwards')
    expect(road.asked).toEqual([0, 0])
  })

  test('is fetched again for the second tab of a browser too', async () => {
    await begin()
    const project = await small()
    await go(project)
    await pill('saved')
    const other = await context.newPage()
    await other.goto(`${base()}#launch=${secret}/projects/${project}`)
    await other.locator('.ui-pill[data-state=saved]').waitFor()
    await clearStorage()
    await comeBack()
    await said('The copy on this device was lost')
    await expect.poll(() => road.asked, { timeout: 30_000 }).toEqual([0, 0])
    await pill('saved')
    await other.locator('.canvas-new').getByRole('button').click()
    await other.getByRole('dialog', { name: 'New quirk' }).getByLabel('Title').fill('From the second tab')
    await other.keyboard.press('Enter')
    await quirk('From the second tab')
  })
})

describe('steps that wait', () => {
  const leaves = async (): Promise<string> => {
    const asked = new Promise<string>((resolve) => {
      page.once('dialog', (dialog) => void dialog.dismiss().then(() => resolve(dialog.type())))
      page.once('close', () => resolve('left'))
    })
    await page.close({ runBeforeUnload: true })
    return asked
  }

  test('where the browser may clear them away are said to be at risk, and leaving is asked about', async () => {
    await begin()
    const project = await small()
    await go(project)
    await pill('saved')
    await allParts(page)
    breakOff()
    await newQuirk('Waiting')
    await quirk('Waiting')
    await pill('atRisk')
    await said('Offline, 1 change waiting')
    await said('the browser may delete them when it needs space')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect([colorScheme, await axe(page)]).toEqual([colorScheme, []])
    }
    expect(await leaves()).toBe('beforeunload')
    mend()
    await pill('saved')
    expect(await leaves()).toBe('left')
  })

  test('where the browser keeps them are offline and nothing more', async () => {
    await begin()
    const project = await small()
    await cdp.send('Browser.grantPermissions', { origin: origin(), permissions: ['durableStorage'] })
    await go(project)
    await pill('saved')
    expect(await page.evaluate(() => navigator.storage.persisted())).toBe(true)
    await allParts(page)
    breakOff()
    await newQuirk('Kept')
    await quirk('Kept')
    await pill('offline')
    await stays(7000, () => page.locator('.banner').count(), 0)
    await pill('offline')
    mend()
    await pill('saved')
  })

  test('in memory hold their tab: leaving for the list does not lose them, and coming back finds them', async () => {
    await begin(inMemory)
    const project = await small(inMemory)
    await go(project)
    await pill('memory')
    await allParts(page)
    breakOff()
    await newQuirk('Nowhere else')
    await quirk('Nowhere else')
    await pill('atRisk')
    await said('They exist only in this tab')
    await page.getByRole('button', { name: 'All projects' }).click()
    // Longer than a project that was left is held, and than attempts to connect are made without such steps (20 s of the worker's).
    await stays(Math.max(4000, 20_000 / hurry), () => page.locator('.desk').count(), 0)
    expect(await leaves()).toBe('beforeunload')
    await page.goBack()
    await quirk('Nowhere else')
    await page.getByRole('button', { name: 'All projects' }).click()
    mend(inMemory)
    await expect.poll(() => titles(project, inMemory), { timeout: 30_000 }).toContain('Nowhere else')
    // The server has it a moment before the tab knows.
    await expect.poll(leaves).toBe('left')
  })
})
