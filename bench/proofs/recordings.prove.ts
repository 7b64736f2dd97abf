// Ten kinds of recordings and films become Opus in a real Chromium, by its own encoder and by the one in WebAssembly, with all their length and the tone
// that is in them; so do MP3, AAC, FLAC and Vorbis, which ffmpeg makes (Debian: `ffmpeg`), where this Chromium can decode them. Where it cannot (which is
// allowed for AAC, whose patents cost money), and where a browser has no decoders at all, its person is told so. What ffmpeg cannot make here is named and
// left out. Throws where it is not so.
import { fileMadeByFfmpeg, kindsByFfmpeg } from '../../fixtures/testing/ffmpeg.ts'
import onceARun from '../../fixtures/testing/onceARun.ts'
import { openRecordingsTab, type RecordingKind, type RecordingsTab } from '../../fixtures/testing/recordingsTab.ts'
import { toneIn, wavOfTone } from '../../fixtures/testing/tones.ts'
import { readOpusFile } from '../../server/speech/opusFile.ts'
import { notSentMessage } from '../../src/features/transcription/told.ts'
import { t } from '../../src/i18n/i18n.ts'

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
/** What a Chromium need not know. */
const mayBeUnknown: readonly string[] = ['tone.m4a']

const encoders = { native: '', wasm: 'delete self.AudioEncoder;' }
const end = await onceARun()
const wav = wavOfTone(seconds, hertz)
const byFfmpeg = kindsByFfmpeg.flatMap((kind) => {
  const bytes = fileMadeByFfmpeg(kind, wav)
  if (bytes) return [{ name: `tone.${kind}`, bytes }]
  console.log(`recordings: ${kind} SKIPPED, it is not proved: ffmpeg is not here, or cannot make it`)
  return []
})
const refused: string[] = []
const figures: Record<string, { off: number; bits: number }> = {}
for (const [encoder, before] of Object.entries(encoders)) {
  const tab = await openRecordingsTab(before)
  try {
    for (const kind of kinds) figures[`${encoder} ${kind}`] = await look(await tab.made(kind, seconds))
    figures[`${encoder} by hand`] = await look(await tab.given('tone.wav', wav))
    for (const { name, bytes } of byFfmpeg) {
      if (await tab.decodes(bytes)) figures[`${encoder} ${name}`] = await look(await tab.given(name, bytes))
      else if (mayBeUnknown.includes(name)) refused.push(`${encoder} ${await refusedBy(tab, name, bytes)}`)
      else throw new Error(`this Chromium cannot decode ${name}`)
    }
  } finally {
    await tab.close()
  }
}
const undecoded = await openRecordingsTab('delete self.AudioDecoder;')
try {
  for (const { name, bytes } of byFfmpeg) refused.push(`no decoder: ${await refusedBy(undecoded, name, bytes)}`)
} finally {
  await undecoded.close()
}
await end?.()
const worst = (of: 'off' | 'bits') => Math.max(...Object.values(figures).map((each) => each[of]))
console.log(
  `recordings: ${JSON.stringify({ made: Object.keys(figures).length, refused, off: worst('off'), bitsEachSecond: worst('bits') })}`,
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

/** Of a file that the browser cannot decode its person is told so. Returns its name. */
async function refusedBy(tab: RecordingsTab, name: string, bytes: Uint8Array): Promise<string> {
  const made = await tab.given(name, bytes)
  if (!('unheard' in made)) throw new Error(`${name} was converted, although the browser cannot decode it`)
  if (made.unheard === 'tooLong') throw new Error(`${name} is said to be too long`)
  const { message } = notSentMessage(t, name, { unheard: made.unheard })
  if (message !== 'Failed to convert.') throw new Error(`of ${name} it is said: ${message}`)
  return name
}
