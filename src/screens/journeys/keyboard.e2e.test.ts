// Where the focus goes by keys alone: past what stands around the work, to what was asked for, and no further than that.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axe } from '../../../fixtures/testing/axe.ts'
import { testDesk } from '../../../fixtures/testing/desk.ts'
import { hiddenInForcedColours } from '../../../fixtures/testing/forcedColours.ts'
import { smallTargets } from '../../../fixtures/testing/targets.ts'
import { deskViews } from '../views/views.ts'

const desk = testDesk()

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
const holds = (page: Page, selector: string) =>
  expect.poll(() =>
    page.locator(selector).evaluateAll((all) => all.some((one) => one.contains(document.activeElement))),
  )
/** By the first button of the page, from where the next Tab goes on inside. */
async function skipTo(page: Page, selector: string): Promise<void> {
  const skip = page.getByRole('button', { name: 'Skip to content' })
  await skip.focus()
  await press(page, 'Enter')
  await holds(page, selector).toBe(true)
  await press(page, 'Tab')
  await holds(page, selector).toBe(true)
}

test('Skip to content leads into whatever is shown, where all is seen in forced colours and large enough to be pressed, and on the list of projects', async () => {
  const page = await desk.sample()
  await page.getByRole('treeitem', { name: 'Belonging, 12 highlights' }).waitFor()
  const uuid = /projects\/([0-9a-f-]{36})/.exec(page.url())?.[1]
  const at = (child: string) =>
    page.evaluate((hash) => {
      location.hash = hash
    }, `/projects/${uuid}${child}`)
  await skipTo(page, '.canvas')
  for (const view of deskViews) {
    await at(`/${view}`)
    await page.waitForURL(new RegExp(`/${view}`))
    await page.locator('.desk-view :is(button, input, select, [tabindex="0"])').first().waitFor()
    await skipTo(page, '.desk-view')
    expect(await hiddenInForcedColours(page)).toEqual([])
    expect(await smallTargets(page)).toEqual([])
  }
  expect(await axe(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 800 })
  await at('')
  await page.locator('.canvas').waitFor()
  await skipTo(page, '.canvas')
  await page.getByRole('button', { name: 'Sources and text' }).click()
  await skipTo(page, '.desk-text')
  await page.evaluate(() => {
    location.hash = '/projects'
  })
  await page.locator('.projects-row').first().waitFor()
  await skipTo(page, '.projects-main')
})

test('the palette brings the focus into the source, the canvas or the view that it opens', async () => {
  const page = await desk.standing('quirk Trust\nsource Anna | Trust him.\nsource Bertha | The harbour.')
  const find = async (words: string) => {
    await press(page, 'Control+k')
    const field = page.getByRole('combobox', { name: 'Search or run a command' })
    await field.waitFor()
    // Who presses Enter before anything is found gets what comes first then.
    await field.fill(words)
    await press(page, 'Enter')
    await field.waitFor({ state: 'detached' })
  }
  await page.getByRole('button', { name: 'New quirk' }).last().focus()
  await find('bertha')
  await page.getByText('The harbour.').waitFor()
  await holds(page, '.cm-content').toBe(true)
  // From one text to another, and to the one that is open.
  await find('anna')
  await page.getByText('Trust him.').waitFor()
  await holds(page, '.cm-content').toBe(true)
  const home = page.getByRole('button', { name: 'All projects' })
  await home.focus()
  await find('anna')
  await holds(page, '.cm-content').toBe(true)

  await home.focus()
  await find('history')
  await page.waitForURL(/\/history$/)
  await holds(page, '.desk-view').toBe(true)
  await home.focus()
  await find('canvas')
  await holds(page, '.canvas').toBe(true)
})

