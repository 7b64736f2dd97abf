import { unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { draw } from '../../../fixtures/project.ts'
import type { ProjectReader } from '../../../src/model/projectReader.ts'
import {
  numbersOf,
  placesOf,
  type ReportMemo,
  type ReportProject,
  type ReportQuote,
  reportWords,
  valueOfPart,
  wordsOfReport,
} from '../../../src/model/report.ts'
import { usualArrangement } from '../../../src/model/rules/arrangedOrder.ts'
import { officeFaults } from '../testing/officeFaults.ts'
import { table } from './docxBlocks.ts'
import type { ReportOptions } from './reportOptions.ts'
import { writeReport } from './writeReport.ts'
import { writeReportDocx } from './writeReportDocx.ts'

const drawing = `
  quirk Trust
  quirk Doubt < Trust
  group Feelings: Trust
  source Anna | I [trusted him]Trust until the [letter]Doubt came.
              | A [second]Trust@Ben line with a ["memo"]"of his"@Ben.
  source Ben  | [Nothing]Doubt here.
`

/** `recorded`: each source is the transcript of a recording. */
function readerOf(text: string, recorded = false): ProjectReader {
  const rows = draw(text)
  return {
    frame: async () => ({
      ...{
        title: 'Study',
        uuid: '',
        questions: rows.questions,
        quirks: rows.quirks,
        groups: rows.groups,
        groupQuirks: rows.group_quirks,
      },
      ...{ shortcutKeys: [], propertyKeys: [], propertyValues: [], sourceProperties: [], sources: rows.sources },
      ...{ lastId: 0, chatMessages: [], preferences: [] },
    }),
    sound: async () => null,
    contents: async (ids) =>
      ids.map((sourceId) => {
        const of = <T extends { sourceId: number }>(all: T[]) => all.filter((row) => row.sourceId === sourceId)
        const [answers, highlights, memos] = [of(rows.question_answers), of(rows.highlights), of(rows.memos)]
        const sound = { title: '', type: '', hash: '', milliseconds: 60_000, author: '', timestamp: 0 }
        const recordings = recorded ? [{ id: 1, sourceId, questionId: 1, ...sound }] : []
        return { sourceId, answers, highlights, memos, recordings, transcripts: [] }
      }),
  }
}

const words = { untitled: 'Untitled', canvas: 'Canvas', arranged: 'Arranged', noGroup: '', noAuthor: '', colours: {} }
const options: ReportOptions = {
  ...{ words: wordsOfReport((key) => key), language: 'en', made: 0, overlap: null, hierarchy: true, fonts: [] },
  picture: { highlights: [], shown: null, counter: true, arranged: usualArrangement, language: 'en', words },
}
/** An archive without entries. */
const template = Uint8Array.of(0x50, 0x4b, 5, 6, ...new Array(18).fill(0))

async function bytesOf(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(piece)
  return new Uint8Array(Buffer.concat(all))
}
async function reportOf(text: string, changed: Partial<ReportOptions> = {}) {
  const files = unzipSync(await bytesOf(writeReport(readerOf(text), { ...options, ...changed, template }, () => {})))
  const part = <T>(name: string) => valueOfPart(name, new TextDecoder().decode(files[`data/${name}.js`])) as T
  return { files, part, project: part<ReportProject>('project') }
}

describe('the report', () => {
  test('has quirks in the order of their tree, with counts of their own and with those inside', async () => {
    const { project } = await reportOf(drawing)
    expect(
      project.quirks.map(({ title, depth, highlights, within, groups }) => [title, depth, highlights, within, groups]),
    ).toEqual([
      ['Trust', 1, 2, 4, ['Feelings']],
      ['Doubt', 2, 2, 2, []],
    ])
    expect(project.totals).toEqual({ sources: 2, questions: 1, quirks: 2, highlights: 4, memos: 1, authors: 2 })
    expect(project.sources.map(({ title, highlights, memos }) => [title, highlights, memos])).toEqual([
      ['Anna', 3, 1],
      ['Ben', 1, 0],
    ])
  })

  test('has the words of each passage with its source, paragraph and author', async () => {
    const { part } = await reportOf(drawing)
    expect(
      part<ReportQuote[]>('quotes/1-0').map(({ quote, source, paragraphs, author }) => [
        quote,
        source,
        paragraphs,
        author,
      ]),
    ).toEqual([
      ['trusted him', 0, [1, 1], 'me'],
      ['second', 0, [2, 2], 'Ben'],
    ])
    expect(part<ReportMemo[]>('memos/0').map(({ memo, quote }) => [memo, quote])).toEqual([['of his', '"memo"']])
  })

  test('long lists come in parts of a hundred', async () => {
    const lines = Array.from({ length: 230 }, (_, at) => `  source S${at} | A [word]Trust here.`)
    const { part, files } = await reportOf(['  quirk Trust', ...lines].join('\n'))
    const lengths = [0, 1, 2].map((at) => part<ReportQuote[]>(`quotes/1-${at}`).length)
    expect(lengths).toEqual([100, 100, 30])
    expect(Object.keys(files)).not.toContain('data/quotes/1-3.js')
  })

  test('the most frequent overlaps, where they are wanted', async () => {
    const overlap = { quirkIds: [1, 2], pairs: Uint32Array.of(0, 1, 5) }
    expect((await reportOf(drawing, { overlap })).project.overlap).toEqual([[0, 1, 5]])
    expect((await reportOf(drawing)).project.overlap).toBeNull()
  })

  test('without the hierarchy all quirks stand alike, the most used first', async () => {
    const { project, files } = await reportOf(drawing, { hierarchy: false })
    expect(project.quirks.map(({ depth }) => depth)).toEqual([1, 1])
    expect(Object.keys(files).filter((name) => name.startsWith('images/'))).toEqual([
      'images/canvas.svg',
      'images/arranged.svg',
    ])
  })

  test('what there is one of is said in the word for one', async () => {
    const { project } = await reportOf(drawing)
    const of = (totals: Partial<ReportProject['totals']>) =>
      numbersOf({ ...project, totals: { ...project.totals, ...totals } }).map(([word]) => word)
    const one = { sources: 1, questions: 1, quirks: 1, highlights: 1, memos: 1, authors: 1 }
    expect(of(one)).toEqual(['source', 'quirk', 'highlight', 'memo', 'author'].map((word) => `report.${word}`))
    const words = [
      'report.sources',
      'report.questions',
      'report.quirks',
      'report.highlights',
      'report.memos',
      'report.authors',
    ]
    expect(of({ sources: 0, questions: 2, quirks: 2, highlights: 2, memos: 2, authors: 3 })).toEqual(words)
  })

  test('a word that is shown is a word that is given', () => {
    expect(Object.keys(wordsOfReport((key) => key))).toEqual([...reportWords])
  })
})

test('2 §8 the report as a Word document: headings, tables, passages, well-formed', async () => {
  const bytes = await bytesOf(writeReportDocx(readerOf(drawing), options, () => {}))
  expect(officeFaults(bytes)).toEqual([])
  const files = unzipSync(bytes)
  const xml = new TextDecoder().decode(files['word/document.xml'])
  const { SaxesParser } = await import('saxes')
  const parser = new SaxesParser()
  let shown = ''
  parser.on('text', (text) => {
    shown += text
  })
  parser.write(xml).close()
  expect(xml.match(/<w:tbl>/g)?.length).toBe(3)
  for (const words of ['Study', 'trusted him', 'Anna · ¶ 1 · me', 'of his']) expect(shown).toContain(words)
})

test('with more properties than a page has room for, the Word report says what each source has below its title', async () => {
  const plain = readerOf(drawing)
  const ids = Array.from({ length: 18 }, (_, at) => at + 1)
  const reader: ProjectReader = {
    ...plain,
    frame: async () => {
      const frame = await plain.frame()
      const sourceId = frame.sources[0]?.id ?? 0
      return {
        ...frame,
        propertyKeys: ids.map((id) => ({ id, key: `Property ${id}`, multipleChoice: 0, sortValuesAlphabetically: 0 })),
        propertyValues: ids.map((id) => ({ id: 100 + id, keyId: id, value: `value ${id}` })),
        sourceProperties: ids.map((id) => ({ id: 200 + id, sourceId, keyId: id, valueId: 100 + id })),
      } as unknown as Awaited<ReturnType<ProjectReader['frame']>>
    },
  }
  const bytes = await bytesOf(writeReportDocx(reader, options, () => {}))
  expect(officeFaults(bytes)).toEqual([])
  const xml = new TextDecoder().decode(unzipSync(bytes)['word/document.xml'])
  expect(xml).toContain('Property 1: value 1 · Property 2: value 2 · ')
  expect(xml).toContain('Property 18: value 18 · report.highlights: 3')
  // The overview and the quirks are tables as before.
  expect(xml.match(/<w:tbl>/g)?.length).toBe(2)
})

test('passages of a recording say when they were said', async () => {
  const said = '  quirk Trust\n  source Anna | #00:00:02-0# [I trusted him]Trust #00:00:10-0# [with it]Trust'
  const reader = readerOf(said, true)
  const files = unzipSync(await bytesOf(writeReport(reader, { ...options, template }, () => {})))
  const quotes = valueOfPart('quotes/1-0', new TextDecoder().decode(files['data/quotes/1-0.js'])) as ReportQuote[]
  expect(quotes.map(placesOf)).toEqual([
    ['¶ 1', '00:00:02–00:00:09'],
    ['¶ 1', '00:00:16–00:01:00'],
  ])
  const word = unzipSync(await bytesOf(writeReportDocx(reader, options, () => {})))
  expect(new TextDecoder().decode(word['word/document.xml'])).toContain('Anna · ¶ 1 · 00:00:02–00:00:09 · me')
})

test('a table of the Word report gives a long description its room, and numbers none', () => {
  const xml = table(
    ['Quirk', 'Description', 'Groups', 'Highlights'],
    [['Trust', 'What somebody says about relying on others, in words or by what they do. '.repeat(3), '', '12']],
  )
  const widths = Array.from(xml.matchAll(/<w:gridCol w:w="(\d+)"/g), ([, width]) => Number(width))
  const [quirk = 0, description = 0, groups = 0, highlights = 0] = widths
  expect(widths.reduce((sum, width) => sum + width)).toBeLessThanOrEqual(9026)
  expect(description).toBeGreaterThan(4500)
  for (const narrow of [quirk, groups, highlights]) expect(narrow).toBeGreaterThan(700)
  // Each cell is as wide as its column.
  expect(Array.from(xml.matchAll(/<w:tcW w:w="(\d+)"/g), ([, width]) => Number(width))).toEqual([...widths, ...widths])
})
