/** Words that are deleted and come back stand where they stood, whatever others have put in meanwhile. A failure names its seed. */
import { describe, expect, test } from 'vitest'
import { mapSteps } from '../change.ts'
import { applyStep, type EditStep, plainStep, stepFits, withName } from './edit.ts'
import { parseHtml, type RichText } from './richText.ts'

const rich = (text: string) => parseHtml(`<p>${text}</p>`)

interface Done {
  text: RichText
  steps: EditStep[]
}

/** `[from, to, insert]`, each on what the one before has left. */
const doing = (text: RichText, ...changes: [number, number, string][]): Done =>
  changes.reduce((done: Done, [from, to, insert]) => doStep(done, plainStep(done.text, [{ from, to, insert }])), {
    text,
    steps: [],
  })

function doStep({ text, steps }: Done, given: EditStep): Done {
  const step = withName(given)
  return { text: applyStep(text, step).rich, steps: [...steps, step] }
}

const apply = (text: RichText, steps: readonly EditStep[]): RichText =>
  steps.reduce((before, step) => {
    expect(stepFits(before.text.length, step)).toBe(true)
    return applyStep(before, step).rich
  }, text)

/** What takes back the steps. */
function inverseOf(text: RichText, steps: readonly EditStep[]): EditStep[] {
  let before = text
  const back: EditStep[] = []
  for (const step of steps) {
    const applied = applyStep(before, step)
    back.unshift(...applied.inverse)
    before = applied.rich
  }
  return back
}

/** The text after both, one after the other, either way; `mine` is before at a tie. */
function both(start: RichText, mine: readonly EditStep[], theirs: readonly EditStep[], before = false): string {
  const { steps, over } = mapSteps(mine, theirs, before)
  const one = apply(apply(start, theirs), steps).text
  const other = mapSteps(theirs, mine, !before)
  expect(apply(apply(start, mine), over).text).toBe(one)
  expect(apply(apply(start, mine), other.steps).text).toBe(one)
  return one
}

describe('words that come back', () => {
  const start = rich('abcdef')

  test.each([
    ['behind them', 4, 'abcdXef'],
    ['before them', 2, 'abXcdef'],
    ['between them', 3, 'abcXdef'],
  ])('stand as they stood to what another has put in %s', (_, at, after) => {
    const deleted = doing(start, [2, 4, ''])
    const back = inverseOf(start, deleted.steps)
    const theirs = doing(start, [at, at, 'X'])
    for (const before of [true, false]) {
      expect(both(start, [...deleted.steps, ...back], theirs.steps, before)).toBe(after)
      // The other's comes when the deletion has been heard of by all.
      const heard = mapSteps(theirs.steps, deleted.steps, before).steps
      expect(both(deleted.text, back, heard, before)).toBe(after)
    }
  })

  test('of two who deleted side by side stand in their order, whoever is the first', () => {
    const mine = doing(start, [1, 3, ''])
    const theirs = doing(start, [3, 5, ''])
    const myBack = inverseOf(start, mine.steps)
    const heard = mapSteps(theirs.steps, mine.steps, true)
    const without = apply(mine.text, heard.steps)
    const mineThen = mapSteps(myBack, heard.steps, false).steps
    expect(apply(without, mineThen).text).toBe('abcf')
    for (const before of [true, false]) {
      const back = inverseOf(mine.text, heard.steps)
      expect(both(without, mineThen, back, before)).toBe('abcdef')
    }
  })

  test('stand in their order with those that come back beside them, be it around what was put in meanwhile', () => {
    const mine = doing(start, [0, 6, ''])
    const replaced = plainStep(start, [
      { from: 1, to: 2, insert: 'X' },
      { from: 4, to: 5, insert: '' },
    ])
    const theirs = doStep({ text: start, steps: [] }, replaced)
    const heard = mapSteps([...mine.steps, ...inverseOf(start, mine.steps)], theirs.steps, false)
    for (const before of [true, false])
      expect(both(theirs.text, heard.steps, inverseOf(start, theirs.steps), before)).toBe('abcdef')
  })

  test('stand in their order with those of them that another has deleted too and brings back, with what was put in there', () => {
    const mine = doing(start, [0, 6, ''])
    let here = start
    let heard: EditStep[] = [...mine.steps, ...inverseOf(start, mine.steps)]
    const hear = (step: EditStep) => {
      const after = both(here, heard, [step])
      heard = mapSteps(heard, [step], false).steps
      here = applyStep(here, step).rich
      return after
    }
    expect(hear(plainStep(here, [{ from: 3, to: 3, insert: 'X' }]))).toBe('abcXdef')
    const replaced = withName(plainStep(here, [{ from: 2, to: 5, insert: 'Y' }]))
    const back = applyStep(here, replaced).inverse
    expect(hear(replaced)).toBe('abYef')
    for (const step of back) expect(hear(step)).toBe('abcXdef')
  })

  test('do not where another has deleted them too', () => {
    const mine = doing(start, [1, 5, ''])
    const theirs = doing(start, [2, 4, ''])
    expect(both(start, [...mine.steps, ...inverseOf(start, mine.steps)], theirs.steps)).toBe('abef')
  })

  test('come back once, where both bring them back', () => {
    const deleted = doing(start, [1, 5, ''])
    const back = inverseOf(start, deleted.steps)
    for (const before of [true, false]) expect(both(deleted.text, back, back, before)).toBe('abcdef')
  })

  test('keep their name when they go again, so that what another has deleted too does not come back the second time either', () => {
    const mine = doing(start, [1, 5, ''])
    const theirs = doing(start, [2, 4, ''])
    const back = inverseOf(start, mine.steps)
    const again = inverseOf(mine.text, back)
    expect(both(start, [...mine.steps, ...back, ...again, ...back], theirs.steps)).toBe('abef')
  })
})

