import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { layoutBubbles } from '../../../src/model/canvas/bubbleLayout.ts'
import { isProblem } from '../../../src/model/problems.ts'
import type { ProjectRows } from '../../../src/model/projectRows.ts'
import { parseHtml } from '../../../src/model/text/richText.ts'
import { docxFile, pixel } from '../testing/docxFile.ts'
import { element, guid, inXml, project, type QdpxParts, qdpxFile } from '../testing/qdpxFile.ts'
import { knownElements } from './elements.ts'
import { readProject } from './readProject.ts'

async function read(parts: QdpxParts | string) {
  const bytes = qdpxFile(typeof parts === 'string' ? { xml: parts } : parts)
  return readBytes('Study.qdpx', bytes)
}

async function readBytes(name: string, bytes: Uint8Array) {
  const result = await readProject({ name, bytes })
  if (isProblem(result)) throw new Error(JSON.stringify(result.problem))
  const rows = JSON.parse(await result.ok.rows.text()) as ProjectRows
  const notes = Object.fromEntries(result.ok.notes.map((note) => [note.kind, 'count' in note ? note.count : note]))
  return { ...result.ok, rows, notes, shown: shown(rows) }
}

const problemOf = async (bytes: Uint8Array, name = 'Study.qdpx') => {
  const result = await readProject({ name, bytes })
  return isProblem(result) ? result.problem : null
}

/** Each highlight and memo as `source: quirk or content [words] author`. */
function shown({
  sources = [],
  question_answers: answers = [],
  quirks = [],
  highlights = [],
  memos = [],
}: ProjectRows) {
  const title = new Map(sources.map((source) => [source.id, source.title]))
  const text = new Map(
    answers.map(({ sourceId, questionId, answer }) => [`${sourceId} ${questionId}`, parseHtml(answer).text]),
  )
  const quirk = new Map(quirks.map(({ id, title }) => [id, title]))
  const words = (row: { sourceId: number; questionId: number; start: number; length: number }) =>
    text.get(`${row.sourceId} ${row.questionId}`)?.slice(row.start, row.start + row.length)
  return [
    ...highlights.map((row) => `${title.get(row.sourceId)}: ${quirk.get(row.quirkId)} [${words(row)}] ${row.author}`),
    ...memos.map((row) => `${title.get(row.sourceId)}: “${row.content}” [${words(row)}] ${row.author}`),
  ]
}

const code = (n: number, name: string, ...inside: string[]) =>
  element('Code', { guid: guid(n), name, isCodable: true }, ...inside)
const codebook = (...codes: string[]) => element('CodeBook', {}, element('Codes', {}, ...codes))
const coding = (n: number, attributes = {}) =>
  element('Coding', { guid: guid(9000 + n), ...attributes }, element('CodeRef', { targetGUID: guid(n) }))
const selection = (start: number, end: number, inside: string[], attributes = {}) =>
  element(
    'PlainTextSelection',
    { guid: guid(7000 + start), startPosition: start, endPosition: end, ...attributes },
    ...inside,
  )
const text = (content: string) => element('PlainTextContent', {}, inXml(content))
const note = (n: number, content: string, attributes = {}) =>
  element('Note', { guid: guid(n), ...attributes }, text(content))
const ref = (name: string, n: number) => element(name, { targetGUID: guid(n) })
const source = (n: number, attributes: object, ...inside: string[]) =>
  element('TextSource', { guid: guid(n), ...attributes }, ...inside)

/** One text, “I trusted him until the letter came.” */
const anna = (...inside: string[]) =>
  element('Sources', {}, source(50, { name: 'Anna' }, text('I trusted him until the letter came.'), ...inside))

