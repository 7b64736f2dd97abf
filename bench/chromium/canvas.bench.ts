/**
 * The canvas by hand, in the page as a person opens it: quirks about 130 px apart, at 100 %; the times between frames while it is panned and
 * zoomed and while a bubble is dragged. canvas-N: the 95th percentile / 33 ms. canvas-crowd: 2,000 quirks on the screen at once, at the least
 * scale; the mean frame / 50 ms, which is 20 frames a second. Wall time, whatever else the machine does; a frame lasts one
 * or more sixtieths of a second, and two of them are 33 ms. canvas-work-N: of the canvas panned once more, the middle of so many longest tasks of the main thread as
 * the pointer moved, in ms of a processor / 8 ms, the goal of the design for a frame whose names are known.
 */
import type { Page } from 'playwright-core'
import { generateProject } from '../../fixtures/testing/generateProject.ts'
import { openNode } from '../../wasm/database/boot/node.ts'
import { type Bench, limitRow, median, percentile95, type Row, type Rows } from '../row.ts'
import { dragBubble, frames, painted } from './journey.ts'
import { type Stage, theStage } from './stage.ts'
import { record } from './trace.ts'

const counts = [300, 2000, 10_000]
const crowd = 2000
/** In px of the canvas: at half the size they all stand on a screen. */
const crowdApart = 36

export const rows: Rows = async (bench) => {
  const stage = await theStage(bench)
  const all: Row[] = []
  for (const count of counts) {
    const page = await opened(stage, projectFile(bench, count))
    await page.locator('.canvas-zoom-level').click()
    await page.waitForTimeout(500)
    const parts = { pan: await frames(page, () => pan(page)), zoom: await frames(page, () => zoom(page)) }
    const drag = await frames(page, () => dragBubble(page))
    all.push(
      limitRow(
        `canvas-${count}`,
        Math.round(percentile95([...parts.pan, ...parts.zoom, ...drag])),
        33,
        'ms',
        told({ ...parts, drag }),
      ),
    )
    all.push(await workRow(page, count))
    await page.close()
  }
  const page = await opened(stage, projectFile(bench, crowd, crowdApart))
  await page.keyboard.press('Shift+Digit1')
  await page.waitForTimeout(500)
  const parts = { pan: await frames(page, () => pan(page)), drag: await frames(page, () => dragBubble(page)) }
  const both = [...parts.pan, ...parts.drag]
  all.push(limitRow('canvas-crowd', both.reduce((sum, ms) => sum + ms, 0) / both.length, 50, 'ms', told(parts)))
  await page.close()
  return all
}

async function workRow(page: Page, count: number): Promise<Row> {
  const trace = await record(page)
  await trace.part('pan')
  await pan(page)
  await trace.part('end')
  const tasks = (await trace.end()).filter(({ part }) => part === 'pan').map(({ busy }) => busy)
  const longest = tasks.sort((a, b) => b - a).slice(0, panSteps)
  return limitRow(`canvas-work-${count}`, median(longest), 8, 'ms', `the longest task ${longest[0]?.toFixed(1)} ms`)
}

const told = (parts: Record<string, number[]>): string =>
  Object.entries(parts)
    .map(
      ([part, times]) =>
        `${part}: ${times.length} frames, median ${median(times).toFixed(0)}, p95 ${percentile95(times).toFixed(0)} ms`,
    )
    .join('; ')

/** `apart`: all of them in a square, so far from each other; without it as they are made. */
function projectFile(bench: Bench, quirks: number, apart?: number): string {
  const path = bench.newPath('.qrk')
  generateProject(path, {
    sources: 4,
    textLength: 20_000,
    quirks,
    highlights: 3000,
    authors: 2,
    groups: 2,
    properties: 2,
  })
  if (apart === undefined) return path
  const db = openNode(path)
  const columns = Math.ceil(Math.sqrt(quirks))
  db.run(
    `UPDATE quirks SET parentQuirkId = -1, x = (place % ?) * ?, y = (place / ?) * ?
FROM (SELECT id AS of, row_number() OVER (ORDER BY id) - 1 AS place FROM quirks) WHERE of = id`,
    [columns, apart, columns, apart],
  )
  db.close()
  return path
}

async function opened(stage: Stage, path: string): Promise<Page> {
  const [base = ''] = stage.address.split('/#')
  const response = await fetch(`${base}/api/local/open`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stage.token}`, origin: new URL(base).origin },
    body: JSON.stringify({ path }),
  })
  const { project_uuid: uuid } = (await response.json()) as { project_uuid?: string }
  if (!uuid) throw new Error(`the project does not open: ${response.status}`)
  const page = await stage.context.newPage()
  await page.goto(`${base}/#launch=${stage.token}&/projects/${uuid}`)
  await page.locator('.canvas-item').first().waitFor({ state: 'attached' })
  await painted(page)
  await page.waitForTimeout(1000)
  return page
}

const panSteps = 90

/** With the middle button, so that no bubble comes along. */
async function pan(page: Page): Promise<void> {
  const box = await page.locator('.canvas-surface').boundingBox()
  if (!box) throw new Error('there is no canvas')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down({ button: 'middle' })
  for (let step = 0; step <= panSteps; step += 1) {
    const turn = (step / panSteps) * Math.PI * 2
    await page.mouse.move(x + 260 * Math.sin(turn), y + 200 * Math.sin(turn * 2))
  }
  await page.mouse.up({ button: 'middle' })
}

async function zoom(page: Page): Promise<void> {
  for (let notch = 0; notch < 32; notch += 1) await page.mouse.wheel(0, notch % 16 < 8 ? 100 : -100)
}
