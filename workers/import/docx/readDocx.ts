/**
 * Reads a Word document: mammoth makes HTML of it, after the archive was taken apart within a budget and its XML looked at,
 * and the one door for text (model/text/richText) makes a document of that.
 *
 * Kept: paragraphs, headings (bold), bold, italic, underlined, highlighted, lists, images, tables (a row a line, cells
 * apart by tabs), foot- and endnotes at the end, comments (memos on their words); said: tracked changes, as accepted, and formulas, their signs one after
 * the other. Left out and said: images that no browser shows. Left out: headers and footers.
 */
import { zipSync } from 'fflate'
import { longestAnswer } from '../../../src/model/limits.ts'
import { problem, type Result } from '../../../src/model/problems.ts'
import { parseHtml } from '../../../src/model/text/richText.ts'
import type { Comment } from '../commentMemos.ts'
import { imageAddress } from '../imageAddress.ts'
import type { ImportNote } from '../imported.ts'
import type { ImportFile, Read, Report } from '../readSources.ts'
import { encodingOf } from '../xml/encodingOf.ts'
import { readXml } from '../xml/readXml.ts'
import { type Budget, readZip } from '../zip/readZip.ts'
import { commentsOf, takeSigns, withSigns } from './comments.ts'
import { tidyHtml } from './tidyHtml.ts'

const megabyte = 1024 * 1024
const isXml = (name: string) => /\.(?:xml|rels)$/i.test(name)

/** Parts that mammoth may read; others (data bound to the document, settings of programs) may be broken without harm. */
const isRead = (name: string) => /^(?:word|_rels)\/|^\[Content_Types\]\.xml$/.test(name)

/** mammoth's tree of a part is some thirty times its bytes. */
const budget: Budget = {
  entries: 10_000,
  total: 256 * megabyte,
  entry: (name) => (isXml(name) ? 32 : 64) * megabyte,
}

/** Of one part: each costs mammoth's tree some hundred bytes, however short it is. */
const mostElements = 1_000_000

const styles = [
  'u => u',
  'highlight => mark',
  "br[type='page'] => br",
  "br[type='column'] => br",
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => h2:fresh",
]

export async function readDocx({ name, bytes }: ImportFile, report: Report): Promise<Result<Read>> {
  const failed = (detail: string) => problem({ kind: 'conversionFailed', name, detail })
  const unzipped = readZip(bytes, budget)
  if ('tooLarge' in unzipped) return problem({ kind: 'fileTooLarge', name, ...unzipped.tooLarge })
  if ('fault' in unzipped) return failed(unzipped.fault)
  report(0.1)
  const part = unzipped.entries.get('word/comments.xml')
  const comments = part ? commentsOf(part) : []
  const prepared = prepare(unzipped.entries, comments)
  if (typeof prepared === 'string') return failed(prepared)
  report(0.2)
  const converted = await convert(prepared)
  if (typeof converted === 'string') return failed(converted)
  report(0.8)
  const { html, imagesLeftOut } = tidyHtml(converted.html)
  const { rich, memos } = takeSigns(parseHtml(html), comments)
  report(0.9)
  const { changes, formulas } = countsIn(unzipped.entries)
  const notes = notesOf(name, converted.ignored, imagesLeftOut)
  if (changes > 0) notes.push({ kind: 'changesAccepted', file: name, count: changes })
  if (formulas > 0) notes.push({ kind: 'formulasAsText', file: name, count: formulas })
  return { ok: { rich, memos, notes } }
}

/** The archive again, plainly packed, of what was checked; or what is wrong with it, in words. */
function prepare(entries: ReadonlyMap<string, Uint8Array>, comments: readonly Comment[]): Uint8Array | string {
  if (!entries.has('[Content_Types].xml') && !entries.has('word/document.xml')) return 'it is not a Word document'
  const packed: Record<string, Uint8Array> = Object.create(null)
  for (const [name, bytes] of entries) {
    // The packer keeps names in a plain object.
    if (name === '__proto__') continue
    if (!isXml(name)) {
      packed[name] = bytes
      continue
    }
    // A parser that repairs what is not well formed can take very long.
    const fault = readXml(bytes, {}, { mostElements })
    if (fault && isRead(name)) return fault
    if (fault) continue
    packed[name] = new TextEncoder().encode(withSigns(unwrap(formulasAsRuns(decodeXml(bytes))), comments))
  }
  return zipSync(packed, { level: 0 })
}

