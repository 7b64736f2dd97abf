/**
 * second-tab: the median round trip of a query from a tab that does not own the worker / the limit: that of the owner's tab plus 1 ms.
 * second-tab-memory: what a second tab adds to the owner's worker / limit; a second copy would be hundreds of MB.
 * failover: the owner's tab is killed (its process crashes) while the second asks one query after the other: the one whose answer it has to
 * wait for / limit 1,000 ms. The tabs change roles from round to round.
 */
import type { Page } from 'playwright-core'
import { goalRounds, limitRow, median, percentile95, type Rows, rowOf } from '../row.ts'
import { memoryOf } from './memory.ts'
import { type Stage, theStage } from './stage.ts'

export const rows: Rows = async (bench) => {
  const stage = await theStage(bench)
  const [owner, second] = [await stage.newTab(), await stage.newTab()]
  await open(owner, stage)
  const memory = await memoryOf(owner)
  const alone = await memory.workers()
  await open(second, stage)
  const together = await memory.workers()
  await memory.end()

  const asks: [number, number][] = []
  for (let round = 0; round <= goalRounds; round += 1)
    if (round > 0) asks.push([await ask(owner), await ask(second)])
    else await Promise.all([ask(owner), ask(second)])
  const secondTab = rowOf('second-tab', 1, median(asks.map(([, b]) => b)), median(asks.map(([a]) => a)) + 1)

  const waits: number[] = []
  let [leader, follower] = [owner, second]
  for (let round = 0; round < goalRounds; round += 1) {
    waits.push(await failover(leader, follower))
    leader = follower
    follower = await stage.newTab()
    await open(follower, stage)
  }
  for (const tab of [leader, follower]) await tab.close()
  return [
    secondTab,
    limitRow(
      'second-tab-memory',
      Math.max(0.1, together - alone),
      60,
      'MB',
      `the worker alone ${Math.round(alone)} MB`,
    ),
    limitRow(
      'failover',
      median(waits),
      1000,
      'ms',
      `the longest of ${waits.length}: ${Math.round(percentile95(waits))} ms`,
    ),
  ]
}

async function open(tab: Page, { start }: Stage): Promise<void> {
  await tab.evaluate((given) => window.tab.open(given), start)
  await tab.evaluate(() => window.tab.online())
}

const ask = (tab: Page) => tab.evaluate(() => window.tab.ask('sources', { offset: 0, limit: 50 }, 200))

async function failover(leader: Page, follower: Page): Promise<number> {
  // Longer than any answer of an owner that is there; shorter than the start of another.
  const waited = follower.evaluate(() => window.tab.longestAnswer(25))
  await new Promise((resolve) => setTimeout(resolve, 200))
  const session = await leader.context().newCDPSession(leader)
  const crashed = leader.waitForEvent('crash')
  // The process is gone before it could answer.
  session.send('Page.crash').catch(() => {})
  await crashed
  const spent = await waited
  await leader.close()
  return spent
}
