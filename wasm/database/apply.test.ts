import { expect, test } from 'vitest'
import { draw, fill } from '../../fixtures/project.ts'
import type { Remove } from '../../src/model/change.ts'
import type { Table } from '../../src/model/schema.ts'
import { apply } from './apply.ts'
import { openNode } from './boot/node.ts'
import { openJournal } from './journal.ts'
import { copySql } from './migrations/tables.ts'

test('two quirks that lie under each other, while a move waits and another came, go together', () => {
  const db = openNode(':memory:')
  db.exec(copySql)
  fill(db, draw('quirk A\nquirk B < A\nquirk C < B\nquirk D\nsource One | [one]A [two]C [three]D'))
  db.run('UPDATE quirks SET parentQuirkId = 2 WHERE id = 1')
  const journal = openJournal(db)
  const { effects } = journal.record(() => apply(db, journal, [{ op: 'remove', table: 'quirks', id: 1 }]))
  expect(db.all('SELECT title FROM quirks')).toEqual([{ title: 'D' }])
  expect(db.all('SELECT quirkId FROM highlights')).toEqual([{ quirkId: 4 }])
  expect(effects.filter((effect) => effect.op === 'remove' && effect.table === 'quirks')).toHaveLength(3)
  db.close()
})

/** A source a row, each with an answer and a highlight on it. */
function manySources(count: number) {
  const db = openNode(':memory:')
  db.exec(copySql)
  fill(db, draw('quirk A\nsource One | [one]A [two]A'))
  const by = { author: 'Ben', timestamp: 1 }
  const ids = Array.from({ length: count }, (_, n) => 1000 + n)
  const inserts = (table: Table, row: (id: number) => Record<string, number | string>) =>
    ids.map((id) => ({ op: 'insert' as const, table, id, row: { id, ...row(id), ...by } }))
  const journal = openJournal(db)
  const add = () =>
    journal.record(() =>
      apply(db, journal, [
        ...inserts('sources', (id) => ({ title: `Row ${id}`, icon: '' })),
        ...inserts('question_answers', (id) => ({ sourceId: id, questionId: 1, answer: `<p>words ${id}</p>` })),
        ...inserts('highlights', (id) => ({ sourceId: id, questionId: 1, quirkId: 1, start: 0, length: 5 })),
      ]),
    ).effects
  const removals = (careful: boolean): Remove[] =>
    ids.map((id) => ({ op: 'remove', table: 'sources', id, ...(careful && { careful }) }) as Remove)
  const state = () => ['sources', 'question_answers', 'highlights'].map((table) => db.all(`SELECT * FROM ${table}`))
  return { db, journal, add, removals, state }
}

test('rows that go by the hundred take along what names them, and all of it is seen', () => {
  const { db, journal, add, removals, state } = manySources(60)
  const before = state()
  add()
  const { effects } = journal.record(() => apply(db, journal, removals(false)))
  expect(effects.map(({ op }) => op)).toEqual(Array(180).fill('remove'))
  expect(state()).toEqual(before)
  expect(db.all('SELECT text FROM answer_texts WHERE answerId >= 1000 AND text IS NOT NULL')).toEqual([])
  db.close()
})

test('rows that go by the hundred where nothing hangs on them leave those on which something does', () => {
  const { db, journal, add, removals, state } = manySources(60)
  add()
  db.run('DELETE FROM question_answers WHERE id = 1000')
  db.run('DELETE FROM highlights WHERE id = 1000')
  const before = state()
  const { effects } = journal.record(() => apply(db, journal, removals(true)))
  expect(effects).toMatchObject([{ op: 'remove', table: 'sources', id: 1000 }])
  expect(state()[0]).toEqual(before[0]?.filter(({ id }) => id !== 1000))
  db.close()
})

test('what goes without the indexes comes to the same, with the indexes and what sees single rows afterwards', () => {
  const { db, journal, add, removals, state } = manySources(6000)
  const schema = () => db.all("SELECT name, sql FROM sqlite_schema WHERE type = 'index' ORDER BY name")
  const [indexes, before] = [schema(), state()]
  expect(add()).toHaveLength(18_000)
  expect(db.one('PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' })
  expect(schema()).toEqual(indexes)
  expect(journal.record(() => apply(db, journal, removals(false))).effects).toHaveLength(18_000)
  expect(db.one('PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' })
  expect([schema(), state()]).toEqual([indexes, before])
  const { effects } = journal.record(() => db.run("UPDATE sources SET title = 'Two'"))
  expect(effects).toMatchObject([{ op: 'update', set: { title: 'Two' } }])
  expect(journal.record(() => db.run('DELETE FROM sources')).effects).toHaveLength(1)
  db.close()
})
