import { describe, expect, test } from 'vitest'
import { type Random, seeded } from '../../../fixtures/random.ts'
import { alignWords, spokenFrom, timeAt, timesOf, wordAt } from './alignWords.ts'
import { stampedLines, timeStamp } from './clockTime.ts'
import { readTimedWords, type TimedText, writeTimedWords } from './timedWords.ts'
import { transcriptText } from './transcriptText.ts'

/** Each word 300 ms long, one every 400 ms. */
function timed(text: string): TimedText {
  const words = Array.from(text.matchAll(/\S+/g), ({ 0: { length }, index }, n) => ({
    from: index,
    to: index + length,
    begins: n * 400,
    ends: n * 400 + 300,
  }))
  return { text, words }
}

describe('words with their times', () => {
  test('are read as they were written', () => {
    const given = timed('I trusted him\nwith the keys.')
    expect(readTimedWords(writeTimedWords(given))).toEqual(given)
  })

  test.each([
    ['no JSON'],
    ['null'],
    ['{"text":"a","at":[0,1],"ms":[0]}'],
    ['{"text":"a","at":[0,2],"ms":[0,1]}'],
    ['{"text":"ab","at":[1,1,-1,1],"ms":[0,1,1,1]}'],
    ['{"text":"a","at":[0,1],"ms":[0,-1]}'],
    ['{"text":"a","at":[0,1e300],"ms":[0,1]}'],
  ])('%s is none', (json) => expect(readTimedWords(json)).toBeNull())
})

describe('a transcript becomes a text', () => {
  const word = (text: string, from: number) => ({ text, from, to: from + 100 })
  test('a paragraph begins with who speaks; a name that is none is a letter', () => {
    const { text, words } = transcriptText({
      segments: [
        { from: 0, to: 300, speaker: 'Anna', words: [word(' I', 0), word(' came', 100), word('.', 200)] },
        { from: 300, to: 400, speaker: 'SPEAKER_01', words: [word('Yes,', 300), word('so?', 350)] },
        { from: 400, to: 500, speaker: 'SPEAKER_01', words: [word(' ', 400), word('Go on.', 450)] },
        { from: 500, to: 600, speaker: 'Anna', words: [word('No.', 500)] },
      ],
    })
    expect(text).toBe('Anna: I came.\nB: Yes, so? Go on.\nAnna: No.')
    expect(words.map(({ from, to, begins }) => [text.slice(from, to), begins])).toEqual([
      ['I', 0],
      ['came', 100],
      ['.', 200],
      ['Yes,', 300],
      ['so?', 350],
      ['Go on.', 450],
      ['No.', 500],
    ])
  })

  test('a pause ends a paragraph, and scripts without spaces get none', () => {
    const { text } = transcriptText({
      segments: [
        { from: 0, to: 100, words: [word('信', 0), word('頼', 50)] },
        { from: 2100, to: 2200, words: [word('した', 2100)] },
      ],
    })
    expect(text).toBe('信頼\nした')
  })
})