describe('the container', () => {
  const xml = project(
    {},
    codebook(code(1, 'Trust')),
    element('Sources', {}, source(50, { plainTextPath: 'internal://Ä b.txt' })),
  )

  it.each([
    ['<project>.qde, as ATLAS.ti 26 writes', { qde: 'My study.qde', files: { 'sources/Ä b.txt': 'Words' } }],
    ['Sources, as NVivo for Windows', { files: { 'Sources/Ä b.txt': 'Words' } }],
    ['a stray file, as NVivo for Mac', { files: { 'sources/.root': '', 'sources/Ä b.txt': 'Words' } }],
    ['a folder around it all', { qde: 'Export/project.qde', files: { 'Export/sources/Ä B.TXT': 'Words' } }],
    ['what macOS adds', { files: { '__MACOSX/._x.qde': 'x', '._a.qde': 'x', 'sources/Ä b.txt': 'Words' } }],
  ])('with %s is read', async (_case, parts) => {
    const { rows } = await read({ xml, ...parts })
    expect(rows.question_answers?.[0]?.answer).toBe('<p>Words</p>')
    expect(rows.sources?.[0]?.title).toBe('Ä b')
  })

  it('without a .qde, of another kind, damaged or hostile is a problem', async () => {
    expect(await problemOf(qdpxFile({ xml: 'x', qde: 'project.xml' }))).toEqual({
      kind: 'qdeMissing',
      name: 'Study.qdpx',
    })
    expect(await problemOf(new TextEncoder().encode('no zip at all, but long enough'))).toMatchObject({
      kind: 'conversionFailed',
    })
    expect(await problemOf(new Uint8Array(), 'Study.docx')).toEqual({
      kind: 'fileTypeNotSupported',
      name: 'Study.docx',
    })
    const detail = async (xml: string) => (await problemOf(qdpxFile({ xml }))) as { detail?: string } | null
    expect((await detail('<!DOCTYPE x [<!ENTITY a "b">]><Project name="&a;"/>'))?.detail).toMatch(/document type/)
    expect((await detail(`<Project name="x">${'<CodeBook>'.repeat(300)}`))?.detail).toMatch(/nested too deeply/)
    expect((await detail('<Project name="x"><CodeBook>'))?.detail).toMatch(/damaged/)
    expect((await detail('<html><body/></html>'))?.detail).toBe('it is not a REFI-QDA file')
  })

  it('in another namespace, with a prefix, with braces and capitals in GUIDs, is the same', async () => {
    const xml = `<q:Project xmlns:q="urn:QDA-XML:codebook:0:4" name="S"><q:CodeBook><q:Codes><q:Code guid="{ABCDEF01-1111-4222-8333-44444444AAAA}" name="Trust" isCodable="true"/></q:Codes></q:CodeBook>
      <q:Sources><q:TextSource guid="x" name="A"><q:PlainTextContent>some words</q:PlainTextContent><q:PlainTextSelection guid="y" startPosition="5" endPosition="10">
      <q:Coding guid="z"><q:CodeRef targetGUID="abcdef01-1111-4222-8333-44444444aaaa"/></q:Coding></q:PlainTextSelection></q:TextSource></q:Sources></q:Project>`
    expect((await read(xml)).shown).toEqual(['A: Trust [words] '])
  })

  it('in UTF-16, or with characters that XML forbids, is read all the same', async () => {
    const xml = project({}, codebook(code(1, 'A\u0001&#2;B'.replace('&#2;', '')))).replace('utf-8', 'utf-16')
    const units = Uint16Array.from(`\uFEFF${xml}`, (unit) => unit.charCodeAt(0))
    expect((await read({ xml: new Uint8Array(units.buffer) })).rows.quirks?.[0]?.title).toMatch(/^A.?B$/)
    const raw = project(
      {},
      element('Sources', {}, source(1, { name: 'S' }, `<PlainTextContent>a\u000cb&#x1;c&#12;d</PlainTextContent>`)),
    )
    expect(parseHtml((await read(raw)).rows.question_answers?.[0]?.answer ?? '').text).toBe('a\nb\ufffdc\nd')
  })

  it('with controls of the C1 set has the quotes and dashes of Windows-1252 that they were, counted, and no position moves', async () => {
    const words = 'it\u0092s \u0093quiet\u0094 \u0097 there \u0081'
    const passage = selection(5, 12, [coding(1)])
    const { rows, notes, shown } = await read({
      xml: project(
        {},
        codebook(code(1, 'Trust')),
        element(
          'Sources',
          {},
          source(50, { name: 'A' }, text(words), passage),
          source(51, { name: 'B', plainTextPath: 'internal://b.txt' }, passage.replace(guid(7005), guid(7006))),
        ),
      ),
      files: { 'sources/b.txt': words },
    })
    const texts = rows.question_answers?.map(({ answer }) => parseHtml(answer).text)
    expect(texts).toEqual(Array(2).fill('it’s “quiet” — there \ufffd'))
    expect(shown.map((line) => line.slice(0, 19))).toEqual(['A: Trust [“quiet”] ', 'B: Trust [“quiet”] '])
    expect(notes).toMatchObject({ windows1252: 8, charactersReplaced: 2 })
  })
})

