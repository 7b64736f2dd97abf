// Two people on one project at once: each sees the other, selections stay on their words, nothing jumps; the chat and its badge.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { atRest, stays } from '../../../fixtures/testing/awaiting.ts'
import { axe } from '../../../fixtures/testing/axe.ts'
import { phone, testDesk } from '../../../fixtures/testing/desk.ts'

const desk = testDesk({ mobile: true })

const lines = Array.from({ length: 60 }, (_, i) => `Line ${i} of what Anna told, with w${i}w in it.`)
const study = `
quirk Trust
quirk Doubt
source Anna | ${lines.join('\n            | ')}
`

/** The words that another has selected, as this page marks them. */
const marked = async (page: Page) => (await page.locator('.text-other').allTextContents()).join('')
const line = (page: Page, n: number) => page.locator('.cm-line', { hasText: `Line ${n} of` })
const topOf = async (page: Page, n: number) => (await line(page, n).boundingBox())?.y ?? Number.NaN

async function selectWord(page: Page, word: string): Promise<void> {
  const at = await page.evaluate((sought) => {
    const walk = document.createTreeWalker(document.querySelector('.cm-content') as HTMLElement, NodeFilter.SHOW_TEXT)
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const from = node.textContent?.indexOf(sought) ?? -1
      if (from < 0) continue
      const range = document.createRange()
      range.setStart(node, from)
      range.setEnd(node, from + sought.length)
      const box = range.getBoundingClientRect()
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    }
    throw new Error(`${sought} is not in sight`)
  }, word)
  await page.mouse.dblclick(at.x, at.y)
}

/** Two people on the same project, the second in a browser of that kind. */
async function two(options = {}): Promise<[Page, Page]> {
  const ana = await desk.standing(study)
  const address = /\/projects\/[^/?]+/.exec(ana.url())?.[0]
  return [ana, await desk.page(address, await desk.person(options, 'Ben'))]
}

test('each sees the other where they are, on the words that they have selected, through what is written above', async () => {
  const [ana, ben] = await two()
  for (const page of [ana, ben]) await page.getByRole('button', { name: 'Anna', exact: true }).first().click()
  await ben.getByRole('button', { name: 'Users: 1 other is here' }).click()
  await ben
    .getByRole('list', { name: 'Users' })
    .getByRole('button', { name: /Ana.*Anna/ })
    .waitFor()
  expect(await axe(ben)).toEqual([])
  await ben.keyboard.press('Escape')

  await line(ana, 6).waitFor()
  await selectWord(ana, 'w6w')
  await expect.poll(() => marked(ben)).toBe('w6w')
  expect(await ben.locator('.text-caret-name').allTextContents()).toEqual(['Ana'])

  // Ben writes above it, in a text that he edits: it stays on its word for both, and what Ana sees of him is where he writes.
  await line(ben, 3).click()
  await ben.keyboard.press('F2')
  await ben.locator('.text-editing').waitFor()
  await line(ben, 3).click()
  await ben.keyboard.press('End')
  await ben.keyboard.type('one ')
  await ana.locator('.cm-line', { hasText: 'in it.one' }).waitFor()
  expect(await marked(ben)).toBe('w6w')
  expect(await ana.evaluate(() => getSelection()?.toString())).toBe('w6w')
  await expect.poll(() => ana.locator('.text-caret-name').allTextContents()).toEqual(['Ben'])

  // Ana writes above him: his caret stays where he writes.
  await ana.keyboard.press('F2')
  await ana.locator('.text-editing').waitFor()
  await ana.keyboard.press('Control+Home')
  await ana.keyboard.type('Above. ')
  await ben.locator('.cm-line', { hasText: 'Above. ' }).waitFor()
  await ben.keyboard.type('two')
  await expect.poll(() => line(ben, 3).textContent()).toMatch(/one two/)
  await expect.poll(() => line(ana, 3).textContent()).toMatch(/one two/)

  // A caret has the colour of its person, in the moment too in which they end.
  await ana.evaluate(() => {
    const look = () => {
      if (document.querySelector('.text-caret:not([data-person])')) document.body.dataset.colourless = ''
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true })
  })
  await ben.keyboard.type(' three')
  await ben.keyboard.press('Escape')
  await ben.locator('.text-editing').waitFor({ state: 'detached' })
  await expect.poll(() => line(ana, 3).textContent()).toMatch(/one two three/)
  expect(await ana.evaluate(() => document.body.dataset.colourless)).toBeUndefined()
  await ben.keyboard.press('F2')
  await ben.locator('.text-editing').waitFor()

  // What is read further down stays where it is when lines come in above.
  await ben.locator('.cm-scroller').evaluate((scroller) => scroller.scrollTo(0, 600))
  await line(ben, 20).waitFor()
  const before = await atRest(ben, () => topOf(ben, 20))
  for (let i = 0; i < 4; i += 1) await ana.keyboard.press('Enter')
  await stays(1500, async () => Math.abs((await topOf(ben, 20)) - before) < 2, true)

  // To where the other is.
  await ben.keyboard.press('Escape')
  await selectWord(ben, 'w20w')
  // Where somebody is comes to the others a moment later.
  await expect
    .poll(async () => {
      await ana.getByRole('button', { name: /^Users/ }).click()
      await ana.getByRole('list', { name: 'Users' }).getByRole('button', { name: /Ben/ }).click()
      return marked(ana)
    })
    .toBe('w20w')
  await ben.close()
  await expect.poll(() => ana.getByRole('button', { name: /^Users/ }).count()).toBe(0)
})

