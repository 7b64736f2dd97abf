/**
 * The journey on the project's screen, with every task of the main thread recorded: after the first paint of each screen none may take
 * longer than 50 ms (long-task); start-up and the opening of a text are told apart, 150 ms each. Wall time, whatever else the machine does. Three
 * journeys, each with the screen loaded anew; the middle one of their longest tasks counts, and the note names the part of the longest of all.
 * While the first goes on at its end, a colleague in another browser makes 10,000 highlights in one step.
 * frame-p95: the times between frames while a text is scrolled and the canvas is panned and zoomed / 33 ms.
 * memory-page, memory-worker: after that, when questions to the whole project have loaded all that the worker keeps for them / 300 and 700 MB.
 */
import type { Page } from 'playwright-core'
import { copyDb, duplicate, snapshotFile } from '../openProject.ts'
import { type Bench, limitRow, median, percentile95, type Row, type Rows } from '../row.ts'
import { passages } from './createHighlight.bench.ts'
import { painted, walk } from './journey.ts'
import { memoryOf } from './memory.ts'
import { type Stage, theStage } from './stage.ts'
import { record, type Task } from './trace.ts'

const journeys = 3
const batch = 10_000

export const rows: Rows = async (bench) => {
  const stage = await theStage(bench)
  const all: Task[][] = []
  const times: number[] = []
  let page: Page | undefined
  for (let n = 0; n < journeys; n += 1) {
    await page?.close()
    page = await stage.context.newPage()
    page.on('pageerror', (error) => console.error(error))
    const trace = await record(page)
    times.push(...(await walk(page, stage.address, trace)))
    if (n === 0) {
      await trace.part('colleague’s batch')
      await colleague(bench, stage, page)
    }
    await trace.part('end')
    all.push(await trace.end())
  }
  const memory = page ? await memoryRows(stage, page) : []
  await page?.close()
  return [
    longest('long-task', 50, all, (part) => part !== 'start-up' && part !== 'open text'),
    longest('start-up-task', 150, all, (part) => part === 'start-up'),
    longest('open-text-task', 150, all, (part) => part === 'open text'),
    limitRow(
      'frame-p95',
      percentile95(times),
      33,
      'ms',
      `${times.length} frames, the middle one ${median(times).toFixed(1)} ms`,
    ),
    ...memory,
  ]
}

function longest(name: string, limit: number, all: readonly Task[][], counts: (part: string) => boolean): Row {
  const most = (tasks: readonly Task[]) =>
    tasks.filter(({ part }) => counts(part)).reduce((a, b) => (a.ms > b.ms ? a : b), { part: 'none', ms: 0, busy: 0 })
  const each = all.map(most)
  const parts = new Map<string, Task>()
  for (const task of all.flat())
    if (counts(task.part) && task.ms > (parts.get(task.part)?.ms ?? 0)) parts.set(task.part, task)
  const told = [...parts.values()]
    .sort((a, b) => b.ms - a.ms)
    .map(({ part, ms, busy }) => `${part} ${Math.round(ms)} (${Math.round(busy)})`)
  const note = `longest of ${all.length} journeys by part (of which on a processor): ${told.join(', ')}`
  return limitRow(name, median(each.map(({ ms }) => ms)), limit, 'ms', note)
}

/** Another person's browser; until this page shows the new number. */
async function colleague(bench: Bench, stage: Stage, page: Page): Promise<void> {
  const db = copyDb(duplicate(bench, await snapshotFile(bench)))
  const next = passages(
    db.all(
      'SELECT sourceId, questionId, length(text) AS length FROM question_answers JOIN answer_texts ON answerId = question_answers.id',
    ),
    db.all('SELECT id FROM quirks'),
    23,
  )
  db.close()
  const context = await stage.newBrowser()
  const tab = await stage.newTab('usual', context)
  await tab.evaluate((given) => window.tab.open(given), { ...stage.start, author: 'Ben' })
  await tab.evaluate(() => window.tab.online())
  const here = await stage.newTab()
  await here.evaluate((given) => window.tab.open(given), stage.start)
  const before = await here.evaluate(() => window.tab.highlights())
  await tab.evaluate((list) => window.tab.batch(list), Array.from({ length: batch }, next))
  await tab.evaluate(() => window.tab.online())
  // Those that lie on one another are one in the end.
  const after = () => here.evaluate(() => window.tab.highlights())
  while ((await after()) < before + batch / 4) await page.waitForTimeout(100)
  await painted(page)
  for (const each of [here, context]) await each.close()
}

async function memoryRows(stage: Stage, page: Page): Promise<Row[]> {
  const memory = await memoryOf(page)
  const before = await memory.workers()
  const tab = await stage.newTab()
  await tab.evaluate((given) => window.tab.open(given), stage.start)
  await tab.evaluate(() => window.tab.askEverything())
  await tab.close()
  const worker = await memory.workers()
  const held = await memory.page()
  await memory.end()
  return [
    limitRow(
      'memory-worker',
      worker,
      700,
      'MB',
      `${Math.round(before)} MB before the first question to the whole project`,
    ),
    limitRow('memory-page', held, 300, 'MB'),
  ]
}
