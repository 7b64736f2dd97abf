/**
 * Sound or a film as what is sent: Opus in Ogg, one channel, 16 kbit/s (2 §4). Browsers decode and encode by WebCodecs; where they have no encoder
 * for Opus, one in WebAssembly is loaded.
 *
 * Promises: the file is read piece by piece, however long it is; what comes out is kept in memory, 8 MB for each hour.
 */
import {
  ALL_FORMATS,
  BlobSource,
  BufferSource,
  BufferTarget,
  Conversion,
  canEncodeAudio,
  Input,
  type InputAudioTrack,
  OggOutputFormat,
  Output,
} from 'mediabunny'
import { type Convert, Unheard } from './recordings.ts'

/** One channel at this rate and so many bits a second is enough for speech. */
const opus = { numberOfChannels: 1, sampleRate: 16_000, bitrate: 16_000 } as const
/** In ms: a film of an hour would report ten thousand times. */
const reportEvery = 100

export const convert: Convert = async (file, mostSeconds, report) => {
  const input = new Input({ source: new BlobSource(file), formats: ALL_FORMATS })
  try {
    const track = await soundOf(input)
    if (mostSeconds !== null && (await track.computeDuration()) > mostSeconds) throw new Unheard('tooLong')
    const bytes = await encoded(input, seldom(report))
    return { bytes, seconds: await secondsOf(bytes) }
  } finally {
    input.dispose()
  }
}

async function soundOf(input: Input): Promise<InputAudioTrack> {
  const track = await input.getPrimaryAudioTrack().catch(() => {
    throw new Unheard('notLoaded')
  })
  if (!track) throw new Unheard('notConverted')
  return track
}

async function encoded(input: Input, report: (share: number) => void): Promise<Uint8Array<ArrayBuffer>> {
  if (!(await canEncodeAudio('opus', opus))) (await import('./browserOpusEncoder.ts')).provideOpusEncoder()
  const target = new BufferTarget()
  try {
    const conversion = await Conversion.init({
      input,
      output: new Output({ format: new OggOutputFormat(), target }),
      tracks: 'primary',
      video: { discard: true },
      audio: { codec: 'opus', ...opus, forceTranscode: true },
      // Who said what where is nothing that a recording has to tell by its tags.
      tags: {},
      showWarnings: false,
    })
    if (!conversion.isValid) throw new Unheard('notConverted')
    conversion.onProgress = report
    await conversion.execute()
  } catch (error) {
    throw error instanceof Unheard ? error : new Unheard('notConverted', { cause: error })
  }
  if (!target.buffer) throw new Unheard('notConverted')
  return new Uint8Array(target.buffer)
}

/** As long as it is now: encoders begin before the first sound and fill up the last packet. */
async function secondsOf(bytes: Uint8Array): Promise<number> {
  const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS })
  try {
    return await input.computeDuration()
  } finally {
    input.dispose()
  }
}

function seldom(report: (share: number) => void): (share: number) => void {
  let last = Number.NEGATIVE_INFINITY
  return (share) => {
    const now = performance.now()
    if (now - last < reportEvery) return
    last = now
    report(share)
  }
}
