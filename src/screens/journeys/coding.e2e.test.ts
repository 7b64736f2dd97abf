// Coding as a researcher does it all day: quick code, resizing, stepping, filtering, coding by search; by mouse, keyboard and touch.
import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { stays } from '../../../fixtures/testing/awaiting.ts'
import { axe } from '../../../fixtures/testing/axe.ts'
import { keepSaid, lastSaid } from '../../../fixtures/testing/chromium.ts'
import { phone, testDesk } from '../../../fixtures/testing/desk.ts'

const desk = testDesk({ own: { permissions: ['clipboard-read', 'clipboard-write'] } })
let page: Page

/** The sample project with a text of it open at its beginning, in the page that stands for all tests, or in another browser. */
async function openText(context?: BrowserContext): Promise<void> {
  page = await (context ? desk.sample(context) : desk.standing())
  const toText = page.locator('.pane-switch button').last()
  if (await toText.isVisible()) await toText.click()
  const text = page.locator('.cm-line').first()
  const source = page.getByRole('button', { name: 'Clara, 45' })
  await text.or(source).first().waitFor()
  if (!(await text.isVisible())) await source.click()
  await page.locator('.text-hl').first().waitFor()
  if (!context) {
    await content().focus()
    // Out of editing and of what was selected, at the beginning.
    for (const key of ['Escape', 'Escape', 'Control+Home']) await page.keyboard.press(key)
    await page.evaluate(() => {
      ;(document.activeElement as HTMLElement).blur()
      delete document.body.dataset.said
    })
  }
  await keepSaid(page)
}

const content = () => page.locator('.cm-content')
const brackets = () => page.locator('.text-bracket:not([hidden])').count()
const item = (name: string) => page.getByRole('treeitem', { name, exact: true })
const undoNamed = (name: string) => page.getByRole('button', { name, exact: true })
/** What was said last to screen readers by the text. */
const said = () => lastSaid(page)
const active = () => page.locator('.text-active-name')
/** The words between the two handles, as the worker has them. */
const wordBox = (word: string) =>
  page.evaluate((sought) => {
    const walker = document.createTreeWalker(document.querySelector('.cm-content') as Node, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = (node.textContent ?? '').indexOf(sought)
      if (at < 0) continue
      const range = document.createRange()
      range.setStart(node, at)
      range.setEnd(node, at + sought.length)
      const { left, right, top, bottom } = range.getBoundingClientRect()
      return { left, right, x: (left + right) / 2, y: (top + bottom) / 2 }
    }
    throw new Error(`${sought} is not in sight`)
  }, word)

test('quick code: Enter opens a box beside the words, several quirks one after the other, a new one by its name', async () => {
  await openText()
  const { x, y } = await wordBox('coordinator')
  await page.mouse.dblclick(x, y)
  await page.keyboard.press('Enter')
  const box = page.getByRole('dialog', { name: 'Choose a quirk' })
  await box.getByRole('searchbox').or(box.getByRole('combobox')).waitFor()
  // The words stay to be seen.
  expect(await page.locator('.text-selected').textContent()).toBe('coordinator')
  expect(await axe(page)).toEqual([])
  await page.keyboard.type('resp')
  await page.keyboard.press('Control+Enter')
  await box.getByText('Highlighted with resp').waitFor()
  expect(await page.locator('.text-selected').textContent()).toBe('coordinator')
  await page.keyboard.type('worr')
  await page.keyboard.press('Enter')
  await box.waitFor({ state: 'detached' })
  await item('resp, 1 highlight').waitFor()
  await item('Worries, 8 highlights').waitFor()
  // The sign on the canvas goes along.
  await page.locator('.canvas-item[aria-selected=true][aria-label^=Worries]').waitFor({ state: 'attached' })
  // The focus is where it was, and the words, which the box kept, are let go.
  expect(await page.evaluate(() => document.activeElement?.className)).toContain('cm-content')
  await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe('')
  await undoNamed('Undo: Create highlight “Worries”').click()
  await item('Worries, 7 highlights').waitFor()
  await page.getByRole('button', { name: /^Undo: Create quirk from passage/ }).click()
  await item('resp, 1 highlight').waitFor({ state: 'detached' })
})

