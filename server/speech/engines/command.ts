/**
 * A program of whoever runs the server. With `--abilities` it prints what it can do: `{ "languages", "highAccuracy", "diarize", "speed" }`, each of
 * which it may leave out. Otherwise it gets a WAV of one channel at 16 kHz on its stdin, `--language` with one of its languages, and
 * `--high-accuracy` and `--diarize` where they are wanted, and prints a transcript (`src/model/transcript.ts`) as JSON.
 */
import { z } from 'zod'
import { spokenLanguages } from '../../../src/model/transcript.ts'
import type { Abilities, SpeechEngine } from '../engine.ts'
import { wavOf } from '../opusFile.ts'
import { mostAnswered, readTranscript } from '../readTranscript.ts'
import { patienceFor, runEngine } from './runEngine.ts'

const abilities: z.ZodType<Abilities> = z.object({
  languages: z.array(z.enum(spokenLanguages)).min(1).default(['auto']),
  highAccuracy: z.boolean().default(false),
  diarize: z.boolean().default(false),
  speed: z.number().positive().default(1),
})

/** s */
const answersWithin = 20

export function commandEngine(program: string, memory: number): SpeechEngine {
  return {
    abilities: async () => {
      const text = await runEngine({ program, args: ['--abilities'], most: answersWithin, memory, output: 64 * 1024 })
      return abilities.parse(JSON.parse(text))
    },
    transcribe: async ({ opus }, { language, highAccuracy, diarize }, folder, signal) => {
      const args = [
        ...['--language', language],
        ...(highAccuracy ? ['--high-accuracy'] : []),
        ...(diarize ? ['--diarize'] : []),
      ]
      const most = patienceFor(opus.seconds)
      const run = { program, args, input: wavOf(opus), folder, most, memory, output: mostAnswered, signal }
      return readTranscript(await runEngine(run))
    },
  }
}
