// Word and Excel refuse what other readers take: all that is written for them, of a project as hard as they come, is looked at by their rules.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { type DrawnProject, draw, drawnTime } from '../../fixtures/project.ts'
import { exported } from '../../fixtures/testing/exported.ts'
import { parseHtml, toHtml } from '../../src/model/text/richText.ts'
import { writeDocx } from './docx/writeDocx.ts'
import { writeDocxEach } from './docx/writeDocxEach.ts'
import { officeFaults } from './testing/officeFaults.ts'
import { writeXlsx } from './xlsx/writeXlsx.ts'

const words = { untitledSource: 'No title', untitledQuirk: 'No name', unnamedQuestion: 'Question {n}' }
const png = `data:image/png;base64,${readFileSync(join(import.meta.dirname, '../../src/icon.svg')).toString('base64')}`
const gif = `data:image/gif;base64,${Buffer.from('GIF89a\u0001\0\u0001\0\0\0\0').toString('base64')}`
const emoji = '👩🏽‍🚀😀'
const arabic = 'مرحبا ١٢٣'
/** As files of other programs bring it: rows are not always canonical. */
const hostile = `${emoji} <b>&"'${arabic}\t\u0000\u0007\u000b\u000c\u001f\u0085\ufffe\ud800 _x0041_ =1+1\r\n]]>`

function hard(): DrawnProject {
  const drawn = draw(`
quirk A
quirk B < A
quirk C < B
group G: A, B
question 1 Why?
question 2
source One | x
source Two | y
answer One 2 | z
source Three |
`)
  const text = `${emoji} ${arabic}\ttab [&<>] ${'many words here '.repeat(100)}`
  const html = `<p>${emoji} <b>bold <i>both <em>and</em></i></b> <mark><u>m</u></mark>&#9;${arabic}<br><br></p><p></p><ul><li>1<ul><li>2<ul><li>3<ul><li>4<ul><li>5<ul><li>6</li></ul></li></ul></li></ul></li></ul></li></ul></li></ul><p><img src="${png}" alt="a &quot;view&quot; ${arabic}"><img src="${gif}"><img src="${png}"></p>`
  const [first, second] = drawn.question_answers
  if (first) first.answer = toHtml(parseHtml(`<p>${text.replaceAll('<', '&lt;')}</p>${html}`))
  if (second) second.answer = toHtml(parseHtml(`<p>${'ab'.repeat(40_000)}</p>`))
  for (const row of [...drawn.sources, ...drawn.quirks]) row.title += hostile
  for (const question of drawn.questions) question.question &&= question.question + hostile
  for (const quirk of drawn.quirks) quirk.description = hostile
  const place = { sourceId: 1, questionId: 1 }
  for (let id = 1; id <= 500; id++) {
    const author = [`Ana ${emoji}`, hostile, 'x'.repeat(300), ''][id % 4] ?? ''
    const timestamp = [drawnTime, 0, -1, 9e15][id % 4] ?? 0
    const made = { author, timestamp, start: id, length: 700 - id }
    drawn.highlights.push({ id, ...place, quirkId: 1 + (id % 3), ...made })
    if (id % 5 === 0) drawn.memos.push({ id, ...place, content: `${hostile}\n\n${id}`, ...made, length: id % 2 })
  }
  drawn.chat_messages.push({ id: 1, author: 'Ana', message: 'y'.repeat(70_000), timestamp: drawnTime })
  drawn.source_metadata_keys.push({ id: 1, key: hostile, multipleChoice: 1, sortValuesAlphabetically: 0 })
  drawn.source_metadata_values.push({ id: 1, keyId: 1, value: `=HYPERLINK("x")${hostile}` })
  drawn.source_metadatas.push({ id: 1, keyId: 1, valueId: 1, sourceId: 1, author: '', timestamp: drawnTime })
  return drawn
}

describe('of the hardest project', () => {
  test('the Word document of all sources', async () => {
    expect(officeFaults(await exported(hard(), writeDocx, words))).toEqual([])
  })

  test('the document of each source', async () => {
    const files = unzipSync(await exported(hard(), writeDocxEach, words))
    expect(Object.values(files).map(officeFaults)).toEqual([[], [], []])
  })

  test('the workbook', async () => {
    expect(officeFaults(await exported(hard(), writeXlsx, {}))).toEqual([])
  })
})

test('of an empty project too', async () => {
  expect(officeFaults(await exported('', writeDocx, words))).toEqual([])
  expect(officeFaults(await exported('', writeXlsx, {}))).toEqual([])
})

test('what they would refuse is found', async () => {
  const files = unzipSync(await exported('quirk Q\nsource A | [x]Q', writeDocx, words))
  const broken = (name: string, change: (xml: string) => string) =>
    officeFaults(zipSync({ ...files, [name]: strToU8(change(strFromU8(files[name] ?? new Uint8Array()))) }))
  const document = 'word/document.xml'
  expect(broken(document, (xml) => xml.replace(/<w:commentRangeEnd[^>]*>/, ''))).not.toEqual([])
  expect(broken(document, (xml) => xml.replace(/(<w:pStyle[^>]*>)(<w:spacing[^>]*>)/, '$2$1'))).not.toEqual([])
  expect(broken('word/comments.xml', (xml) => xml.replace('w:id="0"', 'w:id="7"'))).not.toEqual([])
  expect(broken('word/_rels/document.xml.rels', (xml) => xml.replace('styles.xml', 'style.xml'))).not.toEqual([])
  expect(broken('[Content_Types].xml', (xml) => xml.replace('/word/styles', '/word/style'))).not.toEqual([])
  expect(broken('word/media/a.bmp', () => 'x')).not.toEqual([])
})
