/**
 * Reads the text of a PDF: each page's lines in reading order (`segments`, `columns`), without what is repeated from page to page
 * (`pageMarks`), joined to paragraphs (`paragraphs`).
 *
 * Left out: formatting, pictures, notes that were added in a reader, fields of forms. Pages that are pictures have no text: the note
 * says how many; where all are, the problem says that OCR reads them.
 */
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { longestAnswer } from '../../../src/model/limits.ts'
import { problem, type Result } from '../../../src/model/problems.ts'
import { fromPlain } from '../../../src/model/text/richText.ts'
import type { ImportNote } from '../imported.ts'
import type { ImportFile, Read, Report } from '../readSources.ts'
import { count } from '../text/decodeText.ts'
import { columnsOf } from './columns.ts'
import { looksLike } from './looksLike.ts'
import { openPdf } from './openPdf.ts'
import { withoutPageMarks } from './pageMarks.ts'
import { paragraphsOf } from './paragraphs.ts'
import { type Piece, type Segment, segmentsOf } from './segments.ts'

const mostPages = 20_000
/** Of one page. */
const mostPieces = 200_000
/** For one page, in ms: a page may ask for more work than any reader could do. */
const longestPage = 8_000

export async function readPdf({ name, bytes }: ImportFile, report: Report): Promise<Result<Read>> {
  const failed = (detail: string) => problem({ kind: 'conversionFailed', name, detail })
  if (!isPdf(bytes)) return failed(`it is not a PDF document${looksLike(bytes)}`)
  const cutOff = !hasEnd(bytes)
  const opened = await openPdf(bytes.slice())
  if (typeof opened === 'string') return failed(opened)
  try {
    const { document } = opened
    if (document.numPages > mostPages) return failed(`it has too many pages: ${document.numPages}`)
    const pages = await readPages(document, report)
    if (typeof pages === 'number') return failed(`its page ${pages} asks for too much work`)
    if (pages === 'tooLarge') return problem({ kind: 'fileTooLarge', name, most: longestAnswer, bound: 'text' })
    if (pages.unread.length === document.numPages) return failed('none of its pages can be read')
    if (pages.read.length > 0 && pages.read.every(isEmpty))
      return problem({ kind: 'scanned', name, count: pages.read.length })
    return { ok: read(name, pages, cutOff) }
  } finally {
    await opened.close()
  }
}

/** Within the first bytes: some programs write others before. */
const isPdf = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes.subarray(0, 1024)).includes('%PDF-')
const hasEnd = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes.subarray(-2048)).includes('%%EOF')

interface Pages {
  /** The segments of each page that was read, by direction of writing. */
  read: Segment[][][]
  /** Which of them are wider than high. */
  slides: Set<number>
  /** Numbers of pages, from 1. */
  unread: number[]
}

/** A number: of the page that asks for too much. */
async function readPages(document: PDFDocumentProxy, report: Report): Promise<Pages | 'tooLarge' | number> {
  const pages: Pages = { read: [], slides: new Set(), unread: [] }
  let letters = 0
  for (let number = 1; number <= document.numPages; number++) {
    const page = await readPage(document, number)
    if (page === 'tooMuch') return number
    if (page === null) pages.unread.push(number)
    else {
      if (page.isWide) pages.slides.add(pages.read.length)
      pages.read.push(segmentsOf(page.pieces))
    }
    for (const { str } of page?.pieces ?? []) letters += str.length
    if (letters > longestAnswer) return 'tooLarge'
    report((number / document.numPages) * 0.9)
  }
  return pages
}

interface Page {
  pieces: Piece[]
  isWide: boolean
}

/** null: the page is damaged. */
async function readPage(document: PDFDocumentProxy, number: number): Promise<Page | null | 'tooMuch'> {
  const late = Promise.withResolvers<'tooMuch'>()
  const timer = setTimeout(() => late.resolve('tooMuch'), longestPage)
  try {
    return await Promise.race([late.promise, piecesOf(document, number)])
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}

async function piecesOf(document: PDFDocumentProxy, number: number): Promise<Page | 'tooMuch'> {
  const until = performance.now() + longestPage
  const page = await document.getPage(number)
  const reader = page.streamTextContent({}).getReader()
  const pieces: Piece[] = []
  for (;;) {
    const { value, done } = await reader.read()
    if (done) break
    for (const item of value.items) pieces.push({ ...item, vertical: value.styles[item.fontName]?.vertical === true })
    if (pieces.length <= mostPieces && performance.now() < until) continue
    await reader.cancel(new Error('too much'))
    return 'tooMuch'
  }
  const { width, height } = page.getViewport({ scale: 1 })
  page.cleanup()
  return { pieces, isWide: width > height }
}

const isEmpty = (page: Segment[][]) => page.length === 0

function read(file: string, { read, slides, unread }: Pages, cutOff: boolean): Read {
  const { pages, leftOut, samples } = withoutPageMarks(
    read.map(([main = []]) => main),
    slides,
  )
  // What is written in another direction follows the page's text.
  const columns = read.flatMap((directions, page) =>
    [pages[page] ?? [], ...directions.slice(1)].flatMap((segments) => columnsOf(segments)),
  )
  const text = paragraphsOf(columns).join('\n')
  const rich = fromPlain(text)
  const empty = read.filter(isEmpty).length
  const notes: ImportNote[] = []
  if (empty > 0) notes.push({ kind: 'pagesWithoutText', file, count: empty })
  if (unread.length > 0)
    notes.push({ kind: 'pagesUnread', file, pages: unread.slice(0, 20).join(', '), count: unread.length })
  if (cutOff) notes.push({ kind: 'fileDamaged', file })
  if (leftOut > 0) notes.push({ kind: 'pageMarksLeftOut', file, count: leftOut, samples: samples.join(' · ') })
  const replaced = count(rich.text, '\uFFFD') - count(text, '\uFFFD')
  if (replaced > 0) notes.push({ kind: 'charactersReplaced', file, count: replaced })
  return { rich, notes }
}
