/** Recordings and engines for tests: sound is a tone, and what an engine hears in it depends on how long it lasts. */
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createEncoder } from 'libopus-wasm'
import type { Transcript } from '../../src/model/transcript.ts'
import type { Abilities } from '../speech/engine.ts'

/** A tone of so many seconds, as Opus in Ogg. */
export async function recordingOf(seconds: number): Promise<Uint8Array<ArrayBuffer>> {
  const encoder = await createEncoder({ sampleRate: 16_000, channels: 1, frameSize: 960, bitrate: 16_000 })
  const packets = Array.from({ length: Math.ceil(seconds / 0.06) }, (_, at) => {
    const tone = Int16Array.from({ length: 960 }, (_, i) => 8000 * Math.sin((at * 960 + i) / 8))
    return encoder.encode(tone).slice()
  })
  encoder.free()
  const head = Buffer.alloc(19)
  head.write('OpusHead', 'latin1')
  head[8] = 1
  head[9] = 1
  head.writeUInt32LE(16_000, 12)
  const tags = Buffer.alloc(16)
  tags.write('OpusTags', 'latin1')
  return new Uint8Array(Buffer.concat([head, tags, ...packets].map(pageOf)))
}

/** One packet to a page; what checks pages is not tried by it. */
function pageOf(packet: Uint8Array, at: number): Buffer {
  const sizes = [...Array(Math.floor(packet.length / 255)).fill(255), packet.length % 255]
  const head = Buffer.alloc(27)
  head.write('OggS', 'latin1')
  head[5] = at === 0 ? 2 : 0
  head.writeUInt32LE(7, 14)
  head.writeUInt32LE(at, 18)
  head[26] = sizes.length
  return Buffer.concat([head, Buffer.from(sizes), packet])
}

/** What an engine does with a recording: it gives these words, one a second, or is a line of shell. */
export type Heard = readonly string[] | { sh: string }

/** A program for `THICKET_SPEECH`, which answers from a table by the length of what it hears, in whole seconds. */
export function speechProgram(
  folder: string,
  table: Readonly<Record<number, Heard>>,
  abilities: Partial<Abilities> = { languages: ['auto', 'en', 'de'], highAccuracy: true, diarize: true, speed: 10 },
): string {
  const cases = Object.entries(table).map(([seconds, heard]) => {
    const line = 'sh' in heard ? heard.sh : `printf '%s' '${JSON.stringify(transcriptOf(heard))}'`
    return `${seconds}) ${line} ;;`
  })
  const path = join(folder, 'speech')
  const lines = [
    '#!/bin/sh',
    `if [ "$1" = --abilities ]; then printf '%s' '${JSON.stringify(abilities)}'; exit; fi`,
    'seconds=$((($(wc -c) - 44 + 16000) / 32000))',
    'case $seconds in',
    ...cases,
    '*) exit 3 ;;',
    'esac',
    '',
  ]
  writeFileSync(path, lines.join('\n'))
  chmodSync(path, 0o700)
  return path
}

export const transcriptOf = (words: readonly string[]): Transcript => ({
  language: 'en',
  segments: [
    {
      from: 0,
      to: words.length * 1000,
      speaker: 'A',
      words: words.map((text, at) => ({ text, from: at * 1000, to: at * 1000 + 900 })),
    },
  ],
})