test('stepping, resizing, recoding and removing by keyboard alone', async () => {
  await openText()
  await content().focus()
  await page.keyboard.press('Control+Home')
  // Words that are highlighted are named where the caret comes to them.
  await page.keyboard.press('Control+End')
  await expect.poll(said).toMatch(/^(Worries, by Inês|Fairness, by Mara)/)
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('F8')
  await expect.poll(() => active().textContent()).toMatch(/^Rules by Mara, /)
  await expect.poll(said).toMatch(/^Rules, by Mara, .+: Officially I look after/)
  await page.keyboard.press('F8')
  await expect.poll(() => active().textContent()).toMatch(/^Conflict by /)
  await page.keyboard.press('Shift+F8')
  await expect.poll(() => active().textContent()).toMatch(/^Rules by Mara, /)
  expect(await axe(page)).toEqual([])
  // Five keys are one movement, and one step.
  await page.keyboard.press('Alt+ArrowRight')
  await expect.poll(said).toMatch(/accounts\. In$/)
  for (let times = 0; times < 2; times++) await page.keyboard.press('Alt+ArrowRight')
  await page.keyboard.press('Alt+Shift+ArrowRight')
  await page.keyboard.press('Alt+ArrowLeft')
  await expect.poll(said).toMatch(/^I look after .+ In truth$/)
  await undoNamed('Undo: Change highlight “Rules”').click()
  await expect.poll(() => page.locator('.text-hl').first().textContent()).toMatch(/^Officially/)
  // Its mark in the column opens a menu on its first entry, which selects its words; what is pressed next is meant for the text.
  await page.locator('.text-bracket[aria-label^=Rules]').first().press('Enter')
  await page.locator('[role=menuitem][data-highlighted]', { hasText: 'Select these words' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => document.activeElement?.matches('.cm-content'))
  await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toMatch(/^Officially/)
  await page.getByRole('button', { name: 'Nothing to undo' }).waitFor()
  // Escape takes back what is not done yet.
  await content().focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('F8')
  await page.keyboard.press('Alt+ArrowRight')
  await page.keyboard.press('Escape')
  await stays(1000, () => page.getByRole('button', { name: 'Nothing to undo' }).count(), 1)

  await page.keyboard.press('Enter')
  const change = page.getByRole('dialog', { name: 'Change quirk…' })
  await change.waitFor()
  await page.keyboard.type('worr')
  await page.keyboard.press('Enter')
  await change.waitFor({ state: 'detached' })
  await expect.poll(() => active().textContent()).toMatch(/^Worries by Mara/)
  const before = await brackets()
  await page.keyboard.press('Delete')
  await page.getByText('Highlight removed').first().waitFor()
  await expect.poll(brackets).toBe(before - 1)
  for (const step of [/^Undo: Remove highlight/, /^Undo: Change highlight/]) {
    await page.getByRole('button', { name: step }).click()
  }
  await page.getByRole('button', { name: 'Nothing to undo' }).waitFor()

  // Removed from the menu, the focus is in the text, and its keys act: N makes a quirk.
  await content().focus()
  await page.keyboard.press('F8')
  await page.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Remove highlight' }).click()
  await expect.poll(brackets).toBe(before - 1)
  await page.waitForFunction(() => document.activeElement?.matches('.cm-content'))
  await page.getByRole('button', { name: /^Undo: Remove highlight/ }).click()
  await content().focus()
  await page.keyboard.press('n')
  const made = page.getByRole('dialog', { name: 'New quirk', exact: true })
  await made.getByRole('textbox', { name: 'Shortcut key' }).press('m')
  await made.getByText('In the text, M also means “Write memo”').waitFor()
  await page.keyboard.press('Escape')
  await made.waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.matches('.cm-content'))
})

/** Of each bracket in sight, how many px of its width a press in its middle reaches. */
const reached = () =>
  page.locator('.text-bracket:not([hidden])').evaluateAll((all) =>
    all.flatMap((bracket) => {
      const { left, right, top, bottom } = bracket.getBoundingClientRect()
      if (bottom > innerHeight) return []
      let points = 0
      for (let x = left + 0.5; x < right; x += 1)
        if (document.elementFromPoint(x, (top + bottom) / 2) === bracket) points += 1
      return [points]
    }),
  )

