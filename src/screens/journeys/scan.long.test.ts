// A scanned PDF: a picture of a page, made here, whose letters are recognised in the browser, with nothing fetched from elsewhere.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axe } from '../../../fixtures/testing/axe.ts'
import { testDesk } from '../../../fixtures/testing/desk.ts'

const desk = testDesk()
const lines = ['Nobody believed her until the neigh-', 'bour read the letter aloud.', '', 'Then they left the garden.']
const size = { width: 1000, height: 420 }

/** The lines as a scanner sees them, in grey on a paper that is not quite white. */
const photograph = (page: Page): Promise<string> =>
  page.evaluate(
    ({ lines, width, height }) => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height })
      const context = canvas.getContext('2d')
      if (!context) throw new Error('no canvas')
      context.fillStyle = '#f4f1ea'
      context.fillRect(0, 0, width, height)
      context.fillStyle = '#222'
      context.font = '44px serif'
      for (const [at, line] of lines.entries()) context.fillText(line, 80, 90 + at * 64)
      return canvas.toDataURL('image/jpeg', 0.8)
    },
    { lines, ...size },
  )

/** A PDF of one page that is nothing but this picture. */
function pdfOf(jpeg: Buffer): Buffer {
  const { width, height } = size
  const paint = `${width * 0.24} 0 0 ${height * 0.24} 0 0 cm /P Do`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width * 0.24} ${height * 0.24}] /Contents 4 0 R /Resources << /XObject << /P 5 0 R >> >> >>`,
    `<< /Length ${paint.length} >>\nstream\n${paint}\nendstream`,
    Buffer.concat([
      Buffer.from(
        `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>\nstream\n`,
      ),
      jpeg,
      Buffer.from('\nendstream'),
    ]),
  ].map((object) => (typeof object === 'string' ? Buffer.from(object) : object))
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')]
  const places: number[] = []
  const length = () => parts.reduce((sum, part) => sum + part.length, 0)
  for (const [at, object] of objects.entries()) {
    places.push(length())
    parts.push(Buffer.from(`${at + 1} 0 obj\n`), object, Buffer.from('\nendobj\n'))
  }
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  const end = `xref\n0 ${count}\n0000000000 65535 f \n${table}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${length()}\n%%EOF\n`
  return Buffer.concat([...parts, Buffer.from(end)])
}

test('OCR Import recognises a scanned PDF on this device, in the language of the interface', async () => {
  const uuid = await desk.draw('quirk Trust')
  const context = await desk.person()
  const page = await desk.page(`/projects/${uuid}`, context)
  await page.locator('.desk').waitFor()
  const origin = new URL(page.url()).origin
  const outside: string[] = []
  const fetched: string[] = []
  context.on('request', (request) => {
    const url = new URL(request.url())
    if (url.origin !== origin && url.protocol.startsWith('http')) outside.push(request.url())
    fetched.push(url.pathname.replace(/.*\//, ''))
  })
  const file = join(desk.folder, 'Interview 3.pdf')
  writeFileSync(file, pdfOf(Buffer.from((await photograph(page)).split(',')[1] ?? '', 'base64')))

  // Among other files it is no source, and the report offers to read it so.
  await page.locator('input[type=file][multiple]').first().setInputFiles(file)
  const report = page.getByRole('dialog', { name: 'Nothing was imported' })
  await report.getByRole('button', { name: 'Read with OCR' }).click()
  await page.getByRole('dialog', { name: 'OCR Import' }).getByText('Interview 3.pdf').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or run a command' }).fill('OCR')
  await page.getByRole('option', { name: 'OCR Import…' }).click()
  const dialog = page.getByRole('dialog', { name: 'OCR Import' })
  await expect.poll(() => dialog.getByRole('button', { name: 'Import', exact: true }).isDisabled()).toBe(true)
  await expect
    .poll(() => dialog.getByRole('combobox', { name: 'Language of the pages' }).textContent())
    .toContain('English')
  await dialog.getByLabel('Choose a PDF…').last().setInputFiles(file)
  await dialog.getByText('Interview 3.pdf').waitFor()
  expect(await axe(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()

  await page.locator('.cm-line').first().waitFor({ timeout: 30_000 })
  expect(await page.locator('.cm-line').allTextContents()).toEqual([
    'Nobody believed her until the neighbour read the letter aloud.',
    'Then they left the garden.',
  ])
  await page
    .getByRole('dialog')
    .getByText(/1 page was recognised with \d\d% confidence/)
    .waitFor()
  expect(outside).toEqual([])
  expect(fetched).toContain('eng.traineddata.gz')
})
