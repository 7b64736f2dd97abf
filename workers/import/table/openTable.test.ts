import { zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { endsOf, largestFile } from '../../../src/model/importedKinds.ts'
import { odsFile } from '../testing/odsFile.ts'
import { cell, type MadeCell, type XlsxParts, xlsxFile } from '../testing/xlsxFile.ts'
import { headedSheet, openTable } from './openTable.ts'
import { readSheet } from './xlsx/readSheet.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)

async function open(name: string, bytes: Uint8Array) {
  const opened = await openTable({ name, bytes })
  if ('problem' in opened) throw new Error(JSON.stringify(opened.problem))
  return opened.ok
}
const rowsOf = async (name: string, bytes: Uint8Array) =>
  (await open(name, bytes)).sheets[0]?.rows.map(({ cells }) => cells)
const rowsOfText = (text: string) => rowsOf('a.csv', utf8(text))
const made = (rows: readonly (readonly MadeCell[])[], more: Omit<XlsxParts, 'sheets'> & { after?: string } = {}) =>
  xlsxFile({ sheets: [{ name: 'A', rows, ...(more.after && { after: more.after }) }], ...more })
const rowsOfXlsx = (...args: Parameters<typeof made>) => rowsOf('a.xlsx', made(...args))

async function problemOf(name: string, bytes: Uint8Array) {
  const opened = await openTable({ name, bytes })
  if (!('problem' in opened)) throw new Error(`${name} was read`)
  return opened.problem
}

describe('which files', () => {
  test('each kind is read, in any case; others are not supported', async () => {
    for (const kind of endsOf('table')) expect((await problemOf(`a.${kind}`, utf8(''))).kind).toBe('conversionFailed')
    expect(await rowsOf('A.CSV', utf8('a,b'))).toEqual([['a', 'b']])
    for (const name of ['a.xlsb', 'csv', 'a', 'a.constructor'])
      expect(await problemOf(name, utf8('a'))).toEqual({ kind: 'fileTypeNotSupported', name })
  })

  test('the bytes decide, not the name', async () => {
    expect(await rowsOf('a.xls', made([['a', 1]]))).toEqual([['a', '1']])
    expect(await rowsOf('a.xls', utf8('a\tb\n1\t2'))).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ])
    expect(await problemOf('a.xls', utf8('\ufeff<html><table>'))).toMatchObject({
      detail: 'it is not an Excel workbook',
    })
    const old = Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0])
    expect(await problemOf('a.xlsx', old)).toMatchObject({ detail: expect.stringContaining('password') })
    expect(await problemOf('a.xls', old)).toMatchObject({ kind: 'conversionFailed', name: 'a.xls' })
  })

  test('over 50 MB is refused before it is read; without a row there is nothing', async () => {
    expect(await problemOf('a.csv', new Uint8Array(largestFile.table + 1))).toMatchObject({ kind: 'fileTooLarge' })
    expect(await problemOf('a.csv', utf8(' \n,,\n'))).toMatchObject({ detail: 'it has no rows' })
    expect(await problemOf('a.xlsx', made([[' ']]))).toMatchObject({ detail: 'it has no rows' })
  })
})