test('by mouse: a click on words, their ends dragged, names on resting there', async () => {
  await openText()
  // Brackets side by side have their own strips; the outermost has its whole box, with the edge of the sidebar in nobody's way.
  await expect.poll(async () => Math.max(...(await reached()))).toBe(24)
  expect(new Set(await reached())).toEqual(new Set([10, 24]))
  const words = await wordBox('spoken')
  await page.mouse.click(words.x, words.y)
  await expect.poll(() => active().textContent()).toMatch(/^Neighbours by /)
  // Later than a double click would be.
  await stays(700, async () => /^Neighbours by /.test((await active().textContent()) ?? ''), true)
  await page.mouse.click(words.x, words.y)
  await expect.poll(() => active().textContent()).toMatch(/^Belonging by /)
  await page.mouse.move(10, 400)
  await page.mouse.move(words.x, words.y)
  await page.locator('.text-hover p').nth(1).waitFor()
  expect(await page.locator('.text-hover').textContent()).toMatch(/^Neighboursby .+Belongingby /)
  await page.keyboard.press('Escape')

  await page.mouse.click((await wordBox('watering')).x, (await wordBox('watering')).y)
  await expect.poll(() => active().textContent()).toMatch(/^Watering by /)
  const handle = page.locator('.text-handle[data-end=to]')
  const grip = await handle.boundingBox()
  if (!grip) throw new Error('no handle')
  expect(Math.min(grip.width, grip.height)).toBeGreaterThanOrEqual(24)
  const target = await wordBox('list')
  await page.mouse.move(grip.x + 12, grip.y + grip.height - 6)
  await page.mouse.down()
  await page.mouse.move(grip.x - 30, target.y, { steps: 4 })
  await page.mouse.move(target.right, target.y, { steps: 4 })
  await page.mouse.up()
  await undoNamed('Undo: Change highlight “Watering”').waitFor()
  const ends = async () => (await handle.boundingBox())?.x ?? 0
  await expect.poll(async () => Math.abs((await ends()) + 12 - target.right) < 4).toBe(true)
  await undoNamed('Undo: Change highlight “Watering”').click()
  await page.getByRole('button', { name: 'Nothing to undo' }).waitFor()
})

test('§5 resizing, recoding and coding by search are refused while the source is edited, with the words of the specification', async () => {
  await openText()
  const words = await wordBox('watering')
  await page.mouse.dblclick(words.x, words.y)
  await page.keyboard.press('F2')
  const refused = page.locator('.ui-toast-text', {
    hasText: "You can't add highlights until you finish editing the source.",
  })
  for (const entry of [
    'Fit to the selected words',
    'Remove the selected words from the highlight',
    'Change quirk…',
    'Remove highlight',
  ]) {
    await content().focus()
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: entry }).click()
    await refused.first().waitFor()
    await page.getByRole('button', { name: 'Close' }).first().click()
    await refused.first().waitFor({ state: 'detached' })
  }
  await page.keyboard.press('Control+Shift+H')
  await refused.first().waitFor()
  expect(await page.getByRole('dialog', { name: 'Highlight by search' }).count()).toBe(0)
})

