/**
 * The views that stand in place of the canvas, on the project's screen: from the change of the address, which is what a click on the menu does,
 * until the first rows (or bubbles, or words) have been painted / 200 ms. Each is opened once before, so that its part of the page has been
 * fetched and the worker's columns are there; then from the canvas again and again, in turn. The note has the first opening, some seconds after that
 * of the project (`warmInIdle`).
 */
import type { Page } from 'playwright-core'
import { type Bench, limitRow, median, type Row, type Rows } from '../row.ts'
import { openScreen } from './journey.ts'
import { theStage } from './stage.ts'

const rounds = 5
const limit = 200
/** How long the project is looked at before the first view, in ms. */
const look = 8000

/** What is there when a view shows something of the project. */
const firstRow = {
  list: '.quote',
  overlap: '.overlap-row:not(.overlap-heads)',
  query: '.query-quirk',
  sort: '.arranged-cell',
  cloud: '.ui-cloud-word',
  matrix: '.matrix-cell',
  crosstab: '.crosstab-row:not(.crosstab-totals)',
  timeline: '.timeline-bars rect',
  agreement: '.ui-table-row:not(.ui-table-heads)',
} as const

export const rows: Rows = async (bench: Bench): Promise<Row[]> => {
  const stage = await theStage(bench)
  const page = await stage.context.newPage()
  await openScreen(page, stage.address)
  await page.waitForTimeout(look)
  const views = Object.keys(firstRow) as (keyof typeof firstRow)[]
  const first = new Map<string, number>()
  const times = new Map<string, number[]>(views.map((view) => [view, []]))
  for (let round = 0; round <= rounds; round += 1)
    for (const view of views) {
      const ms = await timed(page, `/projects/${stage.uuid}/${view}`, firstRow[view])
      if (round === 0) first.set(view, ms)
      else times.get(view)?.push(ms)
      await page.evaluate((path) => {
        location.hash = path
      }, `/projects/${stage.uuid}`)
      await page.locator('.canvas-item').first().waitFor({ state: 'attached' })
      await page.waitForTimeout(250)
    }
  await page.close()
  return views.map((view) =>
    limitRow(
      `view-${view}`,
      median(times.get(view) ?? []),
      limit,
      'ms',
      `first opened ${Math.round(first.get(view) ?? 0)} ms`,
    ),
  )
}

/** In ms of the page's own clock, up to the frame after what was waited for is there. */
const timed = (page: Page, path: string, selector: string): Promise<number> =>
  page.evaluate(
    ([to, sought]) =>
      new Promise<number>((resolve, reject) => {
        const from = performance.now()
        const look = () => {
          if (performance.now() - from > 60_000) reject(new Error(`${to} shows no ${sought}`))
          else if (document.querySelector(sought)) requestAnimationFrame(() => resolve(performance.now() - from))
          else requestAnimationFrame(look)
        }
        location.hash = to
        look()
      }),
    [path, selector] as const,
  )