describe('.csv', () => {
  test.each([',', ';', '\t', '|'])('cells apart by %j, quotes around them', async (sign) => {
    const text = `${['Name', 'What?', '"x"'].join(sign)}\r\n${['Ana', `"a${sign} b\n""c"""`, ''].join(sign)}`
    expect(await rowsOfText(text)).toEqual([
      ['Name', 'What?', 'x'],
      ['Ana', `a${sign} b\n"c"`, ''],
    ])
  })

  test('the sign between cells may be named by the file, or by its kind', async () => {
    expect(await rowsOfText('sep=;\r\na;b,c,d\n')).toEqual([['a', 'b,c,d']])
    expect(await rowsOf('a.tsv', utf8('a,b,c\td\n'))).toEqual([['a,b,c', 'd']])
  })

  test('two columns, commas in words, decimal commas', async () => {
    expect(await rowsOfText('a;b\n')).toEqual([['a', 'b']])
    expect(await rowsOfText('Name;Well, why?\nAna;1,5\nBen;"x;y"\n')).toEqual([
      ['Name', 'Well, why?'],
      ['Ana', '1,5'],
      ['Ben', 'x;y'],
    ])
    expect(await rowsOfText('Name\nAna; Ben\n')).toEqual([['Name'], ['Ana; Ben']])
  })

  test('encodings are those of any text; what was guessed is noted', async () => {
    expect(await rowsOfText('\ufeffä,b')).toEqual([['ä', 'b']])
    const utf16 = new Uint8Array(Uint16Array.from('\ufeffé;ü\n', (unit) => unit.charCodeAt(0)).buffer)
    expect(await rowsOf('a.csv', utf16)).toEqual([['é', 'ü']])
    const latin = await open('a.csv', Uint8Array.from([0xfc, 0x2c, 0x61]))
    expect(latin.sheets[0]).toMatchObject({ rows: [{ cells: ['ü', 'a'] }], notes: [{ kind: 'encoding' }] })
    expect(await problemOf('a.csv', new Uint8Array(64))).toMatchObject({ detail: 'it is not a text file' })
  })

  test('empty rows are passed over, rows keep their numbers, broken quotes are noted', async () => {
    const { sheets } = await open('a.csv', utf8('a,b\n\n , \n1,2\n"x"y",3\n'))
    expect(sheets[0]?.rows.map(({ at }) => at)).toEqual([1, 4, 5])
    expect(sheets[0]?.notes).toMatchObject([{ kind: 'quotesBroken', count: 1 }])
  })

  // Read anew from each quote or cell on, none of them would come to an end within the time of a test.
  test('hostile: three million quotes, one endless line, rows without end', async () => {
    await openTable({ name: 'a.csv', bytes: utf8('"'.repeat(3_000_001)) })
    await openTable({ name: 'a.csv', bytes: utf8(`a,"${'x"y'.repeat(900_000)}`) })
    const wide = await open('a.csv', utf8(`${'a,'.repeat(1_500_000)}a`))
    expect(wide.shown.sheets[0]).toMatchObject({
      columns: { length: 1000 },
      notes: [{ kind: 'cellsBeyond', count: 1_499_001 }],
    })
  })
})

