// What follows the room names no table and no column of a project: what they mean to people is for the rules.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { columnsOf, tables } from '../../../src/model/schema.ts'

const files = [
  'sync/rebase.ts',
  'sync/waiting.ts',
  'sync/follow.ts',
  'sync/judged.ts',
  'undo/layers.ts',
  'undo/settledParts.ts',
]
const columns = [...new Set(tables.flatMap(columnsOf))]
/** Such as these are words of the language too: they are a column's behind a row. */
const isPlainWord = (name: string) => /^[a-z]+$/.test(name)
const names = [...tables, ...columns.filter((name) => !isPlainWord(name))].join('|')
const naming = new RegExp(
  `\\b(?:${names})\\b|\\b(?:row|set|was|expect|place)\\??\\.(?:${columns.join('|')})\\b|\\bonText\\b`,
  'g',
)

const found = (code: string): string[] =>
  Array.from(code.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '').matchAll(naming), ([name]) => name)

test.each(files)('%s names no table and no column', (file) => {
  expect(found(readFileSync(join(import.meta.dirname, '..', file), 'utf8'))).toEqual([])
})

test('one that is named is found', () => {
  expect(found("if (change.table === 'quirks') sourceId = change.row.title // memos")).toEqual([
    'quirks',
    'sourceId',
    'row.title',
  ])
})