describe('what two have put in', () => {
  const start = rich('abcdef')

  test('stands in its order though all between is deleted, whoever is before at a tie', () => {
    const [mine, theirs] = [doing(start, [2, 2, 'X']), doing(start, [4, 4, 'Y'])]
    const deleted = doing(start, [1, 5, ''])
    const heard = [mine, theirs].map(({ steps }) => mapSteps(steps, deleted.steps, false).steps)
    for (const before of [true, false]) expect(both(deleted.text, heard[0] ?? [], heard[1] ?? [], before)).toBe('aXYf')
  })

  test('stands in its order where a second deletion makes one of several, and words between come back', () => {
    const mine = doStep(
      { text: start, steps: [] },
      plainStep(
        start,
        [2, 4, 5].map((at) => ({ from: at, to: at, insert: `${at}` })),
      ),
    )
    const theirs = doing(start, [6, 6, '6'])
    const first = doing(start, [2, 5, ''])
    const second = doing(first.text, [1, 3, ''])
    const deletions = [...first.steps, ...second.steps]
    const heard = [mine, theirs].map(({ steps }) => mapSteps(steps, deletions, false).steps)
    for (const before of [true, false]) expect(both(second.text, heard[0] ?? [], heard[1] ?? [], before)).toBe('a2456')
    const back = inverseOf(first.text, second.steps)
    for (const steps of heard) for (const before of [true, false]) both(second.text, steps, back, before)
    const mineThen = mapSteps(heard[0] ?? [], back, false).steps
    const theirsThen = mapSteps(heard[1] ?? [], back, false).steps
    for (const before of [true, false]) expect(both(first.text, mineThen, theirsThen, before)).toBe('ab245f6')
  })
})

test('steps of two, with words that are deleted and brought back, come to one text either way', () => {
  for (let seed = 1; seed <= 400; seed += 1) {
    let state = seed * 2654435761
    const below = (n: number) => {
      state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
      return (state >> 8) % n
    }
    const start = rich('abcdefghijkl')
    const work = (letters: string): Done => {
      let done: Done = { text: start, steps: [] }
      const undo: EditStep[][] = []
      for (let n = 0; n < 4; n += 1) {
        const last = undo.at(-1)
        if (last && below(3) === 0) {
          done = last.reduce(doStep, done)
          undo.pop()
          continue
        }
        const { length } = done.text.text
        const from = below(length + 1)
        const to = below(2) === 0 ? from : Math.min(length, from + 1 + below(5))
        const step = withName(plainStep(done.text, [{ from, to, insert: below(2) === 0 ? (letters[n] ?? '') : '' }]))
        undo.push(applyStep(done.text, step).inverse)
        done = doStep(done, step)
      }
      return done
    }
    try {
      both(start, work('ABCD').steps, work('WXYZ').steps, seed % 2 === 0)
    } catch (error) {
      throw new Error(`seed ${seed}`, { cause: error })
    }
  }
})
