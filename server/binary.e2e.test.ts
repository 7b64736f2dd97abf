// The executable, built here: it runs in an empty folder with an empty environment and without a network, and does the main job in a real browser.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newContext } from '../fixtures/testing/chromium.ts'
import { element, guid, project, qdpxFile } from '../workers/import/testing/qdpxFile.ts'
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

/** Its address, once it is printed. */
async function start(...args: string[]): Promise<{ child: ChildProcess; address: string }> {
  const child = spawn(binary, args, { cwd: place, env: { HOME: home }, stdio: ['ignore', 'pipe', 'ignore'] })
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
  // Under a second on a quiet machine: bench/README.md.
  expect(seen.milliseconds).toBeLessThan(5000)
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
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => /error|warning/.test(message.type()) && complaints.push(message.text()))
  // As it starts a browser itself.
  const launch = await fetch(`${origin}/web/api/local/launch`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, origin, 'content-type': 'application/json' },
    body: JSON.stringify({ route: second.address.slice(first.address.length) }),
  })
  await page.goto(origin + ((await launch.json()) as { path: string }).path)
  const dialog = page.getByRole('dialog', { name: 'Import QDPX' })
  const output = dialog.getByLabel('Output file')
  expect(await output.inputValue()).toBe(join(home, 'Study'))
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
  await page.getByLabel('Title').fill('Doubt')
  await page.keyboard.press('Enter')
  const named = page.getByRole('dialog', { name: 'What is your name?' })
  await named.getByLabel('Author name').fill('Ana')
  await named.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('treeitem', { name: 'Doubt, no highlights' }).waitFor()
  await page.locator('.ui-pill[data-state=saved]').waitFor()

  // Its threads and its kernels.
  const uuid = page.url().split('/').at(-1)
  const report = await fetch(`${origin}/web/api/v2/local/projects/${uuid}/report`, {
    headers: { authorization: `Bearer ${secret}` },
  })
  expect(report.status).toBe(200)
  expect((await report.bytes()).length).toBeGreaterThan(100_000)
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
