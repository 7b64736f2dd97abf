// The palette, the sheet of keys and the settings by keyboard alone, with a real server and two people's browsers.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { axe } from '../../../fixtures/testing/axe.ts'
import { knownAs, newContext } from '../../../fixtures/testing/chromium.ts'
import { drawFile } from '../../../fixtures/testing/commandLine.ts'
import { localHost } from '../../../server/hosts/local.ts'
import { openLog } from '../../../server/running/log.ts'
import { type Running, startServer } from '../../../server/running/start.ts'
import { isProblem } from '../../model/problems.ts'

const root = join(import.meta.dirname, '../../..')
const secret = 'a-secret-of-the-tests'
const folder = mkdtempSync(join(tmpdir(), 'thicket-palette-'))
const drawing = `
quirk Feelings
quirk Trust < Feelings
quirk Work
group Warm: Trust
source Anna | I [trusted]Trust him, and [then]Work I left.
source Bertha’s letters | The harbour was empty that winter.
`

const wide = { viewport: { width: 1280, height: 800 }, locale: 'en-GB' }

let running: Running
let context: BrowserContext
let page: Page
let uuid = ''
let projects = 0
let complaints: string[] = []

beforeAll(async () => {
  const config = join(folder, 'config')
  mkdirSync(config)
  const host = localHost(config, secret)
  running = await startServer({ host, log: openLog('error'), page: join(root, 'dist/web'), port: 0 })
})

afterAll(async () => {
  await context?.close()
  await running?.close()
  rmSync(folder, { recursive: true, force: true })
})

beforeEach(async () => {
  projects += 1
  const project = await running.rooms.openPath(drawFile(folder, `study ${projects}`, drawing))
  if (isProblem(project)) throw new Error(project.problem.kind)
  uuid = project.ok.stored.uuid
  context ??= await knownAs(await newContext(wide), 'Ana')
  page = await open(context)
})

/** The browser is the same, with the page's files, but remembers nothing of the test before. */
afterEach(async () => {
  await page.evaluate(() => localStorage.clear())
  await page.close()
  await context.clearCookies()
  const heard = complaints
  complaints = []
  expect(heard).toEqual([])
})

async function open(context: BrowserContext): Promise<Page> {
  const shown = await context.newPage()
  shown.on('pageerror', (error) => complaints.push(String(error)))
  shown.on('console', (message) => /error|warning/.test(message.type()) && complaints.push(message.text()))
  await shown.goto(`http://127.0.0.1:${running.port}/web/#launch=${secret}/projects/${uuid}`)
  await quirk(shown, 'Trust').waitFor()
  return shown
}

const quirk = (at: Page, title: string) => at.getByRole('treeitem', { name: new RegExp(`^${title},`) })
const field = () => page.getByRole('combobox', { name: 'Find and do' })
const found = () => page.getByRole('option').allTextContents()
const press = async (...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
const focused = () =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '')

async function openPalette(): Promise<void> {
  await press('Control+k')
  await expect.poll(focused).toBe('Find and do')
}

async function find(words: string, first: string): Promise<void> {
  await openPalette()
  await page.keyboard.type(words)
  await expect.poll(async () => (await found())[0] ?? '').toContain(first)
}

async function run(words: string, first: string): Promise<void> {
  await find(words, first)
  await press('Enter')
  await field().waitFor({ state: 'detached' })
}

