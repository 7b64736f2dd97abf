// What overlaps what: one quirk against all others, the matrix of all, and quirks by a property, by pointer, by keyboard and live.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axe } from '../../../fixtures/testing/axe.ts'
import { testDesk } from '../../../fixtures/testing/desk.ts'

const desk = testDesk()

const drawing = `
  quirk Trust
  quirk Doubt
  quirk Hope
  quirk Rest
  source Anna | I [1:trusted [2:him]1:Trust until [3:the]2:Doubt letter]3:Hope came, and slept.
  source Ben  | [1:[2:[3:All of it]1:Trust]2:Doubt]3:Hope, said Ben. [1:[2:Never]1:Trust]2:Doubt again.
`

const canvasQuirk = (page: Page, title: string) => page.getByRole('treeitem', { name: new RegExp(`^${title}, `) })
const list = (page: Page) => page.getByRole('grid', { name: /^Quirks that overlap/ })
const rows = (page: Page) => page.locator('.overlap-row:not(.overlap-heads)')
/** Title and count of each row. */
const rowTexts = (page: Page) =>
  rows(page).evaluateAll((all) =>
    all.map((row) =>
      Array.from(row.children, ({ textContent }) => textContent)
        .slice(0, 2)
        .join(' '),
    ),
  )

async function saved(page: Page, act: () => Promise<void>): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()])
  const path = join(desk.folder, download.suggestedFilename())
  await download.saveAs(path)
  return readFileSync(path)
}

/** The name of the cell that a grid says is meant. */
const meantCell = (page: Page) =>
  page.evaluate(() => {
    const id = document.activeElement?.getAttribute('aria-activedescendant')
    const cell = id ? document.getElementById(id) : null
    return cell?.getAttribute('aria-label') ?? cell?.textContent
  })

/** What the grid puts on the clipboard. */
const copied = (page: Page) =>
  page.evaluate(() => {
    const clipboardData = new DataTransfer()
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }),
    )
    return clipboardData.getData('text/plain')
  })

// First: the list offers the sample where it is empty.
test('quirks by a property: counts and shares, sorted by key; a cell shows its passages, the table is saved', async () => {
  const page = await desk.sample()
  await page.getByRole('treeitem').first().waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').waitFor()
  await page.keyboard.type('Quirks by property')
  await page.keyboard.press('Enter')
  const grid = page.getByRole('grid', { name: /^Quirks by / })
  await grid.waitFor()
  expect(await axe(page)).toEqual([])
  const cell = (row: number, column: number) => page.locator(`[data-row="${row}"][data-col="${column}"]`).textContent()
  const total = async () => Number(await page.locator('.crosstab-totals [data-total]').textContent())
  await expect.poll(() => page.locator('.crosstab-row').count()).toBeGreaterThan(3)

  await grid.focus()
  for (const key of ['Control+Home', 'Control+ArrowUp']) await page.keyboard.press(key)
  await expect.poll(() => meantCell(page)).toBe('Quirk')
  await page.keyboard.press('Enter')
  const titles = (await page.locator('.crosstab-title').allTextContents()).slice(1)
  expect(titles).toEqual(titles.toSorted((a, b) => a.localeCompare(b, 'en')))
  for (const key of ['ArrowRight', 'Enter', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key)
  const highest = Number(await cell(0, 1))
  expect(highest).toBeGreaterThanOrEqual(Number(await cell(1, 1)))
  await expect.poll(() => meantCell(page)).toBe(String(highest))
  // Several cells are copied as a spreadsheet takes them.
  await page.keyboard.press('Shift+ArrowDown')
  await expect.poll(() => grid.locator('[aria-selected=true]').count()).toBe(2)
  expect(await copied(page)).toBe(`${highest}\n${await cell(1, 1)}`)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator('.ui-passage').count()).toBe(highest)
  await page.locator('.ui-passage').first().click()
  await page.locator('.cm-content').waitFor()
  expect(await total()).toBeGreaterThan(highest)

  await page.getByRole('combobox', { name: 'Show' }).click()
  await page.getByRole('option', { name: 'Row %' }).click()
  await page.getByText('Of the highlights of the quirk.').waitFor()
  await expect.poll(() => cell(0, 1)).toMatch(/^\d+%$/)
  const file = await saved(page, () => page.getByRole('button', { name: 'Save (CSV)' }).click())
  expect(file.toString()).toMatch(/^\ufeffQuirk,/)
})

