// import and run as a person has them: the real process on real files.
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { show } from '../../fixtures/project.ts'
import { drawFile, thicket, thicketProcess } from '../../fixtures/testing/commandLine.ts'
import { isProblem } from '../../src/model/problems.ts'
import { docxFile, paragraph } from '../../workers/import/testing/docxFile.ts'
import { pdfFile } from '../../workers/import/testing/pdfFile.ts'
import { xlsxFile } from '../../workers/import/testing/xlsxFile.ts'
import { testFolder } from '../testing/serve.ts'
import { readProject } from '../working/openToRead.ts'
import { changeProject } from './changeProject.ts'
import { openClients } from './clients.ts'
import { main as exportMain } from './export.ts'
import { importFiles, main } from './import.ts'
import { infoOf } from './info.ts'
import { linesOf } from './linesOf.ts'
import { quotesOf } from './quotes.ts'
import type { ImportWish } from './readImport.ts'
import { readInThread } from './readInThread.ts'
import { textsOf } from './texts.ts'

let folder = ''
beforeEach(() => {
  folder = testFolder()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function read<T>(name: string, body: Parameters<typeof readProject<T>>[2]) {
  const done = await readProject(name, folder, body)
  if (isProblem(done)) throw new Error(JSON.stringify(done.problem))
  return done.ok
}
const textsIn = async (name: string) =>
  (await read(name, (db) => [...textsOf(db)])).map(({ source, text }) => [source, text])

const valuesIn = (name: string) =>
  read(name, (db) =>
    db
      .all<{ said: string }>(
        `SELECT s.title || ' ' || k.key || ' ' || v.value AS said FROM source_metadatas m JOIN sources s ON s.id = m.sourceId
JOIN source_metadata_keys k ON k.id = m.keyId JOIN source_metadata_values v ON v.id = m.valueId ORDER BY m.sourceId, m.keyId, m.valueId`,
      )
      .map(({ said }) => said),
  )

describe('import', () => {
  it('makes the project, imports what can be read, names what cannot, and leaves one file', async () => {
    writeFileSync(join(folder, 'Ana.docx'), docxFile({ body: paragraph('I trusted 😀') + paragraph('him.') }))
    writeFileSync(join(folder, 'broken.docx'), 'PK no archive')
    writeFileSync(join(folder, 'Ben.txt'), '\ufeffNo.\r\nYes.')
    writeFileSync(join(folder, 'photo.png'), 'x')
    const files = ['Ana.docx', 'broken.docx', 'photo.png', 'none.txt', 'Ben.txt']
    const ran = await thicketProcess(folder, ['import', 'new project', ...files, '--author', 'Anna'])
    expect(ran.code).toBe(1)
    const report = JSON.parse(ran.stdout)
    expect(report.sources).toEqual([
      { id: expect.any(Number), title: 'Ana' },
      { id: expect.any(Number), title: 'Ben' },
    ])
    expect(report.problems).toEqual([
      { kind: 'conversionFailed', name: 'broken.docx', detail: expect.any(String) },
      { kind: 'fileTypeNotSupported', name: 'photo.png' },
      { kind: 'fileNotFound', name: join(folder, 'none.txt') },
    ])
    for (const word of [
      '1/5',
      'it is not a Word document. The file is “broken.docx”.',
      'File type is not supported',
      'none.txt was not found',
    ])
      expect(ran.stderr).toContain(word)
    expect(await textsIn('new project.qrk')).toEqual([
      ['Ana', 'I trusted 😀\nhim.'],
      ['Ben', 'No.\nYes.'],
    ])
    expect(await read('new project', (db) => db.all('SELECT DISTINCT author FROM sources'))).toEqual([
      { author: 'Anna' },
    ])
    expect(readdirSync(folder).filter((name) => name.startsWith('new project'))).toEqual(['new project.qrk'])
  })

  it('a folder gives all its files: they keep its name as a property, as a title where two are alike, and in messages', async () => {
    for (const [path, text] of Object.entries({
      'study/first/P1.txt': 'I trusted him.',
      'study/second/P1.txt': 'Never.',
      'study/second/photo.png': 'x',
      'study/second/bad.docx': 'x',
      'study/.git/config.txt': 'x',
    })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    // What is no project of Thicket keeps no other from being imported.
    writeFileSync(join(folder, 'package.json'), '[]')
    const ran = await thicket(folder, ['import', 'p', 'study', 'package.json'])
    expect(JSON.parse(ran.stdout)).toMatchObject({
      sources: [{ title: 'P1' }, { title: 'P1 (second)' }],
      problems: [
        { kind: 'conversionFailed', name: 'study/second/bad.docx' },
        { kind: 'fileTypeNotSupported', name: 'study/second/photo.png' },
        { kind: 'conversionFailed', name: 'package.json', detail: 'it is not a project of Thicket' },
      ],
    })
    expect(await valuesIn('p')).toEqual(['P1 Folder study/first', 'P1 (second) Folder study/second'])
  })

  it('adds to a project in one step, which ends with 0', async () => {
    drawFile(folder, 'p.qrk', 'quirk Trust\nsource Ana | I [trusted]Trust him.')
    for (const name of ['a.txt', 'b.txt']) writeFileSync(join(folder, name), name)
    const ran = await thicket(folder, ['import', 'p.qrk', 'a.txt', 'b.txt'])
    expect(ran.code).toBe(0)
    expect(JSON.parse(ran.stdout)).toMatchObject({ sources: [{ title: 'a' }, { title: 'b' }], problems: [] })
    expect(await read('p', (db) => db.all('SELECT COUNT(*) AS n FROM _log'))).toEqual([{ n: 1 }])
    expect(await read('p', show)).toBe(
      'quirk Trust\nsource Ana | I [trusted]Trust him.\nsource a | a.txt\nsource b | b.txt',
    )
  })

  it('nothing stays of a project that was made for files that cannot be read; of others of Thicket it says where they belong', async () => {
    writeFileSync(join(folder, 'photo.png'), 'x')
    writeFileSync(join(folder, 'scan.pdf'), pdfFile([{ texts: [] }]))
    writeFileSync(join(folder, 'broken.json'), '{"sources":1}')
    drawFile(folder, 'p.qrk', 'source Ana')
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const printed = vi.spyOn(process.stdout, 'write').mockImplementation((...given: unknown[]) => {
      for (const ready of given) if (typeof ready === 'function') ready()
      return true
    })
    const before = readdirSync(folder)
    for (const files of [['photo.png'], ['p.qrk'], ['scan.pdf', 'photo.png'], ['broken.json']])
      expect(await main(['new', ...files], folder)).toBe(1)
    expect(readdirSync(folder)).toEqual(before)
    expect(await main(['p', 'broken.json'], folder)).toBe(1)
    const words = said.mock.calls.join('')
    said.mockRestore()
    printed.mockRestore()
    for (const part of ['open it in Thicket', 'becomes a project of its own', 'not a project of Thicket', 'OCR Import'])
      expect(words).toContain(part)
    expect(words).not.toContain('Made')
  })

  it('makes a project of a project JSON, and adds the other files to it', async () => {
    drawFile(folder, 'p.qrk', 'quirk Trust\nsource Ana | I [trusted]Trust him.')
    expect(await exportMain(['p', '--json', 'p.json'], folder)).toBe(0)
    writeFileSync(join(folder, 'Ben.txt'), 'No.')
    const ran = await thicket(folder, ['import', 'new', 'p.json', 'Ben.txt'])
    expect(ran.code).toBe(0)
    expect(JSON.parse(ran.stdout)).toMatchObject({
      sources: [{ title: 'Ana' }, { title: 'Ben' }],
      projects: [{ file: 'p.json', added: { sources: 1, quirks: 1, highlights: 1 } }],
      problems: [],
    })
    expect(await read('new', show)).toBe('quirk Trust\nsource Ana | I [trusted]Trust him.\nsource Ben | No.')
  })

  it('says what is not as in the file', async () => {
    writeFileSync(join(folder, 'old.txt'), Buffer.from([0x67, 0x72, 0xfc, 0xdf]))
    const ran = await thicket(folder, ['import', 'p', 'old.txt'])
    expect(ran.code).toBe(0)
    expect(JSON.parse(ran.stdout).notes).toEqual([expect.objectContaining({ kind: 'encoding', file: 'old.txt' })])
    expect(ran.stderr).toContain('old.txt: The file does not say')
    expect(await textsIn('p')).toEqual([['old', 'grüß']])
  })
})

describe('import of tables', () => {
  const table = 'Name;Town;What happened?;Notes\nAna;Bonn, Ulm;Nothing.;x\n;Bonn;Much.;y\n'

  it('makes sources, questions and properties of it, as its header says', async () => {
    writeFileSync(join(folder, 'survey.csv'), table)
    const ran = await thicket(folder, ['import', 'p', 'survey.csv', '--author', 'Cleo'])
    expect(ran.code).toBe(0)
    expect(JSON.parse(ran.stdout)).toMatchObject({
      sources: [{ title: 'Ana' }, { title: 'Row 3' }],
      projects: [{ file: 'survey.csv', added: { sources: 2, properties: 2 }, joined: 0 }],
      notes: [
        { kind: 'columns', titles: 'Name', questions: 'What happened?', properties: 'Town, Notes', leftOut: '–' },
        { kind: 'rowsUntitled', file: 'survey.csv', count: 1 },
      ],
      problems: [],
    })
    expect(await textsIn('p')).toEqual([
      ['Ana', 'Nothing.'],
      ['Row 3', 'Much.'],
    ])
    expect(await read('p', (db) => db.all('SELECT question FROM questions'))).toEqual([{ question: 'What happened?' }])
    expect(await read('p', (db) => db.all('SELECT DISTINCT author FROM source_metadatas'))).toEqual([
      { author: 'Cleo' },
    ])
    expect(await valuesIn('p')).toEqual([
      'Ana Town Bonn',
      'Ana Town Ulm',
      'Ana Notes x',
      'Row 3 Town Bonn',
      'Row 3 Notes y',
    ])
  })

  /** Without a process of its own. */
  const importHere = async (file: string, wish: Partial<ImportWish>) => {
    const done = await changeProject('p', folder, (project) => {
      const clients = openClients(project)
      const all = { sheet: null, roles: [], ocr: null, ...wish }
      return importFiles(clients, 'Cleo', [join(folder, file)], all).finally(clients.close)
    })
    if (isProblem(done)) throw new Error(done.problem.kind)
    return done.ok
  }

  it('a document that is there already with the same words is left out and told, unless it is to be added again', async () => {
    drawFile(folder, 'p.qrk', 'source Ana | I trust him.\nsource Ben | Never.')
    writeFileSync(join(folder, 'Ana.txt'), 'I trust him.')
    expect(await importHere('Ana.txt', {})).toMatchObject({
      sources: [],
      notes: [{ kind: 'thereAlready', file: 'Ana.txt', title: 'Ana' }],
    })
    expect(await importHere('Ana.txt', { addAgain: true })).toMatchObject({
      sources: [{ title: 'Ana (2)' }],
      notes: [],
    })
    writeFileSync(join(folder, 'Ben.txt'), 'Sometimes.')
    expect(await importHere('Ben.txt', {})).toMatchObject({ sources: [{ title: 'Ben (2)' }], notes: [] })
  })

  it('a workbook of Thicket finds its sources again, whatever stands in its columns of ids', async () => {
    drawFile(folder, 'p.qrk', 'quirk Trust\nsource 1 | I [trust]Trust him.\nsource Ben | Never.')
    expect(await exportMain(['p', '--xlsx', 'p.xlsx'], folder)).toBe(0)
    const told = { kind: 'ownWorkbook', names: 'quotes (1), quirks (1)' }
    expect(await importHere('p.xlsx', {})).toMatchObject({
      sources: [],
      projects: [{ joined: 2 }],
      notes: [{ kind: 'columns', titles: 'title', questions: 'answer', properties: '–' }, told],
      problems: [],
    })
  })

  it('roles say what a column is; a sheet of properties adds to the sources that are there', async () => {
    drawFile(folder, 'p.qrk', 'source Ana.docx | I trust him.')
    writeFileSync(join(folder, 'sheet.csv'), table)
    const roles: ImportWish['roles'] = ['title', 'property', 'none', 'none']
    const report = await importHere('sheet.csv', { roles, addAbsent: true })
    expect(report).toMatchObject({ sources: [{ title: 'Row 3' }], projects: [{ joined: 1 }], problems: [] })
    expect(await valuesIn('p')).toEqual(['Ana.docx Town Bonn', 'Ana.docx Town Ulm', 'Row 3 Town Bonn'])
    const wide = await importHere('sheet.csv', { roles: ['title', 'none', 'none', 'none', 'none'] })
    expect(wide.problems).toEqual([{ kind: 'conversionFailed', name: 'sheet.csv', detail: 'it has 4 columns' }])
    expect(await main(['p', 'sheet.csv', '--roles', 'title,title'], folder)).toBe(2)
  })

  it('the row with the names of the columns is found or said, and what becomes of other sheets is told', async () => {
    const sheets = ['Spring', 'Autumn'].map((name) => ({
      name,
      rows: [['The garden'], ['Name', 'Why?', 'Town'], ['Ana', name, 'Bonn'], ['Ben', name, 'Ulm']],
    }))
    writeFileSync(join(folder, 'garden.xlsx'), xlsxFile({ sheets }))
    const found = await importHere('garden.xlsx', {})
    expect(found).toMatchObject({ sources: [{ title: 'Ana' }, { title: 'Ben' }], problems: [] })
    expect(found.notes.slice(1)).toEqual([
      { kind: 'sheetsLeftOut', file: 'garden.xlsx', count: 1, names: 'Autumn' },
      { kind: 'headFound', file: 'garden.xlsx', rows: '2', count: 1 },
    ])
    const said = ['q', 'garden.xlsx', '--sheet', 'Autumn', '--header-row']
    expect(await main([...said, '3'], folder)).toBe(0)
    expect(await read('q', (db) => db.all<{ title: string }>('SELECT title FROM sources'))).toEqual([{ title: 'Ben' }])
    expect(await main([...said, '9'], folder)).toBe(1)
    expect(await main([...said, '0'], folder)).toBe(2)
  })

  it('rows of a sheet of properties without a source here are left out where others have one, and values that replace others are told', async () => {
    drawFile(folder, 'p.qrk', 'source Ana.docx | I trust him.')
    const sheet = (age: number) => writeFileSync(join(folder, 'ages.csv'), `Name,Age\nAna,${age}\nZoe,30\n`)
    sheet(24)
    expect(await importHere('ages.csv', {})).toMatchObject({ sources: [], projects: [{ joined: 1, absent: 1 }] })
    expect(await valuesIn('p')).toEqual(['Ana.docx Age 24'])
    sheet(56)
    const ran = await thicket(folder, ['import', 'p', 'ages.csv', '--add-absent'])
    const told = { kind: 'valuesReplaced', file: 'ages.csv', count: 1, values: 'Ana.docx: Age 24 → 56' }
    expect(JSON.parse(ran.stdout)).toMatchObject({ sources: [{ title: 'Zoe' }], notes: [{ kind: 'columns' }, told] })
    expect(await valuesIn('p')).toEqual(['Ana.docx Age 56', 'Zoe Age 30'])
  })

  it('long texts are answers, whether titles are there or not; titles are where those are', async () => {
    drawFile(folder, 'p.qrk', 'source Ana.docx | I trust him.')
    const said = 'that nobody had asked us what we wanted before and so we did it ourselves'
    const rows = (one: string, two: string) => `No,Says,Name\n1,We said ${said},${one}\n2,They say ${said},${two}\n`
    writeFileSync(join(folder, 'known.csv'), rows('Ana', 'Zoe'))
    const known = await importHere('known.csv', {})
    expect(known.notes).toMatchObject([{ titles: 'Name', questions: 'Says', properties: 'No' }])
    expect(known.projects).toMatchObject([{ added: { sources: 2 } }])
    expect((await importHere('known.csv', {})).projects).toMatchObject([{ joined: 2, added: { sources: 0 } }])
    writeFileSync(join(folder, 'others.csv'), rows('Ben', 'Cleo'))
    const others = await importHere('others.csv', {})
    expect(others.notes).toMatchObject([{ titles: 'No', questions: 'Says', properties: 'Name' }])
  })

  it('an .xls is read in a thread that ends when it takes too long', async () => {
    const { utils, write } = await import('@e965/xlsx')
    const book = utils.book_new()
    utils.book_append_sheet(
      book,
      utils.aoa_to_sheet([
        ['Name', 'Town'],
        ['Ana', 'Bonn'],
      ]),
      'A',
    )
    writeFileSync(join(folder, 'old.xls'), write(book, { type: 'buffer', bookType: 'biff8' }))
    expect(await importHere('old.xls', {})).toMatchObject({ sources: [{ title: 'Ana' }], problems: [] })
    const file = { name: 'old.xls', bytes: new Uint8Array() }
    expect(await readInThread(file, { sheet: null, roles: [] }, 0)).toMatchObject({
      problem: { detail: 'reading it takes too long' },
    })
  })

  it('a sheet is chosen by number or name', async () => {
    const made = (name: string) => ({
      name,
      rows: [
        ['Name', 'Town'],
        [name, 'Bonn'],
      ],
    })
    writeFileSync(join(folder, 'two.xlsx'), xlsxFile({ sheets: [made('one'), made('two')] }))
    for (const sheet of ['2', 'one']) expect(await importHere('two.xlsx', { sheet })).toMatchObject({ problems: [] })
    expect((await textsIn('p')).map(([source]) => source)).toEqual(['two', 'one'])
    const none = await importHere('two.xlsx', { sheet: '3' })
    expect(none.problems).toMatchObject([{ detail: 'it has 2 sheets with rows: one, two' }])
  })
})

describe('run', () => {
  const script = [
    '{"command":"createSource","args":{"title":"Ana","html":"<p>I trusted him.</p>"}}',
    '{"command":"createQuirk","args":{"title":"Trust"}}',
    '',
    '{"command":"createHighlight","args":{"sourceId":"$1","questionId":1,"quirkId":"$2","start":2,"length":7}}',
    '{"deliver":true}',
    '{"command":"editAnswer","args":{"sourceId":"$1","questionId":1,"changes":[{"from":0,"to":1,"insert":"We"}]},"client":2}',
    'broken',
    '{"undo":true}',
    '{"redo":true}',
    '{"redo":true}',
    '{"command":"createQuirk","args":{"title":"Doubt"}}',
  ].join('\n')
  const results = [
    { ok: expect.any(Number) },
    { ok: expect.any(Number) },
    { ok: expect.any(Number) },
    { ok: { delivered: 3, problems: [] } },
    { ok: null },
    { problem: { kind: 'badRequest', detail: expect.any(String) } },
    { ok: { leftAlone: false } },
    { ok: { leftAlone: false } },
    { problem: { kind: 'nothingToRedo' } },
    { ok: expect.any(Number) },
  ]
  const parsed = (stdout: string) =>
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))

  it('makes the project, answers each line in its order, and delivers at the end', async () => {
    writeFileSync(join(folder, 's.jsonl'), script)
    const ran = await thicketProcess(folder, ['run', 'new', '--script', 's.jsonl'])
    expect(ran.code).toBe(0)
    expect(parsed(ran.stdout)).toEqual(results)
    expect(await read('new', (db) => [...quotesOf(db)])).toMatchObject([
      { quirk: 'Trust', source: 'Ana', question: '', start: 3, length: 7, quote: 'trusted', author: 'client 1' },
    ])
    expect(await read('new', infoOf)).toMatchObject({ integrity: 'ok', tables: { quirks: 2 } })
    expect(readdirSync(folder).filter((name) => name.startsWith('new'))).toEqual(['new.qrk'])
    expect(statSync(join(folder, 'new.qrk')).size).toBeGreaterThan(0)
  })

  it('takes its lines from stdin, with line ends of either kind', async () => {
    const ran = await thicketProcess(
      folder,
      ['run', 'new.qrk', '--script', '-'],
      `${script.replaceAll('\n', '\r\n')}\r\n`,
    )
    expect(ran.code).toBe(0)
    expect(parsed(ran.stdout)).toEqual(results)
  })

  it('says on stderr what the room refuses at the end', async () => {
    const line = (command: string, args: object, client = 1) => `${JSON.stringify({ command, args, client })}\n`
    const groups = ['Mild', 'Cold'].map((description) => line('createGroup', { description })).join('')
    const renamed = (groupId: string, client: number) => line('updateGroup', { groupId, description: 'Warm' }, client)
    const script = `${groups}{"deliver":true}\n${renamed('$1', 1)}${renamed('$2', 2)}`
    const ran = await thicket(folder, ['run', 'p', '--script', '-'], script)
    expect(ran).toMatchObject({ code: 0, stderr: expect.stringContaining('client 2: "Warm" group exists') })
    expect(parsed(ran.stdout)).toHaveLength(5)
  })

  it('makes no project where there is no script', async () => {
    const ran = await thicket(folder, ['run', 'new', '--script', 'none.jsonl'])
    expect(ran).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('none.jsonl was not found') })
    expect(readdirSync(folder)).toEqual([])
  })
})

it('lines end at line feeds alone, wherever the stream is cut', async () => {
  const text = 'a😀\u2028b\r\n\nc\n\n"é"'
  for (let size = 1; size < 12; size += 1) {
    const bytes = Buffer.from(text)
    async function* cut() {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
    }
    const lines: string[] = []
    for await (const line of linesOf(cut())) lines.push(line)
    expect(lines).toEqual(['a😀\u2028b\r', '', 'c', '', '"é"'])
  }
})
