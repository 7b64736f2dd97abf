/**
 * Reads subtitles, `.srt` and `.vtt`: a paragraph a cue, with the time of its beginning in front, `[00:01:02] Anna: I trusted him.`
 * Lines of one cue are joined. Where the file says who speaks (`<v Anna>`), cues of one speaker that follow each other are one paragraph.
 * Each line of a cue has its time besides, so that it can be played with its recording. Bold, italic and underlined words stay so; notes, style sheets and places on the screen are left out.
 */
import { problem, type Result } from '../../../src/model/problems.ts'
import { clockTime } from '../../../src/model/sound/clockTime.ts'
import type { TimedText, TimedWord } from '../../../src/model/sound/timedWords.ts'
import { parseHtml } from '../../../src/model/text/richText.ts'
import type { ImportNote } from '../imported.ts'
import type { ImportFile, Read, Report } from '../readSources.ts'
import { decodeText } from '../text/decodeText.ts'
import { textNotes } from '../text/textImportNotes.ts'

const clock = String.raw`\s*(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})`
const timing = new RegExp(`^${clock}\\s*-->(?:${clock})?`)
const silentBlock = /^(?:WEBVTT|NOTE|STYLE|REGION|X-TIMESTAMP-MAP)(?:[\s:=]|$)/

export async function readSubtitles({ name, bytes, encoding }: ImportFile, report: Report): Promise<Result<Read>> {
  const failed = (detail: string) => problem({ kind: 'conversionFailed', name, detail })
  const decoded = decodeText(bytes, encoding)
  if (!decoded) return failed('it is not a text file')
  report(0.2)
  const paragraphs: Paragraph[] = []
  const left = new Map<string, number>()
  let cues = 0
  for (const lines of blocksOf(decoded.text)) {
    const at = lines.findIndex((line) => timing.test(line))
    const word = silentBlock.exec(lines[0] ?? '')?.[0].trim()
    if (word !== undefined && at < 0) {
      if (word === 'NOTE') left.set('NOTE', (left.get('NOTE') ?? 0) + 1)
      continue
    }
    // The line above the time is the cue's number or name.
    cues += at < 0 ? 0 : 1
    const time = at < 0 ? null : timesOf(lines[at] ?? '')
    const speeches = at < 0 ? [{ speaker: '', html: lines.join(' ') }] : speechesOf(lines.slice(at + 1).join(' '))
    for (const { speaker, html } of speeches) {
      const last = paragraphs.at(-1)
      const said = { html, time }
      if (speaker !== '' && last?.speaker === speaker) last.said.push(said)
      else paragraphs.push({ speaker, head: headOf(speaker, time), said: [said] })
    }
  }
  if (cues === 0) return failed('it holds no subtitles')
  report(0.6)
  const rich = parseHtml(
    paragraphs.map(({ head, said }) => `<p>${head}${said.map(({ html }) => html).join(' ')}</p>`).join(''),
  )
  const notes: ImportNote[] = textNotes(name, decoded, rich)
  if (left.size > 0) notes.push({ kind: 'partsLeftOut', file: name, parts: [...left.keys()].join(', ') })
  return { ok: { rich, timed: timedText(paragraphs), notes } }
}

/** What stands between empty lines; a time begins a block too, where the empty line before it is missing. */
function blocksOf(text: string): string[][] {
  const blocks: string[][] = []
  let block: string[] = []
  const end = () => {
    if (block.length > 0) blocks.push(block)
    block = []
  }
  for (const line of text.split(/\r\n?|\n/)) {
    if (line.trim() === '') end()
    else {
      if (timing.test(line) && block.some((before) => timing.test(before))) {
        const number = /^\s*\d+\s*$/.test(block.at(-1) ?? '') ? (block.pop() ?? '') : null
        end()
        if (number !== null) block.push(number)
      }
      block.push(line)
    }
  }
  end()
  return blocks
}

interface Times {
  begins: number
  ends: number
}

/** What one speaker says, cue by cue. `head`: the time of the first, and the speaker's name. */
interface Paragraph {
  speaker: string
  head: string
  said: { html: string; time: Times | null }[]
}

/** In ms. A cue that does not say when it ends has no length. */
function timesOf(line: string): Times {
  const parts = timing.exec(line) ?? []
  const begins = msOf(parts.slice(1, 5))
  return { begins, ends: Math.max(begins, msOf(parts.slice(5, 9))) }
}

function msOf([hours = '0', minutes = '0', seconds = '0', part = '0']: readonly (string | undefined)[]): number {
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
  return whole * 1000 + Number(part.padEnd(3, '0'))
}

function headOf(speaker: string, time: Times | null): string {
  const name = speaker === '' ? '' : `${speaker}: `
  return time ? `[${clockTime(time.begins)}] ${name}` : name
}

function timedText(paragraphs: readonly Paragraph[]): TimedText {
  const words: TimedWord[] = []
  let text = ''
  for (const [n, { head, said }] of paragraphs.entries()) {
    text += `${n === 0 ? '' : '\n'}${plain(head)}`
    for (const [at, { html, time }] of said.entries()) {
      if (at > 0) text += ' '
      const from = text.length
      text += plain(html)
      if (time && text.length > from) words.push({ from, to: text.length, ...time })
    }
  }
  return { text, words }
}

/** `head` ends with a space, which no paragraph keeps at its end. */
const plain = (html: string): string => parseHtml(`<p>${html}.</p>`).text.slice(0, -1)

/** What each speaker says in a cue, as HTML of the tags that are kept. */
function speechesOf(cue: string): { speaker: string; html: string }[] {
  const speeches: { speaker: string; html: string }[] = [{ speaker: '', html: '' }]
  for (const [index, token] of cue.split(/(<[^<>]*>)/).entries()) {
    const speech = speeches.at(-1)
    if (!speech) continue
    if (index % 2 === 0) {
      speech.html += token.replaceAll('<', '&lt;')
      continue
    }
    const voice = /^<v(?:\.[^\s>]*)?\s+([^>]*)>$/.exec(token)
    if (voice) speeches.push({ speaker: (voice[1] ?? '').trim(), html: '' })
    else if (/^<\/v>$/.test(token)) speeches.push({ speaker: '', html: '' })
    else if (/^<\/?[biu](?:\.[^>]*)?>$/i.test(token)) speech.html += token.replace(/\.[^>]*/, '')
    else if (!/^<(?:\/?(?:c|lang|ruby|rt|font)\b[^>]*|[\d:.]+)>$/i.test(token))
      speech.html += token.replaceAll('<', '&lt;')
  }
  const spoken = speeches
    .filter(({ html }) => html.trim() !== '')
    .map((speech) => ({ ...speech, html: speech.html.trim() }))
  return spoken.length > 0 ? spoken : [{ speaker: '', html: '' }]
}
