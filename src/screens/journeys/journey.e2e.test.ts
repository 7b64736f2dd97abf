// The main job, as a researcher does it: the real server, the built page, two people's browsers.
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { alteredPage, hurriedBy, withoutStorage } from '../../../fixtures/testing/alteredPage.ts'
import { axe } from '../../../fixtures/testing/axe.ts'
import { launchChromium, newContext } from '../../../fixtures/testing/chromium.ts'
import { openInstallation } from '../../../server/hosts/installation.ts'
import { localHost } from '../../../server/hosts/local.ts'
import { openLog } from '../../../server/running/log.ts'
import { type Running, startServer } from '../../../server/running/start.ts'
import { inspectFile } from '../../../server/storage/inspectFile.ts'
import { docxFile } from '../../../workers/import/testing/docxFile.ts'
import { isProblem } from '../../model/problems.ts'

const root = join(import.meta.dirname, '../../..')
const secret = 'a-secret-of-the-tests'
const folder = mkdtempSync(join(tmpdir(), 'thicket-journey-'))
const said = 'I trusted him until the letter came, and then I packed my things.'
const paragraphs = [
  'Interviewer: How did it begin?',
  `Anna: ${said}`,
  'Interviewer: And the others?',
  'Anna: They stayed.',
]

let running: Running
let ana: BrowserContext
let ben: BrowserContext
let complaints: string[] = []
/** Where a test makes its projects; at a second try it is another, and names have its number. */
let home = ''
let tried = 0
const named = (name: string) => (tried ? `${name} ${tried}` : name)

beforeAll(async () => {
  const config = join(folder, 'config')
  mkdirSync(config)
  const host = localHost(config, secret)
  host.local.setLastAuthor('Ana')
  running = await startServer({ host, log: openLog('error'), page: join(root, 'dist/web'), port: 0 })
  const context = { viewport: { width: 1440, height: 900 }, locale: 'en-GB' }
  // Hers keeps its files on the disk, as a user's does.
  ana = await launchChromium({ context })
  ben = await newContext(context)
  const body = paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join('')
  writeFileSync(join(folder, 'Anna, first interview.docx'), docxFile({ body }))
})

afterAll(async () => {
  await Promise.all([ana?.close(), ben?.close()])
  await running?.close()
  rmSync(folder, { recursive: true, force: true })
})

beforeEach(({ task }) => {
  tried = task.result?.retryCount ?? 0
  home = mkdtempSync(join(folder, 'home-'))
})

/** No error, no warning, nothing refused by the Content-Security-Policy. */
afterEach(async () => {
  for (const page of [...ana.pages(), ...ben.pages()]) await page.close()
  const heard = complaints
  complaints = []
  expect(heard).toEqual([])
})

const base = () => `http://127.0.0.1:${running.port}/web/`
const launch = (route = '', page = base()) => `${page}#launch=${secret}${route}`

async function newPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => /error|warning/.test(message.type()) && complaints.push(message.text()))
  return page
}

/** Returns the route of the new project. */
async function newProject(page: Page, name: string, at = base()): Promise<string> {
  await page.goto(launch('', at))
  await page.getByRole('link', { name: 'New project' }).click()
  await page.getByLabel('Project name').fill(name)
  await page.getByLabel('Folder', { exact: true }).fill(home)
  await page.getByRole('button', { name: 'Create project' }).click()
  await page.waitForURL(/#\/projects\/[0-9a-f-]{36}$/)
  return page.url().slice(page.url().indexOf('#') + 1)
}

async function introduce(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'What is your name?' })
  await dialog.getByLabel('Author name').fill(name)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.waitFor({ state: 'detached' })
}

async function importFile(page: Page, name: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('navigation').getByRole('button', { name: 'Import files…' }).click()
  await (await chooser).setFiles(join(folder, name))
  await page.locator('.cm-line').first().waitFor()
}

