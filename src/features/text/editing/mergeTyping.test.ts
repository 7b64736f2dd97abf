import { describe, expect, it } from 'vitest'
import { applyStep, type PlainChange, plainStep } from '../../../model/text/edit.ts'
import { moveRows } from '../../../model/text/moveRows.ts'
import { fromPlain, type RichText } from '../../../model/text/richText.ts'
import { mergeTyping } from './mergeTyping.ts'
import type { LocalStep } from './shownText.ts'

/** What typing makes of a text, one key after the other, joined where it may be. */
function typed(text: string, keys: PlainChange[]): { rich: RichText; steps: LocalStep[] } {
  let rich = fromPlain(text)
  const steps: LocalStep[] = []
  for (const key of keys) {
    const step = plainStep(rich, [key])
    const done = applyStep(rich, step)
    rich = done.rich
    const last = steps.at(-1)
    const joined = last ? mergeTyping(last, { step, inverse: done.inverse }) : null
    if (joined) steps[steps.length - 1] = joined
    else steps.push({ step, inverse: done.inverse })
  }
  return { rich, steps }
}

const keysOf = (at: number, to: number, word: string): PlainChange[] =>
  [...word].map((insert, i) => ({ from: at + i, to: i === 0 ? to : at + i, insert }))

describe('joining typed steps', () => {
  it('a word typed over the last word of a highlight belongs to it whole', () => {
    const text = 'the interviews and the worships were'
    const at = text.indexOf('worships')
    const { rich, steps } = typed(text, keysOf(at, at + 'worships'.length, 'workshops'))
    expect(rich.text).toBe('the interviews and the workshops were')
    expect(steps).toHaveLength(1)
    const highlight = { id: 1, start: 4, length: at + 'worships'.length - 4 }
    const { moved } = moveRows([highlight], steps[0]!.step, false)
    expect(moved.map(({ start, length }) => rich.text.slice(start, start + length))).toEqual([
      'interviews and the workshops',
    ])
  })

  it('undoes what it joined, exactly', () => {
    const text = 'I trusted him'
    const { rich, steps } = typed(text, keysOf(2, 9, 'believed'))
    const back = steps[0]!.inverse.reduce((at, step) => applyStep(at, step).rich, rich)
    expect(back).toEqual(fromPlain(text))
  })

  it('keeps apart what is put in elsewhere', () => {
    expect(typed('one two', [...keysOf(0, 0, 'a'), { from: 5, to: 5, insert: 'b' }]).steps).toHaveLength(2)
    expect(
      typed('one two', [
        { from: 0, to: 3, insert: '' },
        { from: 0, to: 0, insert: 'b' },
      ]).steps,
    ).toHaveLength(2)
  })
})
