/**
 * Reads a scanned PDF: each page is painted, its letters are recognised, and the lines become paragraphs as those of a PDF with text do.
 *
 * What the pages show as text is recognised too: a scan often has a poor text of its own beneath it.
 */
import type { PDFDocumentProxy } from 'pdfjs-dist'
import type { OcrLanguage } from '../../../src/model/ocrLanguages.ts'
import { problem, type Result } from '../../../src/model/problems.ts'
import { fromPlain } from '../../../src/model/text/richText.ts'
import type { Imported, ImportNote } from '../imported.ts'
import { columnsOf } from '../pdf/columns.ts'
import { withoutPageMarks } from '../pdf/pageMarks.ts'
import { paragraphsOf } from '../pdf/paragraphs.ts'
import { type Piece, segmentsOf } from '../pdf/segments.ts'
import { type ImportFile, type Read, type Report, sourceOf } from '../readSources.ts'
import { type Engine, type FoundLine, openEngine } from './engine.ts'
import type { OcrHost } from './ocrHost.ts'
import { openScan } from './openScan.ts'
import { fileOf, type PageImage, pageImage, turned } from './pageImage.ts'

/** In bytes: pictures are larger than texts. */
export const largestScan = 500 * 1024 * 1024
const mostPages = 2_000
/** Lines that are less sure than this are spots and pictures. */
const leastConfidence = 35
/** In ms, from all sides together: most pages take a second or two. */
const longestPage = 45_000
/** Pages that are less sure are looked at from all sides. */
const lyingConfidence = 70

/** Problems: fileTypeNotSupported, fileTooLarge, conversionFailed. */
export async function readScan(
  file: ImportFile,
  language: OcrLanguage,
  host: OcrHost,
  report: Report = () => {},
  most = longestPage,
): Promise<Result<Imported>> {
  const { bytes } = file
  const name = file.name.slice(Math.max(file.name.lastIndexOf('/'), file.name.lastIndexOf('\\')) + 1)
  const failed = (detail: string) => problem({ kind: 'conversionFailed', name, detail })
  if (!/\.pdf$/i.test(name)) return problem({ kind: 'fileTypeNotSupported', name })
  if (bytes.length > largestScan) return problem({ kind: 'fileTooLarge', name, most: largestScan })
  const opened = await openScan(bytes, host)
  if (typeof opened === 'string') return failed(opened)
  let engine: Engine | undefined
  /** What is in the middle of a page can only be ended. */
  const another = async (): Promise<Engine> => {
    const before = engine
    engine = undefined
    await before?.end()
    engine = await openEngine(language, host)
    return engine
  }
  try {
    const { numPages } = opened.document
    if (numPages > mostPages) return failed(`it has too many pages: ${numPages}`)
    const pages = await recognised(opened.document, another, most, report)
    if (pages.unread.length === numPages) return failed('none of its pages can be read')
    const read = sourceOf(name, textOf(name, pages))
    report(1)
    return read
  } finally {
    await Promise.all([engine?.end(), opened.close()])
  }
}

interface FoundPage {
  lines: FoundLine[]
  /** Pixels per point, and the height in points. */
  scale: number
  height: number
}

interface Pages {
  read: FoundPage[]
  /** Numbers of pages, from 1. */
  unread: number[]
}

/** While the letters of a page are recognised the next one is painted. */
async function recognised(
  document: PDFDocumentProxy,
  another: () => Promise<Engine>,
  most: number,
  report: Report,
): Promise<Pages> {
  let engine = await another()
  const pages: Pages = { read: [], unread: [] }
  const paint = (number: number) =>
    number > document.numPages ? null : within(most, pageImage(document, number)).catch(() => null)
  let next = paint(1)
  for (let number = 1; number <= document.numPages; number++) {
    const image = await next
    next = paint(number + 1)
    const page = image && (await within(most, upright(image, engine)))
    if (page) pages.read.push(page)
    else pages.unread.push(number)
    if (image && !page) engine = await another()
    report((number / document.numPages) * 0.98)
  }
  return pages
}

/** null where it takes longer than so many ms; what it comes to then is nobody's concern. */
async function within<T>(most: number, work: Promise<T>): Promise<T | null> {
  work.catch(() => {})
  const late = Promise.withResolvers<null>()
  const timer = setTimeout(() => late.resolve(null), most)
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}

/** A page that cannot be read as it lies may lie on its side, or on its head. */
async function upright(image: PageImage, engine: Engine): Promise<FoundPage> {
  const look = async (image: PageImage): Promise<FoundPage> => ({
    lines: await engine.recognise(fileOf(image)),
    scale: image.scale,
    height: image.height / image.scale,
  })
  let best = await look(image)
  if (best.lines.length === 0) return best
  let lying = image
  for (let quarters = 1; quarters < 4 && sureness(best.lines) < lyingConfidence; quarters++) {
    lying = turned(lying)
    const page = await look(lying)
    if (sureness(page.lines) > sureness(best.lines)) best = page
  }
  return best
}

/** Of the letters on a page, 0 to 100. */
function sureness(lines: readonly FoundLine[]): number {
  const letters = lines.reduce((sum, line) => sum + lettersOf(line), 0)
  return lines.reduce((sum, line) => sum + line.confidence * lettersOf(line), 0) / Math.max(1, letters)
}

function textOf(file: string, { read, unread }: Pages): Read {
  const lines = read.flatMap((page) => page.lines.map((line) => ({ ...line, height: line.height / page.scale })))
  const usual = median(lines.map(({ height }) => height))
  const clear = (line: FoundLine) => line.confidence >= leastConfidence
  const segments = read.map(({ lines, scale, height }) => {
    const pieces = lines.filter(clear).flatMap((line) => piecesOf(line, scale, height, usual))
    return segmentsOf(pieces)[0] ?? []
  })
  const { pages, leftOut, samples } = withoutPageMarks(segments)
  const rich = fromPlain(paragraphsOf(pages.flatMap((page) => columnsOf(page))).join('\n'))
  const sure = lines.filter(clear)
  const notes: ImportNote[] = []
  if (sure.length > 0)
    notes.push({ kind: 'recognised', file, count: read.length, confidence: Math.round(sureness(sure)) })
  if (sure.length < lines.length) notes.push({ kind: 'unclearLeftOut', file, count: lines.length - sure.length })
  const empty = segments.filter((page) => page.length === 0).length
  if (empty > 0 && sure.length > 0) notes.push({ kind: 'pagesWithoutText', file, count: empty })
  if (unread.length > 0)
    notes.push({ kind: 'pagesUnread', file, pages: unread.slice(0, 20).join(', '), count: unread.length })
  if (leftOut > 0) notes.push({ kind: 'pageMarksLeftOut', file, count: leftOut, samples: samples.join(' · ') })
  return { rich, notes }
}

const lettersOf = ({ words }: FoundLine): number => words.reduce((sum, { text }) => sum + text.length, 0)

/** As pdf.js would tell of them. Letters of about the usual size have just that: what is measured in pixels wavers. */
function piecesOf({ words, y, height }: FoundLine, scale: number, pageHeight: number, usual: number): Piece[] {
  const measured = height / scale
  const size = measured > usual / 1.3 && measured < usual * 1.3 ? usual : Math.round(measured)
  return words.map(({ text, left, right }, at) => ({
    str: at === 0 ? text : ` ${text}`,
    transform: [size, 0, 0, size, left / scale, pageHeight - y / scale],
    width: (right - left) / scale,
    height: size,
    dir: 'ltr',
    vertical: false,
  }))
}

const median = (numbers: number[]): number => numbers.sort((a, b) => a - b)[numbers.length >> 1] ?? 10
