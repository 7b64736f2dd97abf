import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { drawn, stays } from '../../../fixtures/testing/awaiting.ts'
import { keepSaid, lastSaid } from '../../../fixtures/testing/chromium.ts'
import { testTab } from '../../../fixtures/testing/testTab.ts'
import type { TestPage } from './testing/testPage.ts'

declare const page: TestPage

const { open } = testTab(new URL('./testing/page.tsx', import.meta.url))

const select = (tab: Page, anchor: number, head: number) =>
  tab.evaluate(
    ([from, to]) => {
      page.view().dispatch({ selection: { anchor: from, head: to } })
      page.view().focus()
    },
    [anchor, head] as const,
  )
const selected = (tab: Page) =>
  tab.evaluate(() => {
    const { from, to } = page.view().state.selection.main
    return [from, to]
  })
const pointAt = (tab: Page, pos: number) =>
  tab.evaluate((at) => {
    const box = page.view().coordsAtPos(at)
    if (!box) throw new Error(`${at} is out of sight`)
    return { x: box.left + 1, y: (box.top + box.bottom) / 2 }
  }, pos)
const settled = (tab: Page) =>
  tab.waitForFunction(() => page.view().state.doc.toString() === page.project.rich().text, null, { timeout: 15_000 })

test('a press on selected words that trembles is a click: it sets the caret', async () => {
  const tab = await open()
  await select(tab, 100, 260)
  const from = await pointAt(tab, 180)
  await tab.mouse.move(from.x, from.y)
  await tab.mouse.down()
  for (let by = 1; by <= 5; by += 1) await tab.mouse.move(from.x + by, from.y)
  await tab.mouse.up()
  await tab.waitForFunction(() => getSelection()?.isCollapsed === true)
  expect(await tab.evaluate(() => page.dropped)).toEqual([])
})

test('a fast drag of selected words carries them off and leaves them selected', async () => {
  const tab = await open()
  await select(tab, 100, 260)
  const from = await pointAt(tab, 180)
  await tab.mouse.move(from.x, from.y)
  await tab.mouse.down()
  // The very first move jumps further than CodeMirror takes for a drag.
  await tab.mouse.move(from.x - 60, from.y + 45)
  await tab.mouse.move(200, 300)
  await tab.mouse.move(203, 303)
  await tab.mouse.up()
  await tab.waitForFunction(() => page.dropped.length > 0)
  expect(await tab.evaluate(() => page.dropped)).toMatchObject([
    { sourceId: 1, questionId: 1, start: 100, length: 160 },
  ])
  expect(await selected(tab)).toEqual([100, 260])
})

test('a click on selected words sets the caret there', async () => {
  const tab = await open()
  await select(tab, 100, 260)
  const at = await pointAt(tab, 180)
  await tab.mouse.click(at.x, at.y)
  expect(await selected(tab)).toEqual([180, 180])
  expect(await tab.evaluate(() => page.editor.selection)).toBeNull()
})

test('a point on lines that CodeMirror has left undrawn has its place in the text, and what stands beside it asks for no round of its measuring', async () => {
  const tab = await open('units=100000&highlights=200&memos=20')
  const { pos, shown, within } = await tab.evaluate(async () => {
    type Inner = { updateState: number; viewState: { measure(): unknown } }
    const view = page.view()
    const inner = view as unknown as Inner
    const ask = view.requestMeasure.bind(view)
    let within = 0
    view.requestMeasure = (request) => {
      const key = request?.key as { read?: unknown } | undefined
      if (inner.updateState !== 0 && typeof key?.read === 'function') within += 1
      ask(request)
    }
    for (const to of [3000, 9000, 20_000]) {
      view.scrollDOM.scrollTop = to
      await new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))
    }
    view.scrollDOM.scrollTop = 10_000
    // As where a measure is given up: other lines are in sight, and are not drawn.
    inner.viewState.measure()
    const { left, top, width } = view.scrollDOM.getBoundingClientRect()
    const pos = view.posAtCoords({ x: left + width / 2, y: top + 300 }, false)
    const at = view.coordsAtPos(pos)
    return { pos, shown: at && at.top < top + 330 && at.bottom > top + 270, within }
  })
  expect(pos).toBeGreaterThan(1000)
  expect([shown, within]).toEqual([true, 0])
})

