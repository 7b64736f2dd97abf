// Ten kinds of recordings and films become Opus in a real Chromium, by its own encoder and by the one in WebAssembly, with all their length and the tone
// that is in them. Throws where it is not so.
import onceARun from '../../fixtures/testing/onceARun.ts'
import { openRecordingsTab, type RecordingKind } from '../../fixtures/testing/recordingsTab.ts'
import { toneIn, wavOfTone } from '../../fixtures/testing/tones.ts'
import { readOpusFile } from '../../server/speech/opusFile.ts'

const seconds = 6
const hertz = 440
const kinds: readonly RecordingKind[] = [
  'wav',
  'float.wav',
  'ulaw.wav',
  'alaw.wav',
  'ogg',
  'webm',
  'm4a',
  'mka',
  'mov',
  'film.webm',
]

const encoders = { native: '', wasm: 'delete self.AudioEncoder;' }
const end = await onceARun()
const figures: Record<string, { off: number; bits: number }> = {}
for (const [encoder, before] of Object.entries(encoders)) {
  const tab = await openRecordingsTab(before)
  try {
    for (const kind of kinds) figures[`${encoder} ${kind}`] = await look(await tab.made(kind, seconds))
    figures[`${encoder} by hand`] = await look(await tab.given('tone.wav', wavOfTone(seconds, hertz)))
  } finally {
    await tab.close()
  }
}
await end?.()
const worst = (of: 'off' | 'bits') => Math.max(...Object.values(figures).map((each) => each[of]))
console.log(
  `recordings: ${JSON.stringify({ made: Object.keys(figures).length, off: worst('off'), bitsEachSecond: worst('bits') })}`,
)

/** By how many seconds its length is wrong, and what a second of it takes. */
async function look(made: Awaited<ReturnType<Awaited<ReturnType<typeof openRecordingsTab>>['made']>>) {
  if ('unheard' in made) throw new Error(made.unheard)
  const opus = readOpusFile(new Uint8Array(made.bytes))
  const off = Number(Math.abs(opus.seconds - seconds).toFixed(3))
  const tone = await toneIn(made.bytes)
  if (off > 0.15) throw new Error(`it is ${opus.seconds} s long`)
  if (Math.abs(tone - hertz) > 5) throw new Error(`the tone is ${tone} Hz`)
  if (opus.seconds > (made.seconds + 0.12) * 1.05)
    throw new Error(`it is longer than the ${made.seconds} s that were found`)
  return { off, bits: Math.round((made.bytes.length * 8) / opus.seconds) }
}
