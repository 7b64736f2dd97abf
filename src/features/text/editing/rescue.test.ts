import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tracesOfWord } from '../../../../fixtures/testing/tracesOfWord.ts'
import { forgetKey, noteKey, noteSealed, whenOpenable } from '../../../data/copies/wordsKept.ts'
import { keyPartsOf } from '../../../model/sealing/keys.ts'
import { plainStep } from '../../../model/text/edit.ts'
import { random } from '../../../model/text/randomRich.ts'
import { fromPlain } from '../../../model/text/richText.ts'
import { rescued, rescueSteps, whenRescuable } from './rescue.ts'
import { fromRich, type LocalStep, type ShownText, stepText, toRich } from './shownText.ts'

const place = { sourceId: 3, questionId: 1 }
const kept = new Map<string, string>()
beforeEach(() => {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  kept.clear()
})

const typed = (shown: ShownText, at: number, words: string): { shown: ShownText; step: LocalStep } => {
  const step = plainStep(toRich(shown), [{ from: at, to: at, insert: words }])
  const done = stepText(shown, step)
  return { shown: done.shown, step: { step, inverse: done.inverse } }
}

test.each(Array.from({ length: 50 }, (_, seed) => seed))(
  'what a reload cuts off is done once, whether or not the worker took what was under way (seed %i)',
  (seed) => {
    const { below } = random(seed)
    const texts = [fromRich(fromPlain('The house was quiet.'))]
    const local: LocalStep[] = []
    for (let n = 1 + below(5); n > 0; n--) {
      const before = texts.at(-1) as ShownText
      const next = typed(before, below(before.doc.length + 1), `word${n} `)
      texts.push(next.shown)
      local.push(next.step)
    }
    const last = texts.at(-1) as ShownText
    const inFlight = below(local.length + 1)
    for (const taken of [0, inFlight]) {
      rescueSteps('p', place, { local, inFlight }, last)
      const found = texts[taken] as ShownText
      const steps = rescued('p', place, found.doc.toString())
      const after = steps.reduce((shown, step) => stepText(shown, step).shown, found)
      expect(after.doc.toString()).toBe(last.doc.toString())
      expect(kept.size).toBe(0)
    }
  },
)

test.each(Array.from({ length: 50 }, (_, seed) => seed))(
  'what a colleague wrote meanwhile moves it, and no word is lost or doubled (seed %i)',
  (seed) => {
    const { below, chance } = random(seed + 1000)
    const start = 'The house was quiet.\nNobody had thought of the letters on the table.\nThen the door opened.'
    const texts = [fromRich(fromPlain(start))]
    const local: LocalStep[] = []
    const words: string[] = []
    let at = below(start.length)
    for (let n = 1 + below(4); n > 0; n--) {
      const before = texts.at(-1) as ShownText
      const word = `${'abcd'[n - 1]}${seed}${'yz'.repeat(3)} `
      if (chance(0.3)) at = below(before.doc.length + 1)
      const next = typed(before, at, word)
      at += word.length
      words.push(word)
      texts.push(next.shown)
      local.push(next.step)
    }
    const inFlight = below(local.length + 1)
    rescueSteps('p', place, { local, inFlight }, texts.at(-1) as ShownText)
    const taken = texts[chance(0.5) ? inFlight : 0] as ShownText
    const theirs = typed(taken, below(taken.doc.length + 1), 'COLLEAGUE').shown
    const after = rescued('p', place, theirs.doc.toString()).reduce((text, step) => stepText(text, step).shown, theirs)
    const found = after.doc.toString()
    const units = (text: string) => [...text].sort().join('')
    expect(units(found)).toBe(units([start, ...words, 'COLLEAGUE'].join('')))
    expect(kept.size).toBe(0)
  },
)

test('what cannot be moved, because the text was too long to be kept, is not done on another text', () => {
  const shown = fromRich(fromPlain('The house. '.repeat(40_000)))
  const { shown: after, step } = typed(shown, 3, ' old')
  rescueSteps('p', place, { local: [step], inFlight: 0 }, after)
  expect(rescued('p', place, 'The garden.')).toEqual([])
})

test('where all has arrived, nothing is done', () => {
  const shown = fromRich(fromPlain('The house.'))
  const { shown: after, step } = typed(shown, 3, ' old')
  rescueSteps('p', place, { local: [step], inFlight: 1 }, after)
  expect(rescued('p', place, after.doc.toString())).toEqual([])
  rescueSteps('p', place, { local: [step], inFlight: 0 }, after)
  rescueSteps('p', place, { local: [], inFlight: 0 }, after)
  expect(rescued('p', place, shown.doc.toString())).toEqual([])
})

test('what a reload cuts off of a protected project lies sealed, and is done once its key has been given again', async () => {
  const shown = fromRich(fromPlain('The house.'))
  const { shown: after, step } = typed(shown, 3, ' Levkoje')
  const rescue = () => rescueSteps('sealed', place, { local: [step], inFlight: 0 }, after)
  noteSealed('sealed')
  rescue()
  // Nothing could open it.
  expect(kept.size).toBe(0)
  const unlock = async (secret: number) => {
    noteKey('sealed', keyPartsOf(new Uint8Array(32).fill(secret)))
    await whenOpenable('sealed')
  }
  await unlock(1)
  rescue()
  const [left = ''] = kept.values()
  expect([left.slice(0, 5), tracesOfWord('Levkoje', Buffer.from(left))]).toEqual(['~1.0.', []])
  forgetKey('sealed')
  expect(rescued('sealed', place, 'The house.')).toEqual([])
  await unlock(2)
  expect(rescued('sealed', place, 'The house.')).toEqual([])
  forgetKey('sealed')
  noteKey('sealed', keyPartsOf(new Uint8Array(32).fill(1)))
  await whenRescuable('sealed', place)
  expect(rescued('sealed', place, 'The house.')).toEqual([step.step])
  expect([kept.size, whenRescuable('sealed', place)]).toEqual([0, null])
})