describe('.xlsx', () => {
  test('numbers, booleans, texts of each sort, and what formulas came to', async () => {
    const rows = [
      ['shared & <b>', 0.1 + 0.2, 1e21, 123456789012345, -0, true, false],
      [
        cell('t="inlineStr"', '<is><t>in</t></is>'),
        cell(
          't="inlineStr"',
          '<is><r><rPr><b/></rPr><t>ri</t></r><r><t xml:space="preserve">ch </t></r><rPh><t>no</t></rPh></is>',
        ),
        cell('t="str"', '<f>A1&amp;"x"</f><v>a_x000D_b_x005F_x0041_</v>'),
        cell('', '<f>1/3</f><v>0.33333333333333331</v>'),
        cell('t="d"', '<v>2026-11-21T09:30:00Z</v>'),
        cell('t="n"', '<v><![CDATA[7]]></v>'),
      ],
    ]
    expect(await rowsOfXlsx(rows)).toEqual([
      ['shared & <b>', '0.3', '1e+21', '123456789012345', '0', 'TRUE', 'FALSE'],
      ['in', 'rich ', 'a\rb_x0041_', '0.333333333333333', '2026-11-21 09:30', '7'],
    ])
  })

  test('dates, times, percentages and padded numbers as their cells show them', async () => {
    const formats = [
      'dd/mm/yyyy;@',
      '[$-F400]h:mm:ss\\ AM/PM',
      '[h]:mm',
      '0.0%',
      '00000',
      'mmm yy',
      'd"day" hh:mm',
      '[Red]0.00',
    ]
    const values = [45_000, 0.75, 1.5, 0.1234, 42, 45_000, 45_000.25, 2.34567]
    const rows = [values.map((value, at) => cell(`s="${at + 1}"`, `<v>${value}</v>`))]
    expect(await rowsOfXlsx(rows, { formats })).toEqual([
      ['2023-03-15', '18:00:00', '36:00:00', '12.3%', '00042', '2023-03', '2023-03-15 06:00', '2.34567'],
    ])
    const from1904 = { formats: ['yyyy-mm-dd'], workbookPr: '<workbookPr date1904="1"/>' }
    expect(await rowsOfXlsx([[cell('s="1"', '<v>43538</v>')]], from1904)).toEqual([['2023-03-15']])
    const before = [cell('s="1"', '<v>1</v>'), cell('s="1"', '<v>61</v>'), cell('s="1"', '<v>-5</v>')]
    expect(await rowsOfXlsx([before], { formats: ['yyyy-mm-dd'] })).toEqual([['1900-01-01', '1900-03-01', '-5']])
  })

  test('errors and formulas without a value are empty and counted', async () => {
    const rows = [
      ['a', 'b'],
      [cell('t="e"', '<v>#N/A</v>'), cell('', '<f>NOW()</f>'), 'x'],
    ]
    const { sheets } = await open('a.xlsx', made(rows))
    expect(sheets[0]?.rows[1]?.cells).toEqual(['', '', 'x'])
    expect(sheets[0]?.notes).toEqual([
      { kind: 'cellErrors', file: 'a.xlsx', count: 1 },
      { kind: 'formulasUnknown', file: 'a.xlsx', count: 1 },
    ])
  })

  test('merged cells: their value stands in each row, of the header in each column', async () => {
    const rows = [
      ['Name', 'Likes', null],
      ['Ana', 'tea', 'x'],
      [null, 'rain', 'y'],
      ['Across', null, null],
    ]
    const after =
      '<mergeCells><mergeCell ref="B1:C1"/><mergeCell ref="A2:A3"/><mergeCell ref="A4:C4"/><mergeCell ref="A1048000:XFD1048576"/></mergeCells>'
    const { sheets, shown } = await open('a.xlsx', made(rows, { after }))
    expect(sheets[0]?.rows.map(({ cells }) => cells)).toEqual([
      ['Name', 'Likes'],
      ['Ana', 'tea', 'x'],
      ['Ana', 'rain', 'y'],
      ['Across'],
    ])
    expect(shown.sheets[0]?.columns.map(({ header }) => header)).toEqual(['Name', 'Likes', 'Likes'])
    expect(sheets[0]?.notes).toMatchObject([{ kind: 'mergedCells', count: 1 }])
  })

  test('all sheets that hold something, hidden ones and hidden rows noted', async () => {
    const rows = [['a'], ['b']]
    const sheets = [
      { name: 'Data & more', rows, hiddenRows: [2] },
      { name: 'Nothing', rows: [] },
      { name: 'Old', rows, state: 'veryHidden' as const },
    ]
    const { shown } = await open('a.xlsx', xlsxFile({ sheets }))
    expect(shown).toMatchObject({
      sheets: [
        { name: 'Data & more', hidden: false, rows: 1, notes: [{ kind: 'hiddenRows', count: 1 }] },
        { name: 'Old', hidden: true },
      ],
      notes: [{ kind: 'hiddenSheets', names: 'Old' }],
    })
  })

  test('without references, with prefixes, in UTF-16: as other programs write', async () => {
    const sheet =
      '<x:worksheet xmlns:x="m"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>é</x:t></x:is></x:c><x:c><x:v>2</x:v></x:c></x:row></x:sheetData></x:worksheet>'
    const utf16 = new Uint8Array(Uint16Array.from(`\ufeff${sheet}`, (unit) => unit.charCodeAt(0)).buffer)
    expect(await rowsOfXlsx([], { entries: { 'xl/worksheets/sheet1.xml': utf16 } })).toEqual([['é', '2']])
  })

  test('hostile: the farthest cell, references that are none, a document type, a bomb, a part that is missing', async () => {
    const sheet = (cells: string) => ({
      'xl/worksheets/sheet1.xml': utf8(`<worksheet><sheetData>${cells}</sheetData></worksheet>`),
    })
    const far =
      '<row r="1"><c r="A1"><v>1</v></c><c r="ZZZZZZZ9999"><v>2</v></c></row><row r="1048576"><c r="XFD1048576"><v>3</v></c><c r="B1048576"><v>4</v></c></row><row r="9e99"><c r="Ä1"><v>5</v></c></row>'
    const { sheets } = await open('a.xlsx', made([], { entries: sheet(far) }))
    expect(sheets[0]?.rows).toEqual([
      { at: 1, cells: ['1'] },
      { at: 1_048_576, cells: ['', '4'] },
      { at: 1_048_577, cells: ['5'] },
    ])
    expect(sheets[0]?.notes).toMatchObject([{ kind: 'cellsBeyond', count: 2 }])
    const broken = async (entries: Record<string, Uint8Array>) => problemOf('a.xlsx', made([['a']], { entries }))
    expect(
      await broken({ 'xl/worksheets/sheet1.xml': utf8('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>') }),
    ).toMatchObject({
      detail: 'it has a document type declaration',
    })
    expect(await broken({ 'xl/worksheets/sheet1.xml': utf8('<a>'.repeat(5000)) })).toMatchObject({
      detail: 'its parts are nested too deeply',
    })
    expect(await broken(sheet('<row><c></row>'))).toMatchObject({ detail: expect.stringContaining('damaged') })
    expect(await broken({ 'xl/_rels/workbook.xml.rels': utf8('<Relationships/>') })).toMatchObject({
      detail: 'it has no rows',
    })
    expect(await problemOf('a.xlsx', zipSync({ 'word/document.xml': utf8('<a/>') }))).toMatchObject({
      detail: 'it is not an Excel workbook',
    })
    expect(await problemOf('a.xlsx', utf8('PK\u0003\u0004 no archive at all'))).toMatchObject({
      kind: 'conversionFailed',
    })
  })

  test('hostile: more cells than are read end it early', () => {
    const row = `<row>${'<c><v>1</v></c>'.repeat(1000)}</row>`
    const sheet = utf8(`<worksheet><sheetData>${row.repeat(500)}</sheetData></worksheet>`)
    let read = 0
    const report = (part: number) => {
      read = part
    }
    const shared = { strings: [], kinds: [], from1904: false, left: 10_000 }
    expect(readSheet(sheet, shared, report)).toBe('it has too many cells')
    expect(read).toBeLessThan(0.2)
  })
})

