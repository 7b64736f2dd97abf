// Reading passages: the list with its ways to the text, out of the program and back, live with a colleague; and the search in all texts.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Download, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axe } from '../../../fixtures/testing/axe.ts'
import { testDesk } from '../../../fixtures/testing/desk.ts'

const desk = testDesk({ own: { permissions: ['clipboard-read', 'clipboard-write'], acceptDownloads: true } })
const drawing = `
quirk Trust
quirk Letters < Trust
quirk Doubt
source Anna | I [trusted him]Trust until the letter came, and [the letters]Letters said [nothing]Doubt at all.
source Bertha | We [never wrote]{Doubt}@Ben. The [trust]Trust was gone, ΑΘΉΝΑ far away.
`

const passages = (page: Page) => page.locator('.quote .ui-passage')
const words = async (page: Page) => (await page.locator('.ui-passage-quote').allInnerTexts()).join(' | ')
const counted = (page: Page, words: string) =>
  page.locator('.list .ui-view-head').getByText(words, { exact: true }).waitFor()
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

async function openList(): Promise<[Page, string]> {
  const page = await desk.standing(drawing, '/list')
  const uuid = /projects\/([^/?]+)/.exec(page.url())?.[1] ?? ''
  await counted(page, '5 passages')
  return [page, uuid]
}

test('a quirk’s passages are read from its bubble, with those of the quirks inside it; Enter shows one in its text, C copies it', async () => {
  const page = await desk.page(`/projects/${await desk.draw(drawing)}`)
  const trust = page.getByRole('treeitem', { name: /^Trust/ })
  await trust.focus()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Read passages' }).click()
  await counted(page, '3 passages')
  expect(page.url()).toMatch(/\/list\?quirkId=\d+$/)
  expect(await words(page)).toBe('the letters | trusted him | trust')
  expect(await page.locator('.list-group').allInnerTexts()).toEqual(['Letters\n1', 'Trust\n2'])

  await passages(page).first().focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('tab', { name: 'Anna' }).waitFor()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('data-row'))).toBe('1')
  await page.keyboard.press('c')
  await page.getByText('1 passage copied').waitFor()
  expect(await clipboard(page)).toMatch(/^“trusted him” \(Anna, ¶ 1\)\nTrust, by .+\n\n$/)
  expect(await axe(page)).toEqual([])

  await page.getByRole('button', { name: /^Which quirks/ }).click()
  await page.getByRole('switch', { name: 'With nested quirks' }).click()
  await counted(page, '2 passages')
  await page.getByRole('checkbox', { name: /^Doubt/ }).click()
  await counted(page, '4 passages')
  expect(await axe(page)).toEqual([])
})