describe('codes', () => {
  it('deeper than three levels lie under their second ancestor, with the rest of the path', async () => {
    const deep = code(1, 'A', code(2, 'B', code(3, 'C', code(4, 'D', code(5, 'E')), code(6, 'F'))))
    const { rows, notes } = await read(project({}, codebook(deep)))
    expect(rows.quirks?.map(({ title, parentQuirkId }) => [title, parentQuirkId])).toEqual([
      ['A', -1],
      ['B', 1],
      ['C', 2],
      ['C / D', 2],
      ['C / D / E', 2],
      ['C / F', 2],
    ])
    expect(notes.refiDeepCodes).toBe(3)
  })

  it('keep colour and description; folders are quirks too; a place is the same each time', async () => {
    const codes = codebook(
      element(
        'Code',
        { guid: guid(1), name: 'Folder', isCodable: false, color: '#F0a' },
        element('Description', {}, 'Why'),
      ),
      element('Code', { guid: guid(2), name: 'A::B', isCodable: true, color: 'red' }),
      element('Code', { guid: guid(3), name: '', isCodable: true, color: '#ABCDEF' }),
    )
    const { rows, notes } = await read(project({}, codes))
    const [folder, second, third] = rows.quirks ?? []
    expect(folder).toMatchObject({ title: 'Folder', color: '#ff00aa', description: 'Why' })
    expect(second).toMatchObject({ title: 'A::B', color: '#e97200' })
    expect(third).toMatchObject({ title: '–', color: '#abcdef' })
    expect(notes).toEqual({ refiFolders: 1 })
    for (const { x, y } of rows.quirks ?? []) for (const at of [x, y]) expect(at >= 1 && at <= 400).toBe(true)
    expect((await read(project({ name: 'Other' }, codes))).rows.quirks?.map(({ x }) => x)).toEqual(
      rows.quirks?.map(({ x }) => x),
    )
  })

  it('get their places from a diagram: ours as they are, others’ within the square of imported quirks', async () => {
    const vertex = (n: number, x: number, y: number) =>
      element('Vertex', {
        guid: guid(80 + n),
        representedGUID: guid(n),
        firstX: x - 30,
        firstY: y - 30,
        secondX: x + 30,
        secondY: y + 30,
      })
    const graph = (name: string, ...inside: string[]) =>
      element('Graphs', {}, element('Graph', { guid: guid(70), name }, ...inside))
    const codes = codebook(code(1, 'A'), code(2, 'B'))
    const drawn = graph(
      'Canvas',
      vertex(1, 1000, 20),
      vertex(2, -200, 620),
      element('Edge', { guid: guid(90), sourceVertex: guid(81), targetVertex: guid(82) }),
    )
    const own = await read(project({ origin: 'Thicket 0.1' }, codes, drawn))
    expect(own.rows.quirks?.map(({ x, y }) => [x, y])).toEqual([
      [1000, 20],
      [-200, 620],
    ])
    const other = await read(project({ origin: 'Other' }, codes, drawn))
    expect(other.rows.quirks?.map(({ x, y }) => [x, y])).toEqual([
      [400, 1],
      [1, 400],
    ])
    expect(other.notes).toEqual({ refiGraphParts: 1 })
  })

  it('that many are drawn in the square, and stand apart; what is on their bubbles too', async () => {
    const codes = Array.from({ length: 60 }, (_, at) => code(2 * at + 1, `A${at}`, code(2 * at + 2, `B${at}`)))
    const { rows } = await read(project({}, codebook(...codes)))
    const discs = layoutBubbles((rows.quirks ?? []).map((quirk) => ({ ...quirk, r: 12 })))
    const over = discs.flatMap((a, at) =>
      discs.slice(at + 1).filter((b) => Math.hypot(a.x - b.x, a.y - b.y) < a.r + b.r - 1e-6),
    )
    expect([discs.length, over]).toEqual([120, []])
  })

  it('of a .qdc come with their groups', async () => {
    const xml = `<CodeBook xmlns="urn:QDA-XML:codebook:1:0" origin="NVivo"><Codes>${code(1, 'A', code(2, 'B'))}</Codes><Sets><Set guid="${guid(3)}" name="G"><Description>D</Description><MemberCode guid="{${guid(2)}}"/></Set></Sets></CodeBook>`
    const { rows, counts, notes } = await readBytes('Codes.qdc', new TextEncoder().encode(xml))
    expect(counts).toMatchObject({ quirks: 2, groups: 1, sources: 0, highlights: 0 })
    expect(rows.groups).toEqual([{ id: 1, description: 'G' }])
    expect(rows.group_quirks).toEqual([{ id: 1, groupId: 1, quirkId: 2 }])
    expect(notes).toEqual({ refiDescriptions: 1 })
  })
})

