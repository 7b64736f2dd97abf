// What a researcher shows others: the report in its preview and from the disk without a network, and pictures of the canvas.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { unzipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axe } from '../../../fixtures/testing/axe.ts'
import { testDesk } from '../../../fixtures/testing/desk.ts'
import { hearComplaints } from '../../../fixtures/testing/hearComplaints.ts'
import { fileOfPart, partFile, type ReportProject, valueOfPart } from '../../model/report.ts'

const desk = testDesk()

const drawing = `
  quirk Trust
  quirk Doubt < Trust
  quirk Anger
  source Anna | I [trusted him]Trust until the [letter]Doubt came, [and then]Trust no more.
              | A line with a ["memo"]"This matters."@Ben.
  source Ben  | [He <b>shouted</b>]Anger.
`

const choose = async (page: Page, name: string, menu = 'Report') => {
  await page.getByRole('navigation').getByRole('button', { name: menu }).click()
  await page.getByRole('menuitem', { name }).click()
}

async function saved(page: Page, act: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()])
  const name = download.suggestedFilename()
  await download.saveAs(join(desk.folder, name))
  return { name, bytes: readFileSync(join(desk.folder, name)) }
}

test('the report: looked at in a frame, saved, and opened from the disk without a network', async () => {
  const page = await desk.standing(drawing)
  await page.getByRole('treeitem', { name: /^Trust, / }).waitFor()
  await page.getByRole('navigation').getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'Save a copy as…' }).waitFor()
  // Every entry is in sight where the window has room for all.
  expect(await page.getByRole('menu').evaluate((menu) => menu.scrollHeight - menu.clientHeight)).toBe(0)
  await page.keyboard.press('Escape')
  await choose(page, 'Preview report')
  const frame = page.frameLocator('.report-frame')
  // Escape closes the preview from within the frame, too.
  await frame.getByRole('heading', { name: 'Passages' }).click()
  await page.keyboard.press('Escape')
  await page.locator('.report-frame').waitFor({ state: 'detached' })
  await choose(page, 'Preview report')
  await frame.getByRole('heading', { name: 'Passages' }).waitFor()
  await frame.getByText('He <b>shouted</b>').waitFor()
  await frame.locator('#canvas').scrollIntoViewIfNeeded()
  const drawn = () =>
    frame
      .locator('#canvas img')
      .first()
      .evaluate((image: HTMLImageElement) => image.naturalWidth)
  await expect.poll(drawn).toBe(1920)

  const report = await saved(page, () => page.getByRole('button', { name: 'Download report' }).click())
  expect(report.name).toMatch(/ report\.zip$/)
  await page.getByText('Report downloaded.').waitFor()
  const folder = join(desk.folder, 'unpacked')
  for (const [name, bytes] of Object.entries(unzipSync(report.bytes))) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), bytes)
  }
  const offline = await desk.person({ offline: true })
  const read = await offline.newPage()
  const faults: string[] = []
  hearComplaints(read, (words) => faults.push(words))
  await read.goto(pathToFileURL(join(folder, 'index.html')).href)
  await read.getByRole('heading', { name: 'Doubt' }).waitFor()
  await expect
    .poll(() => read.locator('#quotes blockquote').allTextContents())
    .toEqual(['trusted him', 'and then', 'letter', 'He <b>shouted</b>'])
  await read.getByText('This matters.').waitFor()
  expect(
    await read
      .getByRole('row', { name: /^Trust/ })
      .last()
      .getByRole('cell')
      .allTextContents(),
  ).toEqual(['', '2', '3'])
  // axe itself reads stylesheets in a way that the page allows nobody.
  expect(faults).toEqual([])
  expect(await axe(read)).toEqual([])

  // On paper no property is cut off, however many there are: each stands in the paragraph of its source.
  const part = join(folder, fileOfPart('project'))
  const project = valueOfPart('project', readFileSync(part, 'utf8')) as ReportProject
  const properties = Array.from({ length: 14 }, (_, n) => `Property number ${n}`)
  const sources = project.sources.map((source) => ({ ...source, properties }))
  writeFileSync(part, partFile('project', { ...project, properties, sources }))
  await read.reload()
  await read.getByText('Property number 13').first().waitFor()
  const beyond = () => read.evaluate(() => document.body.scrollWidth - document.body.clientWidth)
  await read.setViewportSize({ width: 672, height: 950 })
  await read.emulateMedia({ media: 'print' })
  expect(await beyond()).toBe(0)
  expect(await read.locator('#sources tbody tr').first().innerText()).toContain('Property number 13')
  const behind = (cell: Element) => getComputedStyle(cell).backgroundColor
  expect(await read.locator('#sources tbody th').first().evaluate(behind)).toBe('rgba(0, 0, 0, 0)')
})

test('1 §9 a picture of the canvas is 1,920 px wide and has its colours; several come in an archive, each as {id}.png', async () => {
  const page = await desk.standing(drawing)
  await page.getByRole('treeitem', { name: /^Trust, / }).waitFor()
  await choose(page, 'Canvas screenshots', 'Export')
  expect(await axe(page)).toEqual([])
  const download = () => page.getByRole('button', { name: 'Download', exact: true }).click()
  const all = await saved(page, download)
  expect(Object.keys(unzipSync(all.bytes)).sort()).toEqual(['1.png', 'arranged.png', 'canvas.png', 'index.csv'])

  await choose(page, 'Canvas screenshots', 'Export')
  await page.getByRole('checkbox', { name: 'The arranged view' }).click()
  await page.getByRole('checkbox', { name: /^The tree/ }).click()
  const one = await saved(page, download)
  expect(one.name).toMatch(/ canvas\.png$/)
  const { width, corner, shares } = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (unit) => unit.charCodeAt(0))
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const canvas = new OffscreenCanvas(image.width, image.height)
    const context = canvas.getContext('2d')
    context?.drawImage(image, 0, 0)
    const pixels = context?.getImageData(0, 0, image.width, image.height).data ?? new Uint8ClampedArray()
    const counts = new Map<string, number>()
    const colour = (at: number) =>
      `#${Array.from(pixels.slice(at, at + 3), (part) => part.toString(16).padStart(2, '0')).join('')}`
    for (let at = 0; at < pixels.length; at += 4 * 97) counts.set(colour(at), (counts.get(colour(at)) ?? 0) + 1)
    return { width: image.width, corner: colour(0), shares: [...counts].sort((a, b) => b[1] - a[1]).slice(0, 5) }
  }, one.bytes.toString('base64'))
  expect([width, corner]).toEqual([1920, '#ffffff'])
  const shown = shares.map(([colour]) => colour)
  expect(shown[0]).toBe('#ffffff')
  // The land under the branch has a share too.
  expect(shown).toEqual(expect.arrayContaining([...colours]))
})

/** What is painted on light paper for those of the three quirks. */
const colours = ['#a33a3d', '#bd5a00', '#755100']
