// A project of another program becomes one of ours: the real server, the built page, a file as such programs write it.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { axe } from '../../../fixtures/testing/axe.ts'
import { newContext } from '../../../fixtures/testing/chromium.ts'
import { openLog } from '../../../server/base/log.ts'
import { localHost } from '../../../server/hosts/local.ts'
import { type Running, startServer } from '../../../server/running/start.ts'
import { element, guid, project, qdpxFile } from '../../../workers/import/testing/qdpxFile.ts'

const root = join(import.meta.dirname, '../../..')
const secret = 'a-secret-of-the-tests'
const folder = mkdtempSync(join(tmpdir(), 'thicket-qdpx-'))
let running: Running
let context: BrowserContext
let tab: Page

beforeAll(async () => {
  context = await newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' })
  // New projects go into the person's folder.
  vi.stubEnv('HOME', folder)
  vi.stubEnv('USERPROFILE', folder)
  if (homedir() !== folder) throw new Error('this test would write into the real home folder')
  const config = join(folder, 'config')
  mkdirSync(config)
  const host = localHost(config, secret)
  running = await startServer({ host, log: openLog('error'), page: join(root, 'dist/web'), port: 0 })
  tab = await context.newPage()
  await tab.goto(`http://127.0.0.1:${running.port}/web/#launch=${secret}/projects`)
})

