/** Files to be imported, as large as people have them, made by program: the same in each run. */
import { language } from '../fixtures/language.ts'
import { type Random, seeded } from '../fixtures/random.ts'
import { type PdfPage, pdfLines } from '../workers/import/testing/pdfFile.ts'
import { element, guid, project, qdpxFile } from '../workers/import/testing/qdpxFile.ts'
import { xlsxFile } from '../workers/import/testing/xlsxFile.ts'

/** A workbook of so many rows and 8 columns: names, numbers, two answers in words, values of properties. */
export function surveyFile(count: number): Uint8Array {
  const random = seeded(1)
  const words = language(random).write(random, 100_000).rich.text.replaceAll('\n', ' ')
  const said = (row: number, length: number) => words.slice((row * 37) % 90_000, ((row * 37) % 90_000) + length)
  const header = ['Name', 'Age', 'Town', 'Likes', 'Score', 'What happened?', 'And then?', 'Group']
  const lines = Array.from({ length: count }, (_, row) => [
    `Person ${row}`,
    20 + (row % 60),
    said(row % 9, 8),
    `${said(row % 5, 6)}, ${said(row % 7, 6)}`,
    row / 10,
    said(row, 120),
    said(row + 1, 40),
    row % 4,
  ])
  return xlsxFile({ sheets: [{ name: 'Survey', rows: [header, ...lines] }] })
}

export interface StudySize {
  sources: number
  /** Of each source. */
  codings: number
  /** Of each text, in units. */
  length: number
}

/** A project of another program, and the XML in it. */
export function codedStudy(
  random: Random,
  { sources, codings, length }: StudySize,
  level: 0 | 1 = 1,
): { bytes: Uint8Array<ArrayBuffer>; xml: Uint8Array } {
  const words = language(random)
  const files: Record<string, string> = {}
  let number = 1000
  const next = () => guid(number++)
  const stamp = { creatingUser: guid(900), creationDateTime: '2024-01-01T00:00:00Z' }
  const passage = (text: string) => {
    const start = text.indexOf(' ', random.below(text.length - 400)) + 1
    const at = {
      guid: next(),
      startPosition: start,
      endPosition: text.indexOf(' ', start + 10 + random.below(250)),
      ...stamp,
    }
    const code = element('CodeRef', { targetGUID: guid(1 + random.below(100)) })
    return element('PlainTextSelection', at, element('Coding', { guid: next(), ...stamp }, code))
  }
  const texts = Array.from({ length: sources }, (_, at) => {
    // Without emoji, so that all ways of counting are one and none has to be found.
    const text = words.write(random, length).rich.text.replace(/[\ud800-\udfff]/g, 'x')
    files[`sources/${guid(at)}.txt`] = text
    const path = { guid: next(), name: `Text ${at}`, plainTextPath: `internal://${guid(at)}.txt`, ...stamp }
    return element('TextSource', path, ...Array.from({ length: codings }, () => passage(text)))
  })
  const codes = Array.from({ length: 100 }, (_, at) =>
    element('Code', { guid: guid(at + 1), name: `Code ${at}`, isCodable: true }),
  )
  const xml = project({}, element('CodeBook', {}, element('Codes', {}, ...codes)), element('Sources', {}, ...texts))
  return { bytes: qdpxFile({ xml, files, level }), xml: new TextEncoder().encode(xml) }
}

/** Pages of 50 lines of about 90 letters. */
export function printed(paragraphs: readonly string[], pages: number): PdfPage[] {
  const lines = paragraphs.flatMap((text) => text.match(/.{1,89}(?: |$)/g) ?? [])
  return Array.from({ length: pages }, (_, page) => ({
    texts: [...pdfLines(lines.slice(page * 50, page * 50 + 50)), { text: `${page + 1}`, x: 300, y: 40 }],
  }))
}
