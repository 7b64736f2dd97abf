// The arranged view: quirks in a grid, in any order, by mouse and by keyboard; words dropped on one are highlighted.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axe } from '../../../fixtures/testing/axe.ts'
import { testDesk } from '../../../fixtures/testing/desk.ts'

const desk = testDesk()
const drawing = `
quirk Trust
quirk Doubt < Trust
quirk Work
quirk Anger
group Feelings: Trust, Anger
source Anna | I [trusted]Trust him, [then]Trust I [doubted]Doubt [him]Trust. [Work]Work was [work]Work.
`
const board = (page: Page) => page.getByRole('grid', { name: 'Arranged' })
const titles = (page: Page) =>
  board(page)
    .locator('.arranged-title')
    .evaluateAll((all) => all.map((one) => one.textContent))
const headings = (page: Page) => board(page).getByRole('rowheader').allTextContents()
const choose = async (page: Page, order: string) => {
  await page.getByRole('combobox', { name: 'Sort by' }).click()
  await page.getByRole('option', { name: order, exact: true }).click()
}
const meant = (page: Page) =>
  board(page).evaluate((grid) => document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')?.textContent)

test('by keyboard: from quirk to quirk, its menu, its passages', async () => {
  const page = await desk.standing(drawing, '/sort')
  await board(page).focus()
  expect(await meant(page)).toContain('Trust')
  await page.keyboard.press('ArrowRight')
  expect(await meant(page)).toContain('Work')
  await page.keyboard.press('End')
  expect(await meant(page)).toContain('Anger')
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Show on the canvas' }).waitFor()
  await page.keyboard.press('Escape')
  await board(page).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/list\?quirkId=1$/)
})

test('words dropped on a quirk are highlighted, and so are selected ones, from its menu', async () => {
  const page = await desk.standing(drawing, '/sort')
  await page.getByRole('button', { name: 'Anna', exact: true }).first().click()
  const line = page.locator('.cm-line', { hasText: 'trusted' })
  await line.waitFor()
  await line.dblclick({ position: { x: 4, y: 10 } })
  const cell = (name: RegExp) => board(page).getByRole('gridcell', { name })
  await cell(/^Anger, no highlights/).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Highlight selection here' }).click()
  await cell(/^Anger, 1 highlight/).waitFor()

  // The passage as the text would put it into the drag.
  const passage = JSON.stringify({ sourceId: 1, questionId: 1, start: 2, length: 7 })
  const uuid = /projects\/([^/]+)/.exec(page.url())?.[1] ?? ''
  const data = await page.evaluateHandle(
    ([type, text]) => {
      const transfer = new DataTransfer()
      transfer.setData(type as string, text as string)
      return transfer
    },
    [`application/x-thicket-passage.${uuid.toLowerCase()}`, passage],
  )
  const target = cell(/^Work, 2 highlights/)
  await target.dispatchEvent('dragover', { dataTransfer: data })
  await expect.poll(() => target.getAttribute('data-over')).toBe('true')
  await target.dispatchEvent('drop', { dataTransfer: data })
  await cell(/^Work, 3 highlights/).waitFor()
  await page.keyboard.press('Control+z')
  await cell(/^Work, 2 highlights/).waitFor()
})

test('in every order, under headings, with what is nested; the order is kept', async () => {
  const page = await desk.standing(drawing, '/sort')
  await expect.poll(() => titles(page)).toEqual(['Trust', 'Work', 'Doubt', 'Anger'])
  expect(await axe(page)).toEqual([])
  await page.getByRole('button', { name: 'Descending' }).click()
  await expect.poll(() => titles(page)).toEqual(['Anger', 'Doubt', 'Work', 'Trust'])
  await choose(page, 'Title')
  await expect.poll(() => titles(page)).toEqual(['Anger', 'Doubt', 'Trust', 'Work'])
  await page.getByRole('switch', { name: 'Nested quirks after their parents' }).click()
  await expect.poll(() => titles(page)).toEqual(['Anger', 'Trust', 'Doubt', 'Work'])
  await page.getByRole('gridcell', { name: 'Doubt, 1 highlight, level 2' }).waitFor()
  await choose(page, 'Group')
  await expect.poll(() => titles(page)).toEqual(['Trust', 'Doubt', 'Anger', 'Work'])
  expect(await headings(page)).toEqual(['Feelings3 quirks', 'No group1 quirk'])
  expect(await axe(page)).toEqual([])
  await page.reload()
  await expect.poll(() => titles(page)).toEqual(['Trust', 'Doubt', 'Anger', 'Work'])
})
