import { expect, test } from 'vitest'
import { draw, fill } from '../fixtures/project.ts'
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
