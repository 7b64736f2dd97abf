import { describe, expect, it } from 'vitest'
import { draw, fill } from '../../../fixtures/project.ts'
import type { AnyRow } from '../../../src/model/schema.ts'
import { columnsOf, keyOf, spec, tables } from '../../../src/model/schema.ts'
import { keyPartsOf } from '../../../src/model/sealing/keys.ts'
import { sealRow } from '../../../src/model/sealing/sealedRows.ts'
import { wrapKey } from '../../../src/model/sealing/wraps.ts'
import { openNode } from '../../../wasm/database/boot/node.ts'
import type { Db, Value } from '../../../wasm/database/db.ts'
import { copySql } from '../../../wasm/database/migrations/tables.ts'
import type { Told } from '../api.ts'
import { openLock } from './lock.ts'
import { openTabs } from './tabs.ts'

const projectKey = new Uint8Array(32).fill(1)
const key = keyPartsOf(projectKey)
const otherKey = keyPartsOf(new Uint8Array(32).fill(2))
const password = 'Ein Pfad im Wald'
const { hash } = wrapKey(projectKey, password, 2 ** 15)

/** As a snapshot brings it: nothing of it is this copy's own, such as steps that wait. */
function copyOf(drawing: string): Db {
  const db = openNode(':memory:')
  db.exec(copySql)
  fill(db, draw(drawing))
  for (const table of tables.filter((each) => spec(each).sealed)) {
    const columns = columnsOf(table)
    const set = columns.map((column) => `"${column}" = ?`).join(', ')
    for (const row of db.all<AnyRow>(`SELECT * FROM "${table}"`)) {
      const sealed = sealRow(key, table, row)
      const values = [...columns.map((column) => sealed[column]), row[keyOf(table)]] as Value[]
      db.run(`UPDATE "${table}" SET ${set} WHERE "${keyOf(table)}" = ?`, values)
    }
  }
  db.run('DELETE FROM answer_texts')
  db.run(`INSERT OR REPLACE INTO preferences VALUES ('___db_encrypted', '1'), ('___db_hash', ?)`, [hash])
  return db
}
const interview = () => copyOf('source Anna | I trusted him.')

function opened() {
  const tabs = openTabs({ name: 'P', author: 'Ben' }, Date.now)
  const told: Told[] = []
  tabs.join('tab', (each) => told.push(each), false)
  const lock = openLock(tabs)
  const shown: string[] = []
  const show = (db: Db) => void shown.push(db.one<{ title: string }>('SELECT title FROM sources')?.title ?? '')
  const warned = () => told.filter((each) => 'notice' in each)
  return { lock, shown, show, warned, isLocked: () => tabs.state.isLocked }
}

describe('the key that a tab has', () => {
  it('opens its project, whether it comes before the copy or after', () => {
    for (const isFirst of [true, false]) {
      const { lock, shown, show, isLocked } = opened()
      if (isFirst) lock.takeKey(key)
      lock.open(interview(), show)
      if (!isFirst) lock.takeKey(key)
      expect([shown, isLocked()]).toEqual([['Anna'], false])
    }
  })

  it('opens no other project: its texts are no signs, nothing is told of them, and its password opens it', () => {
    for (const isFirst of [true, false]) {
      const { lock, shown, show, warned, isLocked } = opened()
      if (isFirst) lock.takeKey(otherKey)
      lock.open(interview(), show)
      if (!isFirst) lock.takeKey(otherKey)
      expect([shown, isLocked(), lock.key, lock.sealing, warned()]).toEqual([[], true, null, null, []])
      expect(lock.unlock(password)).toEqual({ ok: undefined })
      expect([shown, isLocked()]).toEqual([['Anna'], false])
    }
  })

  it('opens none in which nothing is sealed that could tell whose it is', () => {
    const { lock, shown, show, isLocked } = opened()
    lock.open(copyOf(''), show)
    lock.takeKey(otherKey)
    expect([shown, isLocked()]).toEqual([[], true])
  })

  it('opens a project some of whose values are damaged', () => {
    const { lock, shown, show, warned } = opened()
    const db = copyOf('source Anna | I trusted him.\nsource Ben | Nothing.')
    db.run("UPDATE sources SET title = replace(title, '~1.4.', '~1.5.')")
    lock.open(db, show)
    lock.takeKey(key)
    expect([shown, warned().length]).toEqual([['\uFFFD'.repeat(5)], 1])
  })
})
