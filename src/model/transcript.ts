/** What comes of a recording: words and when they were said. Times are whole ms from its beginning. */

export interface TranscriptWord {
  text: string
  from: number
  to: number
}

/** What one person says without a pause, or what the engine gives as one piece. */
export interface TranscriptSegment {
  from: number
  to: number
  /** Who speaks, by whatever name the engine has for them; left out: it does not tell people apart. */
  speaker?: string
  words: TranscriptWord[]
}

export interface Transcript {
  /** As the engine names it: `en` … */
  language: string
  segments: TranscriptSegment[]
}

/** In which language somebody speaks; `auto`: the engine is to find out. 2 §9. */
export const spokenLanguages = ['auto', 'en', 'it', 'de', 'es', 'pt'] as const
export type SpokenLanguage = (typeof spokenLanguages)[number]

/** What the engine of a server can do: what it cannot is not offered. */
export interface SpeechAbilities {
  languages: readonly SpokenLanguage[]
  /** Better, and slower. */
  highAccuracy: boolean
  /** It tells speakers apart. */
  diarize: boolean
}

/** What somebody wants of it for a recording. */
export interface SpeechWanted {
  language: SpokenLanguage
  highAccuracy: boolean
  diarize: boolean
}

/** `waiting` and `running` become another by themselves; of `lost` the password that opens the result was reset. 2 §4. */
export const transcriptionStatuses = ['waiting', 'running', 'success', 'failed', 'collected', 'lost'] as const
export type TranscriptionStatus = (typeof transcriptionStatuses)[number]
