// What others do while somebody types in a text. Where they take it away, or put another in its place: what is shown is the project's, highlights
// stand on their words, and no key that was meant for the text does anything else. Whatever else they do leaves text, caret and keys where they are.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { stays } from '../../../fixtures/testing/awaiting.ts'
import { cloudDesk } from '../../../fixtures/testing/cloudDesk.ts'
import { typesOn } from '../../../fixtures/testing/typing.ts'

const desk = cloudDesk()

const said = 'The day begins early.\nWe use specialized software for it.\nNobody else does.'

/** Two people with one text open that has a highlight; the second edits it, at its beginning. */
async function bothThere() {
  const ana = await desk.person('Ana')
  const ben = await desk.person('Ben')
  const uuid = await ana.project('Harbour')
  await ana.share(uuid, ben, 'write')
  const hers = await desk.openAs(ana, `/projects/${uuid}`)
  const david = { name: 'David.txt', mimeType: 'text/plain', buffer: Buffer.from(said) }
  await hers.locator('input[type=file][multiple]').first().setInputFiles(david)
  await hers.locator('.cm-line', { hasText: 'specialized' }).dblclick({ position: { x: 90, y: 8 } })
  await hers.keyboard.press('n')
  await hers.getByRole('dialog').getByRole('textbox').first().fill('Tools')
  await hers.keyboard.press('Enter')
  await hers.locator('.text-hl').first().waitFor()
  await hers.getByText('All changes saved').waitFor()
  const his = await desk.openAs(ben, `/projects/${uuid}`)
  await his.getByText('David').first().click()
  await his.locator('.text-hl').first().waitFor()
  await his.getByRole('button', { name: 'Edit text' }).click()
  await his.locator('.text-editing').waitFor()
  await his.keyboard.press('Control+Home')
  return { ana, ben, uuid, hers, his }
}

const marked = (page: Page) => page.locator('.text-hl').allInnerTexts()
/** Without the names at others' carets. */
const text = (page: Page) =>
  page.locator('.cm-line').evaluateAll((lines) =>
    lines
      .map((line) => {
        const copy = line.cloneNode(true) as HTMLElement
        for (const caret of copy.querySelectorAll('.text-caret')) caret.remove()
        return copy.textContent
      })
      .join('\n'),
  )
const toasts = (page: Page) => page.locator('.ui-toast').allInnerTexts()

/** Letters that would be keys of the page. */
const typingOn = (page: Page, body: () => Promise<unknown>) => typesOn(page, (i) => `nom${i}? `, 2, body)

/** Who types on after a pause still means the text; who has gone elsewhere means what they press. */
async function goesOn(page: Page, by: 'Tab' | 'ArrowDown' | 'pointer' = 'Tab'): Promise<void> {
  await stays(2000, () => page.locator('.ui-modal').count(), 0)
  await page.keyboard.type('nd typed on? ')
  expect(await page.locator('.ui-modal').count()).toBe(0)
  if (by === 'pointer') await page.locator('.text-hl').first().click()
  else await page.keyboard.press(by)
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
}

test('a backup put in place while somebody types: the text is that of the project, with its highlights, and nothing of the rest is put into it', async () => {
  const { ana, uuid, hers, his } = await bothThere()
  const { body } = await ana.send('POST', `/v1/thicket/projects/${uuid}/backups`, {})
  await typingOn(his, async () => {
    // Words that are still on their way would go into the text of the backup, which is the one that they were typed into.
    await hers.locator('.cm-line', { hasText: 'nom1?' }).waitFor()
    // It is said for ten seconds, which on a busy machine may be over before the server has answered.
    const said = his.getByText(/^Another version replaced this text/).waitFor()
    const put = ana.send('POST', `/v1/thicket/projects/${uuid}/backups/${body.id}/restore`)
    expect((await Promise.all([put, said]))[0].status).toBe(200)
  })
  expect(await his.locator('.text-editing').count()).toBe(0)
  for (const page of [his, hers]) {
    await expect.poll(() => text(page)).toBe(said)
    expect(await marked(page)).toEqual(['specialized'])
  }
  expect(await his.locator('.ui-modal').count()).toBe(0)
  expect((await toasts(his)).join()).not.toMatch(/does not fit|Select a passage/)
  await goesOn(his, 'pointer')
})