describe('passages', () => {
  const users = element(
    'Users',
    {},
    element('User', { guid: guid(900), name: 'Ana' }),
    element('User', { guid: guid(901), id: 'B' }),
  )

  it('have one or many codings, with author and time; overlapping ones stay apart', async () => {
    const by = (n: number, creationDateTime?: string) => ({ creatingUser: guid(n), creationDateTime })
    const { rows, shown, notes } = await read(
      project(
        {},
        users,
        codebook(code(1, 'Trust'), code(2, 'Doubt')),
        anna(
          selection(
            2,
            13,
            [coding(1, by(900, '2024-05-01T10:00:00.1234567+02:00')), coding(2, by(901))],
            by(900, '2020-01-01T00:00:00'),
          ),
          selection(2, 13, [coding(1, by(900))]),
          selection(24, 30, [coding(1)]),
        ),
      ),
    )
    expect(shown).toEqual([
      'Anna: Trust [trusted him] Ana',
      'Anna: Doubt [trusted him] B',
      'Anna: Trust [trusted him] Ana',
      'Anna: Trust [letter] ',
    ])
    expect(rows.highlights?.map(({ timestamp }) => new Date(timestamp).toISOString())).toEqual([
      '2024-05-01T08:00:00.123Z',
      '2020-01-01T00:00:00.000Z',
      '2024-03-01T10:00:00.000Z',
      '2024-03-01T10:00:00.000Z',
    ])
    expect(notes.refiOverlaps).toBe(1)
  })

  it('without a date of their own are counted', async () => {
    const dated = { creationDateTime: '2020-01-01T00:00:00Z' }
    const passages = [
      selection(2, 9, [coding(1)]),
      selection(10, 13, [coding(1)], dated),
      selection(14, 19, [coding(1, dated)]),
    ]
    const { notes } = await read(project({}, users, codebook(code(1, 'Trust')), anna(...passages)))
    expect(notes.refiUndated).toBe(1)
  })

  it('with words about them are memos: descriptions, notes by reference or link, names of their own', async () => {
    const { shown, notes } = await read(
      project(
        {},
        users,
        codebook(code(1, 'Trust', ref('NoteRef', 63))),
        anna(
          selection(2, 9, [element('Description', {}, 'MAXQDA memo')]),
          selection(10, 13, [element('Description'), coding(1), ref('NoteRef', 60)]),
          selection(14, 19, [element('Coding', { guid: guid(1) }, ref('CodeRef', 1), ref('NoteRef', 61))]),
          selection(20, 23, [], { name: 'A quotation' }),
          selection(24, 30, [], { name: 'letter' }),
          selection(31, 35, [], {}),
          ref('NoteRef', 64),
        ),
        element(
          'Notes',
          {},
          note(60, 'By reference', { name: 'By ref…', creatingUser: guid(901) }),
          note(61, 'On a coding', { name: 'Note 1' }),
          note(62, 'Linked', { creatingUser: guid(900) }),
          note(63, 'On a code'),
          note(64, 'On all'),
          note(65, 'On nothing', { name: 'Diary' }),
        ),
        element(
          'Links',
          {},
          element('Link', { guid: guid(99), originGUID: guid(62), targetGUID: guid(7031) }),
          element('Link', { guid: guid(98), originGUID: guid(1), targetGUID: guid(50) }),
        ),
      ),
    )
    expect(shown).toEqual([
      'Anna: Trust [him] ',
      'Anna: Trust [until] ',
      'Anna: “MAXQDA memo” [trusted] ',
      'Anna: “By reference” [him] B',
      'Anna: “Note 1\n\nOn a coding” [until] ',
      'Anna: “A quotation” [the] ',
      'Anna: “Linked” [came] Ana',
      'Anna: “On all” [] ',
    ])
    expect(notes).toMatchObject({ refiNotesOnCodes: 1, refiNotesAsSources: 1, refiLinks: 1, refiFreeSelections: 1 })
  })

  it('without words, without a place, without their code or outside of the text are counted', async () => {
    const { shown, notes } = await read(
      project(
        {},
        codebook(code(1, 'Trust')),
        anna(
          selection(5, 5, [coding(1)]),
          selection(24, 990, [coding(1)]),
          element('PlainTextSelection', { guid: guid(7), startPosition: 'x', endPosition: '' }, coding(1)),
          selection(2, 9, [coding(44)]),
        ),
      ),
    )
    expect(shown).toEqual(['Anna: Trust [letter came.] '])
    expect(notes).toMatchObject({ refiEmptySelections: 1, refiOutside: 1, refiNoPlace: 1, refiUnknownCodes: 1 })
  })

  it('of cases: those that are codes too give their code once', async () => {
    const cases = element(
      'Cases',
      {},
      element('Case', { guid: guid(2), name: 'Ben' }, ref('SelectionRef', 7002), ref('SelectionRef', 7024)),
      element('Case', { guid: guid(30), name: 'Eve' }, ref('SelectionRef', 7002)),
    )
    const { shown, notes } = await read(
      project(
        {},
        codebook(code(1, 'Trust'), code(2, 'Ben')),
        cases,
        anna(selection(2, 9, [coding(2)]), selection(24, 30, [coding(1)])),
      ),
    )
    expect(shown).toEqual(['Anna: Ben [trusted] ', 'Anna: Trust [letter] ', 'Anna: Ben [letter] '])
    expect(notes.refiCaseSelections).toBe(1)
  })
})

