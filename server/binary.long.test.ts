// The executable, built here once for all of it: it runs in an empty folder with an empty environment and without a network, does the main job in
// a real browser, and finds its place on a desktop.
import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { findChromium, launchChromium, newContext } from '../fixtures/testing/chromium.ts'
import { hearComplaints } from '../fixtures/testing/hearComplaints.ts'
import { mainJob, paragraphs, quirk, saved, textOf, writeInterview } from '../fixtures/testing/mainJob.ts'
import { element, guid, project, qdpxFile } from '../workers/import/testing/qdpxFile.ts'
import { openFakeStripe } from './testing/fakeStripe.ts'
import { priceAt, priceList, stripeSettings } from './testing/licencePrices.ts'
import type { Probed } from './testing/probeBinary.ts'

const root = join(import.meta.dirname, '..')
/** Bytes. */
const largest = 145e6

const folder = mkdtempSync(join(tmpdir(), 'thicket-binary-'))
const place = join(folder, 'empty')
/** Of each try its own. */
let home = ''
let binary = ''
let browser: BrowserContext
const running: ChildProcess[] = []

beforeAll(async () => {
  mkdirSync(place)
  const built = execFileSync(process.execPath, [join(root, 'binary.config.ts')], { encoding: 'utf8' })
  binary = built.trim().split('\n').at(-1) ?? ''
  browser = await newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' })
})

