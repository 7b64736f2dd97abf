// The query view: filters and words put together by keyboard and pointer, what comes of them, kept queries, two side by side.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axe } from '../../../fixtures/testing/axe.ts'
import { testDesk } from '../../../fixtures/testing/desk.ts'

const desk = testDesk()

const drawing = `
  quirk Trust
  quirk Doubt
  quirk Hope
  group Good: Trust, Hope
  source Anna | I [trusted him]Trust until the [letter]Doubt@Ben came, and [still]Hope@Ben do.
  source Ben  | [Never]Doubt did I trust a letter.
  source Cleo | A letter alone.
`

const counts = (page: Page, n = 0) => page.locator('.query-counts').nth(n)
const open = async (): Promise<Page> => {
  const page = await desk.standing(drawing, '/query')
  await page.getByRole('heading', { name: 'Query' }).waitFor()
  // What the test before has put together is still there.
  await page.getByRole('searchbox', { name: 'Words in the text' }).fill('')
  await expect
    .poll(async () => {
      const remove = page.getByRole('button', { name: 'Remove filter 1' })
      if ((await remove.count()) > 0) await remove.click()
      return page.locator('.query-filter').count()
    })
    .toBe(0)
  return page
}

/** By keyboard alone: the field from the menu, then the value. */
async function addFilter(page: Page, field: string, value: string, editor = page.locator('.query-editor').first()) {
  await editor.getByRole('button', { name: 'Add filter' }).press('Enter')
  await page.getByRole('menuitem', { name: field, exact: true }).press('Enter')
  const chosen = editor.getByRole('combobox', { name: `Value: ${field}` }).last()
  await expect.poll(() => chosen.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: value, exact: true }).waitFor()
  await page.keyboard.type(value)
  await page.keyboard.press('Enter')
  await page.getByRole('option').first().waitFor({ state: 'detached' })
}

