import { read, utils } from '@e965/xlsx'
import { strFromU8, unzipSync } from 'fflate'
import readExcelFile from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import { type DrawnProject, draw, drawnTime } from '../../../fixtures/project.ts'
import { exported } from '../../../fixtures/testing/exported.ts'
import { fromPlain, toHtml } from '../../../src/model/text/richText.ts'
import { zipFile } from '../zip/zipFile.ts'
import { workbook } from './workbook.ts'
import { writeXlsx } from './writeXlsx.ts'

/** Opened by two readers that know nothing of each other. */
async function sheets(drawn: string | DrawnProject): Promise<Record<string, unknown[][]>> {
  const file = await exported(drawn, writeXlsx, {})
  const book = read(file)
  const theirs = Object.fromEntries(
    book.SheetNames.map((name) => {
      const sheet = book.Sheets[name]
      return [name, sheet ? utils.sheet_to_json<unknown[]>(sheet, { header: 1, defval: null, raw: true }) : []]
    }),
  )
  const others = await readExcelFile(file, { trim: false })
  expect(Object.fromEntries(others.map(({ sheet, data }) => [sheet, data]))).toEqual(theirs)
  return theirs
}

const time = '01/01/2026, 00:00:00'

const study = () => {
  const drawn = draw(`
quirk Trust
quirk Doubt < Trust
group Feelings: Trust, Doubt
group Later: Doubt
source Anna | I [trusted 👩‍👩‍👧 [him]Doubt@Ben]Trust until
            | the [letter]"of his"@Ben came.
source Ben | No.
`)
  drawn.source_metadata_keys.push(
    { id: 1, key: 'Age', multipleChoice: 0, sortValuesAlphabetically: 0 },
    { id: 2, key: 'Languages', multipleChoice: 1, sortValuesAlphabetically: 0 },
  )
  for (const [at, value] of ['33', 'de', 'fr'].entries())
    drawn.source_metadata_values.push({ id: at + 1, keyId: at === 0 ? 1 : 2, value })
  for (const valueId of [1, 2, 3])
    drawn.source_metadatas.push({
      id: valueId,
      keyId: valueId === 1 ? 1 : 2,
      valueId,
      sourceId: 1,
      author: 'me',
      timestamp: drawnTime,
    })
  drawn.chat_messages.push(
    { id: 2, message: '=1+1', author: 'Ben', timestamp: drawnTime + 1000 },
    { id: 1, message: 'Hello', author: 'me', timestamp: drawnTime },
  )
  return drawn
}

