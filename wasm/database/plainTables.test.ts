import { describe, expect, it } from 'vitest'
import { draw, fill } from '../../fixtures/project.ts'
import type { AnyRow } from '../../src/model/schema.ts'
import { columnsOf, keyOf, spec, tables } from '../../src/model/schema.ts'
import { keyPartsOf } from '../../src/model/sealing/keys.ts'
import { sealRow } from '../../src/model/sealing/sealedRows.ts'
import { openMemory } from './boot/memory.ts'
import { openNode } from './boot/node.ts'
import type { Db, Value } from './db.ts'
import { copySql } from './migrations/tables.ts'
import { layPlain, wrapsOf } from './plainTables.ts'
import { projectRows } from './projectRows.ts'

const parts = keyPartsOf(new Uint8Array(32).fill(1))
const others = keyPartsOf(new Uint8Array(32).fill(2))
const drawing = draw(`
  quirk Trust
  quirk Doubt < Trust
  source Anna | I [trusted him]Trust until the [letter]Doubt came.
  source Ben | Nothing.
`)

/** As a snapshot brings it: sealed, without the plain texts. */
function sealed(db: Db): Db {
  db.exec(copySql)
  fill(db, drawing)
  for (const table of tables.filter((each) => spec(each).sealed)) {
    const rows = db.all<AnyRow>(`SELECT * FROM "${table}"`)
    for (const row of rows.map((each) => sealRow(parts, table, each))) {
      const set = columnsOf(table).map((column) => `"${column}" = ?`)
      const values = columnsOf(table).map((column) => row[column] as Value)
      db.run(`UPDATE "${table}" SET ${set.join(', ')} WHERE "${keyOf(table)}" = ?`, [
        ...values,
        row[keyOf(table)] as Value,
      ])
    }
  }
  db.exec(
    `DELETE FROM answer_texts; INSERT OR REPLACE INTO preferences VALUES ('___db_encrypted', '1'), ('___db_hash', 'wraps')`,
  )
  return db
}

const plainRows = () => {
  const db = openNode(':memory:')
  db.exec(copySql)
  fill(db, drawing)
  return projectRows(db)
}

describe.each([
  ['Node', async () => openNode(':memory:')],
  ['the browser', openMemory],
] as const)('a protected copy in %s', (_, open) => {
  it('is known by its preferences, and read plain once its key is there; what lies in the file stays sealed', async () => {
    const db = sealed(await open())
    expect(wrapsOf(db)).toBe('wraps')
    expect(layPlain(db, parts)).toBe(true)
    const { preferences: _, ...rows } = projectRows(db)
    const { preferences: __, ...plain } = plainRows()
    expect(rows).toEqual(plain)
    expect(db.all('SELECT text FROM answer_texts ORDER BY answerId')).toEqual([
      { text: 'I trusted him until the letter came.' },
      { text: 'Nothing.' },
    ])
    const inFile = db.all<{ title: string }>('SELECT title FROM main.sources')
    expect(inFile.map(({ title }) => title.slice(0, 3))).toEqual(['~1.', '~1.'])
    expect(db.all('SELECT * FROM main.answer_texts')).toEqual([])
    db.close()
  })

  it('stays as it is by another key, or where a value was put elsewhere', async () => {
    const db = sealed(await open())
    expect(layPlain(db, others)).toBe(false)
    const [first, second] = db.all<{ id: number; title: string }>('SELECT id, title FROM sources ORDER BY id')
    db.run('UPDATE sources SET title = ? WHERE id = ?', [second?.title ?? '', first?.id ?? 0])
    expect(layPlain(db, parts)).toBe(false)
    db.run('UPDATE sources SET title = ? WHERE id = ?', [first?.title ?? '', first?.id ?? 0])
    expect(layPlain(db, parts)).toBe(true)
    db.close()
  })
})

it('a project that is not protected has no key to ask for', () => {
  const db = openNode(':memory:')
  db.exec(copySql)
  fill(db, drawing)
  expect(wrapsOf(db)).toBeNull()
  db.close()
})