async function choose(page: Page, name: string, option: string) {
  await page.getByRole('combobox', { name }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
  // The list fades away, and the next one must not be taken for it.
  await expect.poll(() => page.getByRole('option').count()).toBe(0)
}

test('quirks, and what lies together in a source or on the same words', async () => {
  const nested = drawing.replace('quirk Hope', 'quirk Hope < Trust')
  const page = await desk.standing(nested, '/query')
  await page.getByRole('heading', { name: 'Query' }).waitFor()
  const reading = page.locator('.query-reading')
  await addFilter(page, 'Quirk', 'Trust')
  await expect.poll(() => counts(page).textContent()).toContain('2 highlights')
  // Trust alone: Hope lies inside it.
  const nestedToo = page.getByRole('checkbox', { name: 'With nested quirks' })
  await nestedToo.press('Space')
  await expect.poll(() => counts(page).textContent()).toContain('1 highlight1 quirk')
  expect(await reading.locator('p').first().textContent()).toBe('Quirk is Trust alone')
  await nestedToo.press('Space')
  await addFilter(page, 'Its source has', 'Doubt')
  await expect.poll(() => counts(page).textContent()).toContain('2 highlights')
  expect(await reading.textContent()).toContain('in any question')
  await choose(page, 'Comparison: Its source has', 'lacks')
  await expect.poll(() => counts(page).textContent()).toContain('no highlights')
  expect(await reading.locator('p').first().textContent()).toBe(
    'Quirk is Trust with its nested quirks and Its source lacks Doubt',
  )

  // Kept, and the same when it is opened again.
  await page.getByRole('button', { name: 'Save as…' }).click()
  await page.getByRole('textbox', { name: 'Name of the query' }).fill('Trust without doubt')
  await page.keyboard.press('Enter')
  const saved = page.getByRole('button', { name: 'Query: Trust without doubt' })
  await saved.waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Query' }).waitFor()
  await expect.poll(() => reading.locator('p').first().textContent()).toContain('Its source lacks Doubt')
  await page.getByRole('button', { name: 'Remove filter 2' }).click()
  await page.getByRole('button', { name: 'Remove filter 1' }).click()
  await addFilter(page, 'Overlaps with', 'Doubt')
  await expect.poll(() => counts(page).textContent()).toContain('no highlights')
  expect(await axe(page)).toEqual([])
})

test('1 §2: the view menu is off in a query, and says why, where all views are in one menu too', async () => {
  const page = await open()
  const off = page.getByRole('button', { name: /^View: not in a query/ })
  expect(await off.getAttribute('aria-disabled')).toBe('true')
  await page.setViewportSize({ width: 600, height: 800 })
  await page.getByRole('button', { name: 'View', exact: true }).click()
  const why = page.getByRole('menuitem', { name: /^View: not in a query/ })
  expect(await why.getAttribute('aria-disabled')).toBe('true')
  const views = () => page.getByRole('menuitemcheckbox').allTextContents()
  expect(await views()).not.toContain('Canvas')
  // With its key beside it.
  expect(await views()).toContain('QueryCtrl+Shift+L')
  // By that entry one leaves the query, and has them all again.
  await page.getByRole('menuitemcheckbox', { name: 'Query' }).click()
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await why.waitFor({ state: 'detached' })
  // The menu that was shut is gone at once, the one that opens comes a moment later.
  for (const view of ['Canvas', 'List', 'Arranged', 'Word cloud']) await expect.poll(views).toContain(view)
})

test('1 §4: a main query always exists; filters are joined from the first to the last, and the brackets show it', async () => {
  const page = await open()
  await expect.poll(() => counts(page).textContent()).toBe('4 highlights3 quirks3 sources1 source without highlights')
  await addFilter(page, 'Highlight author', 'Ben')
  await expect.poll(() => counts(page).textContent()).toContain('2 highlights')
  await addFilter(page, 'Source name', 'Ben')
  await choose(page, 'How filter 2 joins those before it', 'or')
  await expect.poll(() => counts(page).textContent()).toContain('3 highlights')
  await addFilter(page, 'Group', 'Good')
  await choose(page, 'How filter 3 joins those before it', 'and')
  await expect.poll(() => counts(page).textContent()).toContain('1 highlight')
  const reading = page.locator('.query-reading')
  expect(await reading.locator('p').first().textContent()).toBe(
    '(Highlight author is Ben or Source name is Ben) and Group is Good',
  )
  expect(await reading.textContent()).toContain('read from top to bottom')

  // First the group: And and Or stay where they are.
  await page.getByRole('combobox', { name: 'Comparison: Group' }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(() => reading.locator('p').first().textContent()).toContain('Group is Good')
  await expect.poll(() => reading.locator('p').first().textContent()).toContain('(Group is Good or')
  await choose(page, 'How filter 2 joins those before it', 'and')
  await choose(page, 'How filter 3 joins those before it', 'or')
  await expect
    .poll(() => reading.locator('p').first().textContent())
    .toBe('(Group is Good and Highlight author is Ben) or Source name is Ben')
  await expect.poll(() => counts(page).textContent()).toContain('2 highlights')
  await page.getByRole('button', { name: 'Remove filter 2' }).click()
  await expect.poll(() => counts(page).textContent()).toContain('3 highlights')
  expect(await axe(page)).toEqual([])
})

test('words, what no quirk has, and the way into the text', async () => {
  const page = await open()
  await page.getByRole('searchbox', { name: 'Words in the text' }).fill('LETTER')
  await expect.poll(() => counts(page).textContent()).toBe('1 highlight1 quirk3 sources2 passages without a quirk')
  await page.getByRole('button', { name: /^Passages without a quirk/ }).click()
  const rows = page.locator('.query-passages .ui-passage')
  await expect.poll(() => rows.count()).toBe(2)
  expect(await rows.first().locator('.ui-passage-quote').textContent()).toBe('letter')
  await rows.first().press('Enter')
  await page.locator('.cm-content').getByText('Never did I trust a letter.').waitFor()

  await page.getByRole('tab', { name: 'Canvas' }).click()
  const items = page.getByRole('treeitem')
  await expect.poll(() => items.count()).toBe(1)
  expect(await items.first().getAttribute('aria-label')).toContain('Doubt')
  await page.getByRole('button', { name: /2 passages without a quirk/ }).click()
  await expect.poll(() => rows.count()).toBe(2)

  // A colleague’s or one’s own highlights count at once.
  await page.getByRole('searchbox', { name: 'Words in the text' }).fill('trust')
  await expect.poll(() => counts(page).textContent()).toContain('1 passage without a quirk')
})

test('1 §2, editor state: with the view of criteria canvas and list show what the main query lets through', async () => {
  const page = await open()
  await addFilter(page, 'Group', 'Good')
  await page.getByRole('button', { name: 'Show in canvas and list' }).click()
  const note = page.locator('.ui-note')
  await expect.poll(() => note.textContent()).toContain('2 highlights')
  await expect.poll(() => page.getByRole('treeitem').count()).toBe(2)
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page
    .getByRole('menuitemcheckbox', { name: 'List' })
    .or(page.getByRole('menuitemradio', { name: 'List' }))
    .click()
  await expect.poll(() => note.textContent()).toContain('2 highlights')
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page
    .getByRole('menuitemradio', { name: 'Arranged' })
    .or(page.getByRole('menuitemcheckbox', { name: 'Arranged' }))
    .click()
  await expect.poll(() => page.locator('.arranged-title').allTextContents()).toEqual(['Hope', 'Trust'])
  await expect.poll(() => note.textContent()).toContain('2 highlights')
  await note.getByRole('button', { name: 'Show everything' }).click()
  await expect.poll(() => page.locator('.arranged-title').count()).toBe(3)
  await note.waitFor({ state: 'detached' })
})

test('queries are kept with the project: saved, changed, renamed, deleted, each a step that undo takes back', async () => {
  const page = await open()
  await addFilter(page, 'Group', 'Good')
  await page.getByRole('button', { name: 'Save as…' }).click()
  await page.getByRole('textbox', { name: 'Name of the query' }).press('Enter')
  await page.getByText('Give the query a name.').waitFor()
  await page.getByRole('textbox', { name: 'Name of the query' }).fill('Good ones')
  await page.keyboard.press('Enter')
  const menu = () => page.getByRole('button', { name: /^Query: / })
  await expect.poll(() => menu().textContent()).toBe('Query: Good ones')

  await choose(page, 'Comparison: Group', 'is not')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await menu().click()
  await page.getByRole('menuitem', { name: 'New query' }).click()
  await expect.poll(() => page.locator('.query-filter').count()).toBe(0)
  await menu().click()
  await page.getByRole('menuitemcheckbox', { name: 'Good ones' }).click()
  await expect.poll(() => counts(page).textContent()).toContain('2 highlights')
  expect(await page.getByRole('combobox', { name: 'Comparison: Group' }).textContent()).toBe('is not')

  await menu().click()
  await page.getByRole('menuitem', { name: 'Rename query…' }).click()
  await page.getByRole('textbox', { name: 'Name of the query' }).fill('The others')
  await page.keyboard.press('Enter')
  await expect.poll(() => menu().textContent()).toBe('Query: The others')
  await menu().click()
  await page.getByRole('menuitem', { name: 'Delete query' }).click()
  await expect.poll(() => menu().textContent()).toBe('Query: New query')
  for (const title of [
    'Delete query “The others”',
    'Rename query “The others”',
    'Save query “Good ones”',
    'Save query “Good ones”',
  ])
    await page.getByRole('button', { name: `Undo: ${title}` }).click()
  await menu().click()
  await expect.poll(() => page.getByRole('menuitemcheckbox').count()).toBe(0)
})

test('a second query stands beside the first, with what only the one, both and only the other let through', async () => {
  const page = await open()
  await addFilter(page, 'Group', 'Good')
  await page.getByRole('switch', { name: 'Compare two queries' }).click()
  await addFilter(page, 'Highlight author', 'Ben', page.locator('.query-editor').nth(1))
  await expect.poll(() => counts(page, 1).textContent()).toContain('2 highlights')
  const row = page.getByRole('row', { name: /^Highlights/ })
  await expect.poll(() => row.getByRole('cell').allTextContents()).toEqual(['1', '1', '1'])
  await page.getByRole('button', { name: 'Trust: only A 1, both 0, only B 0' }).waitFor()
  await page.getByRole('button', { name: 'Hope: only A 0, both 1, only B 0' }).waitFor()
  await page.getByRole('button', { name: 'Doubt: only A 0, both 0, only B 1' }).waitFor()
  expect(await axe(page)).toEqual([])
  // It is off again, and still there when it comes back.
  await page.getByRole('switch', { name: 'Compare two queries' }).click()
  await expect.poll(() => page.locator('.query-editor').count()).toBe(1)
  await page.getByRole('switch', { name: 'Compare two queries' }).click()
  await expect.poll(() => counts(page, 1).textContent()).toContain('2 highlights')
  // Of several filters each is in sight: they have no scroll of their own.
  await addFilter(page, 'Group', 'Good', page.locator('.query-editor').nth(1))
  await addFilter(page, 'Source name', 'Anna', page.locator('.query-editor').nth(1))
  const filters = page.getByRole('list', { name: 'Filters' }).nth(1)
  expect(await filters.evaluate((list) => list.scrollHeight - list.clientHeight)).toBe(0)
})
