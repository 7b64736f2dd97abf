// What a researcher does with quirks beyond coding, by mouse and by keyboard alone: the real server, the built page.
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { axe } from '../../../fixtures/testing/axe.ts'
import { testDesk } from '../../../fixtures/testing/desk.ts'

const desk = testDesk()
let page: Page

/** The same page for all: each test takes back what it did. */
beforeEach(async () => {
  page = await desk.standing()
  await item('Belonging, 12 highlights').waitFor()
})

const item = (name: string) => page.getByRole('treeitem', { name, exact: true })
const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })
const gone = (name: string) => dialog(name).waitFor({ state: 'detached' })

/** Controls under a toast. */
const covered = () =>
  page.evaluate(() => {
    const boxes = [...document.querySelectorAll('.ui-toast')].map((one) => one.getBoundingClientRect())
    return [...document.querySelectorAll('.desk-nav button, .canvas-new button, .text-tools button')]
      .filter((control) => {
        const { left, right, top, bottom, width } = control.getBoundingClientRect()
        return (
          width > 0 && boxes.some((box) => box.left < right && box.right > left && box.top < bottom && box.bottom > top)
        )
      })
      .map((control) => control.textContent)
  })

test('a quirk is merged and brought back by mouse: children, highlights and all', async () => {
  await openMenu('Belonging, 12 highlights')
  await page.getByRole('menuitem', { name: 'Merge…' }).click()
  const asked = dialog('Merge Belonging')
  await asked.getByRole('button', { name: 'Merge quirks' }).click()
  await asked.getByText('Choose the quirk to merge it into.').waitFor()
  expect(await asked.getByRole('option', { name: /^Belonging/ }).count()).toBe(0)
  expect(await axe(page)).toEqual([])
  // Below the source, deep down: it takes the source's place.
  await asked.getByRole('option', { name: /^Advice/ }).click()
  await asked.getByText('12 highlights and 2 quirks of Belonging move to Advice. Belonging is removed.').waitFor()
  await asked.getByText('Advice takes the place of Belonging').waitFor()
  expect(await asked.getByRole('option', { selected: true }).allTextContents()).toHaveLength(1)
  await asked.getByRole('button', { name: 'Merge quirks' }).click()
  await gone('Merge Belonging')
  await item('Belonging, 12 highlights').waitFor({ state: 'detached' })
  await item('Neighbours, 8 highlights, inside Advice').waitFor()
  await item('Helping out, 5 highlights, inside Advice').waitFor()
  // What is said last of the project takes the place of what was said before, and stands over no control.
  const toast = page.locator('.ui-toast-text', { hasText: 'Belonging' })
  expect(await toast.allTextContents()).toEqual(['Belonging merged into Advice'])
  await page.getByRole('button', { name: /^Undo: Merge/ }).click()
  await item('Belonging, 12 highlights').waitFor()
  await expect.poll(() => toast.allTextContents()).toEqual(['Undone: Merge Quirks “Belonging” into “Advice”'])
  for (const width of [390, 768, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(covered).toEqual([])
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await item('Neighbours, 8 highlights, inside Belonging').waitFor()
  await item('Advice, 4 highlights, inside Helping out').waitFor()
})

test('the same by keyboard alone, into a tree that is then deeper than three levels', async () => {
  await item('Conflict, 9 highlights').focus()
  await page.keyboard.press('g')
  await dialog('Merge Conflict').waitFor()
  await page.keyboard.type('advice')
  await page.keyboard.press('Enter')
  await dialog('Merge Conflict').getByText('The tree will then be 5 levels deep.').waitFor()
  await pressUntilFocused('Merge quirks')
  await page.keyboard.press('Enter')
  await gone('Merge Conflict')
  await item('Rules, 8 highlights, inside Advice').waitFor()
  await item('Watering, 6 highlights, inside Rules').waitFor()
  await page.keyboard.press('Control+z')
  await item('Conflict, 9 highlights').waitFor()
  await item('Rules, 8 highlights, inside Conflict').waitFor()
  await page.locator('.ui-pill[data-state=saved]').waitFor()
})

test('deleting says what went along, and the toast takes it back', async () => {
  await item('Belonging, 12 highlights').focus()
  await page.keyboard.press('Delete')
  // Belonging 12, Neighbours 8, Helping out 5, Advice 4.
  await page.getByText('Belonging deleted, with 3 quirks below it and 29 highlights').waitFor()
  await expect.poll(() => item('Advice, 4 highlights, inside Helping out').count()).toBe(0)
  await page.locator('.ui-toast').getByRole('button', { name: 'Undo' }).click()
  await item('Belonging, 12 highlights').waitFor()
  await item('Advice, 4 highlights, inside Helping out').waitFor()
})

test('the form changes title, parent, key and groups in one step; what is left as it was makes none', async () => {
  await edit('Rest, 7 highlights')
  await page.keyboard.press('Enter')
  await gone('Edit quirk')
  expect(await page.getByRole('button', { name: /^Undo: / }).count()).toBe(0)

  await edit('Rest, 7 highlights')
  const form = dialog('Edit quirk')
  await form.getByLabel('Title').fill('Quiet')
  await form.getByRole('combobox', { name: 'Inside' }).click()
  await page.getByRole('option', { name: 'Belonging › Helping out › Advice' }).click()
  await form.getByText('Quirks can be nested three levels deep').waitFor()
  await form.getByRole('combobox', { name: 'Inside' }).click()
  await page.getByRole('option', { name: 'Belonging', exact: true }).click()
  await form.getByLabel('Shortcut key').press('1')
  await form.getByText('The key 1 already belongs to Belonging').waitFor()
  await form.getByLabel('Shortcut key').press('q')
  const checked = await form.getByRole('checkbox', { checked: true }).count()
  await form.getByRole('checkbox').first().click()
  expect(await axe(page)).toEqual([])
  await form.getByRole('button', { name: 'Save quirk' }).click()
  await gone('Edit quirk')
  await item('Quiet, 7 highlights, inside Belonging').waitFor()
  await page.keyboard.press('Control+z')
  await item('Rest, 7 highlights').waitFor()
  await edit('Rest, 7 highlights')
  expect(await form.getByLabel('Shortcut key').inputValue()).toBe('3')
  expect(await form.getByRole('checkbox', { checked: true }).count()).toBe(checked)
  await page.keyboard.press('Escape')
  await gone('Edit quirk')
})

test('what was typed into the form outlasts Escape and a reload, until it is saved or given up', async () => {
  const title = () => dialog('New quirk').getByLabel('Title')
  const open = async () => {
    await item('Worries, 7 highlights').focus()
    await page.keyboard.press('n')
    await title().waitFor()
  }
  await open()
  await page.keyboard.type('Patience')
  await page.keyboard.press('Escape')
  await gone('New quirk')
  await open()
  expect(await title().inputValue()).toBe('Patience')
  await dialog('New quirk').getByText('It is not saved yet.').waitFor()
  expect(await axe(page)).toEqual([])
  await title().fill('Patience with weeds')
  await page.reload()
  await item('Worries, 7 highlights').waitFor()
  await open()
  expect(await title().inputValue()).toBe('Patience with weeds')
  await dialog('New quirk').getByRole('button', { name: 'Start over' }).click()
  expect(await title().inputValue()).toBe('')
  await page.keyboard.type('Weeds')
  await dialog('New quirk').getByRole('button', { name: 'Cancel' }).click()
  await gone('New quirk')
  await open()
  expect(await title().inputValue()).toBe('')
  await page.keyboard.press('Escape')
  await gone('New quirk')
})

test('a new quirk is named where it stands: Tab goes on to its description, Enter keeps it, Escape and walking away take it back', async () => {
  const naming = dialog('New quirk')
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  const canvas = await page.locator('.canvas-surface').boundingBox()
  if (!canvas) throw new Error('there is no canvas')
  const at = { x: canvas.x + canvas.width / 2, y: canvas.y + canvas.height - 30 }
  await page.mouse.dblclick(at.x, at.y)
  await naming.waitFor()
  expect(await axe(page)).toEqual([])
  await page.keyboard.type('Patience')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Whoever waits.')
  await naming.getByRole('radio', { name: 'Orange' }).click()
  await naming.getByLabel('Title').press('Enter')
  await gone('New quirk')
  const made = item('Patience, no highlights')
  const box = await made.boundingBox()
  expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - at.x)).toBeLessThan(60)
  await expect.poll(focused).toMatch(/^Patience/)
  await page.keyboard.press('F2')
  const form = dialog('Edit quirk')
  expect(await form.getByLabel('Description').inputValue()).toBe('Whoever waits.')
  expect(await form.getByRole('radio', { name: 'Orange' }).isChecked()).toBe(true)
  await page.keyboard.press('Escape')
  await gone('Edit quirk')
  await page.keyboard.press('Control+z')
  await made.waitFor({ state: 'detached' })

  await item('Worries, 7 highlights').focus()
  await page.keyboard.press('n')
  await naming.waitFor()
  await page.keyboard.press('Escape')
  await gone('New quirk')
  await expect.poll(focused).toMatch(/^Worries/)
  await page.keyboard.press('n')
  await naming.waitFor()
  await page.mouse.click(at.x, at.y)
  await gone('New quirk')
  expect(await page.getByRole('treeitem').count()).toBe(14)

  // The rest of the form is one step away, with what was typed.
  await item('Worries, 7 highlights').focus()
  await page.keyboard.press('n')
  await naming.waitFor()
  await page.keyboard.type('Weeds')
  await page.keyboard.press('Tab')
  await naming.getByRole('button', { name: 'All fields…' }).click()
  await page.locator('.ui-modal').waitFor()
  expect(await naming.getByLabel('Title').inputValue()).toBe('Weeds')
  await naming.getByRole('button', { name: 'Cancel' }).click()
  await gone('New quirk')
})

