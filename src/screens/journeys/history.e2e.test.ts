// The history in a real browser: steps, the way back and its undo, a named version, a backup.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axe } from '../../../fixtures/testing/axe.ts'
import { testDesk } from '../../../fixtures/testing/desk.ts'

const desk = testDesk({ backups: true })

test('somebody goes back to a step, takes that back, names a version and backs up', async () => {
  const uuid = await desk.draw('source Anna | I trusted him.')
  const page = await desk.page(`/projects/${uuid}`)
  for (const title of ['Trust', 'Doubt']) {
    await page.getByRole('button', { name: 'New quirk' }).first().click()
    await page.getByRole('dialog').getByRole('textbox').first().fill(title)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }
  await page.getByRole('button', { name: 'History' }).click()
  const steps = page.locator('.history-what')
  await expect
    .poll(() => steps.allInnerTexts())
    .toEqual(['Create / update quirk “Doubt”', 'Create / update quirk “Trust”'])
  expect(await page.locator('.history-who').first().innerText()).toContain('Ana')

  await steps.first().click()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Step 1' }).waitFor()
  await page.getByRole('button', { name: 'Go back to here' }).click()
  await page.getByRole('dialog').getByText('Will be removed: 1 quirk').waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Go back to here' }).click()
  await expect.poll(() => steps.first().innerText(), { timeout: 10_000 }).toMatch(/^Went back to the state of /)
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
  await expect.poll(() => steps.first().innerText(), { timeout: 10_000 }).toMatch(/^Undid going back/)

  await page.getByRole('tab', { name: 'Versions' }).click()
  await page.getByRole('textbox', { name: 'Name of this version' }).fill('First round')
  await page.keyboard.press('Enter')
  await page.getByRole('list', { name: 'Versions' }).getByText('First round').waitFor()
  await page.getByRole('tab', { name: 'Backups' }).click()
  await page.getByRole('button', { name: 'Back up now' }).click()
  await page
    .getByRole('list', { name: 'Backups' })
    .getByText(/by hand|while working/)
    .first()
    .waitFor()
  expect(await axe(page)).toEqual([])

  await page.getByRole('list', { name: 'Backups' }).getByRole('button', { name: 'Restore' }).first().click()
  const question = page.getByRole('alertdialog')
  await question.getByText('The project is exactly as it was then.').waitFor()
  await question.getByRole('button', { name: 'Restore' }).click()
  const told = page.locator('.ui-toast').filter({ hasText: /^The backup of .+ has been restored\./ })
  await told.waitFor()
  // It lies over none of the backups.
  const isClear = () =>
    page.evaluate(() => {
      const toast = document.querySelector('.ui-toast')?.getBoundingClientRect()
      const rows = [...document.querySelectorAll('.history-entry')].map((row) => row.getBoundingClientRect())
      return toast && rows.length > 0 && rows.every(({ top, bottom }) => bottom <= toast.top || top >= toast.bottom)
    })
  await expect.poll(isClear).toBe(true)
  await page.getByRole('tab', { name: 'Steps' }).click()
  await expect.poll(() => steps.first().innerText(), { timeout: 10_000 }).toMatch(/^Restored the backup of .+$/)
})