afterAll(async () => {
  await browser?.close()
  for (const child of running) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

beforeEach(() => {
  home = mkdtempSync(join(folder, 'home-'))
})

interface Started {
  child: ChildProcess
  /** Once it is printed. */
  address: string
}

const start = (...args: string[]): Promise<Started> => startBy([], ...args)

/** `by`: a program that runs it somewhere. */
async function startBy(by: readonly string[], ...args: string[]): Promise<Started> {
  const [program = '', ...all] = [...by, binary, ...args]
  const child = spawn(program, all, { cwd: place, env: { HOME: home }, stdio: ['ignore', 'pipe', 'ignore'] })
  running.push(child)
  const [printed] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, address: String(printed).trim() }
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  if (child.exitCode === null) await once(child, 'exit')
  expect(child.exitCode).toBe(0)
}

test('it is small enough, and gives all that the page ever loads where there is no network', () => {
  expect(statSync(binary).size).toBeLessThan(largest)
  const probe = [process.execPath, join(root, 'server/testing/probeBinary.ts'), binary, home]
  const refused = ['unshare', '-rn', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh']
  const isRefusable = spawnSync(refused[0] as string, [...refused.slice(1), 'true']).status === 0
  const [program = '', ...args] = isRefusable ? [...refused, ...probe] : probe
  const seen: Probed = JSON.parse(
    execFileSync(program, args, { cwd: place, env: { PATH: process.env.PATH }, encoding: 'utf8' }),
  )
  if (isRefusable) expect(seen.networks).toEqual(['lo'])
  expect(seen).toMatchObject({ failed: [], elsewhere: [], left: [] })
  expect(seen.fetched).toBeGreaterThan(50)
  expect(seen.sockets).toBeGreaterThan(0)
})

test('what it loads only where it is used is in it: a server of many people begins a checkout', async () => {
  const fake = await openFakeStripe()
  const data = join(home, 'data')
  mkdirSync(data)
  writeFileSync(join(data, 'prices.json'), JSON.stringify(priceList([priceAt(fake)], ['academic'])))
  const env = {
    HOME: home,
    THICKET_DATA: data,
    ...stripeSettings(fake),
  }
  const run = (...args: string[]) => promisify(execFile)(binary, ['admin', ...args], { cwd: place, env })
  await run('activation')
  await run('payment', '--try')
  expect([...fake.sessions.values()].map(({ status }) => status)).toEqual(['expired'])
  await fake.close()
})

const codes = element('Codes', {}, element('Code', { guid: guid(1), name: 'Trust', isCodable: true }))
const selection = element(
  'PlainTextSelection',
  { guid: guid(20), startPosition: 2, endPosition: 9, creatingUser: guid(90) },
  element('Coding', { guid: guid(21) }, element('CodeRef', { targetGUID: guid(1) })),
)
const anna = { guid: guid(10), name: 'Anna', plainTextPath: 'internal://a.txt' }
const xml = project(
  {},
  element('Users', {}, element('User', { guid: guid(90), name: 'Ana' })),
  element('CodeBook', {}, codes),
  element('Sources', {}, element('TextSource', anna, selection)),
)

test('the main job: another program’s project on the command line, its place asked for, a new quirk, a report; the next start has it all', async () => {
  const study = join(home, 'Study.qdpx')
  writeFileSync(study, qdpxFile({ xml, files: { 'sources/a.txt': 'I trusted him.' } }))
  const first = await start()
  const { origin } = new URL(first.address)
  const secret = /#launch=([\w-]+)/.exec(first.address)?.[1]
  // A second start hands it to the first.
  const second = await start(study)
  await once(second.child, 'exit')
  expect(second.address.startsWith(`${first.address}/projects?`)).toBe(true)

  const asked: string[] = []
  const complaints: string[] = []
  browser.on('request', (request) => asked.push(request.url()))
  const page = await browser.newPage()
  hearComplaints(page, (words) => complaints.push(words))
  // As it starts a browser itself.
  const launch = await fetch(`${origin}/web/api/local/launch`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, origin, 'content-type': 'application/json' },
    body: JSON.stringify({ route: second.address.slice(first.address.length) }),
  })
  await page.goto(origin + ((await launch.json()) as { path: string }).path)
  const dialog = page.getByRole('dialog', { name: 'Import QDPX' })
  const output = dialog.getByLabel('Output file')
  expect(await output.inputValue()).toBe(join(home, 'Study.qrk'))
  await dialog.getByText('1 source, 1 quirk and 1 highlight').waitFor()
  await output.fill('')
  await page.keyboard.press('Enter')
  await dialog.getByText('No output file selected.').waitFor()
  await output.fill(join(home, 'Study'))
  await page.keyboard.press('Enter')
  await page.waitForURL(/#\/projects\/[0-9a-f-]{36}$/)
  await page.getByRole('treeitem', { name: 'Trust, 1 highlight' }).waitFor()
  expect(existsSync(join(home, 'Study.qrk'))).toBe(true)

  await page.locator('.canvas-new').getByRole('button').click()
  const named = page.getByRole('dialog', { name: 'What is your name?' })
  await named.getByLabel('Author name').fill('Ana')
  await named.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Title').fill('Doubt')
  await page.keyboard.press('Enter')
  await page.getByRole('treeitem', { name: 'Doubt, no highlights' }).waitFor()
  await page.locator('.ui-pill[data-state=saved]').waitFor()

  // Its threads and its kernels.
  const uuid = page.url().split('/').at(-1)
  const headers = { authorization: `Bearer ${secret}` }
  const report = await fetch(`${origin}/web/api/v2/local/projects/${uuid}/report`, { headers })
  expect(report.status).toBe(200)
  expect((await report.bytes()).length).toBeGreaterThan(100_000)
  // Of what was given the project alone is on the list; another double click on its file comes to the same page.
  const state = await (await fetch(`${origin}/web/api/local/state`, { headers })).json()
  expect(state).toMatchObject({ recentFiles: [join(home, 'Study.qrk')] })
  const given = await start(join(home, 'Study.qrk'))
  await once(given.child, 'exit')
  expect(given.address).toBe(`${first.address}/projects/${uuid}`)
  expect(complaints).toEqual([])
  const elsewhere = asked.filter((url) => !url.startsWith(`${origin}/`) && !/^(blob|data):/.test(url))
  expect(elsewhere).toEqual([])
  await page.close()
  await stop(first.child)

  const quotes = execFileSync(binary, ['quotes', join(home, 'Study.qrk'), '--json'], {
    env: { HOME: home },
    encoding: 'utf8',
  })
  expect(JSON.parse(quotes)).toMatchObject([{ quirk: 'Trust', quote: 'trusted' }])
  const third = await start(join(home, 'Study.qrk'))
  expect(third.address).toBe(`${first.address}/projects/${uuid}`)
  const again = await browser.newPage()
  await again.goto(third.address)
  await again.getByRole('treeitem', { name: 'Doubt, no highlights' }).waitFor()
  await again.close()
  await stop(third.child)
  expect(readdirSync(place)).toEqual([])
})

/** How to run a program where there is no network but loopback; null where that cannot be had (it takes root). */
async function withoutNetwork(): Promise<string[] | null> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null
  const alone = ['-n', 'sh', '-c', 'ip link set lo up && echo up && exec sleep 600']
  const holder = spawn('unshare', alone, { stdio: ['ignore', 'pipe', 'ignore'] })
  running.push(holder)
  const [said] = (await Promise.race([once(holder.stdout, 'data'), once(holder, 'exit'), once(holder, 'error')])) as [
    unknown,
  ]
  return String(said) === 'up\n' ? ['nsenter', '--target', String(holder.pid), '--net', '--'] : null
}

