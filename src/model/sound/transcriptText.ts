/**
 * What becomes of a transcript in a project: a text of paragraphs, and its words with their times.
 *
 * Promises: a paragraph begins where another speaker does, where nobody speaks for a while, or after a sentence where it would become long. It begins with
 * the name of its speaker (`Anna: `), where the transcript tells them apart; a name that no program would take for one is a letter, as A for the first.
 */
import { isSpeakerName } from '../rules/analysis/speakerLabels.ts'
import { canonicalText, cleanLine } from '../text/canonicalText.ts'
import type { Transcript, TranscriptSegment } from '../transcript.ts'
import type { TimedText, TimedWord } from './timedWords.ts'

/** Ms without a word that end a paragraph. */
const pause = 2000
/** UTF-16 units of a paragraph after which the next sentence begins another. */
const longParagraph = 500

export function transcriptText({ segments }: Pick<Transcript, 'segments'>): TimedText {
  const nameOf = speakerNames(segments)
  const words: TimedWord[] = []
  let text = ''
  let paragraph = 0
  let last: TranscriptSegment | null = null
  for (const segment of segments) {
    const said = segment.words.map((word) => ({ ...word, text: oneLine(word.text) })).filter(({ text }) => text !== '')
    if (said.length === 0) continue
    if (!last || endsParagraph(last, segment, text.slice(paragraph))) {
      if (last) text += '\n'
      paragraph = text.length
      if (segment.speaker !== undefined) text += `${nameOf(segment.speaker)}: `
    }
    for (const word of said) {
      if (text.length > paragraph && !text.endsWith(' ') && !isJoined(text, word.text)) text += ' '
      const from = text.length
      text += word.text
      const begins = Math.max(0, word.from)
      words.push({ from, to: text.length, begins, ends: Math.max(begins, word.to) })
    }
    last = segment
  }
  return { text, words }
}

const oneLine = (text: string): string => cleanLine(canonicalText(text)).replace(/\s+/g, ' ').trim()

function endsParagraph(last: TranscriptSegment, next: TranscriptSegment, paragraph: string): boolean {
  if (last.speaker !== next.speaker || next.from - last.to >= pause) return true
  return paragraph.length >= longParagraph && /[.!?…。！？]["'”’»)]?$/u.test(paragraph)
}

/** No space comes before a sign that stands alone, nor between letters of scripts that have none. */
const isJoined = (before: string, word: string): boolean =>
  /^[.,;:!?…%)\]}’”»]+$/u.test(word) ||
  (/[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}]$/u.test(before) &&
    /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}]/u.test(word))

function speakerNames(segments: readonly TranscriptSegment[]): (speaker: string) => string {
  const names = new Map<string, string>()
  for (const { speaker } of segments) {
    if (speaker === undefined || names.has(speaker)) continue
    const name = oneLine(speaker)
    names.set(speaker, isSpeakerName(name) ? name : letterOf(names.size))
  }
  return (speaker) => names.get(speaker) ?? ''
}

/** A, B … Z, A2, B2 … */
function letterOf(n: number): string {
  const round = Math.floor(n / 26)
  return String.fromCharCode(65 + (n % 26)) + (round > 0 ? round + 1 : '')
}
