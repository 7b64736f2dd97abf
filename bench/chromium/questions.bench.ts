/**
 * reopen: a project that this browser has, opened by a new worker, until the first answer from the columns of all its highlights is here /
 * limit 400 ms. cancel: a question to the whole project given up at some moment, until the worker has answered another query / limit 16 ms;
 * the 95th percentile over questions of several kinds.
 */
import type { AnalysisArgs, AnalysisName } from '../../src/model/queries.ts'
import { copyDb, duplicate, snapshotFile } from '../openProject.ts'
import { goalRounds, limitRow, median, percentile95, type Rows } from '../row.ts'
import { theStage } from './stage.ts'

type Question = { [N in AnalysisName]: [N, AnalysisArgs<N>] }[AnalysisName]

const window500 = { offset: 0, limit: 500 }
const long: Question[] = [
  ['wordCounts', { offset: 0, limit: 100 }],
  ['quotes', { quirkIds: null, filters: [], order: 'length', descending: true, ...window500 }],
  ['textSearch', { text: 'nowhere to be found', ...window500 }],
]

export const rows: Rows = async (bench) => {
  const stage = await theStage(bench)
  const db = copyDb(duplicate(bench, await snapshotFile(bench)))
  const quirkId = db.one<{ id: number }>(
    'SELECT quirkId AS id FROM highlights GROUP BY quirkId ORDER BY COUNT(*) LIMIT 1',
  )?.id
  db.close()
  const tab = await stage.newTab()
  const opened: number[] = []
  for (let round = 0; round <= goalRounds; round += 1) {
    const spent = await tab.evaluate(([given, quirk]) => window.tab.reopen(given, quirk), [
      stage.start,
      quirkId ?? 0,
    ] as const)
    if (round > 0) opened.push(spent)
    if (round < goalRounds) await tab.evaluate(() => window.tab.close())
  }
  const waits: { name: string; ms: number }[] = []
  for (const [name, args] of long)
    for (let round = 0; round <= goalRounds; round += 1) {
      const ms = await tab.evaluate((asked) => window.tab.cancel(...asked), [
        name,
        args,
        5 + ((round * 7) % 40),
      ] as const)
      if (round > 0) waits.push({ name, ms })
    }
  await tab.close()
  const worst = waits.reduce((a, b) => (a.ms > b.ms ? a : b))
  return [
    limitRow('reopen', median(opened), 400),
    limitRow(
      'cancel',
      percentile95(waits.map(({ ms }) => ms)),
      16,
      'ms',
      `of ${waits.length}, the middle one ${median(waits.map(({ ms }) => ms)).toFixed(1)} ms, the longest ${worst.ms.toFixed(1)} ms (${worst.name})`,
    ),
  ]
}
