// Who agrees with whom, and when it was done: both views by mouse and by keyboard, with a real server.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { axe } from '../../../fixtures/testing/axe.ts'
import { phone, testDesk } from '../../../fixtures/testing/desk.ts'

const desk = testDesk()

const two = `
quirk Trust
quirk Doubt
source Anna | I [1:trusted [2:him]1:Trust@Ana from the first]2:Trust@Ben day.
            | Then I [left]Doubt@Ana without a word.
source Bertha | The [harbour]Trust@Ana was empty.
`

const rows = (page: Page) => page.getByRole('grid').getByRole('row')
const open = (drawing: string, view: string): Promise<Page> => desk.standing(drawing, `/${view}`)

describe('agreement', () => {
  test('in French too no head is cut, nor what all quirks together are called', async () => {
    const context = await desk.person({ locale: 'fr-FR' })
    const page = await desk.page(`/projects/${await desk.draw(two)}/agreement`, context)
    await page.getByRole('columnheader', { name: 'Pourcentage' }).waitFor()
    const cut = () =>
      page
        .locator('.ui-grid-sort > span, [role="gridcell"]:first-child')
        .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent))
    expect(await cut()).toEqual([])
  })

  test('by keyboard alone: the rows, the passages; on a phone-sized window they take turns', async () => {
    const page = await open(two, 'agreement')
    await page.getByRole('grid').focus()
    await page.keyboard.press('Control+End')
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: /Passages of/ }).waitFor()
    await page.setViewportSize(phone.viewport ?? { width: 390, height: 844 })
    await expect.poll(() => page.getByRole('grid').isVisible()).toBe(false)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page
      .getByRole('region', { name: /Passages of/ })
      .getByRole('button', { name: 'Close' })
      .click()
    await page.getByRole('grid').waitFor()
  })

  test('two authors quirk by quirk, by character and by overlap; the passages lead to the text; a file', async () => {
    const page = await open(two, 'agreement')
    await expect.poll(() => page.locator('.agreement-said').textContent()).toContain('1 text with 61 characters')
    // Of Trust 3 characters are both’s, 8 Ana’s and 15 Ben’s alone; 4 of Doubt are Ana’s.
    await expect.poll(() => rows(page).allInnerTexts()).toHaveLength(4)
    const lines = async () => (await rows(page).allInnerTexts()).map((line) => line.replaceAll(/\s+/g, ' ').trim())
    expect((await lines()).find((line) => line.startsWith('Trust'))).toBe('Trust 62.3% -0.02 -0.03 3 8 15 1 1')
    expect((await lines()).find((line) => line.startsWith('Doubt'))).toBe('Doubt 93.4% 0.00 -0.03 0 4 0 1 0')

    // Columns beyond the edge are told of until they are in sight; the quirks stay there.
    const more = page.getByRole('grid').locator('.ui-more-beside svg')
    await page.setViewportSize({ width: 560, height: 800 })
    await more.waitFor()
    await page.getByRole('grid').evaluate((grid) => grid.scrollTo(grid.scrollWidth, 0))
    await more.waitFor({ state: 'detached' })
    await page.getByRole('grid').getByText('Doubt').hover()
    // Keys bring them into sight as well.
    await page.getByRole('grid').focus()
    await page.keyboard.press('Home')
    await more.waitFor()
    await page.keyboard.press('End')
    await more.waitFor({ state: 'detached' })
    await page.setViewportSize({ width: 1280, height: 800 })

    await page.getByRole('combobox', { name: 'Compare' }).click()
    await page.getByRole('option', { name: 'By overlap' }).click()
    await expect
      .poll(async () => (await lines()).find((line) => line.startsWith('Trust')))
      .toContain('100.0% 1.00 1.00 1 0 0')

    await page.getByRole('combobox', { name: 'Compare' }).click()
    await page.getByRole('option', { name: 'By character' }).click()
    await page.getByRole('row', { name: /^Trust/ }).click()
    const passages = page.getByRole('region', { name: 'Passages of Trust' })
    await expect.poll(() => passages.getByRole('status').textContent()).toBe('2 passages')
    await passages.getByRole('combobox', { name: 'Whose passages' }).click()
    await page.getByRole('option', { name: 'Only Ana (1)' }).click()
    await expect.poll(() => passages.getByRole('status').textContent()).toBe('1 passage')
    expect(await axe(page)).toEqual([])
    await passages.getByRole('button', { name: /trusted/ }).click()
    await page.locator('.cm-content', { hasText: 'I trusted him from the first day' }).waitFor()

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Save as CSV' }).click()
    const path = join(desk.folder, 'agreement.csv')
    await (await download).saveAs(path)
    const file = readFileSync(path, 'utf8')
    expect(file.split('\r\n')[0]).toContain(
      'Quirk,Percent,Kappa κ,Alpha α,Both (characters),Only Ana (characters),Only Ben (characters)',
    )
  })
})

describe('the timeline', () => {
  test('bars by author, by quirk and as a table; a period’s passages lead to the text', async () => {
    const page = await open(two, 'timeline')
    const bars = page.getByRole('slider', { name: 'Bars by time' })
    await bars.waitFor()
    const told = () => bars.getAttribute('aria-valuetext')
    expect(await told()).toMatch(/: 4 · Ana 3 · Ben 1$/)
    await bars.focus()
    await page.keyboard.press('Enter')
    const passages = page.getByRole('region', { name: /2026/ })
    await expect.poll(() => passages.getByRole('status').textContent()).toBe('4 highlights')
    await passages.getByRole('button', { name: /harbour/ }).click()
    await page.locator('.cm-content', { hasText: 'The harbour was empty' }).waitFor()
    expect(await axe(page)).toEqual([])

    await page.getByRole('combobox', { name: 'Coloured by' }).click()
    await page.getByRole('option', { name: 'Quirk' }).click()
    await expect.poll(told).toMatch(/: 4 · Trust 3 · Doubt 1$/)
    await page.getByRole('combobox', { name: 'Per' }).click()
    await page.getByRole('option', { name: 'Month', exact: true }).click()
    await expect.poll(told).toMatch(/^(January 2026|December 2025): 4/)
    await page.getByRole('button', { name: 'As a table' }).click()
    await expect.poll(async () => (await rows(page).allInnerTexts()).length).toBe(2)
    await page.getByRole('combobox', { name: 'Show' }).click()
    await page.getByRole('option', { name: 'Memos' }).click()
    await page.getByText('No memos yet').waitFor()
  })
})

test('the methods paragraph tells what was coded by how many, and how far they agree; it is copied with the reference', async () => {
  const page = await open(two, 'agreement')
  await page.getByRole('button', { name: 'Help', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Cite Thicket' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cite Thicket' })
  const methods = dialog.getByRole('region', { name: 'Methods paragraph' }).locator('p')
  await expect
    .poll(() => methods.textContent())
    .toMatch(
      /^The material comprised 2 sources\. It was coded in Thicket \(version [\d.]+\) with 2 codes \(“quirks”\); 2 people coded 4 passages and no memos were written\. In the text coded by all of them, their decisions agreed in 78% of cases \(all codes together, by character; Krippendorff’s α = 0\.06\)\.$/,
    )
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('button', { name: 'Copy: Reference' }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^The Thicket contributors \(2026\)\. Thicket: a workspace/)
  expect(await axe(page)).toEqual([])
})

test('with one author the agreement says what is missing', async () => {
  const page = await open('quirk Trust\nsource Anna | I [trusted]Trust@Ben him.', 'agreement')
  await page.getByText('It takes two to agree').waitFor()
})