test('where no quirk can take another one in, the list of them says why', async () => {
  await openMenu('Conflict, 9 highlights')
  await page.getByRole('menuitem', { name: 'Move into…' }).click()
  await dialog('Move Conflict into…').getByText('No other quirk can contain it').waitFor()
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Escape')
  await gone('Move Conflict into…')
})

test('a quirk’s own key highlights the selected words, and a title that is typed becomes a quirk with its highlight', async () => {
  await page.getByRole('button', { name: 'Ingrid, 71' }).click()
  const select = (line = 1) =>
    page
      .locator('.cm-line')
      .nth(line)
      .click({ clickCount: 2, position: { x: 40, y: 8 } })
  const selected = () => page.evaluate(() => String(getSelection()))
  await noteFlights()
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await select()
  await page.keyboard.press('2')
  // Said once it is done; then the quirk is among those used last, and the words are let go.
  await page.getByText('Coded: Growing, 9').first().waitFor()
  await item('Growing, 9 highlights').waitFor()
  await expect.poll(selected).toBe('')
  const growing = await item('Growing, 9 highlights').getAttribute('data-quirk')
  await expect.poll(flights).toEqual([`coded-chip to ${growing}`])
  await page.locator('.coded-chip').waitFor({ state: 'detached' })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  // Who wants no motion sees the bubble flash, and nothing fly.
  await select(2)
  await page.keyboard.press('2')
  await item('Growing, 10 highlights').waitFor()
  await expect.poll(flights).toEqual([`coded-chip to ${growing}`, `coded-flash to ${growing}`])
  await page.keyboard.press('Control+z')
  await item('Growing, 9 highlights').waitFor()
  await select()
  await page.keyboard.press('Enter')
  const choose = dialog('Choose a quirk')
  await choose
    .getByRole('option', { name: /^Growing/ })
    .first()
    .waitFor()
  expect(await choose.getByText('Recently used').count()).toBe(1)
  await page.keyboard.type('In her own words')
  await choose.getByRole('option', { name: 'New quirk “In her own words”' }).waitFor()
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Enter')
  await gone('Choose a quirk')
  const made = await item('In her own words, 1 highlight').getAttribute('data-quirk')
  // A quirk just made may come to the canvas later than its passage is coded.
  await expect
    .poll(async () =>
      (await flights()).filter((one) => !one.endsWith(` ${growing}`) && one !== `coded-flash to ${made}`),
    )
    .toEqual([])
  await page.keyboard.press('Control+z')
  await item('In her own words, 1 highlight').waitFor({ state: 'detached' })
  await page.keyboard.press('Control+z')
  await item('Growing, 8 highlights').waitFor()
})