test('1 §2: Overlap from the canvas menu: the others by their overlaps, without the search box; one of them goes into the middle by key', async () => {
  const page = await desk.standing(drawing)
  await canvasQuirk(page, 'Trust').focus()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Overlap' }).click()
  await page.waitForURL(/\/overlap\?quirkId=1$/)
  await expect.poll(() => rowTexts(page)).toEqual(['Doubt 3', 'Hope 1'])
  expect(await page.locator('.canvas-search').count()).toBe(0)
  await page.getByText('2 quirks overlap Trust').waitFor()
  await page
    .locator('.overlap-disc', { hasText: 'Doubt' })
    .or(page.locator('.overlap-beside', { hasText: 'Doubt' }))
    .first()
    .waitFor()
  expect(await axe(page)).toEqual([])

  await list(page).focus()
  expect(await page.locator('.overlap-caption').textContent()).toBe('Doubt3 overlaps3 highlights')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => meantCell(page)).toBe('Hope')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/overlap\?quirkId=3$/)
  await expect.poll(() => rowTexts(page)).toEqual(['Doubt 2', 'Trust 1'])
  // The focus goes on with the list.
  await expect.poll(() => meantCell(page)).toBe('Doubt')
})

test('the words that two and three quirks have in common, and the way to them', async () => {
  const page = await desk.standing(drawing, '/overlap?quirkId=1')
  await list(page).focus()
  for (const key of ['ArrowRight', 'Enter']) await page.keyboard.press(key)
  await page.getByText('3 passages that all of these quirks cover').waitFor()
  const passages = page.locator('.ui-passage')
  expect(await passages.allTextContents()).toEqual(['him', 'All of it', 'Never'])
  await page.getByRole('combobox', { name: 'Add a quirk' }).click()
  await page.getByRole('option', { name: 'Hope' }).click()
  await page.getByText('1 passage that all of these quirks cover').waitFor()
  expect(await axe(page)).toEqual([])
  await passages.first().click()
  await page.getByRole('tab', { name: 'Ben' }).waitFor()
  await expect.poll(() => page.evaluate(() => document.querySelector('.cm-content')?.textContent)).toContain('said Ben')
  await page.getByRole('button', { name: 'Without Trust' }).click()
  await page.getByText('2 passages that all of these quirks cover').waitFor()
  await page.getByRole('button', { name: 'Back to the list' }).click()
  await expect.poll(() => meantCell(page)).toBe('3 overlaps, Passages of both')
})

test('a highlight that a colleague makes moves the counts', async () => {
  const uuid = await desk.draw(drawing)
  const page = await desk.page(`/projects/${uuid}/overlap?quirkId=4`)
  await page.getByText('Nothing overlaps Rest yet').waitFor()
  expect(await axe(page)).toEqual([])
  const colleague = await desk.page(`/projects/${uuid}`, await desk.person())
  await colleague.getByText('Ben', { exact: true }).first().click()
  await colleague.locator('.cm-content').click()
  await colleague.locator('.cm-content').press('Control+a')
  await colleague.keyboard.press('Enter')
  const choices = colleague.getByRole('listbox', { name: 'Choose a quirk' })
  await choices.waitFor()
  await colleague.keyboard.type('Rest')
  await expect.poll(() => choices.getByRole('option').count()).toBe(1)
  await colleague.keyboard.press('Enter')
  await expect.poll(() => rowTexts(page)).toEqual(['Trust 2', 'Doubt 2', 'Hope 1'])
})