describe('a workbook', () => {
  test('has the five sheets of the specification with its columns, and what belongs into them', async () => {
    const [trust, doubt] = study().quirks
    expect(await sheets(study())).toEqual({
      sources: [
        ['sourceID', 'title', 'author', 'timestamp', 'Age', 'Languages', 'answer'],
        [1, 'Anna', 'me', time, 33, 'de, fr', 'I trusted 👩‍👩‍👧 him until\nthe letter came.'],
        [2, 'Ben', 'me', time, null, null, 'No.'],
      ],
      quotes: [
        [
          ...['highlightID', 'color', 'start', 'length', 'end', 'author', 'quirkID', 'quirkTitle'],
          ...['sourceID', 'sourceTitle', 'questionID', 'Age', 'Languages', 'quote'],
          ...['timestamp', 'paragraph', 'parentQuirkID', 'parentQuirkTitle'],
        ],
        [
          ...[2, trust?.color, 2, 20, 22, 'me', 1, 'Trust', 1, 'Anna', 1, 33, 'de, fr', 'trusted 👩‍👩‍👧 him'],
          ...[time, 1, null, null],
        ],
        [
          ...[1, doubt?.color, 19, 3, 22, 'Ben', 2, 'Doubt', 1, 'Anna', 1, 33, 'de, fr', 'him'],
          ...[time, 1, 1, 'Trust'],
        ],
      ],
      quirks: [
        [
          ...['quirkID', 'parentQuirkID', 'color', 'title', 'description', 'timestamp', 'author', 'groups', 'x', 'y'],
          ...['quotes', 'Anna', 'Ben'],
        ],
        [1, null, trust?.color, 'Trust', null, time, 'me', 'Feelings', 100, 100, 1, 1, 0],
        [2, 1, doubt?.color, 'Doubt', null, time, 'me', 'Feelings, Later', 200, 100, 1, 1, 0],
      ],
      memos: [
        ['memoID', 'author', 'sourceID', 'sourceTitle', 'questionID', 'memo', 'Age', 'Languages', 'quote', 'timestamp'],
        [1, 'Ben', 1, 'Anna', 1, 'of his', 33, 'de, fr', 'letter', time],
      ],
      chat: [
        ['author', 'message', 'timestamp'],
        ['me', 'Hello', time],
        ['Ben', '=1+1', '01/01/2026, 00:00:01'],
      ],
    })
  })

  test('says in which paragraph a quote begins: the one that a reference to it names', async () => {
    const { quotes } = await sheets('quirk Q\nsource Anna | One [two\n |\n | three]Q four\n | [five]Q')
    expect(quotes?.map((row) => row.slice(11, 14))).toEqual([
      ['quote', 'timestamp', 'paragraph'],
      ['two\n\nthree', time, 1],
      ['five', time, 3],
    ])
  })

  test('of several questions has a column for the answers to each', async () => {
    const { sources } = await sheets(`
question 1 Why?
question 2 And then?
source Anna | Because.
answer Anna 2 | Nothing.
source Ben
answer Ben 2 | Silence.
`)
    expect(sources?.map((row) => row.slice(4))).toEqual([
      ['answer: Why? · questionID 1', 'answer: And then? · questionID 2'],
      ['Because.', 'Nothing.'],
      [null, 'Silence.'],
    ])
  })

  test('a question without words has none in its head', async () => {
    const { sources } = await sheets('question 2 Why?\nsource Anna | Because.\nanswer Anna 2 | Nothing.')
    expect(sources?.[0]?.slice(4)).toEqual(['answer: questionID 1', 'answer: Why? · questionID 2'])
  })

  test('a property is a number where all that sources have of it is one; a name of digits stays a text', async () => {
    const drawn = draw('source Anna | a\nsource Ben | b\nsource Cleo | c')
    const given = {
      Age: ['33', '-4.5', ''],
      Room: ['007', '12', ''],
      Score: ['7', '', 'many'],
      Years: ['2024', '2025', '2026'],
    }
    let id = 0
    for (const [at, [key, values]] of Object.entries(given).entries()) {
      drawn.source_metadata_keys.push({ id: at + 1, key, multipleChoice: 0, sortValuesAlphabetically: 0 })
      for (const [number, value] of values.entries()) {
        if (value === '') continue
        id += 1
        const row = { keyId: at + 1, author: 'me', timestamp: drawnTime }
        drawn.source_metadata_values.push({ id, keyId: at + 1, value })
        drawn.source_metadatas.push({ id, valueId: id, sourceId: number + 1, ...row })
        // Ben has two years.
        if (value === '2025') drawn.source_metadatas.push({ id: 99, valueId: id - 1, sourceId: 2, ...row })
      }
    }
    const { sources } = await sheets(drawn)
    expect(sources?.map((row) => row.slice(4, 8))).toEqual([
      ['Age', 'Room', 'Score', 'Years'],
      [33, '007', '7', '2024'],
      [-4.5, '12', null, '2025, 2024'],
      [null, null, 'many', '2026'],
    ])
  })

  test('ids are of one type in all sheets: texts where one of them has sixteen digits', async () => {
    const drawn = draw('quirk Trust\nquirk Doubt < Trust\nsource Anna | [a]Trust [b]"memo"')
    const long = 9_007_199_254_740_000
    for (const highlight of drawn.highlights) highlight.id = long
    const { sources, quotes, quirks, memos } = await sheets(drawn)
    const ids = [sources?.[1]?.[0], quotes?.[1]?.[0], quotes?.[1]?.[6], quotes?.[1]?.[8], quotes?.[1]?.[10]]
    expect(ids).toEqual(['1', String(long), '1', '1', '1'])
    expect([quirks?.[2]?.[0], quirks?.[2]?.[1]]).toEqual(['2', '1'])
    expect([memos?.[1]?.[0], memos?.[1]?.[2], memos?.[1]?.[4]]).toEqual(['1', '1', '1'])
  })

  test('what is longer than a cell goes on in columns that are named, and no character is cut', async () => {
    const long = `${'x'.repeat(32_766)}😀${'y'.repeat(32_765)}😀end`
    const drawn = draw('source Anna | [a]"memo"\nsource Ben | short')
    const [first] = drawn.question_answers
    if (first) first.answer = toHtml(fromPlain(long))
    for (const memo of drawn.memos) Object.assign(memo, { content: 'm'.repeat(40_000), start: 0, length: long.length })
    const { sources, memos } = await sheets(drawn)
    expect(sources?.[0]?.slice(4)).toEqual(['answer', 'answer (2)', 'answer (3)'])
    expect(sources?.[1]?.slice(4).join('')).toBe(long)
    expect(sources?.[2]?.slice(4)).toEqual(['short', null, null])
    expect(memos?.[0]?.slice(5)).toEqual(['memo', 'quote', 'timestamp', 'memo (2)', 'quote (2)', 'quote (3)'])
    const [, memo = []] = memos ?? []
    expect([memo[5], memo[8]].join('')).toBe('m'.repeat(40_000))
    expect([memo[6], memo[9], memo[10]].join('')).toBe(long)
  })

  test('keeps what is no formula, no reference and no XML, and ids of sixteen digits', async () => {
    const drawn = draw('quirk Q\nsource A | [x]Q')
    const odd = ['=HYPERLINK("http://x")', '_x0041_', ' <a & b> \t', 'bell \u0007 \ufffe \ud800']
    for (const [at, title] of odd.entries())
      drawn.sources.push({ id: 9_007_199_254_740_000 + at, title, icon: '', author: '-1+1', timestamp: 9e15 })
    const { sources } = await sheets(drawn)
    expect(sources?.slice(2).map(([id, title, author, at]) => [id, title, author, at])).toEqual([
      ['9007199254740000', odd[0], '-1+1', null],
      ['9007199254740001', odd[1], '-1+1', null],
      ['9007199254740002', odd[2], '-1+1', null],
      ['9007199254740003', 'bell \ufffd \ufffd \ufffd', '-1+1', null],
    ])
  })

  test('has a head that is bold and stays, and no formula anywhere', async () => {
    const files = unzipSync(await exported(study(), writeXlsx, {}))
    for (let n = 1; n <= 5; n++) {
      const xml = strFromU8(files[`xl/worksheets/sheet${n}.xml`] ?? new Uint8Array())
      expect(xml).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>')
      expect(xml).toMatch(/<row r="1"><c r="A1" t="inlineStr" s="1">/)
      expect(xml).not.toContain('<f')
    }
  })

  test('an empty project is one too', async () => {
    const { sources, quotes, chat } = await sheets('')
    expect([sources?.length, quotes?.length, chat?.length]).toEqual([1, 1, 1])
  })
})

test('what is more than a sheet holds follows in others, each with its heads', async () => {
  const zip = zipFile()
  const book = workbook(zip, 3)
  const rows = book.sheet('quotes', [{ title: 'n', width: 8 }])
  book.sheet('chat', [{ title: 'message', width: 8 }])
  for (let n = 1; n <= 5; n++) rows.write([n])
  book.end()
  zip.end()
  const sheets = await readExcelFile(Buffer.concat(zip.take()))
  expect(sheets.map(({ sheet, data }) => [sheet, ...data.flat()])).toEqual([
    ['quotes', 'n', 1, 2],
    ['quotes 2', 'n', 3, 4],
    ['quotes 3', 'n', 5],
    ['chat', 'message'],
  ])
})
