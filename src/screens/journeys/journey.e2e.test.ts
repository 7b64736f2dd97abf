// The main job, as a researcher does it: the real server, the built page, two people's browsers.
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { alteredPage, hurriedBy, withoutStorage } from '../../../fixtures/testing/alteredPage.ts'
import { axe, themes } from '../../../fixtures/testing/axe.ts'
import {
  addShown,
  fetchingNothingAhead,
  knownAs,
  launchChromium,
  newContext,
  plainlyCompiled,
} from '../../../fixtures/testing/chromium.ts'
import { hearComplaints } from '../../../fixtures/testing/hearComplaints.ts'
import {
  createProject,
  importFile,
  introduce,
  mainJob,
  newQuirk,
  paragraphs,
  quirk,
  saved,
  textOf,
  writeInterview,
} from '../../../fixtures/testing/mainJob.ts'
import { openLog } from '../../../server/base/log.ts'
import { inspectFile } from '../../../server/files/inspectFile.ts'
import type { Desktop } from '../../../server/hosts/desktop/desktop.ts'
import { openInstallation } from '../../../server/hosts/installation.ts'
import { localHost } from '../../../server/hosts/local.ts'
import { type Running, startServer } from '../../../server/running/start.ts'
import { thisSystem } from '../../../server/working/folderPlace.ts'
import { openNotes } from '../../../server/working/openNotes.ts'
import type { DialogAnswer } from '../../model/contract/shapes.ts'
import { isProblem } from '../../model/problems.ts'

const root = join(import.meta.dirname, '../../..')
const secret = 'a-secret-of-the-tests'
const folder = mkdtempSync(join(tmpdir(), 'thicket-journey-'))
const interview = join(folder, 'Anna, first interview.docx')

let running: Running
let ana: BrowserContext
let ben: BrowserContext
let complaints: string[] = []
/** Pages that tests have passed with: each opens the program in half the work of a new one. */
const spare = new Map<BrowserContext, Page>()
const viewport = { width: 1440, height: 900 }
/** Where a test makes its projects; at a second try it is another, and names have its number. */
let home = ''
let tried = 0
const named = (name: string) => (tried ? `${name} ${tried}` : name)