describe('.ods', () => {
  const cellOf = (attributes: string, text = '') =>
    `<table:table-cell ${attributes}>${text && `<text:p>${text}</text:p>`}</table:table-cell>`
  const row = (cells: string, attributes = '') => `<table:table-row ${attributes}>${cells}</table:table-row>`
  const sheet = (name: string, rows: string, style = '') =>
    `<table:table table:name="${name}" table:style-name="${style}">${rows}</table:table>`
  const value = (type: string, said: string) => `office:value-type="${type}" office:${said}`

  test('cells as people read them: numbers exactly, dates, comments left aside, what comes again and what is merged', async () => {
    const rows = [
      row(['Name', 'Age', 'Born', 'Share', 'No.', 'Sure'].map((name) => cellOf('', name)).join('')),
      row(
        cellOf(
          'table:number-rows-spanned="2"',
          'Ana<text:s text:c="2"/>K.</text:p><office:annotation><text:p>who?</text:p></office:annotation><text:p>x',
        ) +
          cellOf(value('float', 'value="0.30000000000000004"'), '0,3') +
          cellOf(value('date', 'date-value="2001-05-03T00:00:00"'), '3. Mai 01') +
          cellOf(value('percentage', 'value="0.1234"'), '12,3 %') +
          cellOf(value('float', 'value="7"'), '007') +
          cellOf(value('boolean', 'boolean-value="true"'), 'WAHR'),
      ),
      row(
        `<table:covered-table-cell/>${cellOf('table:number-columns-repeated="2"', 'y')}${cellOf('calcext:value-type="error"', '#N/A')}`,
        'table:number-rows-repeated="2"',
      ),
      row(cellOf('table:number-columns-repeated="16384"'), 'table:number-rows-repeated="1048000"'),
      row(cellOf('', 'last'), 'table:visibility="filter"'),
    ]
    const hidden = '<style:style style:name="h"><style:table-properties table:display="false"/></style:style>'
    const { sheets, shown } = await open(
      'a.ods',
      odsFile(sheet('One', rows.join('')) + sheet('Two', rows.join(''), 'h'), hidden),
    )
    expect(sheets[0]?.rows.map(({ at, cells }) => [at, ...cells])).toEqual([
      [1, 'Name', 'Age', 'Born', 'Share', 'No.', 'Sure'],
      [2, 'Ana  K.\nx', '0.3', '2001-05-03', '12,3 %', '007', 'TRUE'],
      [3, 'Ana  K.\nx', 'y', 'y'],
      [4, '', 'y', 'y'],
      [1_048_005, 'last'],
    ])
    expect(sheets[0]?.notes).toMatchObject([
      { kind: 'hiddenRows' },
      { kind: 'cellErrors' },
      { kind: 'mergedCells', count: 1 },
    ])
    expect(shown.notes).toMatchObject([{ kind: 'hiddenSheets', names: 'Two' }])
  })

  test('hostile: a cell and a row that come again without end, and another kind of file', async () => {
    const again = row(cellOf('table:number-columns-repeated="900"', 'x'), 'table:number-rows-repeated="1000000"')
    expect(await problemOf('a.ods', odsFile(sheet('A', again)))).toMatchObject({ detail: 'it has too many cells' })
    expect(await problemOf('a.ods', made([['a']]))).toMatchObject({ detail: 'it is not an OpenDocument spreadsheet' })
  })
})

