import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { build } from 'esbuild'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newContext } from '../../fixtures/testing/chromium.ts'
import type { ImportApi } from '../import.worker.ts'
import { readSources } from './readSources.ts'
import { docxFile, listItem, paragraph, picture, pixel, run, table } from './testing/docxFile.ts'

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

let server: Server
let context: BrowserContext
let tab: Page

/** The worker as it is built, with its chunks, on a page as strict as the product's. */
beforeAll(async () => {
  const root = join(import.meta.dirname, '../..')
  const common = {
    absWorkingDir: root,
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
  } as const
  const worker = await build({
    ...common,
    entryPoints: ['workers/import.worker.ts'],
    outdir: '/',
    splitting: true,
    minify: true,
  })
  const script = await build({ ...common, stdin: { contents: page, resolveDir: root } })
  const files = new Map(worker.outputFiles.map((file) => [file.path, file.text]))
  files.set('/page.js', script.outputFiles[0]?.text ?? '')
  files.set('/', '<!doctype html><title>Import</title><script type="module" src="/page.js"></script>')
  server = createServer((request, response) => {
    const text = files.get(request.url ?? '')
    response.writeHead(text === undefined ? 404 : 200, {
      'Content-Type': request.url === '/' ? 'text/html' : 'text/javascript',
      'Content-Security-Policy': "default-src 'none'; script-src 'self'; worker-src 'self'",
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
    })
    response.end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  context = await newContext()
  tab = await context.newPage()
  await tab.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  await tab.waitForFunction(() => window.importer !== undefined)
})

afterAll(async () => {
  await context?.close()
  await new Promise((resolve) => server.close(resolve))
})

const inBrowser = (name: string, bytes: Uint8Array) =>
  tab.evaluate(
    ([file, base64]) =>
      window.importer.readSources(
        { name: file, bytes: Uint8Array.from(atob(base64), (unit) => unit.charCodeAt(0)) },
        window.tell,
      ),
    [name, Buffer.from(bytes).toString('base64')] as const,
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
const latin = Uint8Array.from([0x43, 0x61, 0x66, 0xe9])
const utf16 = Uint8Array.from([0xff, 0xfe, 0x41, 0x00, 0x0a, 0x00, 0x3d, 0xd8, 0x00, 0xde])

test.each([
  ['Anna.docx', interview],
  ['cut.docx', interview.subarray(0, 900)],
  ['latin.txt', latin],
  ['utf16.txt', utf16],
  ['a.pdf', latin],
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
