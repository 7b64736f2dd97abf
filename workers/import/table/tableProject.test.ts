import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ProjectRows } from '../../../src/model/projectRows.ts'
import { isCanonicalHtml, isCanonicalText } from '../../../src/model/text/richText.ts'
import type { ColumnRole } from '../imported.ts'
import { columnName } from './columnName.ts'
import { openTable } from './openTable.ts'
import { tableProject } from './tableProject.ts'
import { valuesOf } from './valuesOf.ts'

async function projectOf(text: string, roles?: ColumnRole[]) {
  const table = await openTable({ name: 'a.csv', bytes: new TextEncoder().encode(text) })
  if ('problem' in table) throw new Error(JSON.stringify(table.problem))
  const guessed = table.ok.shown.sheets[0]?.columns.map(({ role }) => role) ?? []
  const made = await tableProject(table.ok, { sheet: 0, roles: roles ?? guessed })
  if ('problem' in made) throw new Error(JSON.stringify(made.problem))
  return { ...made.ok, rows: JSON.parse(await made.ok.rows.text()) as ProjectRows }
}

/** Who has which values of which property. */
function valuesIn({
  sources = [],
  source_metadatas = [],
  source_metadata_keys = [],
  source_metadata_values = [],
}: ProjectRows) {
  const of = <T extends { id: number }>(rows: readonly T[], id: number) => rows.find((row) => row.id === id) as T
  return source_metadatas.map(
    ({ sourceId, keyId, valueId }) =>
      `${of(sources, sourceId).title} ${of(source_metadata_keys, keyId).key} ${of(source_metadata_values, valueId).value}`,
  )
}

describe('a table', () => {
  const survey = 'Name;Why?;Town;And then?\nAna;Because\nso.;Bonn, Ulm;\nBen;;bonn;Nothing'

  test('gives a source a row, an answer a question, and its values, whatever their case', async () => {
    const { rows, counts } = await projectOf(survey.replace('Because\nso.', '"Because\nso."'))
    expect(counts).toMatchObject({ sources: 2, questions: 2, properties: 1, quirks: 0 })
    expect(rows.questions?.map(({ question }) => question)).toEqual(['Why?', 'And then?'])
    expect(rows.question_answers?.map(({ sourceId, questionId, answer }) => [sourceId, questionId, answer])).toEqual([
      [1, 1, '<p>Because</p><p>so.</p>'],
      [1, 2, ''],
      [2, 1, ''],
      [2, 2, '<p>Nothing</p>'],
    ])
    expect(valuesIn(rows)).toEqual(['Ana Town Bonn', 'Ana Town Ulm', 'Ben Town Bonn'])
    expect(rows.source_metadata_keys).toMatchObject([{ key: 'Town', multipleChoice: 1 }])
    expect(new Set(rows.sources?.map(({ author }) => author))).toEqual(new Set(['']))
  })

  test('without a question there are no answers; rows without a title are called by their number', async () => {
    const { rows, notes } = await projectOf('Name,Age\nAna,3\n\n,4\n')
    expect(rows.question_answers).toBeUndefined()
    expect(rows.sources?.map(({ title }) => title)).toEqual(['Ana', 'Row 4'])
    expect(notes).toEqual([{ kind: 'rowsUntitled', file: 'a.csv', count: 1 }])
    expect((await projectOf('a,b\n1,2', ['property', 'question'])).rows.sources?.[0]?.title).toBe('Row 2')
  })

  test('a row that holds nothing but its title is no source, and is told; a list of titles alone is one of sources', async () => {
    const { rows, counts, notes } = await projectOf('Name,Why?,Age\nAna,,\nBen,,4\nCleo, ,\nDan,Because,')
    expect(rows.sources?.map(({ title }) => title)).toEqual(['Ben', 'Dan'])
    expect(counts.sources).toBe(2)
    expect(notes).toEqual([{ kind: 'rowsEmpty', file: 'a.csv', count: 2, titles: 'Ana, Cleo' }])
    const titlesAlone = await projectOf('Name,Why?\nAna,\nBen, ')
    expect([titlesAlone.rows.sources, titlesAlone.counts.sources]).toEqual([undefined, 0])
    expect((await projectOf('Name\nAna\nBen', ['title'])).counts.sources).toBe(2)
  })

  test('columns of one name: properties are one with the values of both, questions two; one without a name is called by its letter', async () => {
    const { rows, counts } = await projectOf('N,Likes,likes ,Why?,Why?,\na,tea,rain,1,2,x', [
      'title',
      'property',
      'property',
      'question',
      'question',
      'property',
    ])
    expect(valuesIn(rows)).toEqual(['a Likes tea', 'a Likes rain', 'a Column F x'])
    expect(rows.source_metadata_keys?.map(({ multipleChoice }) => multipleChoice)).toEqual([1, 0])
    expect(rows.questions?.map(({ question }) => question)).toEqual(['Why?', 'Why? (2)'])
    expect(counts).toMatchObject({ questions: 2, properties: 2 })
  })

  test('very long titles are cut, control characters never come through', async () => {
    const { rows, notes } = await projectOf(`N,Why?,P\n"${'😀'.repeat(1500)}","a\u0001b",c\u0007d`)
    expect(notes).toEqual([{ kind: 'titlesCut', file: 'a.csv', count: 1 }])
    const texts = [rows.sources?.[0]?.title ?? '', rows.source_metadata_values?.[0]?.value ?? '']
    expect(texts.every((text) => isCanonicalText(text) && text.length <= 2000)).toBe(true)
    expect(rows.question_answers?.every(({ answer }) => isCanonicalHtml(answer))).toBe(true)
  })
})