describe('the command palette', () => {
  test('opens a source, makes a quirk, shows one, changes a setting: by keyboard alone', async () => {
    await run('bert', 'Bertha’s letters')
    await page.getByRole('tab', { name: 'Bertha’s letters' }).waitFor()
    await page.locator('.cm-line').first().waitFor()

    await run('new qu', 'New quirk')
    await page.getByRole('dialog', { name: 'New quirk' }).getByLabel('Title').waitFor()
    await page.keyboard.type('Winter')
    await press('Enter')
    await quirk(page, 'Winter').waitFor()

    await run('trus', 'Trust')
    await expect.poll(focused).toMatch(/^Trust,/)

    await run('dark', 'Appearance: Dark')
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')

    await openPalette()
    const recent = page.getByRole('group', { name: 'Recent' }).getByRole('option')
    await expect
      .poll(() => recent.allTextContents())
      .toEqual(['Appearance: Darkchosen', 'TrustFeelings', 'New quirkN', 'Bertha’s letters'])
    expect(await axe(page)).toEqual([])
  })

  test('saves a copy, backs up and opens another file, also by their keys', async () => {
    const dialog = async (name: string) => {
      await page.getByRole('dialog', { name }).waitFor()
      await press('Escape')
      await page.getByRole('dialog', { name }).waitFor({ state: 'detached' })
    }
    await find('save a copy', 'Save a copy as…')
    expect(await found()).toEqual(['Save a copy as…Ctrl+Shift+S'])
    await press('Enter')
    await dialog('Save a copy')
    await run('back up to', 'Back up to…')
    await dialog('Back up')
    await press('Control+o')
    await dialog('Open a project file')
    await press('Control+Shift+S')
    await dialog('Save a copy')
  })

  test('Escape empties it, then closes it, and the focus is where it was', async () => {
    await quirk(page, 'Work').focus()
    await openPalette()
    await page.keyboard.type('xyz')
    await page.getByText('Nothing matches').waitFor()
    await press('Escape')
    expect(await field().inputValue()).toBe('')
    await press('Escape')
    await field().waitFor({ state: 'detached' })
    await expect.poll(focused).toMatch(/^Work,/)
  })

  test('does what the canvas and the text can do, each with its key beside it', async () => {
    await run('anna', 'Anna')
    await page.locator('.cm-line').first().waitFor()
    const level = page.getByRole('button', { name: /^Zoom \d/ })
    const before = await level.textContent()
    await run('zoom in', 'Zoom in+')
    await expect.poll(() => level.textContent()).not.toBe(before)
    await run('zoom out', 'Zoom out−')
    await run('show all', 'Show all quirksShift+1')
    await run('find in', 'Find in this textCtrl+F')
    await page.locator('.text-find').waitFor()
    await run('edit text', 'Edit textF2')
    await page.getByRole('button', { name: 'Done' }).waitFor()
  })

  test('acts on the quirk that is chosen; where none is, it asks for one', async () => {
    await run('overview', 'OverviewO')
    await page.getByRole('dialog', { name: 'Overview' }).waitFor()
    await page.keyboard.type('feel')
    await press('Enter')
    await page.getByRole('tree', { name: 'Tree of Feelings' }).waitFor()
    await press('Escape')
    await page.waitForURL(/projects\/[0-9a-f-]{36}$/)

    await quirk(page, 'Work').focus()
    await run('merge', 'Merge: WorkG')
    await page.getByRole('dialog', { name: 'Merge Work' }).getByRole('button', { name: 'Cancel' }).click()
    await run('edit qu', 'Edit quirk: WorkF2')
    await page.getByRole('dialog', { name: 'Edit quirk' }).getByLabel('Title').fill('Labour')
    await press('Enter')
    await quirk(page, 'Labour').waitFor()
    await run('delete qu', 'Delete quirk: LabourDel')
    await quirk(page, 'Labour').waitFor({ state: 'detached' })
  })

  test('from the text, the selected words go to the quirk that is found', async () => {
    await run('anna', 'Anna')
    await page.locator('.cm-content').focus()
    await press('Control+Home', 'Control+Shift+ArrowRight')
    await find('work', 'Work')
    await page.getByRole('group', { name: 'Highlight the selected words with' }).waitFor()
    await press('Enter')
    await field().waitFor({ state: 'detached' })
    await page.getByRole('treeitem', { name: 'Work, 2 highlights' }).waitFor()
    expect(await page.getByRole('button', { name: /^Undo: / }).count()).toBe(1)
    await run('undo', 'Undo: ')
    await page.getByRole('treeitem', { name: 'Work, 1 highlight' }).waitFor()
  })
})