test('a source deleted while somebody types in it: they are told so, and what they type on is no command', async () => {
  const { hers, his } = await bothThere()
  await typingOn(his, async () => {
    await hers.getByRole('tab', { name: 'David' }).click({ button: 'right' })
    await hers.getByRole('menuitem', { name: 'Delete source' }).click()
    await his.getByText('The source “David” was deleted while you were editing it.').waitFor()
    await his.locator('.cm-editor').waitFor({ state: 'detached' })
  })
  expect(await his.locator('.ui-modal').count()).toBe(0)
  await goesOn(his)
})

test('the right to write taken away while somebody types: what they type on is no command', async () => {
  const { ana, ben, uuid, his } = await bothThere()
  await typingOn(his, async () => {
    await ana.share(uuid, ben, 'read')
    await his.locator('.text-editing').waitFor({ state: 'detached' })
  })
  expect((await toasts(his)).join()).not.toMatch(/Select a passage|write in this project/)
  expect(await his.locator('.ui-modal').count()).toBe(0)
  await goesOn(his, 'ArrowDown')
})

test('questions that come and go with a colleague’s table, and a source that comes back, leave everybody in the text that they type in', async () => {
  const { hers, his } = await bothThere()
  const questions = his.getByRole('tablist', { name: 'Questions' })
  await typingOn(his, async () => {
    const table = {
      name: 'survey.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('Name,Why did you leave?\nEve,For work.\n'),
    }
    await hers.locator('input[type=file][multiple]').first().setInputFiles(table)
    await hers.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click()
    // The notice of her first import may still be there, under the same name.
    await hers.locator('.ui-modal').getByRole('button', { name: 'Close' }).last().click()
    await hers.locator('.ui-modal').waitFor({ state: 'detached' })
    for (const [keys, state] of [
      [null, 'visible'],
      ['Control+z', 'detached'],
      ['Control+y', 'visible'],
    ] as const) {
      if (keys) await hers.keyboard.press(keys)
      await questions.waitFor({ state })
      // Her own page may hear of her step after his has.
      await hers.getByRole('button', { name: state === 'visible' ? /^Undo: Import/ : /^Redo: Import/ }).waitFor()
    }
  })
  await isWriting(his, 'The day begins early.')

  // Her own step brings the source back to her in front.
  await hers.locator('.cm-line', { hasText: 'For work.' }).waitFor()
  await hers.getByRole('tab', { name: 'David' }).click({ button: 'right' })
  await hers.getByRole('menuitem', { name: 'Delete source' }).click()
  await his.locator('.cm-editor').waitFor({ state: 'detached' })
  await his.getByText('Eve').first().click()
  await his.locator('.cm-line', { hasText: 'For work.' }).waitFor()
  await his.getByRole('button', { name: 'Edit text' }).click()
  await his.locator('.text-editing').waitFor()
  await his.keyboard.press('Control+Home')
  await typingOn(his, async () => {
    await hers.keyboard.press('Control+z')
    await his.getByRole('tab', { name: 'David' }).waitFor()
  })
  await isWriting(his, 'For work.')
})

/** Each word of `typingOn` stands before `words`, in the order of the keys, and the text is still being edited. */
async function isWriting(page: Page, words: string): Promise<void> {
  expect(await page.locator('.text-editing .cm-content:focus').count()).toBe(1)
  const [first = ''] = (await text(page)).split('\n')
  const typed = first.slice(0, -words.length)
  expect(typed).toBe(Array.from(typed.matchAll(/nom/g), (_, i) => `nom${i}? `).join(''))
  expect(first).toBe(`${typed}${words}`)
}