test('any table: ids are unique and name rows, every text is canonical, values are those of the cells', async () => {
  const word = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 6 }),
    fc.constantFrom('a, b', ' , ', '?', 'Why?', '"', '\r\n'),
  )
  const table = fc.array(fc.array(word, { minLength: 3, maxLength: 3 }), { minLength: 2, maxLength: 5 })
  const role = fc.constantFrom<ColumnRole>('question', 'property', 'none')
  await fc.assert(
    fc.asyncProperty(table, role, role, async (cells, second, third) => {
      const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
      const text = [['T', 'A', 'B'], ...cells].map((row) => row.map(quoted).join(',')).join('\n')
      const { rows, counts, notes } = await projectOf(text, ['title', second, third])
      for (const table of [rows.sources, rows.question_answers, rows.source_metadatas, rows.source_metadata_values]) {
        const ids = (table ?? []).map(({ id }) => id)
        expect(new Set(ids).size).toBe(ids.length)
      }
      expect(rows.question_answers?.every(({ answer }) => isCanonicalHtml(answer)) ?? true).toBe(true)
      const sources = rows.sources ?? []
      expect(sources.every(({ title }) => title !== '' && isCanonicalText(title))).toBe(true)
      expect(sources).toHaveLength(counts.sources)
      // All rows may hold nothing but a title: then there is no source at all, and that is told.
      if (sources.length === 0) expect(notes).toMatchObject([{ kind: 'rowsEmpty' }])
      for (const { value } of rows.source_metadata_values ?? [])
        expect([value.includes(','), value.trim() === value, value === '', isCanonicalText(value)]).toEqual([
          false,
          true,
          false,
          true,
        ])
      valuesIn(rows)
    }),
    { numRuns: 60 },
  )
})

test('2 §5: values are split on commas, trimmed, empties skipped', () => {
  expect(valuesOf(' a, b b ,,\t, c\n')).toEqual(['a', 'b b', 'c'])
  const value = fc.string({ minLength: 1 }).filter((text) => !text.includes(',') && text.trim() === text)
  const blank = fc.constantFrom('', ' ', '\t ', '\u00a0')
  fc.assert(
    fc.property(fc.array(fc.tuple(blank, fc.option(value, { nil: '' }), blank)), (parts) => {
      const cell = parts.map(([before, text, after]) => before + text + after).join(',')
      expect(valuesOf(cell)).toEqual(parts.map(([, text]) => text).filter((text) => text !== ''))
    }),
  )
})

test('columns have letters', () => {
  expect([0, 25, 26, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA'])
})
