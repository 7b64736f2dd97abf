/** What a person does on the project's screen, by mouse and keyboard; the trace is told which part comes. */
import type { Page } from 'playwright-core'
import type { Trace } from './trace.ts'

/** Waits until what is there has been painted. */
export const painted = (page: Page) =>
  page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))))

const rest = (page: Page, milliseconds = 300) => page.waitForTimeout(milliseconds)
const middleOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox()
  if (!box) throw new Error(`${selector} is not shown`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

export async function openScreen(page: Page, address: string): Promise<void> {
  await page.goto(address)
  // A source that was open is opened again, in place of the list.
  await page.locator('.sources-row-open, .cm-line').first().waitFor()
  await page.locator('.canvas-item').first().waitFor({ state: 'attached' })
  await painted(page)
}

async function showList(page: Page): Promise<void> {
  if ((await page.locator('.sources-row-open').count()) > 0) return
  await page.locator('.sources-bar button').first().click()
  await page.locator('.sources-row-open').first().waitFor()
}

export async function scrollSources(page: Page): Promise<void> {
  await showList(page)
  const { x, y } = await middleOf(page, '.ui-list')
  await page.mouse.move(x, y)
  for (let n = 0; n < 40; n += 1) await page.mouse.wheel(0, n < 25 ? 400 : -900)
  await rest(page)
}

/** Opens the source in this row of the list; until its text is painted. */
export async function openText(page: Page, row: number): Promise<void> {
  const before = await page.locator('.cm-content').count()
  const shown = before > 0 ? await page.locator('.cm-line').first().textContent() : null
  await showList(page)
  await page.locator(`.sources-row-open[data-row="${row}"]`).click()
  await page.waitForFunction(
    (old) => {
      const line = document.querySelector('.cm-line')?.textContent
      return Boolean(line) && line !== old
    },
    shown,
    { polling: 'raf' },
  )
  await painted(page)
  await rest(page, 150)
}

/** The middle of a bubble that lies free on the canvas, in px of the window. */
async function bubble(page: Page): Promise<{ x: number; y: number }> {
  const found = await page.evaluate(() => {
    const area = document.querySelector('.canvas-surface')?.getBoundingClientRect()
    if (!area) return null
    for (const item of document.querySelectorAll('.canvas-item')) {
      const { left, right, top, bottom } = item.getBoundingClientRect()
      const [x, y] = [(left + right) / 2, (top + bottom) / 2]
      if (x > area.left + 80 && x < area.right - 80 && y > area.top + 80 && y < area.bottom - 120) return { x, y }
    }
    return null
  })
  if (!found) throw new Error('no bubble is in sight')
  return found
}

/** Selects a few words of the open text and drags them onto a bubble. */
export async function highlight(page: Page): Promise<void> {
  const line = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.querySelector('.cm-content') as Node, NodeFilter.SHOW_TEXT)
    const view = document.querySelector('.cm-scroller')?.getBoundingClientRect()
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if ((node.textContent?.length ?? 0) < 25) continue
      const range = document.createRange()
      range.setStart(node, 2)
      range.setEnd(node, 22)
      const { left, right, top, bottom } = range.getBoundingClientRect()
      const y = (top + bottom) / 2
      if (view && y > view.top + 40 && y < view.bottom - 40 && bottom - top < 40) return { left, right, y }
    }
    return null
  })
  if (!line) throw new Error('no words are in sight')
  await page.mouse.move(line.left + 1, line.y)
  await page.mouse.down()
  await page.mouse.move(line.right - 1, line.y, { steps: 8 })
  await page.mouse.up()
  const to = await bubble(page)
  await page.mouse.move((line.left + line.right) / 2, line.y)
  await page.mouse.down()
  await page.mouse.move((line.left + line.right) / 2 - 6, line.y, { steps: 3 })
  await page.mouse.move(to.x, to.y, { steps: 20 })
  await page.mouse.up()
  await rest(page)
}

export async function dragBubble(page: Page): Promise<void> {
  const from = await bubble(page)
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 60, from.y + 45, { steps: 25 })
  await page.mouse.up()
  await rest(page)
}

export async function panAndZoom(page: Page): Promise<void> {
  const { x, y } = await middleOf(page, '.canvas-surface')
  await page.mouse.move(x, y)
  for (let n = 0; n < 30; n += 1) await page.mouse.wheel(n % 2 === 0 ? 60 : -20, n < 15 ? 70 : -70)
  await page.keyboard.down('Control')
  for (let n = 0; n < 24; n += 1) await page.mouse.wheel(0, n < 12 ? -120 : 120)
  await page.keyboard.up('Control')
  await rest(page)
}

export async function scrollText(page: Page): Promise<void> {
  const { x, y } = await middleOf(page, '.cm-scroller')
  await page.mouse.move(x, y)
  for (let n = 0; n < 60; n += 1) await page.mouse.wheel(0, n < 40 ? 160 : -240)
  await rest(page)
}

export async function searchText(page: Page): Promise<void> {
  await page.locator('.cm-content').click()
  await page.keyboard.press('Control+f')
  await page.locator('.text-find input').waitFor()
  await page.keyboard.type('re', { delay: 60 })
  await rest(page)
  for (let n = 0; n < 5; n += 1) await page.keyboard.press('Enter')
  await rest(page)
  await page.keyboard.press('Escape')
}

