/** Recordings and films of a tone, made in the browser by the library that reads them, in all containers that it can write here. */
import {
  type AudioCodec,
  AudioSample,
  AudioSampleSource,
  BufferTarget,
  CanvasSource,
  MkvOutputFormat,
  MovOutputFormat,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  type OutputFormat,
  WavOutputFormat,
  WebMOutputFormat,
} from 'mediabunny'

interface Kind {
  format: OutputFormat
  sound?: AudioCodec
  /** With a picture. */
  isFilm?: boolean
}

/** By the ends of names, and what differs inside. */
export const kinds = {
  wav: { format: new WavOutputFormat(), sound: 'pcm-s16' },
  'float.wav': { format: new WavOutputFormat(), sound: 'pcm-f32' },
  'ulaw.wav': { format: new WavOutputFormat(), sound: 'ulaw' },
  'alaw.wav': { format: new WavOutputFormat(), sound: 'alaw' },
  ogg: { format: new OggOutputFormat(), sound: 'opus' },
  webm: { format: new WebMOutputFormat(), sound: 'opus' },
  m4a: { format: new Mp4OutputFormat(), sound: 'opus' },
  mka: { format: new MkvOutputFormat(), sound: 'pcm-s24' },
  mov: { format: new MovOutputFormat(), sound: 'pcm-s16', isFilm: true },
  'film.webm': { format: new WebMOutputFormat(), sound: 'opus', isFilm: true },
  'silent.webm': { format: new WebMOutputFormat(), isFilm: true },
} as const satisfies Record<string, Kind>

const rate = 48_000
/** What is heard, in Hz. */
export const tone = 440

/** A tone of so many seconds, left and right alike. */
export async function makeRecording(name: keyof typeof kinds, seconds: number): Promise<File> {
  const { format, sound, isFilm }: Kind = kinds[name]
  const target = new BufferTarget()
  const output = new Output({ format, target })
  const picture = isFilm && new CanvasSource(paintedCanvas(), { codec: 'vp8', bitrate: 100_000 })
  const heard = sound && new AudioSampleSource({ codec: sound, bitrate: 64_000 })
  if (picture) output.addVideoTrack(picture)
  if (heard) output.addAudioTrack(heard)
  await output.start()
  if (picture) for (let at = 0; at < seconds; at += 0.5) await picture.add(at, 0.5)
  if (heard) for (let at = 0; at < seconds; at += 1) await heard.add(second(at, Math.min(1, seconds - at)))
  await output.finalize()
  return new File([target.buffer ?? new ArrayBuffer(0)], `tone.${name}`)
}

function second(at: number, length: number): AudioSample {
  const count = Math.round(rate * length)
  const wave = (index: number) => 0.3 * Math.sin(2 * Math.PI * tone * (at + index / rate))
  const data = Float32Array.from({ length: count * 2 }, (_, index) => wave(index % count))
  return new AudioSample({ data, format: 'f32-planar', numberOfChannels: 2, sampleRate: rate, timestamp: at })
}

function paintedCanvas(): OffscreenCanvas {
  const canvas = new OffscreenCanvas(64, 48)
  const context = canvas.getContext('2d')
  if (context) context.fillRect(8, 8, 24, 24)
  return canvas
}
