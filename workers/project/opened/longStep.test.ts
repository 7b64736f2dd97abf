// A command that takes long tells its tab how far it is, and is not done at all where somebody stops it meanwhile.
import { expect, test } from 'vitest'
import { draw, fill } from '../../../fixtures/project.ts'
import { isProblem } from '../../../src/model/problems.ts'
import { countSignal, signalBytes, signalsIn } from '../../../src/model/signals.ts'
import { openNode } from '../../../wasm/database/boot/node.ts'
import { copySql } from '../../../wasm/database/migrations/tables.ts'
import { openCopy } from '../copy.ts'
import { beginLongStep } from './longStep.ts'

const fail = (error: unknown) => {
  throw error
}

/** A copy in which `heard` is called with what the tab that renames a speaker is told. */
function renaming(signals: ReturnType<typeof signalsIn>, heard: (share: number | null) => void) {
  const db = openNode(':memory:')
  db.exec(copySql)
  fill(
    db,
    draw(`
      source One | Ana: So.
      source Two | Ana: No.
      source Three | Ana: Yes.
    `),
  )
  const hear = (_: string, told: object) => 'longStep' in told && heard(told.longStep as number | null)
  const copy = openCopy(db, {
    now: () => 1,
    random: () => 0.5,
    author: 'Anna',
    onChange: () => {},
    onProblem: fail,
    onBug: fail,
    beginLongStep: (tab) => beginLongStep({ tell: hear }, signals, tab),
  })
  const texts = () =>
    db.all<{ text: string }>('SELECT text FROM answer_texts ORDER BY answerId').map(({ text }) => text)
  const rename = (call: string) =>
    copy.run('tab', call, [{ command: 'renameSpeaker', args: { from: 'Ana', to: 'Eva' } }], 'undo.renameSpeaker')
  return { copy, texts, rename }
}

test('what is done of it is told while it runs, and that it is over', () => {
  const told: (number | null)[] = []
  const { rename, texts } = renaming(
    () => null,
    (share) => told.push(share),
  )
  expect(rename('1')).toEqual({ ok: [3] })
  expect(told).toEqual([0, 1 / 3, 2 / 3, null])
  expect(texts()).toEqual(['Eva: So.', 'Eva: No.', 'Eva: Yes.'])
})

test('stopped in the middle it has changed nothing, leaves no step, and can be begun again', () => {
  const shared = new SharedArrayBuffer(signalBytes)
  let isStopped = false
  const { copy, rename, texts } = renaming(signalsIn(shared), (share) => {
    if (share === null || share === 0 || isStopped) return
    isStopped = true
    countSignal(shared, 'stepStops')
  })
  const stopped = rename('1')
  expect(isProblem(stopped) && stopped.problem).toEqual({ kind: 'stepStopped' })
  expect(texts()).toEqual(['Ana: So.', 'Ana: No.', 'Ana: Yes.'])
  expect([copy.waiting, copy.history('tab').undo]).toEqual([0, null])
  expect(rename('2')).toEqual({ ok: [3] })
})

test('what is said to statements of the console stops no step', () => {
  const shared = new SharedArrayBuffer(signalBytes)
  const { rename } = renaming(signalsIn(shared), () => {
    countSignal(shared, 'stops')
    countSignal(shared, 'calls')
  })
  expect(rename('1')).toEqual({ ok: [3] })
})
