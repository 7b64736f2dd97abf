// A copy that a browser has kept since a layout of before, with what was never sent: today's page opens it, and sends it.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { simulate, stateOf } from '../../fixtures/testing/simulation.ts'
import { isProblem } from '../../src/model/problems.ts'
import { openNode } from '../../wasm/database/boot/node.ts'
import type { Db } from '../../wasm/database/db.ts'
import { copyLayouts, toThisLayout } from '../../wasm/database/migrations/copyLayouts.ts'
import { layoutVersion, serverSql } from '../../wasm/database/migrations/tables.ts'
import { setAsideSteps } from './setAside/setAside.ts'

const folder = join(import.meta.dirname, '../../fixtures/copies')
const layouts = globSync('layout*.copy.sql', { cwd: folder }).map((name) => Number(/\d+/.exec(name)?.[0]))

function kept(layout: number, what: 'copy' | 'project'): Db {
  const db = openNode(':memory:')
  db.exec(readFileSync(join(folder, `layout${layout}.${what}.sql`), 'utf8'))
  return db
}
const versionOf = (db: Db) => db.one<{ user_version: number }>('PRAGMA user_version')?.user_version

it('there is one of each layout, and a way from each to today’s', () => {
  expect(layouts.toSorted()).toEqual(Array.from({ length: layoutVersion }, (_, i) => i + 1))
  expect(copyLayouts).toHaveLength(layoutVersion - 1)
})

it.each(layouts)('layout %i: what waits is sent, what is set aside stays, and its tab goes on undoing', (layout) => {
  const project = kept(layout, 'project')
  // As a server does where it opens a file.
  project.exec(serverSql)
  const simulation = simulate(() => 0.5, undefined, undefined, project)
  const copy = kept(layout, 'copy')
  toThisLayout(copy)
  expect(versionOf(copy)).toBe(layoutVersion)
  const ben = simulation.join('Ben', copy)
  expect(ben.copy.waiting).toBe(5)
  expect(setAsideSteps(copy)).toMatchObject([{ changes: [{ op: 'insert', table: 'highlights' }] }])
  simulation.settle()
  expect([ben.copy.waiting, ben.problems]).toEqual([0, []])
  expect(setAsideSteps(copy)).toHaveLength(1)
  expect(stateOf(copy)).toEqual(stateOf(simulation.roomDb))
  const shown = (what: string) => simulation.roomDb.all<{ shown: string }>(what).map((row) => row.shown)
  expect(shown('SELECT title AS shown FROM quirks')).toEqual(['Faith'])
  expect(
    shown(
      'SELECT substr(t.text, h.start + 1, h.length) AS shown FROM highlights h JOIN question_answers a USING (sourceId, questionId) JOIN answer_texts t ON t.answerId = a.id ORDER BY h.start',
    ),
  ).toEqual(['trusted', 'keys'])
  expect(
    shown('SELECT substr(text, 1, 7) AS shown FROM answer_texts WHERE text IS NOT NULL ORDER BY answerId'),
  ).toEqual(['Yes: I ', 'The let'])
  for (let i = 0; i < 5; i += 1) expect(isProblem(ben.copy.undo('tab'))).toBe(false)
  simulation.settle()
  expect(shown('SELECT title AS shown FROM quirks')).toEqual(['Trust'])
  expect(shown('SELECT text AS shown FROM answer_texts WHERE text IS NOT NULL ORDER BY answerId')).toEqual([
    'I trusted him with the keys.',
    'The letter came too late.',
  ])
  simulation.close()
})

it('a step to the next layout is made whole or not at all, and a copy of a later layout is left as it is', () => {
  const db = kept(layoutVersion, 'copy')
  const waiting = () => db.one<{ n: number }>('SELECT COUNT(*) AS n FROM _pending')?.n
  const column = (name: string) => (copy: Db) => copy.exec(`ALTER TABLE _pending ADD COLUMN ${name} INTEGER`)
  const fails = () => {
    throw new Error('no room')
  }
  expect(() => toThisLayout(db, [...copyLayouts, column('one'), fails])).toThrow('no room')
  expect([versionOf(db), waiting()]).toEqual([layoutVersion, 5])
  toThisLayout(db, [...copyLayouts, column('one'), column('two')])
  expect([versionOf(db), waiting()]).toEqual([layoutVersion + 2, 5])
  expect(db.all('SELECT one, two FROM _pending LIMIT 1')).toEqual([{ one: null, two: null }])
  expect(() => toThisLayout(db)).toThrow(expect.objectContaining({ problem: { kind: 'newerCopy' } }))
  expect([versionOf(db), waiting()]).toEqual([layoutVersion + 2, 5])
})