afterAll(async () => {
  await context?.close()
  await running?.close()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const deep = [1, 2, 3, 4].reduceRight(
  (inside, n) => element('Code', { guid: guid(n), name: `Level ${n}`, isCodable: true }, ...(inside ? [inside] : [])),
  '',
)
const selection = element(
  'PlainTextSelection',
  { guid: guid(20), startPosition: 2, endPosition: 9, creatingUser: guid(90) },
  element('Coding', { guid: guid(21) }, element('CodeRef', { targetGUID: guid(4) })),
)
const xml = project(
  { origin: 'NVivo for Windows 12.6' },
  element('Users', {}, element('User', { guid: guid(90), name: 'Ana' })),
  element('CodeBook', {}, element('Codes', {}, deep)),
  element(
    'Sources',
    {},
    element('TextSource', { guid: guid(10), name: 'Anna', plainTextPath: 'internal://a.txt' }, selection),
  ),
)
const file = (name: string, bytes: Uint8Array) => ({ name, mimeType: 'application/zip', buffer: Buffer.from(bytes) })
const study = () => file('Study.qdpx', qdpxFile({ xml, files: { 'sources/a.txt': 'I trusted him.' } }))

async function choose(chosen: ReturnType<typeof file>) {
  const asked = tab.waitForEvent('filechooser')
  await tab.getByRole('button', { name: 'Import project' }).click()
  await (await asked).setFiles(chosen)
  const dialog = tab.getByRole('dialog', { name: 'Import QDPX' })
  await dialog.waitFor()
  return dialog
}

test('a .qdpx is read and told about, and becomes the output file', async () => {
  const dialog = await choose(study())
  const name = dialog.getByLabel('Output file')
  await expect.poll(() => name.inputValue()).toBe(join(folder, 'Thicket/Study.qrk'))
  await dialog.getByText('1 source, 4 quirks and 1 highlight').waitFor()
  await dialog.getByText('1 code was nested deeper than three levels').waitFor()
  await dialog.getByText('Positions, written by NVivo for Windows 12.6').waitFor()
  expect(await axe(tab)).toEqual([])
  await name.fill(' ')
  await tab.keyboard.press('Enter')
  // 2 §5
  await dialog.getByText('No output file selected.').waitFor()
  await dialog.getByRole('button', { name: 'Choose…' }).click()
  const place = tab.getByRole('dialog', { name: 'Output file' })
  expect(await place.getByLabel('File name').inputValue()).toBe('Study.qrk')
  expect(await axe(tab)).toEqual([])
  await place.getByLabel('File name').fill('Trust')
  await place.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => name.inputValue()).toBe(join(folder, 'Trust.qrk'))
  await name.focus()
  await tab.keyboard.press('Enter')
  await tab.waitForURL(/#\/projects\/[0-9a-f-]{36}$/)
  await tab.getByRole('treeitem', { name: 'Level 3 / Level 4, 1 highlight' }).waitFor()
  expect(await tab.title()).toBe('Trust – Thicket')
})

test('a file that exists is replaced only after a yes, and a file without a project in it is said', async () => {
  await tab.goto(`http://127.0.0.1:${running.port}/web/#/projects`)
  const dialog = await choose(study())
  await dialog.getByLabel('Output file').fill(join(folder, 'Trust'))
  await dialog.getByRole('button', { name: 'Import and open' }).click()
  const question = tab.getByRole('alertdialog', { name: 'Trust.qrk already exists' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  // One that is opened by its path is to lie beside it, where no file is yet.
  writeFileSync(join(folder, 'Beside.qdpx'), qdpxFile({ xml, files: { 'sources/a.txt': 'I trusted him.' } }))
  writeFileSync(join(folder, 'Beside.qrk'), '')
  const typed = Promise.withResolvers<void>()
  await tab.route(
    /\/local\/files/,
    async (route) => {
      await typed.promise
      await route.continue()
    },
    { times: 1 },
  )
  await tab.getByRole('button', { name: 'Open a file' }).click()
  await tab.getByLabel('Path').fill(join(folder, 'Beside.qdpx'))
  // A folder that is shown late takes neither the words nor the focus.
  typed.resolve()
  await tab.locator('.files-frame[aria-busy=false]').waitFor()
  await tab.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await tab.keyboard.press('Enter')
  await expect.poll(() => dialog.getByLabel('Output file').inputValue()).toBe(join(folder, 'Beside (2).qrk'))
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  // A project of Thicket as .json comes the same way.
  const asked = tab.waitForEvent('filechooser')
  await tab.getByRole('button', { name: 'Import project' }).click()
  const rows = JSON.stringify({ sources: [{ id: 1, title: 'Berta', icon: '', author: 'Ana', timestamp: 1 }] })
  await (await asked).setFiles({ name: 'Rows.json', mimeType: 'application/json', buffer: Buffer.from(rows) })
  await tab.getByRole('dialog', { name: 'New project' }).getByRole('button', { name: 'Import and open' }).click()
  await tab.getByText('Berta').first().waitFor()
  await tab.goto(`http://127.0.0.1:${running.port}/web/#/projects`)
  const other = await choose(file('Other.qdpx', qdpxFile({ xml: 'no project', qde: 'readme.txt' })))
  await other.getByText('invalid QDPX format, qde file is not present').waitFor()
})

test('2 §5: with a password it is sealed before it leaves the page; without one, or with two, it is not made', async () => {
  await tab.keyboard.press('Escape')
  await tab.goto(`http://127.0.0.1:${running.port}/web/#/projects`)
  const dialog = await choose(study())
  await dialog.getByLabel('Output file').fill(join(folder, 'Sealed'))
  await dialog.getByRole('checkbox', { name: 'Protect with a password' }).click()
  const submit = () => dialog.getByRole('button', { name: 'Import and open' }).click()
  await submit()
  await dialog.getByText('No password provided.').waitFor()
  const [first, again] = ['Password', 'Repeat password'].map((name) =>
    dialog.getByRole('textbox', { name, exact: true }),
  ) as [Locator, Locator]
  await first.fill('Ein Pfad im Wald')
  await again.fill('another path')
  await submit()
  await dialog.getByText('New password and password confirmation did not match.').waitFor()
  expect(await axe(tab)).toEqual([])
  await again.fill('Ein Pfad im Wald')
  const sent: string[] = []
  tab.on('request', (request) => void sent.push(request.postData() ?? ''))
  await submit()
  const code = tab.getByRole('dialog', { name: 'Recovery code' })
  const recovery = (await code.locator('code').textContent()) ?? ''
  await code.getByRole('button', { name: 'I have saved it' }).click()
  await tab.getByRole('dialog', { name: /^Password for Sealed/ }).waitFor()
  await tab.getByRole('textbox', { name: 'Password' }).fill(recovery)
  await tab.getByRole('button', { name: 'Open', exact: true }).click()
  await tab.getByRole('treeitem', { name: 'Level 3 / Level 4, 1 highlight' }).waitFor()
  await tab.getByText('Anna').first().click()
  await tab.locator('.cm-content').getByText('I trusted him.').waitFor()
  expect(sent.join()).not.toMatch(/trusted|Anna/)
  expect(readFileSync(join(folder, 'Sealed.qrk')).includes('trusted')).toBe(false)
})
