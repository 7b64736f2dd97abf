/**
 * create-highlight: the command, with its merge, its journal and the flushed commit, from the page to the worker over OPFS and back /
 * the same transaction by the same code in Node on a native file with WAL and FULL, without a page. One of the one and one of the other in turn, at
 * random places of random answers; while that runs, the room takes the steps as for any person.
 * create-highlight-p95: its 95th percentile / limit 5 ms.
 */
import { seeded } from '../../fixtures/random.ts'
import type { Args } from '../../src/model/commands.ts'
import { copyDb, copyOn, duplicate, snapshotFile } from '../openProject.ts'
import { limitRow, median, percentile95, type Rows, rowOf } from '../row.ts'
import { theStage } from './stage.ts'

const times = 400

export const rows: Rows = async (bench) => {
  const stage = await theStage(bench)
  const copy = copyOn(copyDb(duplicate(bench, await snapshotFile(bench))), 'Anna')
  const tab = await stage.newTab()
  await tab.evaluate((given) => window.tab.open(given), stage.start)
  await tab.evaluate(() => window.tab.online())
  const next = passages(copy.db.all<AnswerToCode>(places), copy.db.all<{ id: number }>('SELECT id FROM quirks'))
  const ours: number[] = []
  const native: number[] = []
  for (let i = -20; i < times; i += 1) {
    const args = next()
    const began = performance.now()
    const done = copy.run('tab', `call ${i}`, [{ command: 'createHighlight', args }], 'undo.createHighlight')
    const spent = performance.now() - began
    if ('problem' in done) throw new Error(JSON.stringify(done.problem))
    const there = await tab.evaluate((given) => window.tab.createHighlight(given), args)
    if (i < 0) continue
    native.push(spent)
    ours.push(there)
  }
  await tab.evaluate(() => window.tab.online())
  await tab.close()
  copy.close()
  return [
    rowOf('create-highlight', 3, median(ours), median(native)),
    limitRow('create-highlight-p95', percentile95(ours), 5, 'ms', `natively ${percentile95(native).toFixed(2)} ms`),
  ]
}

interface AnswerToCode {
  sourceId: number
  questionId: number
  length: number
}

const places =
  'SELECT sourceId, questionId, length(text) AS length FROM question_answers JOIN answer_texts ON answerId = question_answers.id'

export function passages(
  answers: readonly AnswerToCode[],
  quirks: readonly { id: number }[],
  seed = 11,
): () => Args<'createHighlight'> {
  const random = seeded(seed)
  return () => {
    const { sourceId, questionId, length } = random.from(answers)
    const stretch = { start: random.below(Math.max(1, length - 200)), length: 1 + random.below(150) }
    return { sourceId, questionId, quirkId: random.from(quirks).id, ...stretch }
  }
}