async function newQuirk(page: Page, title: string): Promise<void> {
  await page.locator('.canvas-new').getByRole('button').click()
  const dialog = page.locator('.ui-modal')
  await dialog.getByLabel('Title').fill(title)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await quirk(page, title, 0).waitFor()
}

/** A quirk as screen readers find it, with the number of its highlights. */
const quirk = (page: Page, title: string, highlights: number) => {
  const count = highlights === 0 ? 'no highlights' : `${highlights} highlight${highlights > 1 ? 's' : ''}`
  return page.getByRole('treeitem', { name: `${title}, ${count}` })
}

/** The middle of a stretch of the text, in px of the window; from there it is selected and dragged. */
async function boxOf(page: Page, words: string): Promise<{ left: number; right: number; y: number }> {
  return page.evaluate((sought) => {
    const walker = document.createTreeWalker(document.querySelector('.cm-content') as Node, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.textContent?.indexOf(sought) ?? -1
      if (at < 0) continue
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + sought.length)
      const { left, right, top, bottom } = range.getBoundingClientRect()
      return { left, right, y: (top + bottom) / 2 }
    }
    throw new Error(`the text does not show: ${sought}`)
  }, words)
}

async function select(page: Page, words: string): Promise<void> {
  const { left, right, y } = await boxOf(page, words)
  await page.mouse.move(left + 0.5, y)
  await page.mouse.down()
  await page.mouse.move((left + right) / 2, y, { steps: 4 })
  await page.mouse.move(right - 0.5, y, { steps: 4 })
  await page.mouse.up()
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe(words)
}

async function dragOnto(page: Page, words: string, title: string, highlights: number): Promise<void> {
  const { left, right, y } = await boxOf(page, words)
  const bubble = await quirk(page, title, highlights).boundingBox()
  if (!bubble) throw new Error('the bubble is not shown')
  await page.mouse.move((left + right) / 2, y)
  await page.mouse.down()
  await page.mouse.move((left + right) / 2 - 4, y, { steps: 2 })
  await page.mouse.move(bubble.x + bubble.width / 2, bubble.y + bubble.height / 2, { steps: 12 })
  await page.mouse.up()
}

const sizeOf = async (page: Page, title: string, highlights: number): Promise<number> =>
  (await quirk(page, title, highlights).boundingBox())?.width ?? 0
const saved = (page: Page) => page.locator('.ui-pill[data-state=saved]').waitFor()
const textOf = (page: Page) => page.locator('.cm-line').allTextContents()

test('without the secret the page says what to do, and goes on by itself once another tab has it', async () => {
  const locked = await newPage(ben)
  await locked.goto(base())
  await locked.getByRole('heading', { name: 'Open the address that Thicket printed' }).waitFor()
  expect(await axe(locked)).toEqual([])
  const known = await newPage(ben)
  await known.goto(launch('/projects/create'))
  await known.getByRole('heading', { name: 'New project' }).waitFor()
  expect(known.url()).not.toContain(secret)
  await locked.getByRole('heading', { name: 'Your desk is clear' }).waitFor()
  const late = await newPage(ben)
  await late.goto(`${base()}#/nowhere`)
  await late.getByRole('heading', { name: 'This page could not be found' }).waitFor()
  for (const page of [locked, known, late]) await page.close()
})

