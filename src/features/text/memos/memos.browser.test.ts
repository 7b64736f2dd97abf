import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { atRest, stays } from '../../../../fixtures/testing/awaiting.ts'
import { axe } from '../../../../fixtures/testing/axe.ts'
import { testTab } from '../../../../fixtures/testing/testTab.ts'
import type { TestPage } from '../testing/testPage.ts'

declare const page: TestPage

const { open, another } = testTab(new URL('../testing/page.tsx', import.meta.url))

const select = (tab: Page, anchor: number, head: number) =>
  tab.evaluate(
    ([from, to]) => {
      page.view().dispatch({ selection: { anchor: from, head: to } })
      page.view().focus()
    },
    [anchor, head] as const,
  )
const stored = (tab: Page) =>
  tab.evaluate(() => page.project.memos().map(({ start, length, content }) => ({ start, length, content })))
const field = (tab: Page) => tab.locator('.memo-field')
const cards = (tab: Page) => tab.locator('.memo-box:not([data-unplaced])')
/** Where a memo's passage and its card begin, in the window. */
const placeOf = (tab: Page, id: number) =>
  tab.evaluate((memoId) => {
    const row = page.project.memos().find((it) => it.id === memoId)
    const card = document.querySelector(`[data-card="${memoId}"]`)
    return [page.view().coordsAtPos(row?.start ?? 0, 1)?.top, card?.getBoundingClientRect().top].map((it) =>
      Math.round(it ?? -1),
    )
  }, id)
const overlaps = (tab: Page) =>
  tab.evaluate(() => {
    const boxes = [...document.querySelectorAll('.memo-box:not([data-unplaced])')].map((it) =>
      it.getBoundingClientRect(),
    )
    boxes.sort((a, b) => a.top - b.top)
    return boxes.filter((box, at) => box.bottom > (boxes[at + 1]?.top ?? Number.POSITIVE_INFINITY) + 1).length
  })
const agrees = (tab: Page) =>
  tab.waitForFunction(() => {
    const rows = page.project.memos().map((it) => `${it.id} ${it.start} ${it.start + it.length}`)
    return rows.sort().join() === page.memos().sort().join()
  })