describe('.xls', () => {
  test('a workbook of the old format, with its dates, errors and hidden sheets', async () => {
    const { utils, write } = await import('@e965/xlsx')
    const book = utils.book_new()
    const sheet = utils.aoa_to_sheet([
      ['Name', 'When?', 'Age'],
      ['Ana', 45_000.5, 0.1 + 0.2],
      [null, true, 'é, ü'],
    ])
    Object.assign(sheet.B2, { z: 'd/m/yy h:mm' })
    sheet.A3 = { t: 'e', v: 42 }
    utils.book_append_sheet(book, sheet, 'One')
    utils.book_append_sheet(book, utils.aoa_to_sheet([['x']]), 'Two')
    book.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 1 }] }
    const bytes = new Uint8Array(write(book, { type: 'array', bookType: 'biff8' }))
    const { sheets, shown } = await open('old.xls', bytes)
    expect(sheets[0]?.rows.map(({ cells }) => cells)).toEqual([
      ['Name', 'When?', 'Age'],
      ['Ana', '2023-03-15 12:00', '0.3'],
      ['', 'TRUE', 'é, ü'],
    ])
    expect(sheets[0]?.notes).toMatchObject([{ kind: 'cellErrors', count: 1 }])
    expect(shown.notes).toMatchObject([{ kind: 'hiddenSheets', names: 'Two' }])
    for (const length of [600, bytes.length >> 1])
      expect(['conversionFailed', undefined]).toContain(
        ((await openTable({ name: 'cut.xls', bytes: bytes.slice(0, length) })) as { problem?: { kind: string } })
          .problem?.kind,
      )
  })
})

