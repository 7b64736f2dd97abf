import { expect, test } from 'vitest'
import { queryKey } from './rules/analysis/savedQueries.ts'
import { statementKey } from './rules/analysis/savedStatements.ts'
import { stopListKey } from './rules/analysis/stopList.ts'
import { columnsOf, singleQuestionPreference, spec, systemPreferences, tables } from './schema.ts'
import { sealedColumns } from './sealing/sealedRows.ts'

/** What stays readable in a protected project. Whoever adds a column of text decides here or in the schema. */
const clear: Readonly<Record<string, readonly string[]>> = {
  sources: ['icon', 'author'],
  questions: ['question'],
  question_answers: ['author'],
  quirks: ['title', 'color', 'author'],
  highlights: ['author'],
  memos: ['author'],
  groups: ['description'],
  quirk_shortcut_keys: ['shortcutKey'],
  source_metadata_keys: ['key'],
  source_metadata_values: ['value'],
  source_metadatas: ['author'],
  chat_messages: ['author'],
  recordings: ['type', 'hash', 'author'],
  transcripts: [],
  preferences: ['key'],
}

test.each(tables)(
  '2 §4: every column of text in %s is sealed in a protected project, or in the clear by name',
  (table) => {
    const { columns, sealed = [] } = spec(table)
    const texts = columnsOf(table).filter((column) => columns[column] === 'text')
    expect([...sealed, ...(clear[table] ?? [])].toSorted()).toEqual(texts.toSorted())
  },
)

test('of preferences those of the system and the settings are in the clear', () => {
  const sealed = (key: string) => sealedColumns('preferences', { key, value: '' })
  for (const key of [stopListKey, queryKey(1), statementKey(1), 'another program’s'])
    expect(sealed(key)).toEqual(['value'])
  for (const key of [...systemPreferences, singleQuestionPreference, 'sourceFontSize', 'darkTheme'])
    expect(sealed(key)).toEqual([])
})