test('a project is made, an interview imported and coded, and a second person sees each step', async () => {
  const page = await newPage(ana)
  const route = await newProject(page, 'Leaving home')
  await importFile(page, 'Anna, first interview.docx')
  expect(await textOf(page)).toEqual(paragraphs)
  await newQuirk(page, 'Trust')
  await newQuirk(page, 'Doubt')
  expect(await page.title()).toBe('Leaving home – Thicket')

  const other = await newPage(ben)
  await other.goto(launch(route))
  await quirk(other, 'Trust', 0).waitFor()
  // The bridge knows the last author: nobody is asked twice for a name on one machine.
  expect(await other.locator('.ui-modal').count()).toBe(0)
  await other.getByRole('button', { name: 'Anna, first interview' }).click()
  await expect.poll(() => textOf(other)).toEqual(paragraphs)

  const small = await sizeOf(page, 'Trust', 0)
  await select(page, 'trusted him until the letter')
  await dragOnto(page, 'trusted him until the letter', 'Trust', 0)
  await quirk(page, 'Trust', 1).waitFor()
  await quirk(other, 'Trust', 1).waitFor()
  await expect.poll(() => sizeOf(page, 'Trust', 1)).toBeGreaterThan(small * 1.5)

  await page.keyboard.press('Control+z')
  await quirk(page, 'Trust', 0).waitFor()
  await quirk(other, 'Trust', 0).waitFor()
  await page.getByRole('button', { name: 'Redo: Create highlight' }).click()
  await quirk(page, 'Trust', 1).waitFor()
  await quirk(other, 'Trust', 1).waitFor()

  await saved(page)
  await page.reload()
  await quirk(page, 'Trust', 1).waitFor()
  await expect.poll(() => textOf(page)).toEqual(paragraphs)
  // The step is this tab's own, through the reload too.
  await page.getByRole('button', { name: 'Undo: Create highlight' }).waitFor()
  expect(await axe(page)).toEqual([])
  await page.close()
  await other.close()
})

test('what is typed is there after a reload in the middle of the edit', async () => {
  const page = await newPage(ana)
  await newProject(page, 'Typing')
  await importFile(page, 'Anna, first interview.docx')
  await page.getByRole('button', { name: 'Edit text' }).click()
  await page.locator('.cm-line').first().click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Please, tell me')
  const wanted = ['Interviewer: How did it begin? Please, tell me', ...paragraphs.slice(1)]
  await expect.poll(() => textOf(page)).toEqual(wanted)
  // At once: nothing has been committed yet.
  await page.reload()
  await expect.poll(() => textOf(page)).toEqual(wanted)
  await saved(page)
  await page.close()
})

test('two tabs of one browser share a project, and the second takes over when the first is closed', async () => {
  const first = await newPage(ana)
  const route = await newProject(first, 'Two tabs')
  await newQuirk(first, 'Trust')
  const second = await newPage(ana)
  await second.goto(launch(route))
  await quirk(second, 'Trust', 0).waitFor()
  await newQuirk(second, 'Doubt')
  await quirk(first, 'Doubt', 0).waitFor()
  await first.close()
  await newQuirk(second, 'Hope')
  await saved(second)
  await second.close()
})

test('leaving a project and coming back finds what was done at the last moment', async () => {
  const page = await newPage(ana)
  const route = await newProject(page, named('Back and forth'))
  await newQuirk(page, 'Trust')
  await page.getByRole('button', { name: 'All projects' }).click()
  await page.getByRole('link', { name: named('Back and forth') }).click()
  await quirk(page, 'Trust', 0).waitFor()
  await page.getByRole('button', { name: 'All projects' }).click()
  const other = await newPage(ben)
  await other.goto(launch(route))
  await quirk(other, 'Trust', 0).waitFor()
  const file = join(home, `${named('Back and forth')}.qrk`)
  expect(isProblem(inspectFile(file))).toBe(true)
  await other.getByRole('button', { name: 'All projects' }).click()
  // Everything is in the file, and other programs have it.
  await expect.poll(() => isProblem(inspectFile(file)), { timeout: 10_000 }).toBe(false)
  await page.close()
  await other.close()
})