describe('its columns', () => {
  test('specification 2 §5: title, questions and properties, several values where a cell has a comma', async () => {
    const text = `Name;Why? ;Town;;Empty;Notes\nAna;x, y;Bonn;z;;${'long words, '.repeat(9)}\nBen;;Ulm, Bonn;;;\n`
    const { shown } = await open('a.csv', utf8(text))
    expect(shown.sheets[0]?.rows).toBe(2)
    expect(
      shown.sheets[0]?.columns.map(({ header, role, multiple, long, filled }) => [
        header,
        role,
        multiple,
        long,
        filled,
      ]),
    ).toEqual([
      ['Name', 'title', false, false, 2],
      ['Why?', 'question', true, false, 1],
      ['Town', 'property', true, false, 2],
      ['', 'none', false, false, 1],
      ['Empty', 'property', false, false, 0],
      ['Notes', 'property', true, true, 1],
    ])
    expect(shown.sheets[0]?.columns[2]?.samples).toEqual(['Bonn', 'Ulm, Bonn'])
  })

  test('long texts that mostly differ are proposed as answers; the same few sentences, and short texts, are not', async () => {
    const words = (n: number) => `${n} I wanted to do some more but after leaving school I lost the interest.`
    const rows = [0, 1, 2, 3].map((n) => `P${n};${words(n)};${words(n % 2)};Town ${n}`)
    const { shown } = await open('a.csv', utf8(`Name;freetext;Agreed;Town\n${rows.join('\n')}\n`))
    expect(shown.sheets[0]?.columns.map(({ role }) => role)).toEqual(['title', 'question', 'property', 'property'])
  })
})

