import { expect, test } from 'vitest'
import { type Change, type Effect, invert } from '../../../src/model/change.ts'
import { operationsOf } from '../../../src/model/operations.ts'
import { openNode } from '../../../wasm/database/boot/node.ts'
import { copySql } from '../../../wasm/database/migrations/tables.ts'
import {
  concernedBy,
  editsIn,
  mayConcern,
  operationsIn,
  readChanges,
  readStored,
  storeChanges,
} from './storedChanges.ts'

const opened = () => {
  const db = openNode(':memory:')
  db.exec(copySql)
  return db
}
const large = 3000
const source = (id: number): Effect => ({
  op: 'insert',
  table: 'sources',
  id,
  row: { id, title: `Row ${id} #ü"`, icon: '', author: 'Anna', timestamp: 1 },
})
const sources = Array.from({ length: large }, (_, n) => source(2 ** 50 + n))
const quirk: Effect = { op: 'insert', table: 'groups', id: 7, row: { id: 7, description: 'x' } }
const removed = sources.map((effect): Effect => ({ ...(effect as Effect & { op: 'insert' }), op: 'remove' }))
const edit: Change = { op: 'edit', answerId: 9, sourceId: 8, questionId: 1, steps: [] }

const kinds: [string, Change[]][] = [
  ['few', sources.slice(0, 3)],
  ['many', sources],
  ['many among others', [quirk, ...sources, edit, ...removed, quirk]],
  ['what takes many back', invert(sources)],
  ['what brings many back', invert(removed)],
]

test.each(kinds)('changes come back as they were stored, and as operations: %s', (_, changes) => {
  const db = opened()
  const kept = storeChanges(db, changes)
  expect(readChanges(db, kept)).toEqual(changes)
  expect(operationsIn(readStored(db, kept))).toEqual(operationsOf(changes))
  expect(editsIn(readStored(db, kept))).toEqual(changes.filter(({ op }) => op === 'edit'))
  db.close()
})

test('a long text lies aside and goes with the row that names it, or when the row gets another', () => {
  const db = opened()
  const aside = () => db.one('SELECT COUNT(*) AS n FROM _large')
  const store = () =>
    db.run("INSERT INTO _pending (intent, effect, versions) VALUES (?, '', '{}')", [storeChanges(db, sources)])
  store()
  store()
  expect(aside()).toEqual({ n: 2 })
  db.run('UPDATE _pending SET intent = ? WHERE id = 1', [storeChanges(db, sources)])
  expect(aside()).toEqual({ n: 2 })
  db.run('UPDATE _pending SET push = 1')
  db.run('DELETE FROM _pending WHERE id = 2')
  expect(aside()).toEqual({ n: 1 })
  expect(readChanges(db, db.one<{ intent: string }>('SELECT intent FROM _pending')?.intent ?? '')).toEqual(sources)
  db.close()
})

test('a large step says of changes whether they may name one of its rows', () => {
  const text = JSON.stringify(sources)
  const asks = (changes: Change[]) => mayConcern(text, concernedBy(changes) ?? { keys: [''], questions: [] })
  const highlight = (sourceId: number): Change => ({
    op: 'insert',
    table: 'highlights',
    id: 5e15,
    row: { id: 5e15, sourceId, questionId: 1, quirkId: 6e15, start: 0, length: 1, author: 'Ben', timestamp: 1 },
  })
  expect(asks([highlight(4e15)])).toBe(false)
  expect(asks([highlight(2 ** 50 + 5)])).toBe(true)
  expect(asks([{ op: 'remove', table: 'sources', id: 2 ** 50 }])).toBe(true)
  expect(asks([{ op: 'edit', answerId: 3e15, sourceId: 2 ** 50 + 1, questionId: 1, steps: [] }])).toBe(true)
  expect(concernedBy(sources)).toBe(null)
})