test('the program is started again: the open tab goes on by itself, and a bookmark needs no printed address', async () => {
  const config = mkdtempSync(join(folder, 'restarted-'))
  // Its attempts to connect come sooner; how far they lie apart is the matter of `connection.test.ts`.
  const page = `${config}/page`
  alteredPage(page, hurriedBy(3))
  const start = (port: number) => {
    const { secret } = openInstallation(config)
    const host = localHost(config, secret)
    host.local.setLastAuthor('Ana')
    return startServer({ host, log: openLog('error'), page, port })
  }
  const before = await start(0)
  const address = `http://127.0.0.1:${before.port}/web/`
  const tab = await newPage(ana)
  await tab.goto(`${address}#launch=${openInstallation(config).secret}/projects/create`)
  await tab.getByLabel('Project name').fill('Kept')
  await tab.getByLabel('Folder', { exact: true }).fill(home)
  await tab.getByRole('button', { name: 'Create project' }).click()
  await newQuirk(tab, 'Trust')
  await saved(tab)
  const route = tab.url()
  await before.close()
  await newQuirk(tab, 'Doubt')
  // 1 §4: after its attempts it leaves to the list.
  await tab.waitForURL(/#\/projects$/, { timeout: 40_000 })
  const after = await start(before.port)
  await tab.waitForURL(route)
  await quirk(tab, 'Doubt', 0).waitFor()
  await newQuirk(tab, 'Hope')
  await saved(tab)

  const bookmark = await newPage(ana)
  await bookmark.goto(address)
  await bookmark.getByRole('link', { name: 'Kept' }).click()
  await quirk(bookmark, 'Hope', 0).waitFor()
  const stranger = await newPage(ben)
  await stranger.goto(address)
  await stranger.getByText('npm start').first().waitFor()
  for (const page of [tab, bookmark, stranger]) await page.close()
  await after.close()
  complaints = complaints.filter((text) => !/ERR_CONNECTION_REFUSED|WebSocket connection/.test(text))
})

test('a browser that refuses storage works in memory, and says so', async () => {
  const page = join(folder, `page ${randomUUID()}`)
  alteredPage(page, withoutStorage)
  const config = mkdtempSync(join(folder, 'private-'))
  const other = await startServer({ host: localHost(config, secret), log: openLog('error'), page, port: 0 })
  const tab = await newPage(ana)
  await newProject(tab, 'Private', `http://127.0.0.1:${other.port}/web/`)
  await tab.locator('.banner', { hasText: 'Not stored on this device' }).waitFor()
  await tab.locator('.ui-pill[data-state=memory]').waitFor()
  await tab.locator('.canvas-new').getByRole('button').click()
  await tab.getByLabel('Title').fill('Trust')
  await tab.keyboard.press('Enter')
  await introduce(tab, 'Ana')
  await quirk(tab, 'Trust', 0).waitFor()
  await expect.poll(() => localHost(config, secret).local.lastAuthor()).toBe('Ana')
  expect(await axe(tab)).toEqual([])
  await tab.locator('.ui-pill[data-state=memory]').waitFor()
  await tab.reload()
  // From the server: the copy of before is gone.
  await quirk(tab, 'Trust', 0).waitFor()
  await tab.close()
  await other.close()
})

describe('settings', () => {
  test('Enter saves; the language changes without a reload and is the same at the next start', async () => {
    const page = await newPage(ben)
    await newProject(page, 'Settings')
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('combobox', { name: 'Language' }).click()
    await page.getByRole('option', { name: 'Deutsch' }).click()
    await page.getByRole('combobox', { name: 'Appearance' }).click()
    await page.getByRole('option', { name: 'Dark' }).click()
    await page.getByLabel('Author name').fill('Ben')
    await page.keyboard.press('Enter')
    await page.getByText('Einstellungen gespeichert').waitFor()
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
    expect(await page.evaluate(() => localStorage.getItem('name'))).toBe('Ben')
    expect(await axe(page)).toEqual([])
    await page.reload()
    await page.getByRole('button', { name: 'Alle Projekte' }).waitFor()
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
    await page.close()
    await ben.clearCookies()
  })
})

describe('the list of projects', () => {
  test('a missing file is said, and leaves the list at a wish; a file that is no project is refused and stays as it is', async () => {
    const page = await newPage(ana)
    await newProject(page, named('Lost'))
    await page.getByRole('button', { name: 'All projects' }).click()
    await page.getByRole('link', { name: named('Lost') }).waitFor()
    rmSync(join(home, `${named('Lost')}.qrk`))
    // The list is read anew when the window comes back to the front.
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    const row = page.locator('.projects-row[data-missing]', { hasText: named('Lost') })
    await row.getByText('File not found').waitFor()
    await row.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Remove from this list' }).click()
    await row.waitFor({ state: 'detached' })

    writeFileSync(join(home, 'Notes.qrk'), 'these are my notes')
    await page.getByRole('button', { name: 'Open a file' }).click()
    await page.getByLabel('Path').fill(join(home, 'Notes.qrk'))
    await page.keyboard.press('Enter')
    await page.getByText('is not a project file. It was left untouched.').waitFor()
    expect(readFileSync(join(home, 'Notes.qrk'), 'utf8')).toBe('these are my notes')
    expect(await axe(page)).toEqual([])
    // The browser itself notes that the server answered 400.
    complaints = complaints.filter((text) => !text.includes('status of 400'))
    await page.close()
  })

  test('a name with a slash is what is wrong, not the folder', async () => {
    const page = await newPage(ana)
    await page.goto(launch('/projects/create'))
    const name = page.getByLabel('Project name')
    await name.fill('Interviews 1/2')
    await page.getByRole('button', { name: 'Create project' }).click()
    await page.getByText('A project name cannot contain / or').waitFor()
    expect(await name.getAttribute('aria-invalid')).toBe('true')
    expect(await page.getByLabel('Folder', { exact: true }).getAttribute('aria-invalid')).toBeNull()
    await name.fill('Interviews')
    await page.getByText('It becomes the file').waitFor()
    await page.close()
  })

  test('an existing file is replaced only after a yes', async () => {
    const page = await newPage(ana)
    const first = await newProject(page, 'Twice')
    await newQuirk(page, 'Trust')
    await saved(page)
    await page.goto(`${base()}#/projects/create`)
    await page.getByLabel('Project name').fill('Twice')
    await page.getByLabel('Folder', { exact: true }).fill(home)
    await page.getByRole('button', { name: 'Create project' }).click()
    const question = page.getByRole('alertdialog', { name: 'Twice.qrk already exists' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
    await page.goto(`${base()}#${first}`)
    await quirk(page, 'Trust', 0).waitFor()
    complaints = complaints.filter((text) => !text.includes('status of 409'))
    await page.close()
  })
})

describe.each([
  ['wide', { width: 1440, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
])('every address, %s', (_, size) => {
  test('axe finds nothing in light and dark, and nothing is wider than the window', async () => {
    const page = await newPage(ana)
    await page.setViewportSize(size)
    const project = await newProject(page, `Looked at ${size.width}`)
    await quirkless(page)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const route of ['/projects', '/projects/create', '/nowhere', project]) {
        await page.goto(`${base()}#${route}`)
        await page.locator('h1').first().waitFor()
        if (route === project) await quirkless(page)
        expect([route, colorScheme, await axe(page)]).toEqual([route, colorScheme, []])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width)
      }
    }
    await page.close()
  })
})

const quirkless = (page: Page) => page.getByText('No quirks yet').waitFor()

test('in a narrow window canvas and text are shown in turn; local mode has no layout for phones, nor its addresses', async () => {
  const page = await newPage(ana)
  await page.setViewportSize({ width: 390, height: 844 })
  const route = await newProject(page, 'Pocket')
  await quirkless(page)
  await page.getByRole('button', { name: 'Sources and text' }).click()
  const chooser = page.waitForEvent('filechooser')
  await page.locator('.sources').getByRole('button', { name: 'Import files…' }).click()
  await (await chooser).setFiles(join(folder, 'Anna, first interview.docx'))
  await page.locator('.cm-line').first().waitFor()
  expect(await page.getByText('No quirks yet').isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Canvas', exact: true }).click()
  await quirkless(page)
  expect(await page.locator('.cm-content').isVisible()).toBe(false)
  await page.getByRole('navigation').getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await page.getByRole('dialog', { name: 'Settings' }).waitFor()
  await page.keyboard.press('Escape')
  await page.locator('.ui-modal').waitFor({ state: 'detached' })
  expect(page.url().endsWith(`#${route}`)).toBe(true)
  await page.close()
})