describe('texts', () => {
  it('come from a path in any form, from the XML, or from a styled document where there is nothing plain', async () => {
    const sources = [
      source(1, { name: 'Same', plainTextPath: 'internal://a.txt', richTextPath: 'internal://a.docx' }),
      source(2, { name: 'Same', plainTextPath: 'relative:///folder/A.txt' }),
      source(3, { plainTextPath: 'board_2017.txt' }),
      source(4, { name: 'Styled', richTextPath: 'internal://s.docx' }),
      source(5, { name: 'Odd', richTextPath: 'internal://a.txt' }),
      source(6, { name: 'Gone', plainTextPath: 'internal://gone.txt' }),
      source(7, { name: 'Nothing' }),
    ]
    const { rows, notes } = await read({
      xml: project({}, element('Sources', {}, ...sources)),
      files: {
        'sources/a.txt': '\ufeffplain\r\nwords',
        'sources/board_2017.txt': 'board',
        'sources/a.docx': 'x',
        'sources/s.docx': docxFile({
          body: '<w:p><w:r><w:t xml:space="preserve">styled </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>bold</w:t></w:r></w:p>',
        }),
      },
    })
    expect(rows.sources?.map(({ title }) => title)).toEqual([
      'Same',
      'Same (2)',
      'board_2017',
      'Styled',
      'Odd',
      'Gone',
      'Nothing',
    ])
    expect(rows.question_answers?.map(({ answer }) => answer)).toEqual([
      '<p>plain</p><p>words</p>',
      '<p>plain</p><p>words</p>',
      '<p>board</p>',
      '<p>styled <b>bold</b></p>',
      '<p>plain</p><p>words</p>',
      '',
      '',
    ])
    expect(notes).toEqual({ refiFormatting: 1, refiTextsMissing: 1, refiTextsEmpty: 1 })
  })

  it('of PDFs and recordings are sources; a coded area with words is a passage, one without is counted', async () => {
    const pdf = element(
      'PDFSource',
      { guid: guid(20), name: 'Report', path: 'internal://r.pdf' },
      element(
        'PDFSelection',
        { guid: guid(21), page: 3, firstX: 1, firstY: 1, secondX: 2, secondY: 2 },
        element('Representation', { guid: guid(22) }, text('the pages')),
        coding(1),
      ),
      element(
        'PDFSelection',
        { guid: guid(23), page: 4, firstX: 1, firstY: 1, secondX: 2, secondY: 2 },
        element('Description', {}, 'A map'),
        coding(1),
      ),
      element('Representation', { guid: guid(24) }, text('all the pages'), selection(0, 3, [coding(2)])),
      coding(2),
    )
    const sync = (n: number, position: number) => element('SyncPoint', { guid: guid(n), timeStamp: n, position })
    const audio = element(
      'AudioSource',
      { guid: guid(30), name: 'Talk', path: 'relative:///talk.m4a' },
      element(
        'Transcript',
        { guid: guid(31), name: 'First' },
        text('one two three'),
        sync(40, 4),
        sync(41, 7),
        element('TranscriptSelection', { guid: guid(33), fromSyncPoint: guid(40), toSyncPoint: guid(41) }, coding(1)),
      ),
      element('Transcript', { guid: guid(32) }, text('again')),
      element('AudioSelection', { guid: guid(34), begin: 1, end: 2 }, coding(1)),
    )
    const video = element('VideoSource', { guid: guid(35), name: 'Film' }, coding(1))
    const { rows, shown, notes } = await read(
      project({}, codebook(code(1, 'A'), code(2, 'B')), element('Sources', {}, pdf, audio, video)),
    )
    expect(shown).toEqual([
      'Report: B [all] ',
      'Report: B [all the pages] ',
      'Report: A [the pages] ',
      'Talk – First: A [two] ',
      'Report: “A map” [] ',
    ])
    expect(notes).toMatchObject({
      refiPdfAreas: 1,
      refiWholeTexts: 1,
      refiMediaAreas: 1,
      refiMedia: 1,
    })
    expect(notes).not.toHaveProperty('refiSyncPoints')
    expect(rows.transcripts?.map(({ words }) => JSON.parse(words))).toEqual([
      { text: 'one two three', at: [4, 3, 0, 6], ms: [40, 1, 0, 0] },
    ])
  })

  it('that are pictures can be seen and coded', async () => {
    const picture = element(
      'PictureSource',
      { guid: guid(20), name: 'Map', path: 'internal://m.png' },
      element('PictureSelection', { guid: guid(21), firstX: 1, firstY: 1, secondX: 2, secondY: 2 }, coding(1)),
      coding(1),
    )
    const { rows, shown, notes } = await read({
      xml: project({}, codebook(code(1, 'A')), element('Sources', {}, picture)),
      files: { 'sources/m.png': pixel },
    })
    expect(rows.question_answers?.[0]?.answer).toMatch(/^<p><img src="data:image\/png;base64,iVBOR[^"]+" alt=""><\/p>$/)
    expect(shown).toEqual(['Map: A [\ufffc] '])
    expect(notes).toEqual({ refiPictureAreas: 1, refiUndated: 1, refiWholeTexts: 1 })
  })
})

