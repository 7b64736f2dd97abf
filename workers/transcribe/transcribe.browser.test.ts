// Recordings as they are sent, made in a real Chromium by the worker as it is built. More containers: `npm run prove -- recordings`.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRecordingsTab, type Prepared, type RecordingsTab } from '../../fixtures/testing/recordingsTab.ts'
import { toneIn, wavOfTone } from '../../fixtures/testing/tones.ts'
import { readOpusFile } from '../../server/speech/opusFile.ts'
import type { UnheardWhy } from './recordings.ts'

/** Where a browser has no encoder for Opus. */
const withoutEncoder = 'delete self.AudioEncoder;'

describe.each([
  ['by the browser’s encoder', ''],
  ['by the encoder in WebAssembly', withoutEncoder],
])('a recording becomes Opus of one channel and 16 kbit/s, %s', (_, before) => {
  let tab: RecordingsTab
  beforeAll(async () => {
    tab = await openRecordingsTab(before)
  })
  afterAll(() => tab?.close())

  test('a WAV, with all its length and what is to be heard', async () => {
    const made = heard(await tab.given('Interview.wav', wavOfTone(4.5, 440)))
    const { seconds } = readOpusFile(new Uint8Array(made.bytes))
    expect(Math.abs(seconds - 4.5)).toBeLessThan(0.1)
    // As the server counts: at most a twentieth longer than was said, with what is added to it.
    expect(seconds).toBeLessThanOrEqual((made.seconds + 0.12) * 1.05)
    expect((made.bytes.length * 8) / seconds).toBeLessThan(24_000)
    expect(await toneIn(made.bytes)).toBeCloseTo(440, -1)
    expect(made.reports.every((share, at) => share >= (made.reports[at - 1] ?? 0) && share <= 1)).toBe(true)
  })
})

describe('in the browser’s own encoder', () => {
  let tab: RecordingsTab
  beforeAll(async () => {
    tab = await openRecordingsTab()
  })
  afterAll(() => tab?.close())

  test('of a film there is its sound', async () => {
    const { bytes } = heard(await tab.made('film.webm', 2))
    expect(Math.abs(readOpusFile(new Uint8Array(bytes)).seconds - 2)).toBeLessThan(0.1)
    expect(await toneIn(bytes)).toBeCloseTo(440, -1)
  })

  test('one that is longer than is left is not begun', async () => {
    expect(await tab.made('wav', 3, 2)).toEqual({ unheard: 'tooLong' })
  })

  test('a film without sound is not converted, and what is no recording is not loaded', async () => {
    expect(await tab.made('silent.webm', 1)).toEqual({ unheard: 'notConverted' })
    expect(await tab.given('notes.mp3', Buffer.from('Not a sound, but words.'.repeat(100)))).toEqual({
      unheard: 'notLoaded',
    })
    expect(await tab.given('empty.wav', new Uint8Array())).toEqual({ unheard: 'notLoaded' })
  })
})

function heard(made: Prepared | { unheard: UnheardWhy }): Prepared {
  if ('unheard' in made) throw new Error(made.unheard)
  return made
}