describe('the row that has the names of the columns', () => {
  /** What the columns are called and what is data. */
  async function head(name: string, bytes: Uint8Array, headerRow?: number) {
    const found = headedSheet(await open(name, bytes), 0, headerRow)
    const { columns = [], notes = [] } = found?.shown ?? {}
    return {
      names: columns.map(({ header }) => header),
      titles: columns.findIndex(({ role }) => role === 'title'),
      data: found?.rows.map(({ cells }) => cells[0]),
      notes: notes.filter(({ kind }) => kind === 'headFound'),
    }
  }
  const csv = (rows: readonly (readonly string[])[], sign = ',') =>
    utf8(rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(sign)).join('\r\n'))
  const codes = ['StartDate', 'EndDate', 'Progress', 'ResponseId', 'Q1', 'Q2', 'Q3']
  const asked = [
    'Start Date',
    'End Date',
    'Progress',
    'Response ID',
    'Why do you\ngarden?',
    'Please say more',
    'Please say more',
  ]
  const ids = codes.map((code) => `{"ImportId":"${code}","timeZone":"Europe/Berlin"}`)
  const people = ['R_1', 'R_2', 'R_3'].map((id) => ['2026-03-01 10:00:00', '2026-03-01', '100', id, 'Quiet', 'x', ''])
  const names = [
    ...['Start Date', 'End Date', 'Progress', 'Response ID', 'Why do you\ngarden?'],
    ...['Please say more (Q2)', 'Please say more (Q3)'],
  ]

  test('codes, questions and import ids of a survey service are a head: every respondent is data, called by the id of the answer', async () => {
    const survey = { names, titles: 3, data: people.map(([start]) => start) }
    for (const sign of [',', '\t', ';'])
      expect(await head('a.csv', csv([codes, asked, ids, ...people], sign))).toMatchObject(survey)
    expect((await head('a.csv', csv([codes, asked, ids, ...people]))).notes).toMatchObject([{ rows: '2', count: 2 }])
    expect(await head('a.xlsx', made([codes, asked, ids, ...people]))).toMatchObject(survey)
    // Its workbooks have no import ids; and those of one that was cut may have no questions.
    expect(await head('a.xlsx', made([codes, asked, ...people]))).toMatchObject(survey)
    expect(await head('a.csv', csv([codes, ids, ...people]))).toMatchObject({
      names: codes,
      titles: 3,
      data: survey.data,
    })
    expect(await head('a.csv', csv([codes, ...people]))).toMatchObject({ names: codes, data: survey.data })
  })

  test('the person chooses another: the first, though import ids are never data', async () => {
    const file = csv([codes, asked, ids, ...people])
    expect(await head('a.csv', file, 1)).toMatchObject({ names: codes, data: { length: 3 } })
    expect(
      await head(
        'a.csv',
        csv([
          ['a', 'b'],
          ['c', 'd'],
          ['e', 'f'],
        ]),
        2,
      ),
    ).toMatchObject({
      names: ['c', 'd'],
      data: ['e'],
      notes: [{ rows: '2', count: 1 }],
    })
  })

  test('a title above is passed over, merged or not, with what stands about it', async () => {
    const table = [
      ['Name', 'Why?', 'Town'],
      ['Ana', 'tea', 'Bonn'],
      ['Ben', 'rain', ''],
    ]
    const found = { names: ['Name', 'Why?', 'Town'], titles: 0, data: ['Ana', 'Ben'] }
    const above = (...rows: (string | null)[][]) => head('a.xlsx', made([...rows, ...table]))
    expect(await above(['The garden, spring'])).toMatchObject({ ...found, notes: [{ rows: '2', count: 1 }] })
    expect(await above(['The garden'], ['Exported on 3 April'], [])).toMatchObject({
      ...found,
      notes: [{ rows: '4', count: 2 }],
    })
    const merged = '<mergeCells><mergeCell ref="A1:C2"/></mergeCells>'
    expect(await head('a.xlsx', made([['The garden'], [], ...table], { after: merged }))).toMatchObject(found)
    for (const sign of [',', ';', '\t']) {
      const text = (title: string) => utf8(`${title}\n${table.map((cells) => cells.join(sign)).join('\n')}`)
      expect(await head('a.csv', text('The garden'))).toMatchObject(found)
      expect(await head('a.csv', text(`The garden${sign}${sign}`))).toMatchObject(found)
    }
    expect(await head('a.csv', utf8('The garden\n\nName,Town\nAna,Bonn'))).toMatchObject({
      names: ['Name', 'Town'],
      data: ['Ana'],
    })
  })

  test('where it is not clear the first row stays: columns without names, answers that are values, lists', async () => {
    const first = async (text: string) => (await head('a.csv', utf8(text))).names[0]
    expect(await first('Name\nAna,3,4\nBen,5,6\n')).toBe('Name')
    expect(await first('Name,\nAna,tea\nBen,rain\n')).toBe('Name')
    expect(await first('Name\n\nAna\nBen\n')).toBe('Name')
    expect(await first('Name,,Town\nAna,x,Bonn\nBen,y,Ulm\n')).toBe('Name')
    expect(await first('Name,Likes,\n,tea,rain\n,x,y\nBen,y,z\n')).toBe('Name')
  })

  test('groups over columns, merged or with gaps, and the columns of each are one name', async () => {
    const rows = [
      ['Respondent', 'Which do you use?', null, 'Why?', 'Town'],
      [null, 'Spade', 'Rake', 'Open-Ended Response', 'Response'],
      ['1', 'x', '', 'Because', 'Bonn'],
      ['2', '', 'x', 'So', 'Ulm'],
    ]
    const found = {
      names: ['Respondent', 'Which do you use? – Spade', 'Which do you use? – Rake', 'Why?', 'Town'],
      data: ['1', '2'],
      notes: [{ rows: '1 + 2', count: 0 }],
    }
    expect(await head('a.csv', csv(rows.map((cells) => cells.map((cell) => cell ?? ''))))).toMatchObject(found)
    const after = '<mergeCells><mergeCell ref="A1:A2"/><mergeCell ref="B1:C1"/></mergeCells>'
    expect(await head('a.xlsx', made(rows, { after }))).toMatchObject(found)
  })

  test('merged cells of the old format are filled too', async () => {
    const { utils, write } = await import('@e965/xlsx')
    const book = utils.book_new()
    const sheet = utils.aoa_to_sheet([
      ['Name', 'Town'],
      ['Ana', 'Bonn'],
      [null, 'Ulm'],
    ])
    sheet['!merges'] = [{ s: { r: 1, c: 0 }, e: { r: 2, c: 0 } }]
    utils.book_append_sheet(book, sheet, 'One')
    const bytes = new Uint8Array(write(book, { type: 'array', bookType: 'biff8' }))
    expect((await head('a.xls', bytes)).data).toEqual(['Ana', 'Ana'])
  })
})