describe('properties', () => {
  const variable = (n: number, name: string, typeOfVariable: string) =>
    element('Variable', { guid: guid(n), name, typeOfVariable })
  const value = (n: number, kind: string, words: string) =>
    element('VariableValue', {}, ref('VariableRef', n), element(kind, {}, words))

  it('are variables on sources and on cases, named or not, sets of sources, and named cases', async () => {
    const { rows, notes } = await read(
      project(
        {},
        element(
          'Variables',
          {},
          variable(1, 'Age', 'Integer'),
          variable(2, 'Region', 'Text'),
          variable(3, 'Unused', 'Text'),
        ),
        element(
          'Cases',
          {},
          element('Case', { guid: guid(10) }, value(1, 'IntegerValue', '41'), ref('SourceRef', 50)),
          element(
            'Case',
            { guid: guid(11), name: 'Family' },
            value(2, 'TextValue', 'North'),
            ref('SourceRef', 50),
            ref('SourceRef', 51),
          ),
          element('Case', { guid: guid(12), name: 'Ben' }, ref('SourceRef', 51)),
          element('Case', { guid: guid(13), name: 'Nobody' }, value(1, 'IntegerValue', '9')),
        ),
        element(
          'Sources',
          {},
          source(50, { name: 'Anna' }, text('x'), value(2, 'TextValue', 'south')),
          source(51, { name: 'Ben' }, text('y'), value(1, 'IntegerValue', '9'), value(2, 'TextValue', 'NORTH')),
        ),
        element(
          'Sets',
          {},
          element('Set', { guid: guid(40), name: 'Wave 1' }, ref('MemberSource', 50), ref('MemberSource', 99)),
        ),
      ),
    )
    const value_ = new Map(rows.source_metadata_values?.map((row) => [row.id, row.value]))
    const key = new Map(rows.source_metadata_keys?.map((row) => [row.id, row.key]))
    expect(rows.source_metadata_keys?.map((row) => [row.key, row.multipleChoice])).toEqual([
      ['Age', 0],
      ['Region', 1],
      ['Case', 0],
      ['Set', 0],
    ])
    expect([...value_.values()]).toEqual(['9', '41', 'south', 'NORTH', 'Family', 'Wave 1'])
    expect(
      rows.source_metadatas?.map((row) => `${row.sourceId} ${key.get(row.keyId)}: ${value_.get(row.valueId)}`),
    ).toEqual([
      '2 Age: 9',
      '1 Age: 41',
      '1 Region: south',
      '1 Region: NORTH',
      '2 Region: NORTH',
      '1 Case: Family',
      '2 Case: Family',
      '1 Set: Wave 1',
    ])
    expect(notes).toEqual({ refiVariables: 1, refiCaseValues: 1, refiReferences: 1 })
  })
})

