/** A transcript as WebVTT, by which it comes into a project as subtitles do: a paragraph a piece, with its time and who speaks. */
import type { Transcript, TranscriptSegment } from '../../src/model/transcript.ts'

export function subtitlesOf({ segments }: Transcript): string {
  const cues = segments.filter(({ words }) => words.some(({ text }) => text.trim() !== '')).map(cueOf)
  return ['WEBVTT', ...cues].join('\n\n')
}

function cueOf({ from, to, speaker, words }: TranscriptSegment): string {
  const said = words
    .map(({ text }) => text.trim())
    .filter((text) => text !== '')
    .join(' ')
  const voice = speaker === undefined ? '' : `<v ${escaped(speaker)}>`
  return `${timeOf(from)} --> ${timeOf(to)}\n${voice}${escaped(said)}`
}

/** `01:02:03.004` */
function timeOf(ms: number): string {
  const [hours, minutes, seconds] = [ms / 3_600_000, (ms / 60_000) % 60, (ms / 1000) % 60].map((part) =>
    String(Math.floor(part)).padStart(2, '0'),
  )
  return `${hours}:${minutes}:${seconds}.${String(Math.floor(ms % 1000)).padStart(3, '0')}`
}

/** An engine may hear anything: nothing of it is a tag, and a cue has no line ends. */
const escaped = (text: string): string =>
  text.replace(/\s+/g, ' ').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
