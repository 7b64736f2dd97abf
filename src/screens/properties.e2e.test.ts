// The properties of sources, by mouse and by keyboard alone: the real server, the built page, the sample project.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { axe } from '../../fixtures/testing/axe.ts'
import { newContext } from '../../fixtures/testing/chromium.ts'
import { localHost } from '../../server/hosts/local.ts'
import { openLog } from '../../server/log.ts'
import { type Running, startServer } from '../../server/start.ts'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'thicket-properties-'))

let running: Running
let context: BrowserContext
let page: Page
let complaints: string[] = []

beforeAll(async () => {
  vi.stubEnv('HOME', folder)
  vi.stubEnv('USERPROFILE', folder)
  if (homedir() !== folder) throw new Error('this test would write into the real home folder')
  const config = join(folder, 'config')
  mkdirSync(config)
  const host = localHost(config, 'secret')
  host.setLastAuthor('Ana')
  running = await startServer({ host, log: openLog('error'), page: join(root, 'dist/web'), port: 0 })
  context = await newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
})

afterAll(async () => {
  await context?.close()
  await running?.close()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

/** The sample project, the same file for all: each test takes back what it did. */
beforeEach(async () => {
  complaints = []
  page = await context.newPage()
  page.setDefaultTimeout(10_000)
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => /error|warning/.test(message.type()) && complaints.push(message.text()))
  await page.goto(`http://127.0.0.1:${running.port}/web/#launch=secret`)
  const sample = page.getByRole('link', { name: /Sample project/ })
  await page
    .getByRole('button', { name: /sample project/ })
    .or(sample)
    .first()
    .click()
  await row(1).waitFor()
})

afterEach(async () => {
  await page.close()
  expect(complaints.filter((text) => !text.includes('status of 409'))).toEqual([])
})

const row = (sourceId: number) => page.locator(`[data-source="${sourceId}"] .sources-row-open`)
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name })
const gone = (name: string | RegExp) => dialog(name).waitFor({ state: 'detached' })
const table = () => dialog('Properties of all sources')
const grid = () => page.getByRole('grid')
const toast = () => page.locator('.ui-toast')
const press = async (...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
const cell = (source: number, column: number) => grid().locator(`[data-row="${source}"][data-col="${column}"]`)
const text = (of: Locator) => expect.poll(async () => (await of.textContent())?.trim())
const paste = async (words: string) => {
  await page.evaluate((put) => navigator.clipboard.writeText(put), words)
  await press('Control+v')
}

test('1 §5 a new property says what is missing, takes the value that is still typed, and is undone in one step', async () => {
  await page.getByRole('button', { name: 'Table of properties' }).click()
  await table().getByRole('button', { name: 'New property' }).click()
  const form = dialog('New property')
  await form.getByRole('button', { name: 'Create property' }).click()
  await form.getByText('Give the property a name.').waitFor()
  await form.getByLabel('Name of the property').fill('AGE')
  await form.getByRole('button', { name: 'Create property' }).click()
  await form.getByText('A property needs at least one value.').waitFor()
  await page.keyboard.type('North,South')
  await press('Enter')
  await page.keyboard.type('north,')
  await form.getByText('There is a value “north” already.').waitFor()
  await page.keyboard.type('East')
  await form.getByRole('button', { name: 'Create property' }).click()
  await form.getByText('There is a property “AGE” already.').waitFor()
  expect(await axe(page)).toEqual([])
  await form.getByLabel('Name of the property').fill('Side')
  await press('Enter')
  await gone('New property')
  await grid().getByRole('columnheader', { name: 'Side' }).waitFor()
  await cell(0, 5).dblclick()
  expect(await page.getByRole('option').allTextContents()).toEqual(['North', 'South', 'East'])
  await press('Escape')
  await toast().getByRole('button', { name: 'Undo' }).click()
  await grid().getByRole('columnheader', { name: 'Side' }).waitFor({ state: 'detached' })
})

test('1 §5 a property is changed in place: warnings, errors, what sources lose, and deleting it', async () => {
  await row(1).focus()
  await press('Alt+Enter')
  const one = dialog('Properties of “Ingrid, 71”')
  await one.getByRole('button', { name: 'Edit property Comes for' }).click()
  const form = dialog('Edit property')
  const name = form.getByLabel('Name of the property')
  await name.fill('')
  await press('Enter')
  await form.getByText('The name of a property cannot be empty.').waitFor()
  await press('Escape')
  expect(await name.inputValue()).toBe('Comes for')
  await name.fill('Reasons')
  await press('Enter')

  const quiet = form.getByRole('textbox', { name: 'Value The quiet' })
  await quiet.fill('THE PEOPLE')
  await press('Tab')
  await form.getByText('There is a value “THE PEOPLE” already.').waitFor()
  await quiet.fill('')
  await press('Enter')
  await form.getByText('A value cannot be empty.').waitFor()
  expect(await quiet.inputValue()).toBe('The quiet')

  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect.poll(() => form.getByLabel('New value').getAttribute('aria-invalid')).toBe('true')
  await form.getByLabel('New value').fill('The bees')
  await press('Enter')
  await form.getByRole('textbox', { name: 'Value The bees' }).waitFor()
  expect(await axe(page)).toEqual([])

  await form.getByRole('button', { name: 'Delete value The people' }).click()
  await page.getByText('The people deleted; 5 sources have lost it').waitFor()
  await toast().getByRole('button', { name: 'Undo' }).click()
  await form.getByRole('textbox', { name: 'Value The people' }).waitFor()
  await form.getByLabel('New value').fill('The birds')
  await form.getByRole('button', { name: 'Done' }).click()
  await gone('Edit property')
  await one.getByRole('checkbox', { name: 'The birds' }).click()
  await expect.poll(() => one.getByRole('checkbox', { name: 'The birds' }).isChecked()).toBe(true)

  await one.getByRole('button', { name: 'Edit property Reasons' }).click()
  await form.getByRole('button', { name: 'Delete property' }).click()
  await gone('Edit property')
  await one.getByText('Reasons').waitFor({ state: 'detached' })
  await toast().getByRole('button', { name: 'Undo' }).click()
  await one.getByRole('checkbox', { name: 'The birds' }).waitFor()
  await one.getByRole('button', { name: 'Done' }).click()
  await gone(/^Properties of/)
  for (let steps = 0; steps < 4; steps += 1) await press('Control+z')
  await row(1).focus()
  await press('Alt+Enter')
  await one.getByText('Comes for', { exact: true }).waitFor()
})

test('the properties of one source, from the menu of its row: chosen, added and taken away', async () => {
  await row(2).click({ button: 'right' })
  await page.getByRole('menuitem', { name: /Properties of the source/ }).click()
  const one = dialog('Properties of “Samir, 34”')
  await one.getByRole('radio', { name: 'Gardener', exact: true }).waitFor()
  await one.getByRole('radio', { name: 'Coordinator' }).click()
  await expect.poll(() => one.getByRole('radio', { name: 'Coordinator' }).isChecked()).toBe(true)
  await one.getByRole('button', { name: 'New value of Role' }).click()
  await page.keyboard.type('Beekeeper')
  await press('Enter')
  await expect.poll(() => one.getByRole('radio', { name: 'Beekeeper' }).isChecked()).toBe(true)
  expect(await axe(page)).toEqual([])
  await one.getByRole('button', { name: 'Done' }).click()
  await gone(/^Properties of/)
  await press('Control+z', 'Control+z')
  await row(2).focus()
  await press('Alt+Enter')
  await expect.poll(() => one.getByRole('radio', { name: 'Gardener', exact: true }).isChecked()).toBe(true)
  expect(await one.getByRole('radio', { name: 'Beekeeper' }).count()).toBe(0)
})

test('the table by keyboard alone: filled in, emptied, copied, pasted in one step and taken back', async () => {
  await press('F4')
  await grid().waitFor()
  await expect.poll(() => grid().evaluate((own) => own === document.activeElement)).toBe(true)
  expect(await axe(page)).toEqual([])

  // The table scrolls within the window, however high it is: so thousands of rows are drawn where they are seen.
  await page.setViewportSize({ width: 1280, height: 360 })
  await expect.poll(() => grid().evaluate((own) => own.scrollHeight > own.clientHeight + 20)).toBe(true)
  await page.setViewportSize({ width: 1280, height: 800 })

  // Typing replaces; a value from the list; Enter goes down.
  await page.keyboard.type('40')
  await page.getByRole('option', { name: '40 to 59' }).waitFor()
  expect(await axe(page)).toEqual([])
  await press('ArrowDown', 'Enter')
  await text(cell(0, 1)).toBe('40 to 59')
  // F2 adds to several; Tab goes right, Escape leaves a cell as it was.
  await press('ArrowUp', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'F2')
  await page.keyboard.type('Bees')
  await press('Tab')
  await text(cell(0, 4)).toBe('The people, The quiet, Bees')
  await press('F2')
  await page.keyboard.type('nothing of this')
  await press('Escape')
  await text(cell(0, 4)).toBe('The people, The quiet, Bees')
  expect(await dialog('Properties of all sources').count()).toBe(1)
  await press('Control+z')
  await text(cell(0, 4)).toBe('The people, The quiet')
  await press('Control+z')
  await text(cell(0, 1)).toBe('60 and over')

  // Two columns of two rows, copied and pasted elsewhere.
  await press('Control+Home', 'ArrowRight', 'Shift+ArrowDown', 'Shift+ArrowRight', 'Control+c')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('60 and over\tGardener\n18 to 39\tGardener')
  await press('ArrowDown', 'ArrowDown', 'ArrowLeft', 'Control+v')
  await page.getByText('4 cells of 2 sources changed').waitFor()
  await text(cell(3, 1)).toBe('60 and over')
  await press('Control+z')
  await text(cell(3, 1)).toBe('18 to 39')

  await press('Control+Home', 'ArrowRight')
  await paste('young\t"Nurse, retired"\r\n\tCook\r\n')
  await page.getByText('4 cells of 2 sources changed, 3 new values').waitFor()
  await text(cell(0, 2)).toBe('Nurse, retired')
  await text(cell(1, 1)).toBe('')
  await toast().getByRole('button', { name: 'Undo' }).click()
  await text(cell(0, 2)).toBe('Gardener')
  await text(cell(1, 1)).toBe('18 to 39')

  // A whole table, found by its names; the order of rows and columns is its own.
  await press('Control+Home')
  await paste('who\tTown\tage\nRui, 63\tBonn\told\nNobody\tKiel\tx\nclara, 45\tHull\told')
  await page.getByText('4 cells of 2 sources changed, 3 new values, 1 new property; 1 row').waitFor()
  await text(cell(5, 5)).toBe('Bonn')
  await text(cell(2, 1)).toBe('old')
  await press('Control+z')
  await text(cell(2, 1)).toBe('40 to 59')
  await grid().getByRole('columnheader', { name: 'Town' }).waitFor({ state: 'detached' })

  // Delete empties what is chosen.
  await press('Control+Home', 'ArrowRight', 'Shift+ArrowDown', 'Delete')
  await page.getByText('2 cells of 2 sources changed').waitFor()
  await text(cell(1, 1)).toBe('')
  await press('Control+z')
  await text(cell(1, 1)).toBe('18 to 39')
  await press('Escape', 'Escape')
  await gone('Properties of all sources')
})

test('the table by mouse: sorted by a column, steady while it is filled in, searched, and on to a text', async () => {
  await page.getByRole('button', { name: 'Table of properties' }).click()
  const titles = () => grid().getByRole('rowheader').allTextContents()
  const age = grid().getByRole('columnheader', { name: 'Age' })
  await age.getByText('Age').click()
  await expect.poll(titles).toEqual(['Samir, 34', 'Tobias, 28', 'Clara, 45', 'Odile, 58', 'Ingrid, 71', 'Rui, 63'])
  expect(await age.getAttribute('aria-sort')).toBe('ascending')
  await cell(0, 1).dblclick()
  await page.getByRole('option', { name: '60 and over' }).click()
  await text(cell(0, 1)).toBe('60 and over')
  expect((await titles())[0]).toBe('Samir, 34')
  await age.getByText('Age').click()
  await expect.poll(async () => (await titles())[0]).toBe('Ingrid, 71')
  await press('Control+z')

  await cell(0, 2).hover()
  await page.mouse.down()
  await cell(2, 3).hover()
  await page.mouse.up()
  expect(await grid().locator('[aria-selected=true]').count()).toBe(6)
  await table().getByLabel('Find a source').fill('rui')
  await expect.poll(titles).toEqual(['Rui, 63'])
  await cell(0, 0).dblclick()
  await gone('Properties of all sources')
  await page.getByRole('tab', { name: 'Rui, 63', selected: true }).waitFor()
})