test('what one writes in the chat is counted for the other until they look', async () => {
  const [ana, ben] = await two(phone)
  await ana.getByRole('button', { name: 'Chat' }).click()
  const field = ana.getByRole('textbox', { name: 'Message' })
  await field.fill(`Look at line 6${', and further down'.repeat(40)}`)
  // Until the project is loaded nothing can be sent.
  await expect.poll(() => ana.getByRole('button', { name: 'Send' }).getAttribute('aria-disabled')).not.toBe('true')
  await field.press('Enter')
  await field.fill('and at 8')
  await field.press('Enter')
  await ben.getByRole('button', { name: 'Chat, 2 new messages' }).tap()
  const log = ben.getByRole('log', { name: 'Messages' })
  await log.getByText('and at 8').waitFor()
  // It opens at its end, however long what stands above is.
  expect(await log.evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight)).toBeLessThan(2)
  expect(await log.getByText(/^\d\d:\d\d$/).count()).toBe(2)
  expect(await axe(ben)).toEqual([])
  // A keyboard would cover what there is to read.
  expect(await ben.locator('textarea:focus').count()).toBe(0)
  await ben.getByRole('textbox', { name: 'Message' }).fill('I see')
  await ben.getByRole('button', { name: 'Send' }).tap()
  await ana.getByRole('log').getByText('I see').waitFor()
  expect(await axe(ana)).toEqual([])
  await ana.keyboard.press('Escape')
  await ben.getByRole('textbox', { name: 'Message' }).fill('and you?')
  await ben.keyboard.press('Enter')
  await ana.getByRole('button', { name: 'Chat, 1 new message' }).waitFor()
  await ana.reload()
  await ana.getByRole('button', { name: 'Chat, 1 new message' }).click()
  await ana.getByRole('log').getByText('and you?').waitFor()
  await ana.keyboard.type('Now at 9')
  expect(await field.inputValue()).toBe('Now at 9')
  await ana.getByRole('listitem').filter({ hasText: 'Look at line 6' }).hover()
  await ana
    .getByRole('listitem')
    .filter({ hasText: 'Look at line 6' })
    .getByRole('button', { name: 'Remove message' })
    .click()
  await expect.poll(() => log.getByText('Look at line 6').count()).toBe(0)
})
