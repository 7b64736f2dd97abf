import { describe, expect, test } from 'vitest'
import { type DrawnProject, draw } from '../../../fixtures/project.ts'
import { exported } from '../../../fixtures/testing/exported.ts'
import type { ProjectRows } from '../../../src/model/projectRows.ts'
import { fromPlain, parseHtml, toHtml } from '../../../src/model/text/richText.ts'
import { openTable } from '../../import/table/openTable.ts'
import { tableProject } from '../../import/table/tableProject.ts'
import { writeXlsx } from './writeXlsx.ts'

async function readAgain(drawn: string | DrawnProject) {
  const opened = await openTable({ name: 'study.xlsx', bytes: await exported(drawn, writeXlsx, {}) })
  if ('problem' in opened) throw new Error(JSON.stringify(opened.problem))
  const columns = opened.ok.shown.sheets[0]?.columns ?? []
  const made = await tableProject(opened.ok, { sheet: 0, roles: columns.map(({ role }) => role) })
  if ('problem' in made) throw new Error(JSON.stringify(made.problem))
  const rows = JSON.parse(await made.ok.rows.text()) as ProjectRows
  const texts = (rows.sources ?? []).map(({ id, title }) => [
    title,
    ...(rows.question_answers ?? []).flatMap((row) => (row.sourceId === id ? [parseHtml(row.answer).text] : [])),
  ])
  return { ...made.ok, columns, rows, texts }
}

describe('a workbook of Thicket', () => {
  test('is read as what it is: sources with their answers and properties; what is not read is told', async () => {
    const drawn = draw(
      'quirk Trust\nsource Anna |  I [trusted]Trust him.\n | Until [then]"memo".\nsource Ben\nsource Cleo | No, never.',
    )
    drawn.source_metadata_keys.push({ id: 1, key: 'title', multipleChoice: 0, sortValuesAlphabetically: 0 })
    drawn.source_metadata_values.push({ id: 1, keyId: 1, value: '33' })
    drawn.source_metadatas.push({ id: 1, keyId: 1, valueId: 1, sourceId: 1, author: 'me', timestamp: 0 })
    const { columns, texts, rows, notes, counts } = await readAgain(drawn)
    expect(columns.map(({ role }) => role)).toEqual(['none', 'title', 'none', 'none', 'property', 'question'])
    expect(texts).toEqual(
      drawn.sources.map(({ id, title }) => [
        title,
        parseHtml(drawn.question_answers.find(({ sourceId }) => sourceId === id)?.answer ?? '').text,
      ]),
    )
    expect(rows.questions?.map(({ question }) => question)).toEqual([''])
    expect(rows.source_metadata_values).toMatchObject([{ value: '33' }])
    expect(counts).toMatchObject({ sources: 3, questions: 1, properties: 1 })
    expect(notes).toEqual([
      { kind: 'ownWorkbook', file: 'study.xlsx', count: 3, names: 'quotes (1), quirks (1), memos (1)' },
    ])
  })

  test('has the questions by their words, whatever else the head says', async () => {
    const { rows, texts } = await readAgain(`
question 2 Why: a · questionID 7?
question 3 Tell me more
source Anna | Because.
answer Anna 2 | Nothing.
answer Anna 3 | More, and more.
`)
    expect(rows.questions?.map(({ question }) => question)).toEqual(['', 'Why: a · questionID 7?', 'Tell me more'])
    expect(texts).toEqual([['Anna', 'Because.', 'Nothing.', 'More, and more.']])
  })

  test('answers longer than a cell come whole, and a question that ends like a further column stays one', async () => {
    const long = `${'x'.repeat(32_766)}😀${'y'.repeat(100)}\n${'z'.repeat(40_000)}`
    const drawn = draw('question 2 Why?\nquestion 3 Why? (2)\nsource Anna | a\nanswer Anna 2 | b\nanswer Anna 3 | c')
    for (const row of drawn.question_answers) if (row.questionId === 2) row.answer = toHtml(fromPlain(long))
    const { columns, texts, counts } = await readAgain(drawn)
    expect(
      texts.map(([title, a, b = '', c]) => [title, a, b.replaceAll('\n', ' ') === long.replaceAll('\n', ' '), c]),
    ).toEqual([['Anna', 'a', true, 'c']])
    expect([columns.length, counts.questions]).toEqual([7, 3])
  })
})