describe('what is shown is aligned to what was transcribed', () => {
  const spoken = timed('I trusted him with the keys of the house')

  test('a corrected word keeps its time, a new one has that between its neighbours, a removed one has none', () => {
    const shown = 'Well, I trusted her with keys of the house'
    const words = alignWords(spoken, shown)
    expect(timeAt(words, shown.indexOf('trusted'))).toBe(400)
    expect(timeAt(words, shown.indexOf('keys'))).toBe(2000)
    expect(timeAt(words, shown.indexOf('her') + 1)).toBeGreaterThanOrEqual(700)
    expect(timeAt(words, shown.indexOf('her') + 1)).toBeLessThanOrEqual(1200)
    expect(timeAt(words, 0)).toBe(0)
    // "the" before "keys" was said and is not shown.
    expect(wordAt(words, 1650)).toBeNull()
    expect(wordAt(words, 2100)).toMatchObject({ from: shown.indexOf('keys') })
  })

  test('a word is heard from its beginning, wherever it is clicked; in a line with one time for all of it each word has its own', () => {
    const at = spoken.text.indexOf('trusted')
    expect([0, 3, 6].map((n) => spokenFrom(spoken.words, at + n, at))).toEqual([400, 400, 400])
    // What stands before it without a blank is not said before it.
    expect(spokenFrom(spoken.words, at + 3, at - 1)).toBe(400)
    const line = [{ from: 0, to: 100, begins: 1000, ends: 2000 }]
    expect([50, 55, 59].map((position) => spokenFrom(line, position, 50))).toEqual([1500, 1500, 1500])
    expect(spokenFrom([], 3, 0)).toBeNull()
  })

  test('a passage has its own seconds', () => {
    const start = spoken.text.indexOf('him')
    expect(timesOf(spoken.words, { start, length: 'him with'.length })).toEqual({ from: 800, to: 1500 })
    expect(timesOf([], { start: 0, length: 3 })).toBeNull()
  })

  test('within a line that has one time for all of it, words follow each other at an even pace', () => {
    const line = [{ from: 0, to: 100, begins: 1000, ends: 2000 }]
    expect([0, 50, 100].map((at) => timeAt(line, at))).toEqual([1000, 1500, 2000])
  })
})

test('times that somebody has typed say when what stands between them was said', () => {
  const text = '[00:00:02] I came. #00:00:10-5# He [00:00:01] left.'
  const lines = stampedLines(text, 20_000)
  expect(lines.map(({ from, to, begins, ends }) => [text.slice(from, to), begins, ends])).toEqual([
    [' I came. ', 2000, 10_500],
    [' He [00:00:01] left.', 10_500, 20_000],
  ])
  expect([stampedLines('No time.', 20_000), timeStamp(3_723_999)]).toEqual([[], '[01:02:03]'])
})

/** Words come often or seldom, as in a language. */
const vocabulary = Array.from({ length: 1500 }, (_, n) => `w${n.toString(36)}`)
const anyWord = (random: Random) => vocabulary[random.below(1 + random.below(vocabulary.length))] ?? ''

/** Edits that remove, add and replace words; each word that is left bears its number. */
function edited(words: readonly string[], edits: number, random: Random): { word: string; n: number }[] {
  const shown = words.map((word, n) => ({ word, n }))
  const fresh = () => ({ word: anyWord(random), n: -1 })
  for (let done = 0; done < edits; done += 1) {
    const at = random.below(shown.length)
    const many = 1 + random.below(1 + random.below(8))
    const kind = random.below(3)
    if (kind === 0) shown.splice(at, many)
    else if (kind === 1) shown.splice(at, 0, ...Array.from({ length: many }, fresh))
    else shown[at] = fresh()
  }
  return shown
}

const many = process.env.PROVE ? 200 : 3

// The oracle knows of each word which one it was. Of two equal ones side by side nobody can tell which was removed: hence four seconds.
test(`after a thousand edits no word of an hour plays anything but what was said there, ${many} seeds`, () => {
  for (let seed = 1; seed <= many; seed += 1) {
    const random = seeded(seed)
    const words = Array.from({ length: 9000 }, () => anyWord(random))
    const shown = edited(words, 1192, random)
    const aligned = alignWords(timed(words.join(' ')), shown.map(({ word }) => word).join(' '))
    const begins = new Map(aligned.map((word) => [word.from, word.begins]))
    const counts = { left: 0, own: 0, far: 0 }
    let at = 0
    for (const { word, n } of shown) {
      const found = begins.get(at)
      at += word.length + 1
      if (n < 0) continue
      counts.left += 1
      if (found === n * 400) counts.own += 1
      else if (found !== undefined && Math.abs(found - n * 400) > 4000) counts.far += 1
    }
    expect(counts.far, `seed ${seed}`).toBe(0)
    expect(counts.own / counts.left, `seed ${seed}`).toBeGreaterThan(0.98)
  }
})
