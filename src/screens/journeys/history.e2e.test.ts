// The history in a real browser: steps, the way back and its undo, a named version, a backup.
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
  await expect.poll(() => steps.allInnerTexts()).toEqual(['Added: 1 quirk (Doubt)', 'Added: 1 quirk (Trust)'])
  expect(await page.locator('.history-who').first().innerText()).toContain('Ana')

  await steps.first().click()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Step 1' }).waitFor()
  await page.getByRole('button', { name: 'Go back to here' }).click()
  await page.getByRole('dialog').getByText('Goes away: 1 quirk').waitFor()
  expect(await axe(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Go back to here' }).click()
  await expect.poll(() => steps.first().innerText(), { timeout: 10_000 }).toMatch(/^Went back to the state of /)
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
  await expect.poll(() => steps.first().innerText(), { timeout: 10_000 }).toMatch(/^Undid going back/)

  await page.getByRole('tab', { name: 'Versions' }).click()
  await page.getByRole('textbox', { name: 'Name for the project' }).fill('First round')
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

  await page.getByRole('list', { name: 'Backups' }).getByRole('button', { name: 'Put in place' }).first().click()
  const question = page.getByRole('alertdialog')
  await question.getByText('The project is just as it was then.').waitFor()
  await question.getByRole('button', { name: 'Put in place' }).click()
  await page.getByText(/^Ana put the backup of .+ in place\./).waitFor()
  await page.getByRole('tab', { name: 'Steps' }).click()
  await expect.poll(() => steps.first().innerText(), { timeout: 10_000 }).toMatch(/^Put the backup of .+ in place$/)
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
  await expect.poll(() => steps.allInnerTexts()).toEqual(['Removed: 1 quirk (Doubt)', 'Added: 1 quirk (Doubt)'])
})