test('coding by keyboard: the caret moves, letters are refused, Enter asks for a quirk, a dot takes the last one', async () => {
  const tab = await open()
  await select(tab, 4, 4)
  await tab.keyboard.press('Control+Shift+ArrowRight')
  await tab.keyboard.press('Control+Shift+ArrowRight')
  await tab.keyboard.type('xyz')
  await tab.keyboard.press('Backspace')
  await settled(tab)
  const passage = await tab.evaluate(() => ({ ...page.editor.selection }))
  expect(passage).toMatchObject({ sourceId: 1, questionId: 1, start: 4 })
  await tab.keyboard.press('Enter')
  expect(await tab.evaluate(() => page.picked)).toEqual([passage])
  await tab.keyboard.press('.')
  await tab.waitForSelector('.text-bracket:not([hidden])')
  expect(await tab.evaluate(() => page.project.log.at(-1))).toEqual({
    command: 'createHighlight',
    args: { ...passage, quirkId: 2 },
  })
  const words = await tab.evaluate(
    ({ start = 0, length = 0 }) => page.view().state.sliceDoc(start, start + length),
    passage,
  )
  expect(await tab.locator('.text-bracket:not([hidden])').getAttribute('aria-label')).toBe(`Doubt, by Anna: ${words}`)
  expect(await tab.getByRole('textbox').getAttribute('aria-readonly')).toBe('true')
})

test('§5 no highlights while the source is being edited, and it says so', async () => {
  const tab = await open()
  await select(tab, 10, 30)
  await tab.keyboard.press('F2')
  await tab.keyboard.press('Shift+F10')
  await tab.getByRole('menuitem', { name: 'Code with quirk…' }).click()
  await tab.getByText("You can't add highlights until you finish editing the source.").first().waitFor()
  expect(await tab.evaluate(() => [page.picked.length, page.project.log.length])).toEqual([0, 0])
})

test('typing reaches the worker whole while others write into the same line, and Ctrl+Z takes back only our own', async () => {
  const tab = await open('highlights=5')
  await tab.evaluate(() => {
    page.project.late.post = 40
    page.project.late.reply = 55
    let left = 12
    const write = () => {
      const { length } = page.project.rich().text
      page.project.others([
        { type: 'text', changes: [3, [0, '*'], length - 3], format: { marks: [], kinds: [], images: [] } },
      ])
      if (--left > 0) setTimeout(write, 110)
    }
    setTimeout(write, 50)
  })
  await select(tab, 20, 20)
  await tab.keyboard.press('F2')
  for (const letter of 'never a lost keystroke') await tab.keyboard.type(letter, { delay: 45 })
  await tab.waitForFunction(() => page.project.rich().text.split('*').length === 13)
  await settled(tab)
  expect(await tab.evaluate(() => page.project.rich().text)).toContain('never a lost keystroke')
  const agrees = () =>
    tab.waitForFunction(() => {
      const rows = page.project.highlights().map((it) => `${it.id} ${it.start} ${it.start + it.length}`)
      return rows.length > 0 && rows.sort().join() === page.shown().sort().join()
    })
  await agrees()
  for (let times = 0; times < 12; times++) await tab.keyboard.press('Control+z')
  await settled(tab)
  const after = await tab.evaluate(() => page.project.rich().text)
  expect(after).not.toContain('never')
  expect(after.split('*')).toHaveLength(13)
  await agrees()
})

test('a highlight whose words were deleted comes back with Ctrl+Z, as it was', async () => {
  const tab = await open('highlights=1')
  const before = await tab.evaluate(() => page.project.highlights())
  const [row] = before
  if (!row) throw new Error('no highlight')
  await select(tab, row.start - 2, row.start + row.length + 2)
  await tab.keyboard.press('F2')
  await tab.keyboard.press('Delete')
  await tab.waitForFunction(() => page.project.highlights().length === 0)
  await tab.keyboard.press('Control+z')
  await tab.waitForFunction(() => page.project.highlights().length === 1)
  expect(await tab.evaluate(() => page.project.highlights())).toEqual(
    before.map((it) => expect.objectContaining({ ...it })),
  )
})

test('someone else’s caret stands with their name where they write, and moves with the text', async () => {
  const tab = await open()
  await keepSaid(tab)
  await tab.evaluate(() =>
    page.project.others([
      {
        type: 'text',
        changes: [10, [0, 'new'], page.view().state.doc.length - 10],
        format: { marks: [], kinds: [], images: [] },
      },
    ] as never),
  )
  const caret = tab.locator('.text-caret')
  await caret.waitFor()
  expect(await caret.textContent()).toBe('Ben')
  const before = () =>
    tab.evaluate(() => {
      const at = document.querySelector('.text-caret') as Element
      return page.view().state.sliceDoc(0, page.view().posAtDOM(at))
    })
  await expect.poll(before).toMatch(/new$/)
  expect(await lastSaid(tab)).toContain('Ben')
  await select(tab, 0, 0)
  await tab.keyboard.press('F2')
  await tab.keyboard.type('mine ')
  await expect.poll(before).toMatch(/^mine .*new$/)
})

