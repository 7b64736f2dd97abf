/** What turns speech into words on a server: whoever runs it says by `THICKET_SPEECH` what that is. */
import type { SpeechAbilities, SpeechWanted, Transcript } from '../../src/model/transcript.ts'
import { commandEngine } from './engines/command.ts'
import { httpEngine } from './engines/http.ts'
import { pocketsphinxEngine } from './engines/pocketsphinx.ts'
import type { OpusFile } from './opusFile.ts'

/** `speed`: seconds of sound that it hears in a second, about. */
export interface Abilities extends SpeechAbilities {
  speed: number
}

export interface Recording {
  /** As it was sent: Opus in Ogg. */
  bytes: Uint8Array<ArrayBuffer>
  opus: OpusFile
}

export interface SpeechEngine {
  /** Throws what keeps it from being used. */
  abilities(): Promise<Abilities>
  /** `folder`: where it may leave files, which go when it ends. Throws where nothing comes of it, and it may be tried again. */
  transcribe(recording: Recording, wanted: SpeechWanted, folder: string, signal: AbortSignal): Promise<Transcript>
}

/** As `base/settings/settings.ts` has them. */
export interface SpeechSettings {
  /** `command:{path}`, an address, or `pocketsphinx`. */
  speech: string
  /** What a service is shown. */
  speechKey?: string | undefined
  /** What a service calls its usual model, a better one, and one that tells speakers apart. */
  speechModel: string
  speechModelAccurate?: string | undefined
  speechModelSpeakers?: string | undefined
  /** MB that a program may use; 0: as many as it likes. */
  speechMemory: number
}

export function openEngine(settings: SpeechSettings): SpeechEngine {
  const { speech, speechMemory } = settings
  if (speech === 'pocketsphinx') return pocketsphinxEngine(speechMemory)
  if (speech.startsWith(commandPrefix)) return commandEngine(speech.slice(commandPrefix.length), speechMemory)
  return httpEngine(settings)
}

/** What a server offers by these settings; null: nothing. Throws what keeps its engine from being used. */
export async function abilitiesOf(
  settings: Omit<SpeechSettings, 'speech'> & { speech?: string | undefined },
): Promise<Abilities | null> {
  const { speech } = settings
  return speech === undefined ? null : openEngine({ ...settings, speech }).abilities()
}

const commandPrefix = 'command:'
