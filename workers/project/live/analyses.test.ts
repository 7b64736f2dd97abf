import { afterEach, expect, test, vi } from 'vitest'
import { draw, fill } from '../../../fixtures/project.ts'
import type { Effect } from '../../../src/model/change.ts'
import type { AnalysisArgs, AnalysisName, Answered } from '../../../src/model/queries.ts'
import { openNode } from '../../../wasm/database/boot/node.ts'
import { loadKernels } from '../../../wasm/database/boot/nodeKernels.ts'
import { copySql } from '../../../wasm/database/migrations/tables.ts'
import { openAnalyses } from './analyses.ts'

afterEach(() => vi.restoreAllMocks())

/**
 * A project whose questions stop after each slice, and a clock that moves when the test says so. `meanwhile` is done whenever a question
 * lets others in; `begun`: how often one has begun.
 */
function opened() {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 100))
  const db = openNode(':memory:')
  db.exec(copySql)
  fill(
    db,
    draw(`
      quirk Trust
      quirk Doubt
      source Anna | I [trusted [him]Doubt]Trust until the letter came.
    `),
  )
  let time = 0
  let timers: { at: number; run: () => void }[] = []
  const seen = { begun: 0, meanwhile: () => {} }
  const analyses = openAnalyses({
    kernels: () => {
      seen.begun += 1
      return loadKernels()
    },
    turn: () => new Promise<void>((resolve) => setImmediate(resolve)).then(() => seen.meanwhile()),
    after: (milliseconds, run) => {
      const timer = { at: time + milliseconds, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    report: (error) => {
      throw error
    },
  })
  analyses.attach(db)
  return {
    seen,
    time: () => time,
    watch: <N extends AnalysisName>(query: N, args: AnalysisArgs<N>) => {
      const answers: Answered<N>[] = []
      analyses.watch(query, args, (answer) => answers.push(answer))
      return answers
    },
    analyses,
    pass: (milliseconds: number) => {
      time += milliseconds
      const due = timers.filter(({ at }) => at <= time)
      timers = timers.filter(({ at }) => at > time)
      for (const { run } of due) run()
    },
    said: (message: string) => {
      const row = { id: 1, message, author: 'Ben', timestamp: 0 }
      analyses.keep([{ op: 'insert', table: 'chat_messages', id: 1, row }])
    },
    dragged: () => analyses.keep([{ op: 'update', table: 'quirks', id: 1, was: { x: 1 }, set: { x: 2 } }]),
    /** The text is another one, as after an edit. */
    written: (text: string) => {
      db.run('UPDATE answer_texts SET text = ?', [text])
      const edit: Effect = { op: 'edit', answerId: 1, sourceId: 1, questionId: 1, steps: [], inverse: [] }
      analyses.keep([edit])
    },
  }
}

const words = { offset: 0, limit: 100 }
const total = (answer: Answered<'wordCounts'> | undefined) => (answer && 'ok' in answer ? answer.ok.total : undefined)

test('a question is neither begun anew nor asked again by what it does not read', async () => {
  const { seen, watch, said, dragged, pass } = opened()
  let turns = 0
  seen.meanwhile = () => {
    turns += 1
    said('Hello')
    dragged()
  }
  const answers = watch('wordCounts', words)
  await vi.waitUntil(() => answers.length > 0)
  said('Hello')
  pass(10_000)
  expect(turns).toBeGreaterThan(2)
  expect([answers.length, seen.begun]).toEqual([1, 1])
})

test('an answer is told again where it differs from the last one', async () => {
  const { seen, watch, analyses, pass, written } = opened()
  const answers = watch('wordCounts', words)
  const handedOver: unknown[] = []
  analyses.watch('overlapTable', { quirkIds: null, least: 1, most: 10, similar: false }, (answer) => {
    // As a worker hands them to a page: the numbers are gone from here.
    if ('ok' in answer) handedOver.push(structuredClone(answer.ok, { transfer: [answer.ok.counts.buffer] }))
  })
  await vi.waitUntil(() => handedOver.length > 0)
  written('I trusted him until the letter came. Him')
  pass(250)
  await vi.waitUntil(() => answers.length > 1)
  expect(answers[1]).not.toEqual(answers[0])
  written('Him the letter trusted until came. I him')
  pass(250)
  // They are answered one after the other.
  const last = watch('speakers', {})
  await vi.waitUntil(() => last.length > 0)
  expect([seen.begun, answers.length, handedOver.length]).toEqual([7, 2, 1])
})

test('a question that is put off for 2 s by what changes under it is answered then, as the project is', async () => {
  const { seen, time, watch, pass, written } = opened()
  let changes = 0
  seen.meanwhile = () => {
    changes += 1
    written(Array.from({ length: changes }, (_, n) => `word${n}`).join(' '))
    pass(100)
  }
  const answers = watch('wordCounts', words)
  await vi.waitUntil(() => answers.length > 0)
  expect(time()).toBeGreaterThanOrEqual(2000)
  expect(time()).toBeLessThan(2500)
  expect(total(answers[0])).toBe(changes)
})