describe('writing', () => {
  test('by keyboard: M on the selected words, Ctrl+Enter saves, and the card stands beside them with the focus', async () => {
    const tab = await open()
    await select(tab, 300, 340)
    await tab.keyboard.press('m')
    await field(tab).waitFor()
    await tab.keyboard.type('She says it twice\nand then never again')
    await tab.keyboard.press('Control+Enter')
    await tab.locator('article.memo').waitFor()
    expect(await stored(tab)).toEqual([{ start: 300, length: 40, content: 'She says it twice\nand then never again' }])
    expect(await tab.evaluate(() => page.project.log.filter(({ command }) => command === 'createMemo').length)).toBe(1)
    await tab.waitForFunction(() => document.activeElement?.matches('article.memo'))
    const [id = 0] = await tab.evaluate(() => page.project.memos().map((it) => it.id))
    await expect
      .poll(() => placeOf(tab, id).then(([words, card]) => Math.abs((words ?? 0) - (card ?? 99))))
      .toBeLessThan(3)
    expect(await tab.locator('.text-memo-lit').count()).toBeGreaterThan(0)
    expect(await tab.locator('article.memo').getAttribute('aria-label')).toContain('Memo by Anna on “')
    expect(await axe(tab)).toEqual([])
    // From the card back to the text, and from the words to the card.
    await tab.keyboard.press('Escape')
    await tab.waitForFunction(() => document.activeElement?.matches('.cm-content'))
    await select(tab, 320, 320)
    await tab.keyboard.press('m')
    await tab.waitForFunction(() => document.activeElement?.matches('article.memo'))
  })

  test('Esc asks nothing when nothing was typed; what was typed goes only when that is said, and comes back by Undo', async () => {
    const tab = await open()
    await select(tab, 100, 140)
    await tab.keyboard.press('m')
    await field(tab).waitFor()
    await tab.keyboard.press('Escape')
    await field(tab).waitFor({ state: 'detached' })
    expect(await tab.getByText('was discarded').count()).toBe(0)
    await select(tab, 100, 140)
    await tab.keyboard.press('m')
    await field(tab).fill('half a thought')
    await tab.keyboard.press('Escape')
    await tab.getByText('Discard what you have written?').waitFor()
    expect(await axe(tab)).toEqual([])
    // Escape again goes on with the writing.
    await tab.keyboard.press('Escape')
    await tab.waitForFunction(() => document.activeElement?.matches('textarea'))
    expect(await field(tab).inputValue()).toBe('half a thought')
    await tab.keyboard.press('Escape')
    await tab.getByRole('button', { name: 'Discard' }).click()
    await field(tab).waitFor({ state: 'detached' })
    await tab.getByRole('button', { name: 'Undo' }).click()
    expect(await field(tab).inputValue()).toBe('half a thought')
    expect(await stored(tab)).toEqual([])
  })

  test('1 §4 while a memo is written, the column stays open and no other memo is chosen, and it says so', async () => {
    const tab = await open('units=1200&memos=3')
    await tab.keyboard.press('Tab')
    await select(tab, 100, 140)
    await tab.keyboard.press('m')
    await field(tab).fill('not yet')
    await tab.getByRole('button', { name: 'Hide memos' }).click()
    await tab.getByText('Save or cancel the memo that you are writing first.').first().waitFor()
    await tab.locator('article.memo').first().click()
    expect(await tab.locator('article.memo[data-active]').count()).toBe(0)
    expect(await field(tab).inputValue()).toBe('not yet')
    await select(tab, 500, 520)
    await tab.keyboard.press('m')
    await tab.waitForFunction(() => document.activeElement?.matches('.memo-field'))
    expect(await field(tab).inputValue()).toBe('not yet')
  })

  test('a reload keeps what was being written, with its words; once', async () => {
    const tab = await open()
    await select(tab, 300, 340)
    await tab.keyboard.press('m')
    await field(tab).fill('a thought cut off')
    await tab.reload()
    await field(tab).waitFor()
    expect(await field(tab).inputValue()).toBe('a thought cut off')
    await tab.getByRole('button', { name: 'Save' }).click()
    await tab.locator('article.memo').waitFor()
    expect(await stored(tab)).toEqual([{ start: 300, length: 40, content: 'a thought cut off' }])
    expect(
      await tab.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('thicket:memo:'))),
    ).toEqual([])
  })

  test('another window does not take what is being written in this one', async () => {
    const tab = await open()
    await select(tab, 300, 340)
    await tab.keyboard.press('m')
    await field(tab).fill('mine')
    const other = await another()
    await stays(1200, () => field(other).count(), 0)
  })

  test('a memo on the source as a whole stands at the top', async () => {
    const tab = await open('units=1200&memos=2')
    await tab.locator('.cm-content').click({ button: 'right', position: { x: 200, y: 200 } })
    await tab.getByRole('menuitem', { name: 'Memo on the whole source' }).click()
    await field(tab).fill('A quiet interview')
    await tab.keyboard.press('Control+Enter')
    await tab.locator('article', { hasText: 'On the whole source' }).waitFor()
    expect(await stored(tab)).toContainEqual({ start: 0, length: 0, content: 'A quiet interview' })
    const top = await tab
      .getByText('A quiet interview')
      .evaluate((it) => it.closest('article')?.getBoundingClientRect().top)
    expect(top).toBeLessThan(90)
  })
})

