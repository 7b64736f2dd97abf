import { afterEach, describe, expect, test, vi } from 'vitest'
import { tracesOfWord } from '../../../../fixtures/testing/tracesOfWord.ts'
import { draftsOfText, type MemoDraft } from '../../../data/copies/memoDrafts.ts'
import { forgetKey, noteKey, noteSealed } from '../../../data/copies/wordsKept.ts'
import { keyPartsOf } from '../../../model/sealing/keys.ts'
import { keepDraft, placeAgain, takeDraft, wordsOf } from './memoDraft.ts'

const text = 'I trusted him. Then the letters stopped. I trusted her too.'
const draft = (from: number, to: number): MemoDraft => {
  const words = wordsOf((a, b) => text.slice(a, b), { from, to })
  return { memoId: -1, before: '', text: 'why?', from, to, words, source: '' }
}
const found = (now: string, from: number, to: number) => {
  const at = placeAgain(now, draft(from, to))
  return now.slice(at.from, at.to)
}

describe('a draft finds its words again', () => {
  test('where they were', () => expect(found(text, 20, 39)).toBe('the letters stopped'))

  test('where the text has moved them, forward or back', () => {
    expect(found(`Before. ${text}`, 20, 39)).toBe('the letters stopped')
    expect(found(text.slice(15), 20, 39)).toBe('the letters stopped')
  })

  test('of several places the nearest', () => {
    expect(placeAgain(`A${text}`, draft(41, 50))).toEqual({ from: 42, to: 51 })
    expect(placeAgain(`A${text}`, draft(0, 9))).toEqual({ from: 1, to: 10 })
  })

  test('without them it is a point where they were', () => {
    expect(placeAgain('Nothing of it is left', draft(15, 39))).toEqual({ from: 15, to: 15 })
    expect(placeAgain('Short', draft(15, 39))).toEqual({ from: 5, to: 5 })
  })

  test('on the whole source it stays on the whole source', () => {
    expect(placeAgain('Another text', draft(0, 0))).toEqual({ from: 0, to: 0 })
  })
})

describe('a draft of a protected project', () => {
  afterEach(() => vi.unstubAllGlobals())

  test('lies sealed, is left alone until the password is given, and comes back with its words then', async () => {
    const methods = {
      getItem: (key: string) => (Object.hasOwn(storage, key) ? storage[key] : null),
      setItem: (key: string, value: string) => {
        storage[key] = value
      },
      removeItem: (key: string) => {
        delete storage[key]
      },
    }
    // As in a browser, its keys are those of the object.
    const storage = Object.create(methods) as Record<string, string>
    vi.stubGlobal('localStorage', storage)
    const place = { sourceId: 3, questionId: 1 }
    const unlock = () => noteKey('p', keyPartsOf(new Uint8Array(32).fill(1)))
    const ofAnother = `${draftsOfText('p', place)}another`
    noteSealed('p')
    const early = keepDraft('p', place)
    early.keep(draft(15, 39))
    expect([early.isKept(), Object.keys(storage)]).toEqual([false, []])
    unlock()
    await takeDraft('p', place)
    early.keep({ ...draft(15, 39), text: 'Levkoje' })
    expect(early.isKept()).toBe(true)
    const [key = ''] = Object.keys(storage)
    expect(tracesOfWord('Levkoje', Buffer.from(storage[key] ?? ''))).toEqual([])
    // The project is locked, or the page loaded anew.
    early.leave()
    forgetKey('p')
    storage[ofAnother] = storage[key] ?? ''
    expect([await takeDraft('p', place), Object.keys(storage).length]).toEqual([null, 2])
    unlock()
    const found = await takeDraft('p', place)
    expect(found?.draft).toMatchObject({ text: 'Levkoje', from: 15, to: 39 })
    found?.kept.drop()
    // What does not open stays.
    expect(Object.keys(storage)).toEqual([ofAnother])
  })
})