export async function createQuirk(page: Page): Promise<void> {
  await page.locator('.canvas-new').getByRole('button').click()
  const dialog = page.getByRole('dialog', { name: 'New quirk' })
  await dialog.getByLabel('Title').fill('A quirk of the bench')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await rest(page)
}

export async function undoAndRedo(page: Page): Promise<void> {
  for (const step of [/^Undo: /, /^Undo: /, /^Redo: /, /^Redo: /]) {
    await page.getByRole('button', { name: step }).click()
    await rest(page)
  }
}

/** Points at bubbles, then at lines of the outline, then at passages of the text: each lights what belongs to it in the other two. */
export async function brush(page: Page): Promise<void> {
  for (const selector of ['.canvas-item', '.codebook-row', '.text-name']) {
    for (const { x, y } of await inSight(page, selector)) {
      await page.mouse.move(x, y, { steps: 3 })
      await rest(page, 120)
    }
  }
  await rest(page)
}

/** The middles of a few of these that are in sight, in px of the window. */
const inSight = (page: Page, selector: string): Promise<{ x: number; y: number }[]> =>
  page.evaluate((sought) => {
    const middles = [...document.querySelectorAll(sought)].map((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      return { x: (left + right) / 2, y: (top + bottom) / 2, element }
    })
    const isThere = ({ x, y, element }: (typeof middles)[number]) => {
      const found = document.elementFromPoint(x, y)
      return found !== null && (element.contains(found) || found.closest('.canvas-surface') !== null)
    }
    return middles
      .filter(isThere)
      .slice(0, 6)
      .map(({ x, y }) => ({ x, y }))
  }, selector)

/** What it shows stands beside the canvas from then on. Where the journey before has left it open, it is closed first. */
async function openOutline(page: Page): Promise<void> {
  const button = page.getByRole('navigation').getByRole('button', { name: 'Codebook' })
  if ((await page.locator('.codebook').count()) > 0) {
    await button.click()
    await page.locator('.codebook').waitFor({ state: 'detached' })
    await rest(page)
  }
  await button.click()
  await page.locator('.codebook-row').first().waitFor()
  await rest(page)
}

/** Scrolls the outline, then folds a line of it by its chevron and opens it again. */
export async function foldOutline(page: Page): Promise<void> {
  const { x, y } = await middleOf(page, '.codebook-lines')
  await page.mouse.move(x, y)
  for (let n = 0; n < 30; n += 1) await page.mouse.wheel(0, n < 15 ? 300 : -300)
  await rest(page)
  for (const _ of ['folded', 'open again']) {
    await page.locator('.codebook-row').first().locator('.codebook-fold').click()
    await rest(page)
  }
}

/** What is there when each view shows something of the project. */
const firstOf = { list: '.ui-passage-row', query: '.ui-passage-row', matrix: '.matrix-cell' } as const

/** Goes to a view, looks around in it, and goes back to the canvas. */
export async function visit(page: Page, view: keyof typeof firstOf): Promise<void> {
  const here = await page.evaluate(() => location.hash)
  const go = (hash: string) =>
    page.evaluate((to) => {
      location.hash = to
    }, hash)
  await go(`${here.split('/').slice(0, 3).join('/')}/${view}`)
  await page.locator(firstOf[view]).first().waitFor()
  await painted(page)
  // Not `hover()`: the grid takes the pointer for the cells of the matrix.
  const { x, y } = await middleOf(page, firstOf[view])
  await page.mouse.move(x, y)
  for (let n = 0; n < 20; n += 1) await page.mouse.wheel(0, n < 14 ? 300 : -300)
  await rest(page)
  await go(here)
  await page.locator('.canvas-item').first().waitFor({ state: 'attached' })
  await rest(page)
}

/** The times between frames while `work` is done, in ms. */
export async function frames(page: Page, work: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const collected: number[] = []
    const counting = { collected, on: true }
    Object.assign(window, { counting })
    let last = performance.now()
    const frame = (now: number) => {
      collected.push(now - last)
      last = now
      if (counting.on) requestAnimationFrame(frame)
    }
    requestAnimationFrame((now) => {
      last = now
      requestAnimationFrame(frame)
    })
  })
  await work()
  return page.evaluate(() => {
    const { counting } = window as unknown as { counting: { collected: number[]; on: boolean } }
    counting.on = false
    return counting.collected
  })
}

/** All of it, but for what others do. */
export async function walk(page: Page, address: string, trace: Trace): Promise<number[]> {
  await openScreen(page, address)
  await trace.part('open the outline')
  await openOutline(page)
  await trace.part('scroll sources')
  await scrollSources(page)
  for (const row of [0, 3, 1]) {
    await trace.part('open text')
    await openText(page, row)
  }
  await trace.part('scroll text')
  const times = await frames(page, () => scrollText(page))
  await trace.part('brush')
  await brush(page)
  await trace.part('fold the outline')
  await foldOutline(page)
  await trace.part('highlight')
  await highlight(page)
  await trace.part('drag bubble')
  await dragBubble(page)
  await trace.part('pan and zoom')
  times.push(...(await frames(page, () => panAndZoom(page))))
  await trace.part('search text')
  await searchText(page)
  await trace.part('create quirk')
  await createQuirk(page)
  await trace.part('undo and redo')
  await undoAndRedo(page)
  for (const view of ['list', 'query', 'matrix'] as const) {
    await trace.part(view)
    await visit(page, view)
  }
  return times
}
