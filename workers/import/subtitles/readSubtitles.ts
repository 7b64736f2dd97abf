/**
 * Reads subtitles, `.srt` and `.vtt`: a paragraph a cue, with the time of its beginning in front, `[00:01:02] Anna: I trusted him.`
 * Lines of one cue are joined. Where the file says who speaks (`<v Anna>`), cues of one speaker that follow each other are one paragraph.
 * Bold, italic and underlined words stay so; notes, style sheets and places on the screen are left out.
 */
import { problem, type Result } from '../../../src/model/problems.ts'
import { parseHtml } from '../../../src/model/text/richText.ts'
import type { ImportNote } from '../imported.ts'
import type { ImportFile, Read, Report } from '../readSources.ts'
import { decodeText } from '../text/decodeText.ts'
import { textNotes } from '../text/textImportNotes.ts'

const timing = /^\s*(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})[.,]\d{1,3}\s*-->/
const silentBlock = /^(?:WEBVTT|NOTE|STYLE|REGION|X-TIMESTAMP-MAP)(?:[\s:=]|$)/

export async function readSubtitles({ name, bytes, encoding }: ImportFile, report: Report): Promise<Result<Read>> {
  const failed = (detail: string) => problem({ kind: 'conversionFailed', name, detail })
  const decoded = decodeText(bytes, encoding)
  if (!decoded) return failed('it is not a text file')
  report(0.2)
  const paragraphs: { speaker: string; html: string }[] = []
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
    const time = at < 0 ? '' : `[${timeOf(lines[at] ?? '')}] `
    const speeches = at < 0 ? [{ speaker: '', html: lines.join(' ') }] : speechesOf(lines.slice(at + 1).join(' '))
    for (const { speaker, html } of speeches) {
      const last = paragraphs.at(-1)
      if (speaker !== '' && last?.speaker === speaker) last.html += ` ${html}`
      else paragraphs.push({ speaker, html: `${time}${speaker === '' ? '' : `${speaker}: `}${html}` })
    }
  }
  if (cues === 0) return failed('it holds no subtitles')
  report(0.6)
  const rich = parseHtml(paragraphs.map(({ html }) => `<p>${html}</p>`).join(''))
  const notes: ImportNote[] = textNotes(name, decoded, rich)
  if (left.size > 0) notes.push({ kind: 'partsLeftOut', file: name, parts: [...left.keys()].join(', ') })
  return { ok: { rich, notes } }
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

function timeOf(line: string): string {
  const [, hours = '0', minutes = '0', seconds = '0'] = timing.exec(line) ?? []
  return [hours, minutes, seconds].map((part) => part.padStart(2, '0')).join(':')
}

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
