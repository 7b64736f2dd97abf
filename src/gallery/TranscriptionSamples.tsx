import { useState } from 'react'
import { TranscriptionEntries } from '../features/transcription/TranscriptionEntries.tsx'
import { TranscriptionOptions } from '../features/transcription/TranscriptionOptions.tsx'
import type { TranscriptionEntry } from '../model/contract/shapes.ts'
import { type SpeechWanted, spokenLanguages, transcriptionStatuses } from '../model/transcript.ts'

const abilities = { languages: spokenLanguages, highAccuracy: true, diarize: true }
const entries: readonly TranscriptionEntry[] = [
  ...transcriptionStatuses.map((Status) => ({ id: Status, FileName: `Interview, ${Status}.mp3`, Status, wait: 120 })),
  {
    id: 'sound',
    FileName: 'A name of a recording that is as long as those of the device that made it, 2026-11-27 16-04-31.m4a',
    Status: 'failed',
    wait: 0,
    problem: { kind: 'transcriptionFailed', reason: 'sound' },
  },
]

/** Recordings in each state, and how the next ones are to be heard. */
export function TranscriptionSamples() {
  const [wanted, setWanted] = useState<SpeechWanted>({ language: 'auto', highAccuracy: true, diarize: false })
  return (
    <>
      <TranscriptionOptions abilities={abilities} isProtected wanted={wanted} onChange={setWanted} />
      <TranscriptionEntries entries={entries} collecting="running" onCollect={() => {}} />
    </>
  )
}
