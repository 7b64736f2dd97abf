/**
 * A text that was written down from a recording: an `AudioSource` with its sound, and the text as its `Transcript`, whose `SyncPoint`s say when what stands there was said.
 * The format has passages of a transcript begin and end at such points, and nowhere else.
 */
import type { ProjectReader, SourceContent } from '../../../src/model/projectReader.ts'
import type { Recording } from '../../../src/model/schema.ts'
import { type ShownWord, timeAt } from '../../../src/model/sound/alignWords.ts'
import { saidWords } from '../../../src/model/sound/saidWords.ts'
import { codePoints } from './codePoints.ts'
import { made, type Names, type Selections, type Spots } from './selections.ts'
import type { Text } from './texts.ts'
import { attribute, element } from './xml.ts'

export interface Recorded {
  recording: Recording
  words: readonly ShownWord[]
  sound: Uint8Array<ArrayBuffer>
  /** Its name in the file. */
  file: string
}

/** Of what a text was written down; null: the project has not its sound, or nobody knows when any of it was said: other programs take it for a text then. */
export async function recordedOf(
  reader: Pick<ProjectReader, 'sound'>,
  { recordings, transcripts }: Pick<SourceContent, 'recordings' | 'transcripts'>,
  { guid, answer, text }: Text,
): Promise<Recorded | null> {
  const recording = recordings.find(({ questionId, hash }) => questionId === answer?.questionId && hash !== '')
  if (!recording) return null
  const transcript = transcripts.find(({ recordingId }) => recordingId === recording.id)
  const words = saidWords(recording.milliseconds, transcript?.words ?? null, text)
  const sound = words.length > 0 ? await reader.sound(recording.hash) : null
  return sound && { recording, words, sound: new Uint8Array(sound), file: `${guid}.${endOf(recording.type)}` }
}

const ends: Readonly<Record<string, string>> = { 'audio/mpeg': 'mp3', 'audio/mp4': 'm4a', 'video/quicktime': 'mov' }

/** `audio/ogg` is `.ogg`; `audio/x-m4a;…` is `.m4a`. */
const endOf = (type: string): string => ends[type] ?? /\/(?:x-)?(\w+)/.exec(type)?.[1] ?? 'bin'

export interface SyncPoints extends Spots {
  /** Known once all passages have been asked for. */
  elements(): string
}

/** `next`: their identities. */
export function syncPoints(text: string, words: readonly ShownWord[], next: () => string): SyncPoints {
  const points = codePoints(text)
  const marks = new Map<string, { position: number; ms: number; guid: string }>()
  /** By their places: passages begin and end at those of words, where they can. */
  const atPlaces = new Map<number, string>()
  const mark = (position: number, ms: number): string => {
    const name = `${position} ${ms}`
    const guid = marks.get(name)?.guid ?? next()
    marks.set(name, { position, ms, guid })
    if (!atPlaces.has(position)) atPlaces.set(position, guid)
    return guid
  }
  for (const { from, to, begins, ends } of words) {
    mark(points.start(from), begins)
    mark(points.end(to), ends)
  }
  const spot = (position: number, place: number) => atPlaces.get(position) ?? mark(position, timeAt(words, place) ?? 0)
  return {
    tag: 'TranscriptSelection',
    at: (start, end) =>
      attribute('fromSyncPoint', spot(points.start(start), start)) +
      attribute('toSyncPoint', spot(points.end(end), end)),
    elements: () => {
      let latest = 0
      return [...marks.values()]
        .sort((a, b) => a.position - b.position || a.ms - b.ms)
        .map(({ position, ms, guid }) => {
          // Where two speak at once, a later word may begin before an earlier one ends: points go forward.
          latest = Math.max(latest, ms)
          return element(
            'SyncPoint',
            attribute('guid', guid) + attribute('timeStamp', latest) + attribute('position', position),
          )
        })
        .join('')
    },
  }
}

/** `values` are its `VariableValue` elements. The words stand in `sources/GUID.txt`. */
export function audioSource(
  { guid, name, source, answer }: Text,
  { recording, file }: Recorded,
  marks: SyncPoints,
  { selections, ofText }: Selections,
  values: string,
  names: Names,
): string {
  const transcript = element(
    'Transcript',
    attribute('guid', names.guids.of('transcript', recording.id)) +
      attribute('name', recording.title) +
      attribute('plainTextPath', `internal://${guid}.txt`) +
      made('creating', 'creation', recording, names) +
      (answer ? made('modifying', 'modified', answer, names) : ''),
    marks.elements() + selections + ofText,
  )
  return element(
    'AudioSource',
    attribute('guid', guid) +
      attribute('name', name) +
      attribute('path', `internal://${file}`) +
      made('creating', 'creation', source, names),
    transcript + values,
  )
}