test('§7 highlights by author and day, with a note while some are left out; numbers of paragraphs, cited', async () => {
  await openText()
  const all = await brackets()
  await page.getByRole('button', { name: 'More actions for this text' }).click()
  await page.getByRole('menuitem', { name: 'Filter highlights and memos' }).click()
  await page.getByRole('checkbox', { name: 'Mara' }).click()
  await expect.poll(brackets).toBeLessThan(all)
  expect(await axe(page)).toEqual([])
  const some = await brackets()
  await page.getByLabel('From', { exact: true }).fill('2099-01-01')
  await expect.poll(brackets).toBe(0)
  await page.getByLabel('From', { exact: true }).fill('')
  await expect.poll(brackets).toBe(some)
  await page.keyboard.press('Escape')
  await page.getByText(/^\d+ of \d+ highlights shown, \d+ of \d+ memos?$/).waitFor()
  await page.reload()
  await page.getByText(/^\d+ of \d+ highlights shown, \d+ of \d+ memos?$/).waitFor()
  await expect.poll(brackets).toBe(some)
  await page.getByRole('button', { name: 'Show all', exact: true }).click()
  await expect.poll(brackets).toBe(all)

  // The same by key: the filter, and the numbers.
  await content().focus()
  await page.keyboard.press('Shift+F')
  await page.getByLabel('From', { exact: true }).fill('2099-01-01')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Shift+M')
  await page.getByText(/^The filter hides (the one memo|all \d+ memos) on this text\.$/).waitFor()
  await page.getByRole('button', { name: 'Show all', exact: true }).click()
  await content().focus()
  await page.keyboard.press('Shift+M')
  await page.keyboard.press('Shift+P')
  const line = page.locator('.cm-line', { hasText: 'What does a coordinator do?' })
  await expect.poll(() => line.getAttribute('data-paragraph')).toBe('2')
  const { x, y } = await wordBox('coordinator')
  await page.mouse.dblclick(x, y)
  await page.keyboard.press('Control+Alt+c')
  await page.getByText('Copied').first().waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('“coordinator” (Clara, 45, ¶ 2)')
  await page.evaluate(() => localStorage.removeItem('thicket:paragraph-numbers'))
})

test('coding by search: a preview of every hit, each can be left out, one step for all', async () => {
  await openText()
  await page.keyboard.press('Control+Shift+H')
  const dialog = page.getByRole('dialog', { name: 'Highlight by search' })
  await dialog.getByRole('searchbox').fill('garden')
  await dialog.getByRole('combobox', { name: 'Where' }).click()
  await page.getByRole('option', { name: 'In all sources' }).click()
  const count = dialog.getByText(/^(\d+) of (\d+) hits ticked$/)
  const number = async () => Number(/^\d+/.exec((await count.textContent()) ?? '')?.[0])
  await dialog.locator('.hits-words mark').first().waitFor()
  const hits = await number()
  expect(hits).toBeGreaterThan(5)
  expect((await dialog.locator('.hits-words mark').first().textContent())?.toLowerCase()).toBe('garden')
  expect(await axe(page)).toEqual([])
  await dialog.locator('.hits-row').first().getByRole('checkbox').click()
  await expect.poll(number).toBe(hits - 1)
  await dialog.getByRole('button', { name: 'Untick all' }).click()
  await expect.poll(number).toBe(0)
  await dialog.locator('.hits-group').first().getByRole('checkbox').click()
  const within = await number()
  expect(within).toBeGreaterThan(0)
  await dialog.getByRole('button', { name: 'Tick all', exact: true }).click()
  // The button says what it waits for, and leads there.
  const highlight = dialog.getByRole('button', { name: `Highlight ${hits} passages` })
  expect(await highlight.getAttribute('aria-disabled')).toBe('true')
  await dialog.getByText('Choose or name a quirk.').waitFor()
  await highlight.click({ force: true })
  await page.keyboard.type('The garden itself')
  await page.keyboard.press('Enter')
  expect(await dialog.getByRole('searchbox').inputValue()).toBe('garden')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await item(`The garden itself, ${hits} highlights`).waitFor()
  await undoNamed('Undo: Highlight by search').waitFor()
  // The toast takes it back, quirk and all.
  await page.locator('.ui-toast').getByRole('button', { name: 'Undo' }).click()
  await item(`The garden itself, ${hits} highlights`).waitFor({ state: 'detached' })
})