describe('with memos there', () => {
  test('edit and delete by key; what another has changed meanwhile is shown, and what he deleted is saved anew', async () => {
    const tab = await open('units=1200&memos=3')
    await select(tab, 0, 0)
    await tab.keyboard.press('Shift+M')
    await cards(tab).first().waitFor()
    const card = tab.locator('[data-card="1"] article')
    await card.focus()
    await tab.keyboard.press('Enter')
    await field(tab).fill('mine')
    await tab.evaluate(() => page.project.othersMemo(1, 'his'))
    await tab.getByText('Someone else has changed this memo').waitFor()
    await tab.keyboard.press('Control+Enter')
    await card.getByText('mine').waitFor()
    await card.focus()
    await tab.keyboard.press('F2')
    await field(tab).fill('mine again')
    const before = await tab.evaluate(() => page.project.memos().find(({ id }) => id === 1))
    await tab.evaluate(() => page.project.othersMemo(1, null))
    await tab.waitForFunction(() => !page.memos().some((it) => it.startsWith('1 ')))
    await tab.keyboard.press('Control+Enter')
    await tab.getByText('This memo no longer exists').first().waitFor()
    await field(tab).waitFor()
    await tab.keyboard.press('Control+Enter')
    await field(tab).waitFor({ state: 'detached' })
    const { start, length } = before ?? { start: -1, length: -1 }
    expect(await stored(tab)).toContainEqual({ start, length, content: 'mine again' })
    await tab.locator('[data-card="2"] article').focus()
    await tab.keyboard.press('Delete')
    await tab.getByText('Memo deleted').first().waitFor()
    expect(await tab.evaluate(() => page.project.memos().map(({ id }) => id))).not.toContain(2)
  })

  test('they follow their words through typing, Ctrl+Z and another’s edits; without words they stay and say so', async () => {
    const tab = await open('units=1500&memos=4')
    await select(tab, 0, 0)
    await tab.keyboard.press('Shift+M')
    const rows = await tab.evaluate(() => page.project.memos())
    const [row] = rows.sort((a, b) => b.start - a.start)
    if (!row) throw new Error('no memo')
    await select(tab, row.start - 3, row.start + row.length + 3)
    await tab.keyboard.press('F2')
    await tab.keyboard.press('Delete')
    await tab.getByText('Its words were deleted').first().waitFor()
    await agrees(tab)
    expect(await tab.evaluate((id) => page.project.memos().find((it) => it.id === id)?.length, row.id)).toBe(0)
    await tab.evaluate(() => {
      const { length } = page.project.rich().text
      page.project.others([
        { type: 'text', changes: [[0, 'Before all. '], length], format: { marks: [], kinds: [], images: [] } },
      ])
    })
    await tab.keyboard.press('Control+z')
    await tab.waitForFunction((id) => page.project.memos().find((it) => it.id === id)?.length !== 0, row.id)
    await agrees(tab)
    const after = await tab.evaluate(() => page.project.memos().map(({ id, start, length }) => ({ id, start, length })))
    expect(after.sort((a, b) => a.id - b.id)).toEqual(
      rows.map(({ id, start, length }) => ({ id, start: start + 12, length })).sort((a, b) => a.id - b.id),
    )
  })

  test('closed it is a strip of marks that open it; the cards never overlap, the chosen one stands at its words', async () => {
    const tab = await open('units=12000&memos=40')
    const marks = tab.locator('.memo-mark')
    await marks.first().waitFor()
    expect(await axe(tab)).toEqual([])
    await marks.nth(1).click()
    await tab.waitForFunction(() => document.activeElement?.matches('article.memo'))
    for (let times = 0; times < 12; times++) {
      await tab.keyboard.press('ArrowDown')
      // They glide to where they stand.
      await expect.poll(() => overlaps(tab)).toBe(0)
    }
    const id = Number(await tab.locator('[data-card]:has(article[data-active])').getAttribute('data-card'))
    const [words, card] = await atRest(tab, () => placeOf(tab, id))
    expect(Math.abs((words ?? 0) - (card ?? 99))).toBeLessThan(3)
    expect(await axe(tab)).toEqual([])
  })

  test('read only: readable, with nothing to change them', async () => {
    const tab = await open('units=1200&memos=3&access=read')
    await select(tab, 0, 0)
    await tab.keyboard.press('Shift+M')
    await cards(tab).first().waitFor()
    expect(await tab.getByRole('button', { name: 'Edit memo' }).count()).toBe(0)
    await tab.locator('article.memo').first().focus()
    await tab.keyboard.press('Enter')
    await tab.getByText('read').first().waitFor()
    expect(await field(tab).count()).toBe(0)
  })

  test('where there is no room beside the text: one at a time under it', async () => {
    const tab = await open('memos=5&width=380')
    await tab.locator('.memo-mark').first().waitFor()
    await tab.locator('.memo-mark').first().click()
    const sheet = tab.getByRole('region', { name: 'Memos' }).filter({ has: tab.getByText('Memo 1 of 5') })
    await sheet.waitFor()
    await tab.getByRole('button', { name: 'Next memo' }).click()
    await tab.getByText('Memo 2 of 5').waitFor()
    expect(await tab.locator('.text-memo-lit').count()).toBeGreaterThan(0)
    await tab.getByRole('button', { name: 'Edit memo' }).click()
    await field(tab).fill('on the way')
    await tab.getByRole('button', { name: 'Next memo' }).click()
    await tab.getByText('Save or cancel the memo').first().waitFor()
    await tab.getByRole('button', { name: 'Save' }).click()
    await tab.locator('article').getByText('on the way').waitFor()
    expect(await axe(tab)).toEqual([])
  })
})