test('what goes is shown anew as others go on while the dialog is open, and nothing goes that was not shown', async () => {
  const uuid = await desk.draw('source Anna | I trusted him.')
  const page = await desk.page(`/projects/${uuid}`)
  const colleague = await desk.page(`/projects/${uuid}`, await desk.person())
  const newQuirk = async (on: Page, title: string) => {
    await on.getByRole('button', { name: 'New quirk' }).first().click()
    const naming = on.getByRole('dialog', { name: 'New quirk' })
    await naming.getByLabel('Title').fill(title)
    await on.keyboard.press('Enter')
    await naming.waitFor({ state: 'hidden' })
  }
  await newQuirk(page, 'Trust')
  await newQuirk(page, 'Doubt')
  await page.getByRole('button', { name: 'History' }).click()
  const steps = page.locator('.history-what')
  await steps.filter({ hasText: 'Trust' }).click()
  await page.getByRole('button', { name: 'Go back to here' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Will be removed: 1 quirk').waitFor()
  expect(await dialog.getByText(/^The project has changed since/).count()).toBe(0)
  await newQuirk(colleague, 'Anger')
  await dialog.getByText('Will be removed: 2 quirks').waitFor()
  await dialog.getByText(/^The project has changed since/).waitFor()

  // Who confirms before the page has had word of the last one is shown it first.
  const held = Promise.withResolvers<void>()
  await page.route(/\/preview$/, async (route) => {
    await held.promise
    await route.continue()
  })
  const asked = page.waitForRequest(/\/preview$/)
  await newQuirk(colleague, 'Fear')
  await asked
  await dialog.getByRole('button', { name: 'Go back to here' }).click()
  held.resolve()
  await dialog.getByText('Will be removed: 3 quirks').waitFor()
  await dialog
    .getByRole('alert')
    .getByText(/^Not done yet: .* Check again and confirm\.$/)
    .waitFor()
  expect(await colleague.getByRole('treeitem').allInnerTexts()).toHaveLength(4)
  await dialog.getByRole('button', { name: 'Go back to here' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => steps.first().innerText(), { timeout: 10_000 }).toMatch(/^Went back to the state of /)

  // Of a backup that is to take the place of the project the same.
  await page.getByRole('tab', { name: 'Backups' }).click()
  await page.getByRole('button', { name: 'Back up now' }).click()
  // Not the one that is made ten seconds after the first change, where that came sooner.
  const byHand = page.getByRole('list', { name: 'Backups' }).getByRole('listitem').filter({ hasText: 'by hand' })
  await byHand.getByRole('button', { name: 'Restore' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByText('The project is exactly as it was then.').waitFor()
  await newQuirk(colleague, 'Hope')
  await question.getByText('Will be removed: 1 quirk').waitFor()
  await question.getByText(/^The project has changed since/).waitFor()
})

test('while somebody types, going back and a backup are done at the first click where what would change is what was shown', async () => {
  const uuid = await desk.draw('source Anna | I trusted him.')
  const page = await desk.page(`/projects/${uuid}`)
  const colleague = await desk.page(`/projects/${uuid}`, await desk.person())
  await page.getByRole('button', { name: 'New quirk' }).first().click()
  await page.getByRole('dialog').getByRole('textbox').first().fill('Trust')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'History' }).click()
  await page.getByRole('tab', { name: 'Backups' }).click()
  await page.getByRole('button', { name: 'Back up now' }).click()
  await page.getByRole('tab', { name: 'Steps' }).click()
  await colleague.getByText('Anna').first().click()
  await colleague.getByRole('button', { name: 'Edit text' }).click()
  await colleague.locator('.text-editing').waitFor()
  await colleague.keyboard.press('Control+End')
  let isOver = false
  const type = async () => {
    while (!isOver) await colleague.keyboard.type('So', { delay: 60 })
  }
  const typing = type()
  try {
    const what = page.locator('.history-what')
    await what.filter({ hasText: 'Trust' }).click()
    await page.getByRole('button', { name: 'Go back to here' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Will be reverted: 1 text').waitFor()
    await dialog.getByRole('button', { name: 'Go back to here' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await what.filter({ hasText: /^Went back to the state of / }).waitFor()
    await colleague.getByText(/ went back to the state of /).waitFor()

    await page.getByRole('tab', { name: 'Backups' }).click()
    await page.getByRole('button', { name: 'Restore' }).first().click()
    const question = page.getByRole('alertdialog')
    await question.getByText('Will be reverted: 1 text').waitFor()
    await question.getByRole('button', { name: 'Restore' }).click()
    await question.waitFor({ state: 'hidden' })
  } finally {
    isOver = true
    await typing
  }
})

test('without the network it is said that the history needs it, and what was asked for comes when it is back', async () => {
  const page = await desk.page(`/projects/${await desk.draw('source Anna | I trusted him.')}`, await desk.person())
  await page.getByRole('button', { name: 'New quirk' }).first().click()
  await page.getByRole('dialog').getByRole('textbox').first().fill('Trust')
  await page.keyboard.press('Enter')
  await page.getByText('All changes saved').waitFor()
  await page.getByRole('button', { name: 'History' }).click()
  await page.locator('.history-what').waitFor()
  await page.getByRole('tab', { name: 'Versions' }).click()
  await page.context().setOffline(true)
  for (const tab of ['Steps', 'Backups']) {
    await page.getByRole('tab', { name: tab }).click()
    await page.getByText('History needs a connection').waitFor()
    expect(await page.getByText('Something went wrong').count()).toBe(0)
  }
  expect(await axe(page)).toEqual([])
  await page.context().setOffline(false)
  await page.getByRole('list', { name: 'Backups' }).waitFor({ state: 'attached' })
  await page.getByText('History needs a connection').waitFor({ state: 'hidden' })
  desk.forgive('ERR_INTERNET_DISCONNECTED')
})

test('the steps of one quirk, also of one that was removed, by the name that it had', async () => {
  const page = await desk.page(`/projects/${await desk.draw('source Anna | I trusted him.')}`)
  for (const title of ['Trust', 'Doubt']) {
    await page.getByRole('button', { name: 'New quirk' }).first().click()
    await page.getByRole('dialog').getByRole('textbox').first().fill(title)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await page.getByText('All changes saved').waitFor()
  await page.getByRole('button', { name: 'History' }).click()
  const steps = page.locator('.history-what')
  await expect.poll(() => steps.count()).toBe(3)
  await page.getByRole('combobox', { name: 'Quirk' }).click()
  await page.getByRole('option', { name: 'Doubt' }).click()
  await expect
    .poll(() => steps.allInnerTexts())
    .toEqual(['Undone: Create / update quirk “Doubt”', 'Create / update quirk “Doubt”'])
})

test('what is typed on in one text is one row, of which each step can be shown', async () => {
  const page = await desk.page(`/projects/${await desk.draw('source Anna | I trusted him.')}`)
  await page.getByRole('button', { name: 'History' }).click()
  await page.getByRole('button', { name: 'Anna', exact: true }).click()
  await page.getByRole('button', { name: 'Edit text' }).click()
  await page.locator('.text-editing').waitFor()
  await page.keyboard.press('Control+End')
  const rows = page.locator('.history-what')
  for (const [words, row] of [
    [' At first', 'Edit source “Anna”'],
    [' I did no', 'Edit source “Anna” 2 steps'],
    ['t.', 'Edit source “Anna” 3 steps'],
  ] as const) {
    // At once: a machine that is busy pauses between letters, and what is typed after a pause is a step of its own.
    await page.keyboard.insertText(words)
    await expect.poll(() => rows.allInnerTexts(), { timeout: 10_000 }).toEqual([row])
  }
  await page.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: /Ana .*Edit source “Anna” 3 steps/ }).click()
  const panel = page.locator('.history-panel')
  await panel.getByRole('heading', { name: 'Steps 1–3' }).waitFor()
  await expect.poll(() => panel.locator('.history-text ins').allInnerTexts()).toEqual(['At first', 'I did no', 't.'])
  const each = panel.getByRole('button', { name: 'Show each step' })
  expect(await each.getAttribute('aria-expanded')).toBe('false')
  await each.click()
  await expect
    .poll(() => rows.allInnerTexts())
    .toEqual(['Edit source “Anna” 3 steps', 'Edit source “Anna”', 'Edit source “Anna”', 'Edit source “Anna”'])
  expect(await axe(page)).toEqual([])
  // Going back leads to where the last of them led.
  await panel.getByRole('button', { name: 'Go back to here' }).click()
  await page.getByRole('dialog').getByText('The project is exactly as it was then.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await rows.first().click()
  for (let down = 0; down < 2; down += 1) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await panel.getByRole('heading', { name: 'Step 2' }).waitFor()
  await expect.poll(() => panel.locator('.history-text ins').allInnerTexts()).toEqual(['I did no'])
  await panel.getByRole('button', { name: 'Go back to here' }).click()
  await page.getByRole('dialog').getByText('Will be reverted: 1 text').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('combobox', { name: 'Person' }).click()
  await page.getByRole('option', { name: 'Ana' }).click()
  await expect.poll(() => rows.first().innerText()).toBe('Edit source “Anna” 3 steps')

  // It is one row also where it comes in pages that bring no row of their own.
  await page.route(/\/history\?/, (route) => route.continue({ url: `${route.request().url()}&limit=1` }))
  await page.reload()
  await expect.poll(() => rows.allInnerTexts(), { timeout: 10_000 }).toEqual(['Edit source “Anna” 3 steps'])

  // Whether all of it is sent is said here too, once.
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(() => page.locator('.ui-pill:visible').allTextContents()).toEqual(['All changes saved'])
  }
})