test('a text without words takes what is typed as soon as it is edited', async () => {
  const tab = await open('units=0')
  await tab.getByRole('button', { name: 'Edit text' }).last().click()
  await expect.poll(() => tab.evaluate(() => document.activeElement?.className ?? '')).toContain('cm-content')
  await tab.keyboard.type('Notes')
  await tab.waitForFunction(() => page.project.rich().text === 'Notes')
})

test('keystrokes cut off by a reload are there after it, once', async () => {
  const tab = await open()
  await select(tab, 0, 0)
  await tab.keyboard.press('F2')
  await tab.keyboard.type('rescued ')
  await tab.reload()
  await tab.waitForSelector('.cm-content')
  await settled(tab)
  expect((await tab.evaluate(() => page.project.rich().text)).split('rescued ')).toHaveLength(2)
  expect(await tab.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('unsent')))).toEqual([])
})

/** The text loses its first sentence, what lies on it moves along; it is told so many ms later. */
const loseBeginning = (tab: Page, after: number) =>
  tab.evaluate((late) => {
    const { project } = page
    const lost = project.rich().text.indexOf('.') + 1
    const rows = project.highlights().filter(({ start }) => start >= lost)
    const text = { text: project.rich().text.slice(lost), marks: [], kinds: [], images: [] }
    return project.replace(
      text,
      rows.map((row) => ({ ...row, start: row.start - lost })),
      late,
    )
  }, after)
const marksAsInWorker = (tab: Page) =>
  tab.evaluate(() => {
    const byId = (a: string, b: string) => Number.parseInt(a, 10) - Number.parseInt(b, 10)
    const rows = page.project.highlights().map(({ id, start, length }) => `${id} ${start} ${start + length}`)
    return { shown: page.shown().sort(byId), rows: rows.sort(byId) }
  })

test('a copy that is read anew while the text is being edited: highlights stay on their words, whatever is typed after', async () => {
  const tab = await open('highlights=12')
  await tab.click('.cm-content')
  await tab.keyboard.press('F2')
  await tab.keyboard.press('Control+End')
  await tab.keyboard.type('One. ')
  await settled(tab)
  await loseBeginning(tab, 300)
  // Sent to the worker before it tells of the other text.
  await tab.keyboard.type('Two. ')
  await tab.evaluate(() => page.view().contentDOM.blur())
  await tab.evaluate(() => page.view().focus())
  await settled(tab)
  for (const words of ['three ', 'four ']) {
    await tab.keyboard.press('Control+Home')
    await tab.keyboard.type(words)
    await settled(tab)
  }
  expect(await tab.evaluate(() => page.project.rich().text)).toMatch(/^four three [\s\S]*One\. Two\. $/)
  await expect
    .poll(async () => {
      const { shown, rows } = await marksAsInWorker(tab)
      return shown.join() === rows.join() ? 'on their words' : [shown, rows]
    })
    .toBe('on their words')
  expect(await tab.locator('.ui-toast').allInnerTexts()).toEqual([])
})

test('where the words before the caret are gone with another text, nothing of the rest is put into it: it is offered, and editing ends', async () => {
  const tab = await open('highlights=12')
  await tab.click('.cm-content')
  await tab.keyboard.press('F2')
  await tab.keyboard.press('Control+Home')
  await tab.keyboard.type('It is ')
  await settled(tab)
  await tab.keyboard.type('going on')
  await loseBeginning(tab, 0)
  await tab.getByText('It does not contain what you typed last: “going on”').waitFor()
  expect(await tab.locator('.text-editing').count()).toBe(0)
  await settled(tab)
  expect(await tab.evaluate(() => page.project.rich().text)).not.toContain('going on')
  const { shown, rows } = await marksAsInWorker(tab)
  expect(shown).toEqual(rows)
})

test('where the whole text is gone, what was typed last is handed in, and offered where the worker does not keep it', async () => {
  const tab = await open()
  await tab.click('.cm-content')
  await tab.keyboard.press('F2')
  await tab.keyboard.press('Control+Home')
  await tab.keyboard.type('It is ')
  await settled(tab)
  await tab.keyboard.type('going on')
  await tab.evaluate(() => page.project.remove())
  await tab.getByText('This is what you typed last: “going on”').waitFor()
  expect(await tab.evaluate(() => JSON.stringify(page.project.log.at(-1)))).toContain('going on')
  expect(await tab.getByText('not found').count()).toBe(0)
})

test('while a copy is being fetched anew, what is typed is in the worker at once', async () => {
  const tab = await open()
  await tab.click('.cm-content')
  await tab.keyboard.press('F2')
  await tab.keyboard.press('Control+Home')
  await tab.keyboard.type('before ')
  await tab.evaluate(() => {
    page.project.handle.state.progress = 0
  })
  await tab.keyboard.type('and after ')
  await settled(tab)
  const first = await tab.evaluate(() =>
    JSON.stringify(page.project.log.find(({ command }) => command === 'editAnswerSteps')),
  )
  expect(first).toContain('before ')
  expect(first).not.toContain('and after ')
})