test('what is pointed at in one place stands out in the others, and a click on a highlight marks its bubble', async () => {
  if ((await page.locator('.cm-content').count()) === 0) await page.getByRole('button', { name: 'Ingrid, 71' }).click()
  const back = () => page.locator('.text-hl-back').count()
  const brushed = () => page.locator('.canvas').getAttribute('data-brushed')
  const words = page.locator('.text-hl', { hasText: 'you plant the tree anyway' })
  await words.waitFor()
  const belonging = item('Belonging, 12 highlights')
  const box = await belonging.boundingBox()
  if (!box) throw new Error('Belonging is not shown')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await expect.poll(back).toBeGreaterThan(5)
  expect(await words.getAttribute('class')).not.toContain('text-hl-back')
  expect(await page.locator('.text-bracket-back').count()).toBeGreaterThan(5)
  expect(await brushed()).toBe(null)
  await words.hover()
  await expect.poll(back).toBe(0)
  await expect.poll(brushed).toBe(await belonging.getAttribute('data-quirk'))
  await words.click()
  await expect.poll(() => belonging.getAttribute('aria-selected')).toBe('true')
  await page.mouse.move(box.x, box.y - 60)
  await expect.poll(brushed).toBe(null)
  await page.keyboard.press('Escape')
})

test('the search box offers the five most used, and the codebook has them all', async () => {
  const search = page.locator('.canvas-search').getByRole('combobox')
  await search.focus()
  expect(await page.locator('.quirk-list').getByRole('option').count()).toBe(5)
  // What is found stands out on the canvas while it is sought.
  const brushed = () => page.locator('.canvas').getAttribute('data-brushed')
  const watering = await page.locator('.canvas-item[aria-label^=Watering]').getAttribute('data-quirk')
  await page.keyboard.type('water')
  await expect.poll(brushed).toBe(watering)
  await search.fill('')
  await expect.poll(brushed).toBe(null)
  await page.getByRole('button', { name: 'Show the codebook' }).click()
  const codebook = page.getByRole('region', { name: 'Codebook' })
  // One box to search in is enough.
  await search.waitFor({ state: 'detached' })
  const row = (title: string) => codebook.getByRole('treeitem', { name: new RegExp(`^${title},`) })
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  await codebook.getByLabel('Find or name a quirk').fill('water')
  await expect.poll(brushed).toBe(watering)
  expect(await row('Watering').getAttribute('data-quirk')).toBe(watering)
  await page.keyboard.press('Enter')
  await expect.poll(focused).toMatch(/^Watering/)
  await page.keyboard.press('Space')
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('canvas-item')

  // Keys alone name a quirk, nest it, and fold what is inside away.
  await codebook.getByLabel('Find or name a quirk').fill('Weather')
  await page.keyboard.press('Enter')
  await expect.poll(focused).toMatch(/^Weather/)
  expect(await codebook.getByLabel('Find or name a quirk').inputValue()).toBe('')
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(() => row('Weather').getAttribute('aria-level')).toBe('2')
  // The line has moved to its place, and its focus with it.
  await expect.poll(focused).toMatch(/^Weather/)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(focused).toMatch(/^Rest/)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => row('Weather').count()).toBe(0)
  await page.keyboard.press('ArrowRight')
  await row('Weather').focus()
  await page.keyboard.press('Shift+ArrowLeft')
  await expect.poll(() => row('Weather').getAttribute('aria-level')).toBe('1')

  // Whoever goes on to another line before it is done is not fetched back.
  await codebook.getByText('Weather moved to the top level').waitFor()
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Home')
  await codebook.getByText(/^Weather moved into/).waitFor()
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  expect(await focused()).not.toMatch(/^Weather/)
  await row('Weather').focus()
  await page.keyboard.press('Delete')
  await expect.poll(() => row('Weather').count()).toBe(0)

  // A passage is dragged onto a row.
  await page.getByRole('button', { name: 'Sources', exact: true }).click()
  await page.getByRole('button', { name: 'Rui, 63' }).click()
  const words = page.locator('.cm-line').nth(1)
  await words.click({ clickCount: 3, position: { x: 20, y: 10 } })
  const before = await row('Harvest').getAttribute('aria-label')
  await words.dragTo(row('Harvest'), { sourcePosition: { x: 20, y: 10 } })
  await expect.poll(() => row('Harvest').getAttribute('aria-label')).not.toBe(before)
  await page.keyboard.press('Control+Z')
  await expect.poll(() => row('Harvest').getAttribute('aria-label')).toBe(before)

  // What is pointed at there stands out on the canvas.
  await row('Watering').hover()
  await expect.poll(() => page.locator('.canvas').getAttribute('data-brushed')).toBe(watering)
  expect(await axe(page)).toEqual([])
  await page.keyboard.press('Shift+B')
  await codebook.waitFor({ state: 'detached' })
  await search.fill('harv')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(/^Harvest/)
  expect(await search.inputValue()).toBe('')
})

/** Chips that fly and bubbles that flash are soon gone again: the page notes each. */
const noteFlights = () =>
  page.evaluate(() => {
    const noted: string[] = []
    Object.assign(window, { noted })
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof HTMLElement && node.className.startsWith('coded-'))
            noted.push(`${node.className} to ${node.dataset.to}`)
    }).observe(document.body, { childList: true })
  })
const flights = () => page.evaluate(() => (window as unknown as { noted: string[] }).noted)

async function openMenu(name: string): Promise<void> {
  const box = await item(name).boundingBox()
  if (!box) throw new Error(`${name} is not shown`)
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { button: 'right' })
}

async function edit(name: string): Promise<void> {
  await item(name).focus()
  await page.keyboard.press('F2')
  await dialog('Edit quirk').waitFor()
}

async function pressUntilFocused(button: string): Promise<void> {
  for (let n = 0; n < 12; n += 1) {
    if ((await page.evaluate(() => document.activeElement?.textContent)) === button) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${button} is not reached`)
}
