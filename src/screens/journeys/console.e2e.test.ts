// The SQL console in a real browser: over the private file system, beside somebody who works meanwhile.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { stays } from '../../../fixtures/testing/awaiting.ts'
import { axe } from '../../../fixtures/testing/axe.ts'
import { testDesk } from '../../../fixtures/testing/desk.ts'

const desk = testDesk()
const drawing = `
quirk Trust
source Anna | I [trusted]Trust him.
source Ben | Nothing.
`
const endless = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n'

const field = (page: Page) => page.getByRole('textbox', { name: 'SQL statement' })
const written = async (page: Page) => (await page.locator('.console-sql .cm-line').allInnerTexts()).join('\n')
const said = (page: Page) => page.locator('.console-said').textContent()
/** As by paste, over what stands there. */
async function write(page: Page, sql: string): Promise<void> {
  await field(page).press('Control+a')
  await page.keyboard.insertText(sql)
}
async function run(page: Page, sql: string): Promise<void> {
  await write(page, sql)
  await field(page).press('Control+Enter')
}

test('a statement is written, run, saved, found again and deleted; its answer is a file', async () => {
  const uuid = await desk.draw(drawing)
  const page = await desk.page(`/projects/${uuid}/console`)
  await page.getByText('Query the project in SQL').waitFor()
  await run(page, "SELECT title, '=1' AS formula FROM sources ORDER BY title")
  await expect.poll(() => said(page)).toMatch(/^2 rows in \d+ ms$/)
  await expect.poll(() => page.getByRole('gridcell').allInnerTexts()).toEqual(['Anna', '=1', 'Ben', '=1'])
  expect(await axe(page)).toEqual([])

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /whole result as CSV/ }).click()
  const path = join(desk.folder, 'answer.csv')
  await (await download).saveAs(path)
  expect(readFileSync(path, 'utf8')).toBe("\ufefftitle,formula\r\nAnna,'=1\r\nBen,'=1\r\n")

  await page.getByRole('button', { name: 'Save statement' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('All sources')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'All sources', exact: true }).waitFor()
  await field(page).press('Control+a')
  await field(page).press('Delete')
  await page.getByRole('button', { name: 'All sources', exact: true }).click()
  await page.getByRole('menuitem', { name: 'All sources' }).click()
  await expect.poll(() => written(page)).toContain('FROM sources')
  await page.reload()
  await expect.poll(() => written(page)).toContain('FROM sources')
  await page.getByRole('button', { name: 'Statements' }).click()
  await page.getByRole('menuitem', { name: 'All sources' }).click()
  await page.getByRole('button', { name: 'Delete “All sources”' }).click()
  await page.getByText('“All sources” was deleted').waitFor()
})

test('tables and columns are offered while a statement is written, those of its tables behind FROM; a name of the list is written at the cursor', async () => {
  const page = await desk.standing(drawing, '/console')
  const offered = page.getByRole('listbox', { name: 'Suggestions' })
  await field(page).click()
  await page.keyboard.type('SELECT  FROM question_ans')
  await offered.getByRole('option', { name: /^question_answers/ }).click()
  for (let i = 0; i < ' FROM question_answers'.length; i += 1) await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('sou')
  const first = offered.getByRole('option').first()
  await expect.poll(() => first.textContent()).toContain('sourceId')
  await first.click()
  await expect.poll(() => written(page)).toBe('SELECT sourceId FROM question_answers')
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => said(page)).toMatch(/^2 rows/)
  await page.getByRole('button', { name: 'Tables and columns' }).click()
  await page
    .locator('summary')
    .filter({ has: page.getByText('quirks', { exact: true }) })
    .click()
  await page.getByRole('button', { name: /^quirks/ }).click()
  await expect.poll(() => written(page)).toBe('SELECT sourceIdquirks FROM question_answers')
})

test('what is wrong is said in SQLite’s words, and nothing can be written', async () => {
  const page = await desk.standing(drawing, '/console')
  await run(page, 'SELECT title,\ntitel FROM sources')
  await page.getByText('SQLite says: no such column: titel. Line 2, column 1.').waitFor()
  for (const sql of [
    'DELETE FROM quirks',
    'SELECT 1; DROP TABLE quirks',
    "ATTACH 'x' AS y",
    'PRAGMA user_version = 9',
  ]) {
    await run(page, sql)
    await page.getByText(/^Only a single statement that reads can be run/).waitFor()
    await run(page, 'SELECT count(*) FROM quirks')
    await expect.poll(() => page.getByRole('gridcell').allInnerTexts()).toEqual(['1'])
  }
})

test('a statement without an end is stopped at once, and a colleague’s or one’s own work does not wait for it', async () => {
  const page = await desk.standing(drawing, '/console')
  const uuid = /projects\/([^/?]+)/.exec(page.url())?.[1] ?? ''
  await run(page, 'SELECT titel FROM sources')
  await page.getByRole('alert').waitFor()
  await run(page, endless)
  await page.getByText('The statement is running').waitFor()
  // What was wrong with the one before is no longer said.
  expect(await page.getByRole('alert').count()).toBe(0)
  // Another tab of the same browser has the same worker: it gets its turn, and can say stop.
  const other = await desk.page(`/projects/${uuid}/console`)
  await other.getByText('2 sources').waitFor({ timeout: 10_000 })
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByText('The statement was stopped.').waitFor()
  await run(other, 'SELECT 1')
  await expect.poll(() => said(other)).toMatch(/^1 row/)
})

test('a worker that is in the middle of one endless step is ended by Stop, and the work goes on', async () => {
  const page = await desk.standing(drawing, '/console')
  await run(page, "WITH t(a) AS (SELECT hex(zeroblob(5000000))) SELECT instr(a, substr(a, 1, 5000000) || '1') FROM t")
  await page.getByText('The statement is running').waitFor()
  // It is in the middle of its step by then.
  await stays(500, () => page.getByText('The statement is running').count(), 1)
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByText('The statement was stopped.').waitFor()
  await run(page, 'SELECT title FROM quirks')
  await expect.poll(() => page.getByRole('gridcell').allInnerTexts()).toEqual(['Trust'])
  // A worker that is ended while it names one of SQLite's passing files leaves that half done; the next one says so, and lets the file go.
  desk.forgive('Disassociating file with bad digest')
})