beforeAll(async () => {
  const config = join(folder, 'config')
  mkdirSync(config)
  const host = localHost(config, secret)
  running = await startServer({ host, log: openLog('error'), page: join(root, 'dist/web'), port: 0 })
  const context: BrowserContextOptions = { viewport, locale: 'en-GB', reducedMotion: 'reduce' }
  // Hers keeps its files on the disk, as a user's does.
  ana = await browser(await launchChromium({ context, args: [plainlyCompiled] }))
  ben = await browser(await newContext(context))
  writeInterview(interview)
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
afterEach(async ({ task }) => {
  const pages = [...ana.pages(), ...ben.pages()]
  const hasPassed = task.result?.state === 'pass'
  if (!hasPassed) await addShown(task, pages)
  spare.clear()
  for (const page of pages) {
    if (hasPassed && !spare.has(page.context()) && isOurs(page)) await park(page)
    else await page.close()
  }
  const heard = complaints
  complaints = []
  expect(heard).toEqual([])
})

const base = () => `http://127.0.0.1:${running.port}/web/`
const launch = (route = '', page = base()) => `${page}#launch=${secret}${route}`

const browser = async (context: BrowserContext) => knownAs(await fetchingNothingAhead(context), 'Ana')
const isOurs = (page: Page) => page.url().startsWith('http://127.0.0.1')

/** At an address of the server with nothing of the program, as it was given: the next test goes on with it. A page that is altered for good is closed by its test. */
async function park(page: Page): Promise<void> {
  page.removeAllListeners()
  await page.emulateMedia({ colorScheme: null, reducedMotion: 'reduce' })
  await page.setViewportSize(viewport)
  await page.mouse.move(0, 0)
  await page.goto(`${new URL(base()).origin}/healthz`)
  spare.set(page.context(), page)
}

async function newPage(context: BrowserContext): Promise<Page> {
  const page = spare.get(context) ?? (await context.newPage())
  spare.delete(context)
  hearComplaints(page, (words) => complaints.push(words))
  return page
}

/** Returns the route of the new project. */
async function newProject(page: Page, name: string, at = base()): Promise<string> {
  await page.goto(launch('', at))
  return createProject(page, name, home)
}

test('without the secret the page says what to do, and goes on by itself once another tab has it', async () => {
  const locked = await newPage(ben)
  await locked.goto(base())
  await locked.getByRole('heading', { name: 'Open the address that Thicket printed' }).waitFor()
  expect(await axe(locked)).toEqual([])
  const known = await newPage(ben)
  await known.goto(launch('/projects/create'))
  await known.getByRole('heading', { name: 'New project' }).waitFor()
  expect(known.url()).not.toContain(secret)
  await locked.getByRole('heading', { name: 'No projects yet' }).waitFor()
  const late = await newPage(ben)
  await late.goto(`${base()}#/nowhere`)
  await late.getByRole('heading', { name: 'This page could not be found' }).waitFor()
})

test('a project is made, an interview imported and coded, and a second person sees each step', async () => {
  const page = await newPage(ana)
  const other = await newPage(ben)
  await page.goto(launch())
  await mainJob(page, { name: 'Leaving home', folder: home, files: [interview], other, addressOf: launch })
  expect(await axe(page)).toEqual([])
})

test('what is typed is there after a reload in the middle of the edit', async () => {
  const page = await newPage(ana)
  await newProject(page, 'Typing')
  await importFile(page, interview)
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
})

test('the program is started again: the open tab goes on by itself, and a bookmark needs no printed address', async () => {
  const config = mkdtempSync(join(folder, 'restarted-'))
  // Its attempts to connect come sooner; how far they lie apart is the matter of `connection.test.ts`.
  const page = `${config}/page`
  alteredPage(page, hurriedBy(3))
  const start = (port: number, starts = () => Promise.resolve()) => {
    const { secret } = openInstallation(config)
    const host = localHost(config, secret)
    return startServer({ host, log: openLog('error'), page, port, starts })
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
  // It is told of the end, and the work goes on.
  await tab.getByText('Thicket has quit.').waitFor()
  await newQuirk(tab, 'Doubt')
  expect(await axe(tab)).toEqual([])
  // 2 §4: it is there, and not ready yet.
  const ready = Promise.withResolvers<void>()
  const starting = start(before.port, () => ready.promise)
  const bookmark = await newPage(ana)
  await bookmark.goto(address)
  await bookmark.getByRole('heading', { name: 'Local server is starting, please wait...' }).waitFor()
  expect(await axe(bookmark)).toEqual([])
  ready.resolve()
  const after = await starting
  await tab.getByText('Thicket has quit.').waitFor({ state: 'detached' })
  expect(tab.url()).toBe(route)
  await quirk(tab, 'Doubt', 0).waitFor()
  await newQuirk(tab, 'Hope')
  await saved(tab)

  await bookmark.getByRole('link', { name: 'Kept' }).click()
  await quirk(bookmark, 'Hope', 0).waitFor()
  const stranger = await newPage(ben)
  await stranger.goto(address)
  await stranger.getByText('npm start').first().waitFor()
  for (const page of [tab, bookmark, stranger]) await page.close()
  await after.close()
  complaints = complaints.filter((text) => !/ERR_CONNECTION_REFUSED|WebSocket connection|status of 503/.test(text))
})

test('a browser that refuses storage works in memory, and says so', async () => {
  const page = join(folder, `page ${randomUUID()}`)
  alteredPage(page, withoutStorage)
  const config = mkdtempSync(join(folder, 'private-'))
  const other = await startServer({ host: localHost(config, secret), log: openLog('error'), page, port: 0 })
  const tab = await newPage(ana)
  // Else a known browser's.
  await tab.addInitScript(() => localStorage.removeItem('name'))
  await newProject(tab, 'Private', `http://127.0.0.1:${other.port}/web/`)
  await tab.locator('.banner', { hasText: 'Not stored on this device' }).waitFor()
  await tab.locator('.ui-pill[data-state=memory]').waitFor()
  // The name comes before that of the quirk.
  await tab.locator('.canvas-new').getByRole('button').click()
  await introduce(tab, 'Ana')
  await tab.getByLabel('Title').fill('Trust')
  await tab.keyboard.press('Enter')
  await quirk(tab, 'Trust', 0).waitFor()
  await expect.poll(() => localHost(config, secret).local.lastAuthor()).toBe('Ana')
  expect(await axe(tab)).toEqual([])
  await tab.locator('.ui-pill[data-state=memory]').waitFor()
  await tab.reload()
  // From the server: the copy of before is gone.
  await quirk(tab, 'Trust', 0).waitFor()

  // 1 §7: another browser may be another person's; the name that this machine heard last is only proposed.
  await tab.locator('.canvas-new').getByRole('button').click()
  expect(await tab.getByLabel('Author name').inputValue()).toBe('Ana')
  await introduce(tab, 'Ben')
  await tab.getByLabel('Title').fill('Doubt')
  await tab.keyboard.press('Enter')
  await quirk(tab, 'Doubt', 0).waitFor()
  await expect.poll(() => localHost(config, secret).local.lastAuthor()).toBe('Ben')
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
    await ben.clearCookies()
  })
})

describe('the list of projects', () => {
  test('a moved file is said and looked for, and the list follows it; a missing one leaves the list at a wish; a file that is no project is refused and stays as it is', async () => {
    const page = await newPage(ana)
    await newProject(page, named('Lost'))
    await page.getByRole('button', { name: 'All projects' }).click()
    await page.getByRole('link', { name: named('Lost') }).waitFor()
    const [lost, found] = [join(home, `${named('Lost')}.qrk`), join(home, 'Found again.qrk')]
    await expect.poll(() => isProblem(inspectFile(lost)), { timeout: 10_000 }).toBe(false)
    renameSync(lost, found)
    // The list is read anew when the window comes back to the front.
    const lookAgain = () => page.evaluate(() => dispatchEvent(new Event('focus')))
    await lookAgain()
    const gone = page.locator('.projects-row[data-missing]', { hasText: named('Lost') })
    await gone.getByText('File not found').waitFor()
    await gone.getByRole('button', { name: 'Locate the file' }).click()
    await page.getByRole('button', { name: /^Found again\.qrk/ }).dblclick()
    await quirkless(page)
    await page.getByRole('button', { name: 'All projects' }).click()
    await page.getByRole('link', { name: 'Found again' }).waitFor()
    await gone.waitFor({ state: 'detached' })
    await expect.poll(() => isProblem(inspectFile(found)), { timeout: 10_000 }).toBe(false)
    // The same from the page that stands where the project was to be: it opens at once.
    const moved = join(home, 'Moved.qrk')
    renameSync(found, moved)
    await page.getByRole('link', { name: 'Found again' }).click()
    await page.getByText('This project could not be opened').waitFor()
    await page.getByRole('button', { name: 'Locate the file' }).click()
    await page.getByRole('button', { name: /^Moved\.qrk/ }).dblclick()
    await quirkless(page)
    await page.getByRole('button', { name: 'All projects' }).click()
    await page.getByRole('link', { name: 'Moved' }).waitFor()
    await expect.poll(() => isProblem(inspectFile(moved)), { timeout: 10_000 }).toBe(false)
    rmSync(moved)
    await lookAgain()
    const row = page.locator('.projects-row[data-missing]', { hasText: 'Moved' })
    await row.getByText('File not found').waitFor()
    await row.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Remove from this list' }).click()
    await row.waitFor({ state: 'detached' })

    writeFileSync(join(home, 'Notes.qrk'), 'these are my notes')
    await page.getByRole('button', { name: 'Open a file' }).click()
    await page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: 'Home folder' }).waitFor()
    await page.getByLabel('Path').fill(home)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^Notes\.qrk/ }).dblclick()
    await page.getByText('is not a project file. It was left untouched.').waitFor()
    expect(readFileSync(join(home, 'Notes.qrk'), 'utf8')).toBe('these are my notes')
    expect(await axe(page)).toEqual([])
    // The browser itself notes that the server answered 400.
    complaints = complaints.filter((text) => !text.includes('status of 400'))
  })

  test('dialogs and trash are the system’s where it has them; what is open on another machine is read, until it is left there; a file is deleted after a question that names it, and from where else it goes', async () => {
    const config = mkdtempSync(join(folder, 'desktop-'))
    const bin = join(config, 'bin')
    const share = join(config, 'share')
    mkdirSync(share)
    const study = join(share, 'Study.qrk')
    const drawn = await running.rooms.create(study, false)
    if (isProblem(drawn)) throw new Error(drawn.problem.kind)
    await running.rooms.close(drawn.ok.stored.uuid)
    const answers: DialogAnswer[] = [{ outcome: 'cancelled' }, { outcome: 'chosen', path: study }]
    const desktop: Desktop = {
      dialogs: { ask: async () => answers.shift() ?? { outcome: 'unavailable' } },
      trash: async ([path = '']) => {
        renameSync(path, bin)
        return { ok: undefined }
      },
    }
    const system = { ...thisSystem(), mounts: () => [{ at: share, by: 'NFS' }] }
    const host = localHost(config, secret, { desktop, system, rest: 100 })
    const colleague = openNotes({ id: 'b', machine: 'office', person: () => 'Ben', answers: async () => true })
    await colleague.take(study)
    const other = await startServer({ host, log: openLog('error'), page: join(root, 'dist/web'), port: 0 })
    const page = await newPage(ana)
    await page.goto(launch('', `http://127.0.0.1:${other.port}/web/`))
    const open = page.getByRole('button', { name: 'Open a file' })
    const dialog = page.getByRole('dialog', { name: 'Open a project file' })
    await open.click()
    await expect.poll(() => answers.length).toBe(1)
    await dialog.waitFor({ state: 'detached' })
    await open.click()
    await page.getByText('Read only: open on office by Ben.').waitFor()
    await page.getByRole('button', { name: 'Save a copy as…' }).waitFor()
    expect(await axe(page)).toEqual([])
    await colleague.leave(study)
    await page.getByText('In a network folder (NFS).').waitFor()
    await quirkless(page)
    await page.getByRole('button', { name: 'Got it' }).click()
    await page.getByText('In a network folder (NFS).').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'All projects' }).click()
    // What cannot be shown is ours.
    await open.click()
    await dialog.getByLabel('Path').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete the file…' }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete Study?' })
    await question.getByText(study).waitFor()
    await question
      .getByText('The file is in a network folder (NFS) and is deleted for everybody who uses it there.')
      .waitFor()
    await question.getByText('The file moves to the trash of this machine').waitFor()
    expect(await axe(page)).toEqual([])
    await question.getByRole('button', { name: 'Move to trash' }).click()
    await page.getByText('Study was moved to the trash.').waitFor()
    await page.getByRole('heading', { name: 'No projects yet' }).and(page.locator(':focus')).waitFor()
    expect([existsSync(study), existsSync(bin)]).toEqual([false, true])
    await page.close()
    await other.close()
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
    await page.getByText('Saved as').waitFor()
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
    // 2 §2: the menu of the open project has Save as.
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('menuitem', { name: 'Save a copy as…' }).click()
    const copy = page.getByRole('dialog', { name: 'Save a copy' })
    const file = copy.getByLabel('File name')
    expect(await file.inputValue()).toBe('Twice (copy).qrk')
    await file.fill('Twice')
    await page.keyboard.press('Enter')
    await copy.getByText('A copy cannot replace the project itself.').waitFor()
    writeFileSync(join(home, 'Other.qrk'), 'a file that is there')
    await file.fill('Other')
    await page.keyboard.press('Enter')
    const other = page.getByRole('alertdialog', { name: 'Other.qrk already exists' })
    await other.getByRole('button', { name: 'Cancel' }).click()
    await other.waitFor({ state: 'detached' })
    expect(await file.inputValue()).toBe('Other')
    await file.fill('Thrice')
    await page.keyboard.press('Enter')
    await page.getByText('A copy was saved as Thrice.qrk').waitFor()
    expect(existsSync(join(home, 'Thrice.qrk'))).toBe(true)
    complaints = complaints.filter((text) => !text.includes('status of 409'))
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
    // The project first: it is open already.
    for (const [route, shown] of [
      [project, page.getByText('No quirks yet')],
      ['/projects', page.getByRole('heading', { name: 'Projects', exact: true })],
      ['/projects/create', page.getByRole('heading', { name: 'New project' })],
      ['/nowhere', page.getByRole('heading', { name: 'This page could not be found' })],
    ] as const) {
      await page.goto(`${base()}#${route}`)
      await shown.first().waitFor()
      for (const { colorScheme, rules } of themes) {
        await page.emulateMedia({ colorScheme })
        expect([route, colorScheme, await axe(page, rules)]).toEqual([route, colorScheme, []])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width)
      }
    }
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
  await (await chooser).setFiles(interview)
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
})