/** mammoth reads UTF-8 alone. */
function decodeXml(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes)
  const xml = new TextDecoder(encoding).decode(bytes)
  return encoding === 'utf-8' ? xml : xml.replace(/^<\?xml[^>]*\?>/, '')
}

/** Formulas as runs of their signs, with a stroke, a caret or a low line where a part stands below or above: mammoth would leave them out. */
const formulasAsRuns = (xml: string): string =>
  xml
    .replace(/<m:(?:chr|begChr|endChr|sepChr)\s+m:val="([^"]*)"\s*\/>/g, signRun('$1'))
    .replace(/<m:(den|sup|sub)(?:\s[^<>]*)?(?<!\/)>/g, (_, part: 'den' | 'sup' | 'sub') =>
      signRun({ den: '/', sup: '^', sub: '_' }[part]),
    )
    .replace(/<(\/?)m:([rt])(?=[\s>])/g, '<$1w:$2')
    .replace(/<\/?m:[A-Za-z]+(?:\s[^<>]*)?>/g, '')

const signRun = (sign: string): string => `<w:r><w:t>${sign}</w:t></w:r>`

/** What is to be told of the document: how many changes are tracked in it, and formulas. */
function countsIn(entries: ReadonlyMap<string, Uint8Array>): { changes: number; formulas: number } {
  const counts = { changes: 0, formulas: 0 }
  const part = entries.get('word/document.xml')
  if (part)
    readXml(part, {
      open(name) {
        if (/^(?:ins|del|moveFrom|moveTo)$/.test(name)) counts.changes += 1
        else if (name === 'oMath') counts.formulas += 1
      },
    })
  return counts
}

/** Parts that mammoth would leave out with the text in them: directions of writing, phonetic guides, simple fields. */
const unwrap = (xml: string): string => xml.replace(/<\/?w:(?:bdo|dir|ruby|rubyBase|fldSimple)(?:\s[^<>]*)?>/g, '')

/** mammoth's HTML and the names of the parts it has left out; or why it could not be read, in words. */
async function convert(archive: Uint8Array): Promise<{ html: string; ignored: string[] } | string> {
  const { default: mammoth } = await import('mammoth')
  // In Node mammoth takes a `buffer`, in a browser an `arrayBuffer`; either may be a Uint8Array.
  const input = { buffer: archive, arrayBuffer: archive } as unknown as { arrayBuffer: ArrayBuffer }
  let letters = 0
  const options = {
    styleMap: styles,
    includeEmbeddedStyleMap: false,
    externalFileAccess: false,
    convertImage: mammoth.images.imgElement(async (image) => {
      // One picture may be shown a thousand times.
      const src = letters > longestAnswer ? '' : imageAddress(new Uint8Array(await image.readAsArrayBuffer()))
      letters += src.length
      return { src }
    }),
  }
  try {
    const { value, messages } = await mammoth.convertToHtml(input, options)
    if (letters > longestAnswer) return 'its pictures are too large'
    return {
      html: value,
      ignored: messages.flatMap(({ message }) => /ignored: (?:\S*[:}])?(\S+)$/.exec(message)?.[1] ?? []),
    }
  } catch {
    // Whatever the library says, it could not make sense of these parts.
    return 'it is damaged, or no Word document'
  }
}

/** Parts that hold something to read; others (proofing marks, settings) are no loss. */
const readable = /^(?:altChunk|txbx|contentPart)$/

function notesOf(file: string, ignored: readonly string[], images: number): ImportNote[] {
  const notes: ImportNote[] = []
  const parts = [...new Set(ignored.filter((part) => readable.test(part)))]
  if (images > 0) notes.push({ kind: 'imagesLeftOut', file, count: images })
  if (parts.length > 0) notes.push({ kind: 'partsLeftOut', file, parts: parts.join(', ') })
  return notes
}
