/**
 * first-load: a new browser's load of the project (worker, stream into OPFS, first screen's rows told) / the same snapshot fetched by the
 * same page and thrown away. The snapshot is made before: both read the same file of the server.
 * first-load-memory: the most that the worker's heap and buffers grow by while the stream runs, sampled as often as the worker answers, each
 * time after its garbage has been collected; of three loads the middle one.
 * memory-start: the same where the browser has no private file system (the copy is in memory) / with OPFS.
 */
import type { Page } from 'playwright-core'
import { compareInTurn, goalRounds, limitRow, median, type Rows } from '../row.ts'
import { memoryOf } from './memory.ts'
import { type Stage, theStage } from './stage.ts'

export const rows: Rows = async (bench) => {
  const stage = await theStage(bench)
  const [tab, refused] = [await stage.newTab(), await stage.newTab('private')]
  const { bytes } = await drain(tab, stage)
  // Fewer where a round is hundreds of MB.
  const times = bytes > 200e6 ? 4 : goalRounds
  const fresh = async () => {
    const spent = await load(tab, stage, 'device')
    await tab.evaluate(() => window.tab.forget())
    return spent
  }
  const firstLoad = await compareInTurn('first-load', 1.67, fresh, async () => (await drain(tab, stage)).ms, times)
  const memoryStart = await compareInTurn('memory-start', 1.2, () => load(refused, stage, 'memory'), fresh, times)
  await refused.close()
  const growths: number[] = []
  for (let i = 0; i < 3; i += 1) growths.push(await growth(tab, stage))
  await tab.close()
  const size = `${Math.round(bytes / 1e6)} MB`
  return [
    { ...firstLoad, note: `${size}, median of ${times}` },
    limitRow('first-load-memory', median(growths), 8, 'MB'),
    { ...memoryStart, note: `${size}, median of ${times}` },
  ]
}

const drain = (page: Page, { start }: Stage) => page.evaluate((given) => window.tab.drain(given), start)

/** Opens the project in a browser that has no copy, and closes it when its first screen is told. */
async function load(page: Page, { start }: Stage, where: 'device' | 'memory'): Promise<number> {
  const spent = await page.evaluate((given) => window.tab.open(given), start)
  const kept = await page.evaluate(() => window.tab.state()?.kept)
  if ((kept === 'memory') !== (where === 'memory')) throw new Error(`the copy lies in ${kept}`)
  await page.evaluate(() => window.tab.close())
  return spent
}

/** In MB, from the first chunk to the last. */
async function growth(tab: Page, { start }: Stage): Promise<number> {
  let loading = true
  const opening = tab
    .evaluate((given) => window.tab.open(given), start)
    .finally(() => {
      loading = false
    })
  const progress = () => tab.evaluate(() => window.tab.state()?.progress ?? 0)
  while (loading && (await progress()) === 0);
  // Whoever asks a worker for its memory while it begins may keep it from beginning at all (Chromium 156, one time in ten).
  const memory = await memoryOf(tab)
  const samples: number[] = []
  while (loading) {
    const sample = await memory.workers()
    const part = await progress()
    if (part > 0 && part < 1) samples.push(sample)
  }
  await opening
  await tab.evaluate(() => window.tab.close())
  await memory.end()
  await tab.evaluate(() => window.tab.forget())
  return samples.length === 0 ? 0 : Math.max(...samples) - (samples[0] ?? 0)
}
