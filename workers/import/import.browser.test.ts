import { utils, write } from '@e965/xlsx'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newContext } from '../../fixtures/testing/chromium.ts'
import type { TestServer } from '../../fixtures/testing/serveTestPage.ts'
import { serveWorker } from '../../fixtures/testing/serveWorker.ts'
import type { ImportApi } from '../import.worker.ts'
import { readSources } from './readSources.ts'
import { openTable } from './table/openTable.ts'
import { tableProject } from './table/tableProject.ts'
import { docxFile, listItem, paragraph, picture, pixel, run, table } from './testing/docxFile.ts'
import { odtFile } from './testing/odtFile.ts'
import { pdfFile, pdfLines } from './testing/pdfFile.ts'
import { xlsxFile } from './testing/xlsxFile.ts'

declare global {
  interface Window {
    importer: ImportApi
    parts: number[]
    tell: (part: number) => void
  }
}

const page = `
import { proxy, wrap } from 'comlink'
window.importer = wrap(new Worker('/import.worker.js', { type: 'module' }))
window.parts = []
window.tell = proxy((part) => { window.parts.push(part) })`

let server: TestServer | undefined
let context: BrowserContext
let tab: Page

beforeAll(async () => {
  server = await serveWorker({ worker: 'workers/import.worker.ts', page })
  context = await newContext()
  tab = await context.newPage()
  await tab.goto(server.address)
  await tab.waitForFunction(() => window.importer !== undefined)
})

afterAll(async () => {
  await context?.close()
  await server?.close()
})

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const inBrowser = (name: string, bytes: Uint8Array) =>
  tab.evaluate(
    ([file, bytes]) =>
      window.importer.readSources(
        new File([Uint8Array.from(atob(bytes), (unit) => unit.charCodeAt(0))], file),
        window.tell,
      ),
    [name, base64(bytes)] as const,
  )

const interview = docxFile({
  body: [
    paragraph('Interview', '<w:pStyle w:val="Heading1"/>'),
    paragraph(run('Anna: ', '<w:b/>') + run('I trusted him 😀 e\u0301.') + picture('p')),
    listItem('one'),
    listItem('two', 1),
    table([[paragraph('Ben'), paragraph('Yes.')]]),
  ].join(''),
  images: { p: { name: 'one.png', bytes: pixel } },
})
const utf8 = (text: string) => new TextEncoder().encode(text)
const paper = pdfFile([{ texts: pdfLines(['Ben: I trusted her of-', 'ten in the ﬁrst year.']), rotate: 90 }])
const latin = Uint8Array.from([0x43, 0x61, 0x66, 0xe9])
const utf16 = Uint8Array.from([0xff, 0xfe, 0x41, 0x00, 0x0a, 0x00, 0x3d, 0xd8, 0x00, 0xde])

test.each([
  ['Anna.docx', interview],
  ['cut.docx', interview.subarray(0, 900)],
  ['latin.txt', latin],
  ['utf16.txt', utf16],
  ['Ben.pdf', paper],
  ['Ben.odt', odtFile({ body: '<text:h>Ben</text:h><text:p>I trusted<text:tab/>her.</text:p>' })],
  ['Ben.rtf', utf8("{\\rtf1\\ansi{\\fonttbl{\\f1\\fcharset204 A;}}\\b Ben:\\b0  caf\\'e9 \\u8364?\\par{\\f1\\'cf}}")],
  ['Ben.md', utf8('# Ben\n\n- I **trusted** her.\n')],
  ['a.zip', latin],
])('the worker in Chromium reads %s as Node does', async (name, bytes) => {
  const there = await inBrowser(name, bytes)
  expect(there).toEqual(await readSources({ name, bytes }))
})

test('the docx was read, and progress came through', async () => {
  await tab.evaluate(() => {
    window.parts = []
  })
  const result = await inBrowser('Anna.docx', interview)
  expect(result).toMatchObject({ ok: { sources: [{ title: 'Anna' }] } })
  expect(JSON.stringify(result)).toContain('<b>Anna: </b>I trusted him 😀 e\u0301.<img src=')
  await expect.poll(() => tab.evaluate(() => window.parts.at(-1))).toBe(1)
})

/** A table as it is first taken: what is shown of it, and its rows as text. */
const tableInBrowser = (name: string, bytes: Uint8Array) =>
  tab.evaluate(
    async ([file, bytes]) => {
      const { openTable, tableProject } = window.importer
      const shown = await openTable(new File([Uint8Array.from(atob(bytes), (unit) => unit.charCodeAt(0))], file))
      if ('problem' in shown) return shown
      const roles = shown.ok.sheets[0]?.columns.map(({ role }) => role) ?? []
      const made = await tableProject({ sheet: 0, roles })
      return 'problem' in made ? made : { shown: shown.ok, ...made.ok, rows: await made.ok.rows.text() }
    },
    [name, base64(bytes)] as const,
  )

async function tableInNode(name: string, bytes: Uint8Array) {
  const table = await openTable({ name, bytes })
  if ('problem' in table) return table
  const roles = table.ok.shown.sheets[0]?.columns.map(({ role }) => role) ?? []
  const made = await tableProject(table.ok, { sheet: 0, roles })
  return 'problem' in made ? made : { shown: table.ok.shown, ...made.ok, rows: await made.ok.rows.text() }
}

const cells = [
  ['Name', 'Why?', 'Town'],
  ['Ana', 'So é.', 'Bonn, Ulm'],
  ['Ben', 0.1, true],
]
const old = utils.book_new()
utils.book_append_sheet(old, utils.aoa_to_sheet(cells), 'A')

test.each([
  ['a.xlsx', xlsxFile({ sheets: [{ name: 'A', rows: cells }] })],
  ['a.xls', new Uint8Array(write(old, { type: 'array', bookType: 'biff8' }))],
  ['a.csv', Buffer.from('Name;Why?\nAna;"x\ny"\n')],
  ['cut.xlsx', interview.subarray(0, 900)],
])('the worker in Chromium reads the table %s as Node does', async (name, bytes) => {
  const there = JSON.stringify(await tableInBrowser(name, bytes)).replaceAll(time, '')
  expect(there).toEqual(JSON.stringify(await tableInNode(name, bytes)).replaceAll(time, ''))
  expect(there).toContain(name === 'cut.xlsx' ? 'conversionFailed' : 'Ana')
})
/** Of the import. */
const time = /\d{13}/g
