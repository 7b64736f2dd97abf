// Undo and redo as a person meets them: what the bar says, which keys it takes, and what it leaves alone.
import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { words } from '../../../fixtures/sample/en.ts'
import { sampleProject } from '../../../fixtures/sample/sampleProject.ts'
import { axe } from '../../../fixtures/testing/axe.ts'
import { testDesk } from '../../../fixtures/testing/desk.ts'

const desk = testDesk()

const ben = () => desk.person({ locale: 'de-DE' })

async function open(context: BrowserContext, uuid: string): Promise<Page> {
  const page = await desk.page(`/projects/${uuid}`, context)
  await quirk(page, 'Belonging').waitFor()
  return page
}

const uuidOf = (page: Page) => /projects\/([^/?]+)/.exec(page.url())?.[1] ?? ''
const quirk = (page: Page, title: string) => page.getByRole('treeitem', { name: new RegExp(`^${title}, `) })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function rename(page: Page, from: string, to: string): Promise<void> {
  await quirk(page, from).focus()
  await page.keyboard.press('F2')
  const field = page.locator('.ui-modal').getByRole('textbox').first()
  await field.fill(to)
  await page.keyboard.press('Enter')
  await page.locator('.ui-modal').waitFor({ state: 'detached' })
  await quirk(page, to).waitFor()
}

async function moveRight(page: Page, title: string): Promise<void> {
  await quirk(page, title).focus()
  for (const key of ['m', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
}

test('1 §4: undo after a colleague’s change leaves it alone, and says so', async () => {
  const page = await desk.standing()
  const uuid = uuidOf(page)
  const other = await open(await ben(), uuid)
  await rename(page, 'Rest', 'Calm')
  await quirk(other, 'Calm').waitFor()
  await rename(other, 'Calm', 'Peace')
  await quirk(page, 'Peace').waitFor()
  await page.keyboard.press('Control+z')
  await page
    .locator('.ui-toast-text', {
      hasText: 'Others have changed parts of this meanwhile; those parts were left as they are.',
    })
    .waitFor()
  await button(page, 'Nothing to undo').waitFor()
  expect(await page.locator('.ui-toast-text', { hasText: 'Undone' }).count()).toBe(0)
  expect(await quirk(page, 'Peace').count()).toBe(1)
})

test('1 §2: while a text is edited the bar is dimmed and takes nothing; the keys are the text’s', async () => {
  const page = await desk.standing()
  await moveRight(page, 'Worries')
  const undo = button(page, 'Undo: Move quirk “Worries”')
  await undo.waitFor()
  await page.getByRole('button', { name: 'Samir, 34' }).click()
  const line = page.locator('.cm-line').first()
  await line.waitFor()
  const before = await line.textContent()
  const opacity = () => undo.evaluate((element) => getComputedStyle(element).opacity)
  const bright = await opacity()
  await page.getByRole('button', { name: 'Edit text' }).click()
  await line.click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Warm.')
  await expect.poll(() => line.textContent()).toBe(`${before} Warm.`)
  await expect.poll(() => undo.getAttribute('aria-disabled')).toBe('true')
  expect(Number(await opacity())).toBeLessThan(Number(bright) / 2)
  await page.keyboard.press('Control+z')
  await expect.poll(() => line.textContent()).toBe(before)
  await page.keyboard.press('Control+y')
  await expect.poll(() => line.textContent()).toBe(`${before} Warm.`)
  expect(await axe(page)).toEqual([])

  await page.getByRole('button', { name: 'Done' }).click()
  await button(page, 'Undo: Edit source “Samir, 34”').waitFor()
  await page.keyboard.press('Control+z')
  await expect.poll(() => line.textContent()).toBe(before)
  await undo.waitFor()
  expect(await undo.getAttribute('aria-disabled')).toBe(null)
})

test('1 §2: the bar names the step and what it was about, in each person’s language, through a reload', async () => {
  const page = await desk.standing()
  const uuid = uuidOf(page)
  const german = await open(await ben(), uuid)
  expect(await button(page, 'Nothing to undo').getAttribute('aria-disabled')).toBe('true')
  await moveRight(page, 'Worries')
  await button(page, 'Undo: Move quirk “Worries”').waitFor()
  await rename(page, 'Worries', 'Outlook')
  await page.keyboard.press('Control+z')
  await quirk(page, 'Worries').waitFor()
  await page.locator('.ui-toast-text', { hasText: 'Undone: Create / update quirk “Outlook”' }).waitFor()
  await button(page, 'Redo: Create / update quirk “Outlook”').waitFor()
  await button(page, 'Undo: Move quirk “Worries”').waitFor()

  await page.locator('.ui-pill[data-state=saved]').waitFor()
  await page.reload()
  await button(page, 'Redo: Create / update quirk “Outlook”').waitFor()
  for (const key of ['Control+y', 'Control+z', 'Control+Shift+z']) {
    await page.keyboard.press(key)
    await quirk(page, /z$/.test(key) && !key.includes('Shift') ? 'Worries' : 'Outlook').waitFor()
  }
  expect(await axe(page)).toEqual([])

  // Each tab has a history of its own.
  expect(await button(german, 'Nichts rückgängig zu machen').getAttribute('aria-disabled')).toBe('true')
  await moveRight(german, 'Conflict')
  await button(german, 'Rückgängig: Quirk „Conflict“ verschoben').waitFor()
})

test('1 §2: a window that is loaded again keeps what it can undo, and the other window of the person has none of it', async () => {
  const uuid = await desk.project(sampleProject(words, Date.now()))
  const context = await desk.person()
  const [first, second] = [await open(context, uuid), await open(context, uuid)]
  await rename(first, 'Rest', 'Calm')
  await quirk(second, 'Calm').waitFor()
  // The first holds the project’s worker, which goes on in the second.
  await first.reload()
  await button(first, 'Undo: Create / update quirk “Calm”').waitFor()
  await button(second, 'Nothing to undo').waitFor()
  await second.keyboard.press('Control+z')
  await quirk(first, 'Calm').waitFor()
  await first.keyboard.press('Control+z')
  await quirk(second, 'Rest').waitFor()
})
