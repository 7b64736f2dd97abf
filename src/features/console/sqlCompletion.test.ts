import { CompletionContext, type CompletionSource } from '@codemirror/autocomplete'
import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { columnsFor, sqlLanguage } from './sqlCompletion.ts'

const meaning = (key: string) => key
const names = (sql: string) => columnsFor(sql, meaning).map(({ label }) => label)

test('the columns that are offered are those of the tables that the statement names, or of all; each once, with what it means', () => {
  expect(names('SELECT FROM question_answers')).toEqual([
    'id',
    'sourceId',
    'questionId',
    'answer',
    'author',
    'timestamp',
  ])
  expect(names('SELECT ')).toEqual(expect.arrayContaining(['sourceId', 'parentQuirkId', 'text']))
  expect(new Set(names('')).size).toBe(names('').length)
  const [title] = columnsFor('FROM sources', meaning).filter(({ label }) => label === 'title')
  expect(title).toMatchObject({ detail: 'TEXT', info: 'console.column.title' })
})

/** All that is offered at the end of a statement. */
async function offered(sql: string): Promise<string[]> {
  const state = EditorState.create({ doc: sql, extensions: sqlLanguage(meaning) })
  const context = new CompletionContext(state, sql.length, false)
  const sources = state.languageDataAt<CompletionSource>('autocomplete', sql.length)
  const found = await Promise.all(sources.map((source) => source(context)))
  return found.flatMap((result) => result?.options.map(({ label }) => label) ?? [])
}

test('tables are offered too, alone behind FROM and JOIN; behind a table and a point its columns alone', async () => {
  expect(await offered('SELECT t')).toEqual(expect.arrayContaining(['quirks', 'title', 'SELECT']))
  expect(await offered('SELECT title FROM qu')).toContain('quirks')
  expect(await offered('SELECT title FROM quirks LEFT JOIN h')).not.toContain('title')
  expect(await offered('SELECT memos.c')).toEqual(expect.arrayContaining(['content']))
  expect(await offered('SELECT memos.c')).not.toContain('title')
})
