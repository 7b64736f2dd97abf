// Memos by mouse, by keyboard and by touch, with a real server and, for the last, a second person's browser.
import type { BrowserContextOptions, Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { axe } from '../../../fixtures/testing/axe.ts'
import { phone, testDesk } from '../../../fixtures/testing/desk.ts'
import { wordsInPage } from '../../../fixtures/testing/wordsInPage.ts'

const desk = testDesk({ mobile: true })
const drawing = `
quirk Trust
source Bertha | The harbour was empty that winter.
source Anna | I trusted him from the first day, and then I left.
            | My [father]"he never says a name"@Ben said nothing at all.
`

let uuid = ''
beforeEach(async () => {
  uuid = await desk.draw(drawing)
})

const person = async (options?: BrowserContextOptions): Promise<Page> =>
  desk.page(`/projects/${uuid}`, await desk.person(options))

async function openAnna(page: Page): Promise<void> {
  await page
    .getByRole('option', { name: /Anna/ })
    .first()
    .or(page.getByText('Anna', { exact: true }).first())
    .click()
  await page.locator('.cm-content').waitFor()
}

const card = (page: Page, content: string) => page.locator('article.memo', { hasText: content })
const field = (page: Page) => page.getByPlaceholder('What do you notice here?')

/** A word of the text, as one drags over it. */
const boxOf = (page: Page, word: string) => page.evaluate(wordsInPage, word)

describe('memos', () => {
  test('by mouse: on dragged words, from the source’s menu, edited, deleted, undone; a colleague sees it', async () => {
    const page = await person()
    await openAnna(page)
    const { left, right, y } = await boxOf(page, 'trusted him')
    await page.mouse.move(left + 1, y)
    await page.mouse.down()
    await page.mouse.move(right - 1, y, { steps: 6 })
    await page.mouse.up()
    await page.getByRole('button', { name: 'Write memo' }).click()
    await field(page).fill('Trust comes first,\nreasons later')
    await page.getByRole('button', { name: 'Save' }).click()
    await card(page, 'reasons later').waitFor()
    await expect
      .poll(() => card(page, 'reasons later').getAttribute('aria-label'))
      .toContain('Memo by Ana on “trusted hi')
    await card(page, 'he never says a name').getByText('Ben').waitFor()

    const other = await person()
    await openAnna(other)
    await other.getByRole('button', { name: 'Show 2 memos' }).click()
    await card(other, 'reasons later').waitFor()

    await card(page, 'reasons later').getByRole('button', { name: 'Edit memo' }).click()
    await field(page).fill('Trust first')
    await page.getByRole('button', { name: 'Save' }).click()
    await card(other, 'Trust first').waitFor()
    await card(page, 'Trust first').getByRole('button', { name: 'Delete memo' }).click()
    await card(other, 'Trust first').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
    await card(other, 'Trust first').waitFor()

    await page.getByRole('tab', { name: /Anna/ }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Memo on the whole source' }).click()
    await field(page).fill('A short interview')
    await page.getByRole('button', { name: 'Save' }).click()
    await card(other, 'On the whole source').waitFor()
    expect(await axe(page)).toEqual([])
  })

  test('by keyboard alone, and one step back with Ctrl+Z', async () => {
    const page = await person()
    await openAnna(page)
    await page.locator('.cm-content').focus()
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Control+Shift+ArrowRight')
    await page.keyboard.press('m')
    await page.waitForFunction(() => document.activeElement?.matches('textarea'))
    await page.keyboard.type('so early')
    await page.keyboard.press('Control+Enter')
    await page.waitForFunction(() => document.activeElement?.matches('article.memo'))
    await page.keyboard.press('ArrowDown')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent ?? ''))
      .toContain('he never says a name')
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.activeElement?.matches('textarea'))
    await page.keyboard.type(', not one')
    await page.keyboard.press('Control+Enter')
    await card(page, 'he never says a name, not one').waitFor()
    await page.waitForFunction(() => document.activeElement?.matches('article.memo'))
    await page.keyboard.press('Delete')
    await card(page, 'he never says').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+z')
    await card(page, 'he never says a name, not one').waitFor()
  })

  test('by touch on a phone: words, the bar under them, a sheet with one memo at a time', async () => {
    const page = await person(phone)
    await page.getByText('The harbour').waitFor()
    await page.evaluate(() => {
      location.hash = location.hash.replace(/(projects\/[^/]+).*/, '$1/sources/2')
    })
    await page.getByText('I trusted him').waitFor()
    await page.locator('.memo-mark').tap()
    await page.getByText('Memo 1 of 1').waitFor()
    await card(page, 'he never says a name').waitFor()
    expect(await axe(page)).toEqual([])
    await page.getByRole('button', { name: 'Close', exact: true }).tap()
    // Words are selected by the system's own handles, which no emulation has.
    await page.evaluate(() => {
      const line = document.querySelector('.cm-line')
      const text = line && document.createTreeWalker(line, NodeFilter.SHOW_TEXT).nextNode()
      if (text) getSelection()?.setBaseAndExtent(text, 2, text, 13)
    })
    await page.getByRole('button', { name: 'Write memo' }).first().tap()
    await field(page).fill('on the train')
    await page.getByRole('button', { name: 'Save' }).tap()
    await card(page, 'on the train').waitFor()
    await page.getByText('Memo 1 of 2').waitFor()
    await page.getByRole('button', { name: 'Next memo' }).tap()
    await card(page, 'he never says a name').waitFor()
    await card(page, 'he never says a name').getByRole('button', { name: 'Delete memo' }).tap()
    await page.getByText('Memo 1 of 1').waitFor()
    expect(await axe(page)).toEqual([])
  })
})