describe('elements', () => {
  it.each(['Project', 'Codebook'])('of the schema for a %s are known, all of them', (name) => {
    const schema = readFileSync(join(import.meta.dirname, `../../../fixtures/files/refi/${name}-mrt2019.xsd`), 'utf8')
    const names = [...schema.matchAll(/<xsd:element name="(\w+)"/g)].map(([, element]) => element)
    expect(names.length).toBeGreaterThan(5)
    expect(names.filter((element) => !knownElements.includes(element ?? ''))).toEqual([])
  })

  it('that are not of the format, or not at their place, are named with all that they hold', async () => {
    const strange = `<Audit><Code guid="x" name="inside"/></Audit>${element('Coding', { guid: guid(3) })}`
    const { rows, notes } = await read(project({}, codebook(code(1, 'A')), strange, '<Audit/>'))
    expect(rows.quirks).toHaveLength(1)
    expect(notes.refiUnknown).toMatchObject({ names: 'Audit × 2, Coding × 1' })
  })

  it('that have no place here are counted, each by its kind', async () => {
    const { notes, rows } = await read(
      project(
        {},
        codebook(code(1, 'A')),
        element('Variables', {}, element('Variable', { guid: guid(2), name: 'V' }, element('Description', {}, 'd'))),
        element(
          'Cases',
          {},
          element('Case', { guid: guid(3), name: 'C' }, element('Description', {}, 'd'), ref('CodeRef', 1)),
        ),
        element('Notes', {}, note(60, 'words', { name: 'N' })),
        element('Sets', {}, element('Set', { guid: guid(4), name: 'S' }, ref('MemberCode', 1), ref('MemberNote', 60))),
        element('Graphs', {}, element('Graph', { guid: guid(5), name: 'Map' })),
        element('Description', {}, 'About the study'),
      ),
    )
    expect(notes).toEqual({
      refiDescriptions: 2,
      refiCaseCodes: 1,
      refiVariables: 1,
      refiGraphs: 1,
      refiNotesAsSources: 2,
    })
    // What is said of the whole project is kept as a source.
    expect(rows.sources?.map(({ title }) => title)).toEqual(['N', 'Study'])
    expect(rows.source_metadata_values?.map(({ value }) => value)).toEqual(['S'])
  })
})