describe('WCAG 2.1.4: single keys', () => {
  test('the sheet of keys opens at ? and switches single keys off, ? included', async () => {
    await press('?')
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await sheet.waitFor()
    expect(await sheet.getByText('Ctrl+K').count()).toBe(1)
    expect(await axe(page)).toEqual([])
    const keys = sheet.getByRole('switch', { name: 'Single-key shortcuts' })
    await expect.poll(() => keys.evaluate((one) => one === document.activeElement)).toBe(true)
    await press('Space', 'Escape')
    await sheet.waitFor({ state: 'detached' })
    await press('?', 'n')
    await page.waitForTimeout(300)
    expect(await page.getByRole('dialog').count()).toBe(0)
    await run('single', 'Single-key shortcuts')
    // The setting holds once it is kept.
    await expect
      .poll(async () => {
        await press('?')
        return sheet.count()
      })
      .toBe(1)
  })
})

describe('1 §2 settings', () => {
  const settings = () => page.getByRole('dialog', { name: 'Settings' })
  const size = (at: Page) =>
    at.locator('.text').evaluate((text) => getComputedStyle(text).getPropertyValue('--source-font-size'))
  const openSettings = async () => {
    await run('settings', 'Settings')
    await settings().getByRole('slider', { name: 'Text size' }).waitFor()
  }

  test('are a person’s own in their browser, and the project’s where they say so; Enter saves', async () => {
    const other = await knownAs(await newContext(wide), 'Ana')
    const theirs = await open(other)
    for (const shown of [page, theirs]) {
      await shown.getByRole('button', { name: 'Anna' }).first().click()
      await shown.locator('.cm-line').first().waitFor()
    }
    await openSettings()
    await settings().getByRole('slider', { name: 'Text size' }).focus()
    await press('ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter')
    await page.getByText('Settings saved').waitFor()
    await expect.poll(() => size(page)).toBe('19px')
    expect(await size(theirs)).toBe('16px')
    await page.reload()
    await page.locator('.cm-line').first().waitFor()
    expect(await size(page)).toBe('19px')

    await openSettings()
    expect(await axe(page)).toEqual([])
    await settings().getByRole('checkbox', { name: 'project’s default' }).focus()
    await press('Space', 'Enter')
    await expect.poll(() => size(theirs)).toBe('19px')
    await settings().waitFor({ state: 'detached' })
    // Who follows the project follows it further.
    expect(await page.evaluate(() => localStorage.getItem('thicket:settings'))).toBe('{}')
    await other.close()
  })

  test('a name that is taken away is asked for, and nothing is said to be saved', async () => {
    await openSettings()
    const name = settings().getByLabel('Author name')
    await name.fill(' ')
    await press('Enter')
    await settings().getByText('Ana stays until then.').waitFor()
    await expect.poll(() => name.evaluate((input) => input === document.activeElement)).toBe(true)
    expect(await page.getByText('Settings saved').count()).toBe(0)
    await name.fill('Ben')
    await press('Enter')
    await page.getByText('Settings saved').waitFor()
    expect(await page.evaluate(() => localStorage.getItem('name'))).toBe('Ben')
  })

  test('the switch is 44 by 22 and takes a click within 44 by 24', async () => {
    await openSettings()
    const counter = settings().getByRole('switch', { name: 'Show the number' })
    const box = await counter.boundingBox()
    expect([box?.width, box?.height]).toEqual([44, 22])
    const hit = await counter.evaluate((one) => {
      const { left, top } = one.getBoundingClientRect()
      return [-1, 22.5].map((y) => one.contains(document.elementFromPoint(left + 20, top + y)))
    })
    expect(hit).toEqual([true, true])
  })
})
