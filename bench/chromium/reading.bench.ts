/**
 * A text of 5 MB with 50,000 highlights that overlap, in the program's text view (`CodingView` on a project in memory, so that no worker and no disk
 * is in it) and as DOM spans (`reading/spans.ts`), each in a page of its own, in turn. The spans are made as cheaply as they can be, so that what is
 * measured is what the browser does with them; the view's side begins in a program that runs and has no text open, takes the text in as a page
 * takes what its worker has posted, and ends with the frame in which text and brackets are painted, as that of the spans does.
 * text-open: until it is painted, at most a twentieth. text-type, text-highlight: a character typed, a highlight made, until it is painted; a frame
 * (16.7 ms) is the least that either side can take. text-frame-p95: between frames while the whole text is scrolled by wheel, also fast.
 * text-nodes: the most elements and texts that the document held meanwhile.
 */
import type { Page } from 'playwright-core'
import { compareInTurn, limitRow, percentile95, type Row, type Rows } from '../row.ts'
import { frames } from './journey.ts'
import type { ReadingPage } from './reading/page.tsx'
import { serveReading } from './reading/serve.ts'
import { theStage } from './stage.ts'

declare const reading: ReadingPage

const size = { units: 5_000_000, highlights: 50_000 }
const rounds = 5

export const rows: Rows = async (bench) => {
  const stage = await theStage(bench)
  const { address } = await bench.shared('reading', servedOnce)
  const fresh = async (way: 'view' | 'spans'): Promise<{ page: Page; ms: number }> => {
    const page = await stage.context.newPage()
    await page.goto(address)
    await page.waitForFunction(() => 'reading' in window)
    await page.evaluate(({ units, highlights }) => reading.prepare(units, highlights), size)
    return { page, ms: await page.evaluate((shown) => reading.open(shown), way) }
  }
  const opened = async (way: 'view' | 'spans') => {
    const { page, ms } = await fresh(way)
    await page.close()
    return ms
  }
  const open = await compareInTurn(
    'text-open',
    1 / 20,
    () => opened('view'),
    () => opened('spans'),
    rounds,
  )

  const view = (await fresh('view')).page
  const spans = (await fresh('spans')).page
  await view.locator('.cm-content').focus()
  await view.keyboard.press('F2')
  const of = (page: Page, what: 'type' | 'highlight') => async () => {
    await page.bringToFront()
    return page.evaluate((act) => reading[act](), what)
  }
  const type = await compareInTurn('text-type', 0.25, of(view, 'type'), of(spans, 'type'))
  await view.keyboard.press('F2')
  const highlight = await compareInTurn('text-highlight', 0.8, of(view, 'highlight'), of(spans, 'highlight'))
  await spans.close()
  await view.bringToFront()
  const scrolled = await scroll(view)
  await view.close()
  return [open, type, highlight, ...scrolled]
}

async function servedOnce() {
  const made = await serveReading()
  return { made, end: made.close }
}

/** As a person reads, then as fast as a wheel goes, then by jumps; frames are counted in the first two. */
async function scroll(page: Page): Promise<Row[]> {
  const viewport = page.viewportSize() ?? { width: 1000, height: 800 }
  await page.mouse.move(viewport.width / 2, viewport.height / 2)
  let nodes = 0
  const count = async () => {
    nodes = Math.max(nodes, await page.evaluate(() => reading.nodes()))
  }
  const times = await frames(page, async () => {
    for (let n = 0; n < 120; n += 1) await page.mouse.wheel(0, n < 70 ? 60 : 600)
  })
  await count()
  for (let at = 1; at < 12; at += 1) {
    await page.evaluate(
      (part) => {
        const scroller = reading.scroller()
        scroller.scrollTop = scroller.scrollHeight * part
        return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
      },
      ((at * 7) % 12) / 12,
    )
    await count()
  }
  return [
    limitRow('text-frame-p95', percentile95(times), 33, 'ms', `${times.length} frames`),
    limitRow('text-nodes', nodes, 3000, 'nodes'),
  ]
}
