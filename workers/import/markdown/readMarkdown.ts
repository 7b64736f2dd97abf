/**
 * Reads a Markdown text: marked makes HTML of it, which goes the way of any web page, so that HTML within it is no more dangerous than
 * elsewhere. What stands before the text between two lines of dashes is kept as lines of text. A text on which marked would take too long
 * is read as it is, and that is said.
 */
import { problem, type Result } from '../../../src/model/problems.ts'
import { fromPlain, parseHtml, type RichText } from '../../../src/model/text/richText.ts'
import { prepareHtml } from '../html/readHtml.ts'
import type { ImportNote } from '../imported.ts'
import type { ImportFile, Read, Report } from '../readSources.ts'
import { decodeText } from '../text/decodeText.ts'
import { textNotes } from '../text/textImportNotes.ts'

export async function readMarkdown({ name, bytes, encoding }: ImportFile, report: Report): Promise<Result<Read>> {
  const failed = (detail: string) => problem({ kind: 'conversionFailed', name, detail })
  const decoded = decodeText(bytes, encoding)
  if (!decoded) return failed('it is not a text file')
  report(0.1)
  const text = decoded.text.replace(/\r\n?/g, '\n')
  const front = /^---\n(?:[^\n]*\n){0,1000}?---(?:\n|$)/.exec(text)?.[0] ?? ''
  const html = await htmlOf(text.slice(front.length))
  report(0.6)
  const notes: ImportNote[] = []
  let rich: RichText
  if (html === null) {
    rich = fromPlain(text)
    notes.push({ kind: 'readAsText', file: name })
  } else {
    const prepared = prepareHtml(name, html)
    rich = parseHtml(frontHtml(front) + prepared.html)
    notes.push(...prepared.notes)
  }
  return { ok: { rich, notes: [...textNotes(name, decoded, rich), ...notes] } }
}

/** null: it would take too long. */
async function htmlOf(markdown: string): Promise<string | null> {
  const images: string[] = []
  const short = markdown.replace(
    /data:image\/\w{1,8};base64,[\w+/=]{100,}/g,
    (image) => `data:image-${images.push(image) - 1}`,
  )
  if (isTangled(short)) return null
  const { Marked } = await import('marked')
  try {
    const html = await new Marked({ gfm: true, async: true }).parse(short)
    return html.replace(/data:image-(\d+)/g, (placeholder, index) => images[Number(index)] ?? placeholder)
  } catch (error) {
    // It reads what is nested by calling itself.
    if (error instanceof RangeError) return null
    throw error
  }
}

const frontHtml = (front: string): string =>
  front
    .trimEnd()
    .split('\n')
    .filter((line) => line !== '---' && line !== '')
    .map((line) => `<p>${line.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`)
    .join('')

const longest = 10_000_000

/** marked's time grows with the square of these, which no text has so many of at one place. */
function isTangled(text: string): boolean {
  return text.length > longest || /\S{3000}|(?:> ?){60}|(?:[-*+] |\d\. ){60}|\[{200}|(?:^|\n)[ \t]{100}/.test(text)
}