test('the matrix by keyboard: each cell says its quirks and their overlaps, Enter shows the words; all pairs are saved', async () => {
  const page = await desk.standing(drawing, '/matrix')
  const grid = page.getByRole('grid', { name: 'Overlaps of each pair of quirks' })
  await grid.focus()
  await expect.poll(() => meantCell(page)).toBe('Doubt: 3 highlights')
  for (const key of ['ArrowRight', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key)
  await expect.poll(() => meantCell(page)).toBe('Trust and Hope: 1 overlap')
  await expect.poll(() => page.locator('.matrix-said').textContent()).toBe('Trust and Hope: 1 overlap')
  await page.getByText('Counts pairs of highlights that share words, by any author.').waitFor()
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByText('1 passage that all of these quirks cover').waitFor()
  expect(await grid.evaluate((element) => element === document.activeElement)).toBe(true)

  await page.getByRole('button', { name: 'Options' }).click()
  await page.getByRole('spinbutton', { name: 'At least' }).fill('3')
  await page.getByText('2 quirks of 2 that overlap').waitFor()
  await page.getByRole('spinbutton', { name: 'At least' }).fill('1')
  await page.keyboard.press('Escape')
  await page.getByText('3 quirks of 3 that overlap').waitFor()
  const save = (kind: RegExp) =>
    saved(page, async () => {
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('menuitem', { name: kind }).click()
    })
  const lines = (await save(/CSV/)).toString().split('\r\n')
  expect(lines[0]).toBe('\ufeffQuirk,Other quirk,Overlaps')
  expect(lines.slice(1).sort()).toEqual(['', 'Doubt,Hope,2', 'Trust,Doubt,3', 'Trust,Hope,1'])
  const picture = await save(/PNG/)
  expect(picture.subarray(1, 4).toString()).toBe('PNG')
  // As wide as the least legend and both margins, in double size.
  expect(picture.readUInt32BE(16)).toBe(2 * (320 + 32))
})

/** Controls that can be seen neither in the window nor by scrolling what they stand in, and how far the page itself is wider or higher than its window. */
const stickingOut = (page: Page): Promise<(string | number)[]> =>
  page.evaluate(() => {
    const { scrollWidth, scrollHeight } = document.documentElement
    const scrolls = (element: Element): boolean => {
      const { overflow } = getComputedStyle(element)
      return /auto|scroll/.test(overflow) || (element.parentElement !== null && scrolls(element.parentElement))
    }
    const isOut = (element: Element): boolean => {
      const { left, top, right, bottom, width } = element.getBoundingClientRect()
      const isSeen = width > 1 && element.checkVisibility({ visibilityProperty: true })
      const isWithin = left > -1 && top > -1 && right < innerWidth + 1 && bottom < innerHeight + 1
      return isSeen && !isWithin && !scrolls(element)
    }
    const out = [...document.querySelectorAll('button, input, [role=tab]')].filter(isOut)
    return [
      Math.max(0, scrollWidth - innerWidth),
      Math.max(0, scrollHeight - innerHeight),
      ...out.map((element) => element.ariaLabel ?? element.textContent),
    ]
  })

test('with all words twice as large, as in half of a window of 1,280 px, each view of the desk is whole or scrolls', async () => {
  const page = await desk.standing(drawing)
  await page.setViewportSize({ width: 640, height: 400 })
  const shown = {
    '': '.canvas-item',
    '/list': '.ui-passage-row',
    '/query': '.ui-passage-row',
    '/overlap?quirkId=1': '.overlap-row',
    '/matrix': '.matrix-cell',
  }
  for (const [view, there] of Object.entries(shown)) {
    await page.evaluate((to) => {
      location.hash = location.hash.replace(/(projects\/[^/?]+).*/, `$1${to}`)
    }, view)
    await page.locator(there).first().waitFor({ state: 'attached' })
    await expect.poll(() => stickingOut(page), { message: view }).toEqual([0, 0])
  }
  await page.getByRole('button', { name: 'Sources and text' }).click()
  await page.locator('.sources-row-open').first().waitFor()
  await expect.poll(() => stickingOut(page)).toEqual([0, 0])
  await page.locator('.pane-switch button').first().click()
})