test('a text without memos has the room for reading, though memos are open, until they are asked for or one comes', async () => {
  const tab = await open('memos=0')
  const share = () => tab.locator('.text').evaluate((text) => getComputedStyle(text).getPropertyValue('--memo-share'))
  await tab.evaluate(() => {
    page.editor.memosOpen = true
  })
  await tab.getByRole('button', { name: 'Show memos (none yet)' }).waitFor()
  expect(await share()).toBe('10%')
  await tab.getByRole('button', { name: 'Show memos (none yet)' }).click()
  await tab.getByText('No memos on this text yet.').waitFor()
  expect(await share()).toBe('35%')
  await tab.getByRole('button', { name: 'Hide memos' }).click()
  await select(tab, 0, 12)
  await tab.keyboard.press('m')
  await field(tab).waitFor()
  expect(await share()).toBe('35%')
})

test('5 MB with 2,500 memos: few elements wherever one scrolls, and a frame looks at few of them and changes few', async () => {
  const tab = await open('units=5000000&highlights=5000&memos=2500')
  const scrolled = (memos: boolean) =>
    tab.evaluate(async (isOpen) => {
      page.editor.memosOpen = isOpen
      const { scrollDOM } = page.view()
      const most = { elements: 0, looks: 0, changes: 0 }
      let [looks, changes] = [0, 0]
      const counted = <K extends string>(on: Record<K, (...asked: never[]) => unknown>, name: K) => {
        const ask = on[name]
        on[name] = function (this: unknown, ...asked) {
          looks += 1
          return ask.apply(this, asked)
        }
        return () => {
          on[name] = ask
        }
      }
      const [element, range] = [Element.prototype, Range.prototype]
      const putBack = [
        counted(element, 'getBoundingClientRect'),
        counted(element, 'getClientRects'),
        counted(range, 'getBoundingClientRect'),
        counted(range, 'getClientRects'),
        counted(page.view(), 'lineBlockAt'),
      ]
      const watch = new MutationObserver((seen) => {
        changes += seen.length
      })
      watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
      for (let at = 0; at < 150; at++) {
        // Steadily, and now and then far.
        scrollDOM.scrollTop =
          at % 30 === 29 ? (scrollDOM.scrollHeight * ((at * 7) % 150)) / 150 : scrollDOM.scrollTop + 90
        await new Promise(requestAnimationFrame)
        most.elements = Math.max(most.elements, document.querySelectorAll('*').length)
        most.looks = Math.max(most.looks, looks)
        most.changes = Math.max(most.changes, changes)
        looks = 0
        changes = 0
      }
      watch.disconnect()
      for (const back of putBack) back()
      return most
    }, memos)
  for (const isOpen of [false, true]) {
    const { elements, looks, changes } = await scrolled(isOpen)
    expect(elements).toBeLessThan(3000)
    expect(looks).toBeGreaterThan(0)
    expect(looks).toBeLessThan(300)
    expect(changes).toBeGreaterThan(0)
    expect(changes).toBeLessThan(600)
  }
  expect(await tab.locator('article.memo').count()).toBeGreaterThan(0)
})