test('the journey without a network: documents, quirks, a highlight by dragging, undo, reload, a second window, which is told of the end, and all of it at the next start', async () => {
  const by = await withoutNetwork()
  const known = await findChromium()
  const line = [...(by ?? []), known.executablePath].map((word) => `'${word}'`).join(' ')
  const wrapped = join(folder, 'browser')
  writeFileSync(wrapped, `#!/bin/sh\nexec ${line} "$@"\n`, { mode: 0o755 })
  const launch = () =>
    launchChromium({
      browser: { ...known, executablePath: wrapped },
      // Where the network is there, no name of it.
      args: ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
      context: { viewport: { width: 1440, height: 900 }, locale: 'en-GB' },
    })
  const [ana, ben] = await Promise.all([launch(), launch()])
  try {
    const [interview, note] = [join(home, 'Anna, first interview.docx'), join(home, 'Note.txt')]
    writeInterview(interview)
    writeFileSync(note, 'She wrote a letter.')
    const first = await startBy(by ?? [])
    const { origin } = new URL(first.address)
    const complaints: string[] = []
    const newPage = async (person: BrowserContext) => {
      const page = await person.newPage()
      hearComplaints(page, (words) => complaints.push(words))
      return page
    }
    const [page, other] = [await newPage(ana), await newPage(ben)]
    await page.goto(first.address)
    const addressOf = (route: string) => first.address + route
    const files = [note, interview]
    const route = await mainJob(page, { name: 'Leaving', folder: home, files, other, addressOf, author: 'Ana' })
    await saved(page)
    expect(complaints).toEqual([])
    // By its page: windows are open, so that it asks.
    await page.goto(`${origin}/web/#/projects`)
    await page.getByRole('button', { name: 'Quit Thicket' }).click()
    const asked = page.getByRole('alertdialog', { name: 'Quit Thicket' })
    await asked.getByText('A project is open in a window: Leaving.').waitFor()
    await asked.getByRole('button', { name: 'Quit Thicket' }).click()
    await page.getByRole('heading', { name: 'Thicket has quit' }).waitFor()
    if (first.child.exitCode === null) await once(first.child, 'exit')
    expect(first.child.exitCode).toBe(0)
    // The other window is told, and stays at its work.
    await other.getByText('Thicket has quit.').waitFor()
    await quirk(other, 'Trust', 1).waitFor()
    await other.close()

    const second = await startBy(by ?? [], join(home, 'Leaving.qrk'))
    expect(second.address).toBe(first.address + route)
    // The page that was left open goes on by itself.
    await page.getByRole('link', { name: 'Leaving' }).click()
    await quirk(page, 'Trust', 1).waitFor()
    await expect.poll(() => textOf(page)).toEqual(paragraphs)
    await page.close()
    await stop(second.child)
    expect(readdirSync(place)).toEqual([])
  } finally {
    await Promise.all([ana.close(), ben.close()])
  }
})

test('its checksum lies beside it', () => {
  const sum = createHash('sha256').update(readFileSync(binary)).digest('hex')
  expect(readFileSync(`${binary}.sha256`, 'utf8')).toBe(`${sum}  thicket\n`)
})

/** Where a tool of desktops is not on this machine, what it would say is not asked for. */
function toolSays(program: string, ...args: string[]): string | null {
  const { error, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: home },
  })
  return error ? null : `${stdout}${stderr}`.trim()
}

test.runIf(process.platform === 'linux')(
  'it installs itself for one person, over an older one too, and takes away what it has put there',
  () => {
    const thicket = (program: string, command: string) =>
      spawnSync(program, [command], { env: { HOME: home, PATH: process.env.PATH }, encoding: 'utf8' })
    const installed = join(home, '.local/bin/thicket')
    expect(thicket(binary, 'install')).toMatchObject({ status: 0, stdout: '' })
    expect(thicket(binary, 'install').stderr).toContain(`It lies at ${installed}`)
    const data = join(home, '.local/share')
    const entry = join(data, 'applications/thicket.desktop')
    expect(readFileSync(entry, 'utf8')).toContain(`Exec="${installed}" --desktop %f\n`)
    expect(toolSays('desktop-file-validate', entry) ?? '').toBe('')
    writeFileSync(join(home, 'p.qrk'), 'SQLite format 3\0')
    const type = toolSays('gio', 'info', '--attributes=standard::content-type', join(home, 'p.qrk'))
    if (existsSync(join(data, 'mime/globs2')) && type !== null)
      expect(type).toContain('standard::content-type: application/vnd.thicket.project+sqlite3')
    expect(spawnSync(installed, ['--help'], { encoding: 'utf8' }).stdout).toContain('thicket install')

    expect(thicket(installed, 'install').status).toBe(0)
    expect(thicket(installed, 'uninstall').status).toBe(0)
    const left = readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((path) => path.includes('thicket'))
    expect(left).toEqual([])
  },
)
