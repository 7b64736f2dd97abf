/**
 * How loud a recording is, read by the browser's decoders. The file is decoded piece by piece, so that what is in memory does not grow with it.
 */
import { ALL_FORMATS, AudioSampleSink, BlobSource, Input } from 'mediabunny'
import { openPeaks } from './peaks.ts'

/** ms between what is told of a recording that is being read. */
const tellEvery = 500

/** `report`: what is known so far. Resolves to null where this browser cannot read it. */
export async function readPeaks(
  sound: Blob,
  report: (peaks: Uint8Array<ArrayBuffer>) => void,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const input = new Input({ source: new BlobSource(sound), formats: ALL_FORMATS })
  try {
    const track = await input.getPrimaryAudioTrack()
    if (!track || !(await track.canDecode())) return null
    const peaks = openPeaks(await track.computeDuration())
    let buffer = new Float32Array()
    let told = performance.now()
    for await (const sample of new AudioSampleSink(track).samples()) {
      const { numberOfFrames: count, timestamp, sampleRate } = sample
      if (buffer.length < count) buffer = new Float32Array(count)
      const samples = buffer.subarray(0, count)
      sample.copyTo(samples, { planeIndex: 0, format: 'f32-planar' })
      sample.close()
      peaks.add(samples, timestamp, sampleRate)
      if (performance.now() - told < tellEvery) continue
      told = performance.now()
      report(peaks.values())
    }
    return peaks.values()
  } catch {
    // Libraries that read what they did not expect throw whatever they like.
    return null
  } finally {
    input.dispose()
  }
}
