import { ChangeSet } from '@codemirror/state'
import { expect, test } from 'vitest'
import { applyStep, type EditStep, plainStep } from '../../../model/text/edit.ts'
import { type Random, random, randomPos, randomRich, randomStep } from '../../../model/text/randomRich.ts'
import type { RichText } from '../../../model/text/richText.ts'
import { continued, fromRich, stepText, toRich } from './shownText.ts'

const SEEDS = process.env.PROVE ? 5000 : 400

function rounds(first: number, round: (r: Random) => void): void {
  for (let seed = first; seed < first + SEEDS; seed++) {
    try {
      round(random(seed))
    } catch (error) {
      throw new Error(`seed ${seed}`, { cause: error })
    }
  }
}

const apply = (rich: RichText, steps: readonly EditStep[]) => steps.reduce((it, step) => applyStep(it, step).rich, rich)

test(`steps on the shown text do what they do in the model, and back, ${SEEDS} documents from seed 1`, () => {
  const seen = { text: 0, mark: 0, kind: 0, image: 0 }
  rounds(1, (r) => {
    let rich = randomRich(r)
    let shown = fromRich(rich)
    expect(toRich(shown)).toEqual(rich)
    for (let steps = 5; steps > 0; steps--) {
      const step = randomStep(r, rich)
      const before = rich
      const after = stepText(shown, step)
      rich = applyStep(rich, step).rich
      shown = after.shown
      expect(toRich(shown)).toEqual(rich)
      expect(apply(rich, after.inverse)).toEqual(before)
      seen[step.type]++
    }
  })
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(SEEDS / 20)
})

test(`typed text continues what it stands in as the model says, ${SEEDS} documents from seed 100001`, () => {
  let marked = 0
  rounds(100_001, (r) => {
    const rich = randomRich(r)
    const [from = 0, to = 0] = [randomPos(r, rich.text), randomPos(r, rich.text)].sort((a, b) => a - b)
    const insert = r.pick(['a', 'two words', '\n', 'x\ny\n'])
    const changes = ChangeSet.of({ from, to, insert }, rich.text.length)
    const format = continued(fromRich(rich), changes)
    const expected = applyStep(rich, plainStep(rich, [{ from, to, insert }])).rich
    expect(applyStep(rich, { type: 'text', changes: changes.toJSON(), format }).rich).toEqual(expected)
    marked += format.marks.length + format.kinds.length
  })
  expect(marked).toBeGreaterThan(SEEDS / 10)
})