describe('our own files', () => {
  it('say which texts answer which questions of which source', async () => {
    const question = (n: number, name: string, description: string, ...texts: number[]) =>
      element(
        'Set',
        { guid: guid(n), name },
        element('Description', {}, description),
        ...texts.map((at) => ref('MemberSource', at)),
      )
    const { rows } = await read(
      project(
        { origin: 'Thicket 0.1.0' },
        element(
          'Variables',
          {},
          element(
            'Variable',
            { guid: guid(5), name: 'Town', typeOfVariable: 'Text' },
            element(
              'Description',
              {},
              'Several values of, joined by “; ”, in alphabetical order:\nBonn\nKiel\nUlm, old',
            ),
          ),
        ),
        element(
          'Cases',
          {},
          element(
            'Case',
            { guid: guid(10), name: 'Anna' },
            element('VariableValue', {}, ref('VariableRef', 5), element('TextValue', {}, 'Kiel; Ulm, old')),
            ref('SourceRef', 50),
            ref('SourceRef', 51),
          ),
        ),
        element(
          'Sources',
          {},
          source(50, { name: 'Anna – Why?' }, text('because')),
          source(51, { name: 'Anna – Question 2' }, text('so')),
        ),
        element(
          'Sets',
          {},
          question(41, 'Question 2', 'Question 2, without words', 51),
          question(40, 'Why?', 'Question 1', 50),
        ),
      ),
    )
    expect(rows.questions).toEqual([
      { id: 1, question: 'Why?', questionOrder: 0 },
      { id: 2, question: '', questionOrder: 1 },
    ])
    expect(rows.sources?.map(({ title }) => title)).toEqual(['Anna'])
    expect(rows.question_answers?.map(({ sourceId, questionId, answer }) => [sourceId, questionId, answer])).toEqual([
      [1, 1, '<p>because</p>'],
      [1, 2, '<p>so</p>'],
    ])
    expect(rows.source_metadata_keys).toEqual([{ id: 1, key: 'Town', multipleChoice: 1, sortValuesAlphabetically: 1 }])
    expect(rows.source_metadata_values?.map(({ value }) => value)).toEqual(['Bonn', 'Kiel', 'Ulm, old'])
    expect(rows.source_metadatas?.map(({ valueId }) => valueId)).toEqual([2, 3])
    expect(rows.groups).toBeUndefined()
  })
})