test('by touch: words are highlighted from the bar under the text, and a tap on a highlight shows its ends', async () => {
  const hand = await desk.person({ ...phone, viewport: { width: 390, height: 800 } })
  await openText(hand)
  const { x: left, y: top } = await wordBox('coordinator')
  await page.touchscreen.tap(left, top)
  // Emulated touches make no long press: what the system then does, selecting the word, is done for it.
  await page.evaluate(() => getSelection()?.modify('move', 'backward', 'word'))
  await page.evaluate(() => getSelection()?.modify('extend', 'forward', 'word'))
  const bar = page.getByRole('toolbar', { name: 'Selected words' })
  await bar.waitFor()
  for (const button of await bar.getByRole('button').all()) {
    const size = await button.boundingBox()
    expect(size?.height).toBeGreaterThanOrEqual(44)
  }
  expect(await axe(page)).toEqual([])
  const before = await brackets()
  await bar.getByRole('button', { name: 'Code with quirk…' }).tap()
  const choose = page.getByRole('dialog', { name: 'Choose a quirk' })
  await choose.getByRole('option', { name: /^Worries/ }).tap()
  await choose.waitFor({ state: 'detached' })
  await expect.poll(brackets).toBe(before + 1)
  // A finger beside two brackets means both.
  const beside = await page.locator('.text-bracket[aria-label^="Conflict, by Jonas"]').boundingBox()
  if (!beside) throw new Error('no bracket')
  await page.touchscreen.tap(beside.x + 20, beside.y + 5)
  const both = page.getByRole('menu', { name: 'Highlights here' })
  await both.getByRole('menuitem', { name: 'Conflict, by Jonas' }).waitFor()
  await both.getByRole('menuitem', { name: 'Rules, by Mara' }).waitFor()
  await page.keyboard.press('Escape')
  await both.waitFor({ state: 'detached' })
  // A tap on highlighted words shows whose they are, with handles for their ends.
  const { x, y } = await wordBox('watering')
  await page.touchscreen.tap(x, y)
  await expect.poll(() => active().textContent()).toMatch(/^Watering/)
  const handle = page.locator('.text-handle[data-end=to]')
  const grip = await handle.boundingBox()
  if (!grip) throw new Error('no handle')
  const target = await wordBox('list')
  const cdp = await hand.newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints })
  const from = { x: grip.x + 12, y: grip.y + grip.height - 6 }
  await touch('touchStart', [from])
  await touch('touchMove', [{ x: from.x - 20, y: from.y }])
  // The finger stays under the row that it means: on the knob.
  await touch('touchMove', [{ x: target.right, y: target.y + 18 }])
  await touch('touchEnd', [])
  await page.getByRole('button', { name: 'Undo: Change highlight “Watering”' }).waitFor()
})

test('brackets stand where the lines begin; a double click selects a word of a script without spaces, Ctrl deletes one', async () => {
  const uuid = await desk.draw(`
quirk Trust
source Amal | [قَالَ]Trust الْمُعَلِّمُ
source Suda | ฉันรักภาษาไทย
`)
  page = await desk.page(`/projects/${uuid}?activeSource=1`)
  const bracket = page.locator('.text-bracket:not([hidden])')
  await bracket.waitFor()
  const { right } = await wordBox('قَالَ')
  await expect.poll(async () => ((await bracket.boundingBox())?.x ?? 0) - right).toBeGreaterThanOrEqual(0)
  // In forced colours a passage keeps a line, and the one that is meant a ground.
  await page.emulateMedia({ forcedColors: 'active' })
  const look = () =>
    page.locator('.text-hl').evaluate((passage) => {
      const { textDecorationLine, backgroundColor } = getComputedStyle(passage)
      return { textDecorationLine, backgroundColor }
    })
  const { textDecorationLine, backgroundColor } = await look()
  expect(textDecorationLine).toBe('underline')
  await bracket.focus()
  await expect.poll(async () => (await look()).backgroundColor).not.toBe(backgroundColor)
  await page.emulateMedia({ forcedColors: null })
  await page.getByRole('button', { name: 'Sources', exact: true }).click()
  await page.getByRole('button', { name: 'Suda', exact: true }).click()
  await page.locator('.cm-line', { hasText: 'ฉัน' }).waitFor()
  const { x, y } = await wordBox('ภาษา')
  await page.mouse.dblclick(x, y)
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe('ภาษา')
  await page.keyboard.press('F2')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Control+Backspace')
  await expect.poll(() => page.locator('.cm-line').textContent()).toBe('ฉันรักไทย')
  await page.keyboard.press('Home')
  await page.keyboard.press('Control+Delete')
  await expect.poll(() => page.locator('.cm-line').textContent()).toBe('รักไทย')
  await page.keyboard.press('Escape')
})