test('all passages leave as text and as a table that opens as it is meant', async () => {
  const [page] = await openList()
  const take = async (name: string) => {
    await page.getByRole('button', { name: 'Copy, download, print' }).click()
    const file = page.waitForEvent('download')
    await page.getByRole('menuitem', { name }).click()
    return file
  }
  const read = async (file: Download) => {
    const path = join(desk.folder, file.suggestedFilename())
    await file.saveAs(path)
    return readFileSync(path, 'utf8')
  }
  const text = await take('Download as text')
  expect(text.suggestedFilename()).toMatch(/^Passages of .+\.txt$/)
  expect(await read(text)).toMatch(/^Doubt\n=====\n\n“nothing” \(Anna, ¶ 1\)\nby .+\n\n“never wrote” \(Bertha/)
  const table = await read(await take('Download as CSV'))
  expect(table.startsWith('\ufeffQuirk,Passage,Source,Question,Author,Date,Paragraph,Start,Length\r\n')).toBe(true)
  expect(table).toMatch(/\r\nTrust › Letters,the letters,Anna,/)
  expect(table.trimEnd().split('\r\n')).toHaveLength(6)
})

test('1 §2 text search: Ctrl+Shift+F lists the sources whose answers contain the text in any case; choosing one opens it there', async () => {
  const page = await desk.standing(drawing)
  await page.getByRole('treeitem', { name: /^Trust/ }).waitFor()
  await page.keyboard.press('Control+Shift+F')
  const dialog = page.getByRole('dialog', { name: 'Search in all texts' })
  await dialog.waitFor()
  await page.keyboard.type('tRuSt')
  await dialog.getByText('2 sources, 2 hits').waitFor()
  expect(await dialog.getByRole('option').allInnerTexts()).toEqual([
    expect.stringMatching(/^Anna\n[\s\S]*\n1 hit$/),
    expect.stringMatching(/^Bertha\n[\s\S]*\n1 hit$/),
  ])
  expect(await axe(page)).toEqual([])
  // Typing anywhere goes to the field.
  await dialog.getByRole('button', { name: 'Clear' }).click()
  await dialog.evaluate((element) => (element as HTMLElement).focus())
  await page.keyboard.press('f')
  await dialog.getByText(/^1 source, /).waitFor()
  expect(await dialog.getByRole('combobox').inputValue()).toBe('f')
  await dialog.getByRole('combobox').fill('αθήνα')
  // Enter may be pressed before the answer is there.
  await page.keyboard.press('Enter')
  await page.getByRole('tab', { name: 'Bertha' }).waitFor()
  await expect.poll(() => dialog.count()).toBe(0)
  const give = page.getByRole('button', { name: /^Code with quirk/ })
  await expect.poll(() => give.isEnabled()).toBe(true)

  // From the first of several places one goes on to the others.
  await page.keyboard.press('Control+Shift+F')
  await dialog.waitFor()
  await page.keyboard.type('letter')
  await dialog.getByText('1 source, 2 hits').waitFor()
  // Each place is a line, and the source is named once.
  await expect.poll(() => dialog.getByRole('option').count()).toBe(2)
  expect(await dialog.locator('.text-search-source').allTextContents()).toEqual(['Anna'])
  await page.keyboard.press('Enter')
  await page.getByText('1 of 2', { exact: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('2 of 2', { exact: true }).waitFor()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Search in all texts' }).click()
  await dialog.waitFor()
  // Escape closes it at once, with words in it too.
  await page.keyboard.type('let')
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog.count()).toBe(0)
  await page.keyboard.press('Control+Shift+F')
  await dialog.waitFor()
  await page.mouse.click(5, 5)
  await expect.poll(() => dialog.count()).toBe(0)
})

test('the list is ordered and filtered, several are chosen and removed at once, and a colleague’s highlight comes without it moving', async () => {
  const [page, uuid] = await openList()
  await page.getByRole('button', { name: /^Sort:/ }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Length' }).click()
  await expect.poll(() => words(page)).toBe('trusted him | the letters | never wrote | nothing | trust')
  await page.getByRole('button', { name: 'Descending' }).click()
  await expect.poll(() => words(page)).toBe('trust | nothing | trusted him | the letters | never wrote')
  await page.getByRole('searchbox', { name: 'Passages with…' }).fill('TRUST')
  await counted(page, '2 passages')
  await page.getByRole('button', { name: /^Clear$/ }).click()
  await counted(page, '5 passages')

  const colleague = await desk.page(`/projects/${uuid}`, await desk.person())
  await colleague.getByRole('button', { name: 'Anna' }).click()
  await colleague.locator('.cm-line').dblclick({ position: { x: 4, y: 10 } })
  await passages(page).nth(1).focus()
  await colleague.keyboard.press('Enter')
  await colleague.getByRole('combobox', { name: /Find or name a quirk/ }).fill('Doubt')
  await colleague.keyboard.press('Enter')
  await counted(page, '6 passages')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('nothing')

  await passages(page)
    .first()
    .click({ modifiers: ['Control'] })
  await passages(page)
    .nth(2)
    .click({ modifiers: ['Shift'] })
  await page.getByText('3 passages selected').waitFor()
  await page.keyboard.press('Delete')
  await page.getByText('3 highlights removed').waitFor()
  await counted(page, '3 passages')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await counted(page, '6 passages')
})
