// The project out of the page, as files: by the menu, the palette and the phone's drawer; what comes is opened by others.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { read, utils } from '@e965/xlsx'
import { unzipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axe } from '../../../fixtures/testing/axe.ts'
import { testDesk } from '../../../fixtures/testing/desk.ts'

const desk = testDesk()

const drawing = `
  quirk Trust
  source Anna | I [trusted]Trust him.
  source Ben  | No.
`

async function saved(page: Page, act: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()])
  const name = download.suggestedFilename()
  await download.saveAs(join(desk.folder, name))
  return { name, bytes: readFileSync(join(desk.folder, name)) }
}

test('a workbook, documents and the project itself are downloaded, with all that was done', async () => {
  const page = await desk.standing(drawing)
  const menu = page.getByRole('navigation').getByRole('button', { name: 'Export' })
  const choose = async (name: string) => {
    await menu.click()
    await page.getByRole('menuitem', { name }).click()
  }
  await page.getByRole('treeitem', { name: /^Trust, / }).waitFor()

  await menu.click()
  await page.getByRole('menuitem', { name: 'Export XLSX' }).waitFor()
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Escape')

  const workbook = await saved(page, () => choose('Export XLSX'))
  expect(workbook.name).toMatch(/\.xlsx$/)
  await page.getByText(`Exported: ${workbook.name}`).waitFor()
  await page.getByText('Not included: formatting and pictures of the texts, and positions of memos.').waitFor()
  const { SheetNames, Sheets } = read(workbook.bytes)
  expect(SheetNames).toEqual(['sources', 'quotes', 'quirks', 'memos', 'chat'])
  const quotes = utils.sheet_to_json<Record<string, unknown>>(Sheets.quotes ?? {})
  expect(quotes.map(({ quirkTitle, sourceTitle, quote }) => [quirkTitle, sourceTitle, quote])).toEqual([
    ['Trust', 'Anna', 'trusted'],
  ])

  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('individual sources')
  await page.getByRole('option', { name: 'Export: Individual sources as Word document' }).waitFor()
  const archive = await saved(page, () => page.keyboard.press('Enter'))
  expect(Object.keys(unzipSync(archive.bytes))).toEqual(['Anna.docx', 'Ben.docx'])

  const json = await saved(page, () => choose('Project as JSON'))
  expect(JSON.parse(json.bytes.toString()).sources).toHaveLength(2)
})

test('2 §8: every Word document is said to have come, or in words of its own that it could not be made', async () => {
  const page = await desk.standing(drawing)
  await page.getByRole('treeitem', { name: /^Trust, / }).waitFor()
  const make = async (menu: string, entry: string) => {
    await page.getByRole('navigation').getByRole('button', { name: menu }).click()
    await page.getByRole('menuitem', { name: entry, exact: true }).click()
  }
  // Closed, so that the next one is another.
  const told = async (words: string) => {
    const toast = page.locator('.ui-toast', { hasText: words })
    await toast.locator('button').last().dispatchEvent('click')
    await toast.waitFor({ state: 'detached' })
  }
  const ways = [
    ['Export', 'Sources as Word document'],
    ['Export', 'Individual sources as Word document'],
    ['Report', 'Report as Word document'],
  ] as const
  for (const [menu, entry] of ways) {
    await Promise.all([page.waitForEvent('download'), make(menu, entry)])
    await told('Word document downloaded')
  }
  await page.route('**/export.worker.js', (route) => route.abort())
  for (const [menu, entry] of ways) {
    await make(menu, entry)
    await told('The Word document could not be created')
  }
  // What is fetched ahead may have asked for it too.
  desk.forgive('ERR_FAILED')
})

test('an export that takes long says how far it is, and can be stopped', async () => {
  const page = await desk.standing(drawing)
  await page.getByRole('treeitem', { name: /^Trust, / }).waitFor()
  // The worker's script does not come: so it takes as long as it must.
  await page.route('**/export.worker.js', () => {})
  await page.getByRole('navigation').getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'Sources as Word document', exact: true }).click()
  const bar = page.getByRole('progressbar', { name: 'Writing the file: Sources as Word document' })
  await bar.waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await bar.waitFor({ state: 'detached' })
})