test('selected words have a bar under them, whose numbers code with the quirks used last; Escape goes from it back to the text', async () => {
  const tab = await open('units=4000&highlights=3')
  await tab.evaluate(() => {
    page.editor.recentQuirks = [3, 1]
  })
  await select(tab, 4, 40)
  const bar = tab.getByRole('toolbar', { name: 'Selected words' })
  await bar.waitFor()
  const [box, words] = [await bar.boundingBox(), await pointAt(tab, 39)]
  expect((box?.y ?? 0) - words.y).toBeGreaterThan(8)
  await tab.keyboard.press('2')
  await tab.waitForFunction(() => page.project.log.length === 1)
  expect(await tab.evaluate(() => page.project.log.at(-1)?.args)).toMatchObject({ start: 4, length: 36, quirkId: 1 })
  // Beside its bracket the highlight has the name of its quirk.
  await tab.locator('.text-name', { hasText: 'Trust' }).first().waitFor()
  const first = bar.getByRole('button').first()
  await first.focus()
  await tab.keyboard.press('Escape')
  await tab.waitForFunction(() => page.view().hasFocus)
  await tab.keyboard.press('Escape')
  await bar.waitFor({ state: 'detached' })
})

test('the brackets: names, menu, removal and steps from one to the next by key', async () => {
  const tab = await open('units=60000&highlights=40')
  await select(tab, 0, 0)
  await tab.keyboard.press('Tab')
  const name = () => tab.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
  expect(await name()).toMatch(/^(Trust|Doubt|Family), by Ben: ./)
  for (let times = 0; times < 39; times++) {
    await tab.keyboard.press('ArrowDown')
    await drawn(tab)
  }
  expect(await name()).toMatch(/, by Ben: ./)
  expect(await tab.evaluate(() => page.view().scrollDOM.scrollTop)).toBeGreaterThan(1000)
  await tab.keyboard.press('Enter')
  await tab.getByRole('menuitem', { name: 'Remove highlight' }).click()
  await tab.waitForFunction(() => page.project.highlights().length === 39)
  await tab.getByText('Highlight removed').first().waitFor()
})

test('the card over highlighted words takes no press, and does not come back while words are selected through it', async () => {
  const tab = await open('units=60000&highlights=40')
  await tab.waitForSelector('.text-bracket:not([hidden])')
  await select(tab, 0, 0)
  const first = await tab.evaluate(() => Math.min(...page.project.highlights().map(({ start }) => start)))
  // Words stand elsewhere until their font is there.
  await tab.evaluate(() => document.fonts.ready.then(() => true))
  const { x, y } = await pointAt(tab, first + 2)
  await tab.mouse.move(x + 1, y, { steps: 3 })
  await tab.locator('.text-hover').waitFor()
  const card = await tab.locator('.text-hover').boundingBox()
  if (!card) throw new Error('no card')
  // The row of text that lies under the card: between two rows a point belongs to either.
  const under = y + 24
  expect(card.y).toBeLessThan(under)
  await tab.mouse.move(card.x + 10, under)
  await tab.mouse.down()
  await tab.mouse.move(card.x + 120, under, { steps: 6 })
  await stays(700, () => tab.locator('.text-hover').count(), 0)
  await tab.mouse.up()
  const [from = 0, to = 0] = await selected(tab)
  expect(to - from).toBeGreaterThan(3)
})

test('a jump to a highlight brings it into sight', async () => {
  const tab = await open('units=60000&highlights=40')
  await tab.evaluate(() => {
    const last = page.project.highlights().sort((a, b) => b.start - a.start)[0]
    if (last)
      page.editor.reveal = { sourceId: 1, questionId: 1, start: last.start, length: last.length, highlightId: last.id }
  })
  await tab.waitForSelector('.text-hl-flash')
  await tab.waitForFunction(() => page.view().scrollDOM.scrollTop > 1000)
  expect(await tab.evaluate(() => page.editor.reveal)).toBeNull()
})

test('5 MB with 50,000 highlights: few elements wherever one scrolls', async () => {
  const tab = await open('units=5000000&highlights=50000')
  await tab.waitForSelector('.text-bracket:not([hidden])')
  const most = await tab.evaluate(async () => {
    const { scrollDOM } = page.view()
    let count = 0
    for (let at = 0; at < 12; at++) {
      scrollDOM.scrollTop = (scrollDOM.scrollHeight * ((at * 7) % 12)) / 12
      await new Promise(requestAnimationFrame)
      await new Promise(requestAnimationFrame)
      count = Math.max(count, document.querySelectorAll('*').length)
    }
    return count
  })
  expect(most).toBeGreaterThan(100)
  expect(most).toBeLessThan(3000)
})
