// The word cloud, its table, the passages of a word and the stop list, by mouse and by keyboard.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Download, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axe } from '../../../fixtures/testing/axe.ts'
import { testDesk } from '../../../fixtures/testing/desk.ts'

const desk = testDesk()
const drawing = `
quirk Trust
quirk Work
group Feelings: Trust
source Anna | The harbour, the HARBOUR, a harbour: I [trusted the harbour]Trust then. Winter came, winter went.
source Berta | In the yard there was [work, work and work]Work before winter.
`

const words = (page: Page) => page.getByRole('listbox', { name: /^Word cloud of/ }).getByRole('option')
const cloud = async (page: Page) =>
  (await words(page).evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))).sort()
const passages = (page: Page) => page.locator('.word-passages .ui-passage')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const saved = async (file: Download) => {
  const path = join(desk.folder, file.suggestedFilename())
  await file.saveAs(path)
  return readFileSync(path, 'utf8')
}
const open = () => desk.standing(drawing, '/cloud')

test('by keyboard: from word to word, its menu, leaving it out and taking that back', async () => {
  const page = await open()
  const list = page.getByRole('listbox', { name: /^Word cloud of/ })
  await list.focus()
  await page.keyboard.press('Home')
  await page.keyboard.type('wi')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'winter' }).waitFor()
  await expect.poll(() => passages(page).count()).toBe(3)
  await list.focus()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Leave this word out' }).waitFor()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect.poll(() => cloud(page)).not.toContain('winter, 3 times')
  await page.getByRole('heading', { name: 'winter' }).waitFor({ state: 'detached' })
  await page.locator('.menu, .ui-menu').waitFor({ state: 'detached' })
  await page.keyboard.press('Control+z')
  await expect.poll(() => cloud(page)).toContain('winter, 3 times')
})

test('the table: sorted, filtered, saved', async () => {
  const page = await open()
  await button(page, 'Table').click()
  const table = page.getByRole('grid', { name: 'Words with their counts' })
  const rows = () => table.getByRole('row').allTextContents()
  await expect.poll(async () => (await rows())[1]).toBe('harbour429%')
  expect(await axe(page)).toEqual([])
  await table.getByRole('columnheader', { name: 'Word' }).click()
  await expect.poll(async () => (await rows())[1]).toBe('came17.1%')
  await page.getByRole('searchbox', { name: 'Filter words' }).fill('W')
  await expect.poll(async () => (await rows()).slice(1)).toEqual(['went17.1%', 'winter321%', 'work321%'])
  await table.focus()
  for (const key of ['Control+Home', 'Control+ArrowDown', 'Enter']) await page.keyboard.press(key)
  await page.getByRole('heading', { name: 'work' }).waitFor()

  await button(page, 'Save as a file').click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Table (CSV)' }).click(),
  ])
  const lines = (await saved(file)).split('\r\n')
  expect(lines.slice(0, 2)).toEqual(['\ufeffWord,Count,Share', 'harbour,4,0.285714'])
  await button(page, 'Cloud').click()
  await words(page).first().waitFor()
  for (const [entry, begins] of [
    ['Picture (SVG)', '<svg xmlns'],
    ['Picture (PNG)', '\ufffdPNG'],
  ] as const) {
    await button(page, 'Save as a file').click()
    const [picture] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: entry }).click(),
    ])
    expect((await saved(picture)).startsWith(begins)).toBe(true)
  }
})

test('the stop list: one word only, none twice; selected words are left out, saved in one step (1 §5)', async () => {
  const page = await open()
  await button(page, /^Stop list/).click()
  const field = page.getByRole('textbox', { name: 'Find or add a word' })
  await field.fill('harbour')
  await page.keyboard.type(' ')
  await page.getByText('Only one word at a time').waitFor()
  expect(await field.inputValue()).toBe('harbour')
  await page.keyboard.press('Enter')
  expect(await field.inputValue()).toBe('')
  await page.keyboard.press('Enter')
  await page.getByText('Type a word first.').waitFor()
  await field.fill('Harbour')
  await page.keyboard.press('Enter')
  await page.getByText('“Harbour” is already on the list.').waitFor()
  await field.fill('ther')
  const listed = page.getByRole('list', { name: 'Words of the stop list' }).getByRole('checkbox')
  await expect.poll(() => listed.evaluateAll((all) => all.length)).toBe(5)
  await page.getByRole('checkbox', { name: 'there', exact: true }).click()
  await page.getByRole('checkbox', { name: '4 of 5 left out' }).waitFor()
  expect(await axe(page)).toEqual([])
  await button(page, 'Save').click()
  await expect.poll(() => cloud(page)).toContain('there, 1 time')
  expect(await cloud(page)).not.toContain('harbour, 4 times')
  await page.keyboard.press('Control+z')
  await expect.poll(() => cloud(page)).toContain('harbour, 4 times')
  expect(await cloud(page)).not.toContain('there, 1 time')
})

test('the words of all texts, of a quirk, of a group, of a source; each with as many passages as it is counted', async () => {
  const page = await open()
  const all = [
    'came, 1 time',
    'harbour, 4 times',
    'trusted, 1 time',
    'went, 1 time',
    'winter, 3 times',
    'work, 3 times',
    'yard, 1 time',
  ]
  await expect.poll(() => cloud(page)).toEqual(all)
  await page.getByText('7 words, 14 occurrences').waitFor()
  expect(await axe(page)).toEqual([])

  await words(page)
    .filter({ hasText: /^harbour$/ })
    .click()
  await page.getByRole('heading', { name: 'harbour' }).waitFor()
  await expect.poll(() => passages(page).count()).toBe(4)
  expect(await passages(page).nth(1).locator('mark').textContent()).toBe('HARBOUR')
  expect(await axe(page)).toEqual([])
  await passages(page).nth(3).click()
  await page.getByRole('tab', { name: 'Anna', selected: true }).waitFor()
  await page.locator('.text-selected', { hasText: 'harbour' }).waitFor()
  await button(page, 'Close the passages').click()

  const wordsIn = async (choice: RegExp, role: 'checkbox' | 'button' = 'button') => {
    await button(page, /^Words in/).click()
    await page.getByLabel('Words in', { exact: true }).getByRole(role, { name: choice }).click()
    await page.keyboard.press('Escape')
  }
  await wordsIn(/^Work/, 'checkbox')
  await expect.poll(() => cloud(page)).toEqual(['work, 3 times'])
  await wordsIn(/^Feelings/)
  await expect.poll(() => cloud(page)).toEqual(['harbour, 1 time', 'trusted, 1 time'])
  await wordsIn(/^Whole texts/)
  await button(page, /^Sources:/).click()
  await page.getByRole('checkbox', { name: /^Berta/ }).click()
  await page.keyboard.press('Escape')
  await expect.poll(() => cloud(page)).toEqual(['winter, 1 time', 'work, 3 times', 'yard, 1 time'])
  // What was chosen is kept.
  await page.reload()
  await expect.poll(() => cloud(page)).toEqual(['winter, 1 time', 'work, 3 times', 'yard, 1 time'])
})

test('what is left out at first are the usual words of the texts’ language, not of the page’s', async () => {
  const page = await desk.standing('source Ana | Der Garten ist nur ein Garten, und das Beet war leer.', '/cloud')
  await expect.poll(() => cloud(page)).toEqual(['beet, 1 time', 'garten, 2 times', 'leer, 1 time'])
})
