/** PocketSphinx as Debian has it (`pocketsphinx`, `pocketsphinx-en-us`), for trials: English alone, and one word in ten is wrong even when it is read aloud. */
import type { Transcript, TranscriptSegment } from '../../../src/model/transcript.ts'
import type { SpeechEngine } from '../engine.ts'
import { wavOf } from '../opusFile.ts'
import { mostAnswered } from '../readTranscript.ts'
import { patienceFor, runEngine } from './runEngine.ts'

const program = 'pocketsphinx_continuous'

export function pocketsphinxEngine(memory: number): SpeechEngine {
  return {
    abilities: async () => {
      // It ends with an error where it is told nothing; what counts is that it can be run.
      const args = ['-infile', '/dev/null', '-logfn', '/dev/null']
      await runEngine({ program, args, most: 20, memory, output: 64 * 1024 })
      return { languages: ['en'], highAccuracy: false, diarize: false, speed: 4 }
    },
    transcribe: async ({ opus }, _, folder, signal) => {
      const args = ['-infile', '/dev/stdin', '-time', 'yes', '-logfn', '/dev/null']
      const most = patienceFor(opus.seconds)
      const run = { program, args, input: wavOf(opus), folder, most, memory, output: mostAnswered, signal }
      return readTimes(await runEngine(run))
    },
  }
}

/** What it heard in a breath is a line of words, and then each of them with its times in seconds: `rain(2) 1.740 2.010 0.778233`. */
export function readTimes(text: string): Transcript {
  const segments: TranscriptSegment[] = []
  let segment: TranscriptSegment | undefined
  for (const line of text.split('\n')) {
    const [, word = '', from = '', to = ''] = /^(\S+) (\d+\.\d+) (\d+\.\d+) \d+\.\d+$/.exec(line) ?? []
    if (word === '') {
      segment = undefined
      continue
    }
    // Silence, noises, beginnings and ends.
    if (/^[<[]/.test(word)) continue
    const spoken = { text: word.replace(/\(\d+\)$/, ''), from: ms(from), to: ms(to) }
    if (!segment) {
      segment = { from: spoken.from, to: spoken.to, words: [] }
      segments.push(segment)
    }
    segment.words.push(spoken)
    segment.to = spoken.to
  }
  return { language: 'en', segments }
}

const ms = (seconds: string): number => Math.round(Number(seconds) * 1000)