test('what the menu of a quirk does keeps the focus: on the moved one, in its passages, in its overlap', async () => {
  const page = await desk.standing('quirk Trust\nquirk Doubt\nsource Anna | [Trust]Trust him.')
  const trust = page.getByRole('treeitem', { name: /^Trust/ })
  const choose = async (entry: string) => {
    await trust.focus()
    await press(page, 'Shift+F10')
    await page.getByRole('menuitem', { name: entry }).click()
  }
  // A text that has had the focus does not get it.
  await page.getByRole('button', { name: 'Anna' }).click()
  await page.locator('.cm-content').focus()
  // A dialog that a menu opens gives the focus back to what the menu is of, whenever it comes.
  for (const entry of ['Move into…', 'Merge…', 'Edit quirk']) {
    await choose(entry)
    await holds(page, '[role=dialog]').toBe(true)
    await press(page, 'Escape')
    await holds(page, '.canvas-item[aria-label^=Trust]').toBe(true)
  }
  await page.locator('.text-bracket').focus()
  await press(page, 'Enter')
  await page.getByRole('menuitem', { name: 'Change quirk…' }).click()
  await holds(page, '[role=dialog]').toBe(true)
  await press(page, 'Escape')
  await holds(page, '.text-bracket').toBe(true)
  // Pressed beside what can have the focus, it is of the row.
  await page.getByRole('button', { name: 'Sources', exact: true }).click()
  const row = await page.locator('.sources-row').boundingBox()
  await page.mouse.click((row?.x ?? 0) + (row?.width ?? 0) - 60, (row?.y ?? 0) + 10, { button: 'right' })
  await page.getByRole('menuitem', { name: 'Rename…' }).click()
  await holds(page, '[role=dialog]').toBe(true)
  await press(page, 'Escape')
  await holds(page, '.sources-row-open').toBe(true)
  await page.getByRole('tab', { name: 'Anna' }).click()
  await page.locator('.cm-content').focus()
  await choose('Move into…')
  await page.getByRole('option', { name: /^Doubt/ }).click()
  await page.getByRole('treeitem', { name: 'Trust, 1 highlight, inside Doubt' }).waitFor()
  await holds(page, '.canvas-item[aria-label^=Trust]').toBe(true)
  // One just made, by keys alone.
  await press(page, 'n')
  await holds(page, '[role=dialog]').toBe(true)
  await page.keyboard.type('Hope')
  await press(page, 'Enter')
  await holds(page, '.canvas-item[aria-label^=Hope]').toBe(true)
  await press(page, 'Shift+F10')
  await page.getByRole('menuitem', { name: 'Move into…' }).focus()
  await press(page, 'Enter')
  await holds(page, '[role=dialog]').toBe(true)
  await page.keyboard.type('Doubt')
  await page.getByRole('option', { name: /^Doubt/ }).waitFor()
  await press(page, 'Enter')
  await page.getByRole('treeitem', { name: /^Hope, .*inside Doubt/ }).waitFor()
  await holds(page, '.canvas-item[aria-label^=Hope]').toBe(true)
  await choose('Read passages')
  await page.waitForURL(/\/list/)
  await holds(page, '.desk-view').toBe(true)
  await page.goBack()
  await choose('Overlap')
  await page.waitForURL(/\/overlap/)
  await holds(page, '.desk-view').toBe(true)
})

test('Delete that is held removes one quirk, on the canvas and in the tree, and says what went', async () => {
  const drawing =
    'quirk Family\nquirk Mother < Family\nquirk Father < Family\nquirk Aunt < Mother\nquirk Rest\nquirk Work'
  const page = await desk.standing(drawing)
  const items = page.locator('.canvas').getByRole('treeitem')
  /** The second down is a repeat; what comes after it is done after it. */
  const hold = async (said: string, next: RegExp) => {
    await page.keyboard.down('Delete')
    await page.getByText(said).waitFor()
    const focused = () =>
      page.evaluate(() => {
        const { activeElement } = document
        return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent
      })
    await expect.poll(focused).toMatch(next)
    await page.keyboard.down('Delete')
    await page.keyboard.up('Delete')
  }
  await page.getByRole('treeitem', { name: /^Family,/ }).focus()
  await hold('Family deleted, with 3 quirks below it', /^(Rest|Work),/)
  await press(page, 'Control+z')
  await page.getByRole('treeitem', { name: /^Family,/ }).waitFor()
  await expect.poll(() => items.count()).toBe(6)
  await press(page, 'o')
  const tree = page.getByRole('tree', { name: 'Tree of Family' })
  await tree.getByRole('treeitem', { name: /^Mother/ }).focus()
  await hold('Mother deleted, with 1 quirk below it', /^Father/)
  await press(page, 'Control+z')
  await expect.poll(() => items.count()).toBe(6)
})
