// What the reading bench stands on: its page shows a text in both ways, all formatting is drawn, and the spans hold the same words and highlights.
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newContext } from '../../../fixtures/testing/chromium.ts'
import type { ReadingPage } from './page.tsx'
import { serveReading } from './serve.ts'

declare const reading: ReadingPage

let served: Awaited<ReturnType<typeof serveReading>>
let browser: BrowserContext

beforeAll(async () => {
  served = await serveReading()
  browser = await newContext({ viewport: { width: 900, height: 700 } })
})
afterAll(async () => {
  await browser?.close()
  await served?.close()
})

/** A red dot of 3 × 2. */
const image =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAEElEQVR4nGP4z8AAQQxwFgBB0gX7h/C5SAAAAABJRU5ErkJggg=='
const html = [
  '<p>plain <b>bold</b> <em>emphasis</em> <i>italics</i> <u>under</u> <mark>marked</mark></p>',
  '<p>first row<br>second row</p>',
  '<ul><li>one<ul><li>deeper</li></ul></li><li>two</li></ul>',
  `<p>a dot <img src="${image}" alt="a dot"> here</p>`,
  '<p>שלום</p>',
  ...Array.from({ length: 30 }, () => '<p>more words to fill the page</p>'),
].join('')
const rows = [
  { id: 1, quirkId: 1, start: 41, length: 5, author: 'Ben', timestamp: 0 },
  { id: 2, quirkId: 2, start: 43, length: 6, author: 'Ben', timestamp: 0 },
  { id: 3, quirkId: 3, start: 53, length: 6, author: 'Ben', timestamp: 0 },
]

async function shown(way: 'view' | 'spans'): Promise<Page> {
  const page = await browser.newPage()
  await page.goto(served.address)
  await page.waitForFunction(() => 'reading' in window)
  await page.evaluate(({ html, rows }) => reading.take(html, rows), { html, rows })
  expect(await page.evaluate((as) => reading.open(as), way)).toBeGreaterThan(0)
  return page
}

test('rich marks (b, i, em, u, ul, li, mark, img, br, p) are drawn', async () => {
  const page = await shown('view')
  await page.waitForFunction(() => document.querySelector<HTMLImageElement>('.text-image')?.complete)
  const drawn = await page.evaluate(() => {
    const style = (words: string, property: string, pseudo?: string) => {
      const walker = document.createTreeWalker(document.querySelector('.cm-content') as Node, NodeFilter.SHOW_TEXT)
      while (walker.nextNode())
        if (walker.currentNode.nodeValue?.includes(words)) {
          let element = walker.currentNode.parentElement as Element
          if (pseudo) element = element.closest('.cm-line') as Element
          return getComputedStyle(element, pseudo).getPropertyValue(property)
        }
      throw new Error(`${words} is not shown`)
    }
    /** An element's line is drawn on each of its words. */
    const isUnder = (words: string) => {
      const found = [...document.querySelectorAll('.cm-content u')].find((it) => it.textContent?.includes(words))
      return found ? getComputedStyle(found).textDecorationLine : 'none'
    }
    const left = (words: string) => {
      const line = [...document.querySelectorAll('.cm-line')].find((it) => it.textContent?.startsWith(words))
      const range = document.createRange()
      if (line) range.selectNodeContents(line)
      return range.getBoundingClientRect().left
    }
    const top = (words: string) =>
      [...document.querySelectorAll('.cm-line')]
        .find((it) => it.textContent?.startsWith(words))
        ?.getBoundingClientRect()
    const picture = document.querySelector<HTMLImageElement>('.text-image')
    return {
      bold: Number(style('bold', 'font-weight')),
      plain: Number(style('plain', 'font-weight')),
      emphasis: style('emphasis', 'font-style'),
      italics: style('italics', 'font-style'),
      under: isUnder('under'),
      marked: style('marked', 'background-color') + style('marked', 'background-image'),
      bullet: style('one', 'content', '::before'),
      indents: [left('plain'), left('one'), left('deeper')],
      image: picture && [picture.naturalWidth, picture.naturalHeight, picture.alt, picture.complete],
      breakGap: (top('second')?.top ?? 0) - (top('first')?.bottom ?? 0),
      direction: [...document.querySelectorAll<HTMLElement>('.cm-line')].map(
        (line) => getComputedStyle(line).direction,
      )[7],
      lines: document.querySelectorAll('.cm-line').length,
    }
  })
  expect(drawn.bold).toBeGreaterThan(drawn.plain)
  expect([drawn.emphasis, drawn.italics, drawn.under]).toEqual(['italic', 'italic', 'underline'])
  expect(drawn.marked).not.toBe('rgba(0, 0, 0, 0)none')
  expect(drawn.bullet).not.toBe('none')
  const [plain = 0, one = 0, deeper = 0] = drawn.indents
  expect(plain).toBeLessThan(one)
  expect(one).toBeLessThan(deeper)
  expect(drawn.image).toEqual([3, 2, 'a dot', true])
  // A row of the same paragraph, with nothing between.
  expect(Math.abs(drawn.breakGap)).toBeLessThan(2)
  expect(drawn.direction).toBe('rtl')
  expect(drawn.lines).toBeGreaterThan(8)
  await page.close()
})

test('the spans of the reference hold the same words and colours as the text view', async () => {
  const pages = { view: await shown('view'), spans: await shown('spans') }
  const covered = (page: Page) =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.text-hl')]
        .map((span) => [
          span.textContent,
          span.style.getPropertyValue('--hl-1'),
          /text-hl-(\d)/.exec(span.className)?.[1],
        ])
        .filter(([words]) => words !== ''),
    )
  const joined = (spans: (string | null | undefined)[][]) =>
    spans
      .map(([words]) => words)
      .join('')
      .replace(/\s|\ufffc/g, '')
  const [view, spans] = [await covered(pages.view), await covered(pages.spans)]
  expect(joined(spans)).toBe(joined(view))
  expect(new Set(spans.map(([, colour, depth]) => `${colour} ${depth}`))).toEqual(
    new Set(view.map(([, colour, depth]) => `${colour} ${depth}`)),
  )
  for (const page of Object.values(pages)) {
    const before = { text: await page.evaluate(() => document.body.innerText), covered: joined(await covered(page)) }
    await page.evaluate(() => reading.type())
    expect(await page.evaluate(() => document.body.innerText)).not.toBe(before.text)
    await page.evaluate(() => reading.highlight())
    expect(joined(await covered(page)).length).toBeGreaterThan(before.covered.length + 1)
    await page.close()
  }
})
