import { describe, expect, it } from 'vitest'
import { draw, fill } from '../../fixtures/project.ts'
import type { AnyRow } from '../../src/model/schema.ts'
import { columnsOf, keyOf, spec, tables } from '../../src/model/schema.ts'
import { keyPartsOf } from '../../src/model/sealing/keys.ts'
import { sealRow } from '../../src/model/sealing/sealedRows.ts'
import { apply } from './apply.ts'
import { openMemory } from './boot/memory.ts'
import { openNode } from './boot/node.ts'
import type { Db, Value } from './db.ts'
import { openJournal } from './journal.ts'
import { getMeta, setMeta } from './meta.ts'
import { copySql } from './migrations/tables.ts'
import { openPlain, wrapsOf } from './plainTables.ts'
import { projectRows } from './projectRows.ts'
import { sealedTables } from './sealedTables.ts'
import { mayTouchText } from './sealedTexts.ts'
import { textOf } from './texts.ts'

const parts = keyPartsOf(new Uint8Array(32).fill(1))
const others = keyPartsOf(new Uint8Array(32).fill(2))
const drawing = draw(`
  quirk Trust
  quirk Doubt < Trust
  source Anna | I [trusted him]Trust until the [letter]Doubt came.
  source Ben | Nothing.
`)

/** As a snapshot brings it: sealed, without the plain texts. */
function sealed(db: Db, drawn = drawing): Db {
  db.exec(copySql)
  fill(db, drawn)
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
    const plainDb = openPlain(db, parts) as Db
    const { preferences: _, ...rows } = projectRows(plainDb)
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
    expect(openPlain(db, others)).toBeNull()
    const [first, second] = db.all<{ id: number; title: string }>('SELECT id, title FROM sources ORDER BY id')
    db.run('UPDATE sources SET title = ? WHERE id = ?', [second?.title ?? '', first?.id ?? 0])
    expect(openPlain(db, parts)).toBeNull()
    db.run('UPDATE sources SET title = ? WHERE id = ?', [first?.title ?? '', first?.id ?? 0])
    expect(openPlain(db, parts)).not.toBeNull()
    db.close()
  })

  it('is written sealed with each commit, undone with each that fails, and read again by its key', async () => {
    const db = sealed(await open())
    const plain = openPlain(db, parts) as Db
    const journal = openJournal(plain)
    const id = 2 ** 40
    const insert = (title: string, n: number) => {
      const row = { id: n, title, icon: '', author: 'Anna', timestamp: 1 }
      return journal.record(() => apply(plain, journal, [{ op: 'insert', table: 'sources', id: n, row }])).effects
    }
    expect(plain.transaction(() => insert('Heliotrop', id))).toMatchObject([
      { op: 'insert', row: { title: 'Heliotrop' } },
    ])
    expect(() =>
      plain.transaction(() => {
        plain.transaction(() => insert('Levkoje', id + 1))
        throw new Error('undone')
      }),
    ).toThrow('undone')
    plain.run("UPDATE sources SET title = 'Resede' WHERE title = 'Ben'")
    plain.run('DELETE FROM memos')
    plain.run("INSERT INTO _history (tab, undone, title, changes, onText) VALUES ('t', 0, 'Heliotrop', 'Heliotrop', 0)")
    plain.run("INSERT INTO _pending (intent, effect, versions) VALUES ('#7', '', '{}')")
    plain.run("INSERT INTO _large (text) VALUES ('Heliotrop')")
    plain.run("INSERT INTO _calls (id, result) VALUES ('c', 'Heliotrop')")
    setMeta(plain, 'left', 'Heliotrop')
    setMeta(plain, 'head', 4)
    plain.run(
      "UPDATE answer_texts SET version = 5, text = 'Heliotrop' WHERE answerId = (SELECT MIN(id) FROM question_answers)",
    )
    const file = everyText(db)
    for (const word of ['Heliotrop', 'Resede', 'Levkoje', 'letter']) expect(file).not.toContain(word)
    expect(getMeta(plain, 'left')).toBe('Heliotrop')

    // As a fresh connection finds it: what was in memory is gone.
    const again = openNode(':memory:')
    again.exec(copySql)
    for (const { name, columns } of [...sealedTables, ...clearTables]) {
      again.exec(`DELETE FROM "${name}"`)
      for (const row of db.all<AnyRow>(`SELECT * FROM main."${name}"`))
        again.run(
          `INSERT INTO "${name}" (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
          columns.map((column) => row[column] as Value),
        )
    }
    const reopened = openPlain(again, parts) as Db
    expect(reopened.all('SELECT title FROM sources ORDER BY id')).toEqual([
      { title: 'Anna' },
      { title: 'Resede' },
      { title: 'Heliotrop' },
    ])
    expect(reopened.all('SELECT title, changes FROM _history')).toEqual([{ title: 'Heliotrop', changes: 'Heliotrop' }])
    expect(reopened.all('SELECT intent, effect FROM _pending')).toEqual([{ intent: '#7', effect: '' }])
    expect(reopened.all('SELECT text FROM _large')).toEqual([{ text: 'Heliotrop' }])
    expect([getMeta(reopened, 'left'), getMeta(reopened, 'head')]).toEqual(['Heliotrop', 4])
    expect(reopened.all('SELECT version, text FROM answer_texts ORDER BY answerId')[0]).toEqual({
      version: 5,
      text: 'I trusted him until the letter came.',
    })
    // What goes with a row that names it goes in the file too, and no number is given twice.
    reopened.run('DELETE FROM _pending')
    expect(again.all('SELECT * FROM main._pending')).toEqual([])
    reopened.run("INSERT INTO _pending (intent, effect, versions) VALUES ('[]', '', '{}')")
    expect(reopened.one('SELECT MAX(id) AS id FROM _pending')).toEqual({ id: 2 })
    again.close()
    db.close()
  })
})

describe.each([
  ['Node', async () => openNode(':memory:')],
  ['the browser', openMemory],
] as const)('the texts of a protected copy in %s', (_, open) => {
  const ids = (db: Db) => db.all<{ id: number }>('SELECT id FROM question_answers ORDER BY id').map(({ id }) => id)
  const opening = () => ({ ...parts, unread: new Map<string, string>() })
  /** As they are in memory, whoever has read them. */
  const inMemory = (db: Db) =>
    db.all<{ text: string }>('SELECT text FROM temp.answer_texts ORDER BY answerId').map(({ text }) => text)
  const words = ['I trusted him until the letter came.', 'Nothing.']

  it('are opened one by one as they are read, and all before a statement that may read any', async () => {
    const db = sealed(await open())
    const plain = openPlain(db, opening()) as Db
    expect(inMemory(db)).toEqual([' ', ' '])
    expect(plain.one('SELECT COUNT(*) AS n FROM answer_texts WHERE octet_length(text) > 0')).toEqual({ n: 2 })
    expect(inMemory(db)).toEqual([' ', ' '])
    const [, second = 0] = ids(plain)
    expect(textOf(plain, second)).toBe(words[1])
    expect(inMemory(db)).toEqual([' ', words[1]])
    expect(() =>
      plain.transaction(() => {
        plain.all('SELECT * FROM question_answers')
        throw new Error('undone')
      }),
    ).toThrow('undone')
    expect(inMemory(db)).toEqual([' ', words[1]])
    expect(plain.all('SELECT answer, author FROM question_answers ORDER BY id')).toEqual(
      plainRows().question_answers.map(({ answer, author }) => ({ answer, author })),
    )
    expect(inMemory(db)).toEqual(words)
    db.close()
  })

  it('are the same where they were decrypted ahead, of which the last may have been opened already', async () => {
    const db = sealed(await open())
    const plain = openPlain(db, opening()) as Db
    await plain.openAhead?.()
    expect(plain.openMore?.(1)).toBe(true)
    await plain.openAhead?.()
    expect(textOf(plain, ids(plain)[1] ?? 0)).toBe(words[1])
    await plain.openAhead?.()
    expect(inMemory(db)).toEqual(words)
    expect(plain.openMore?.(1)).toBe(false)
    db.close()
  })

  it('stay what they are where something else of their rows changes, and go and come back with their words', async () => {
    const db = sealed(await open())
    const plain = openPlain(db, opening()) as Db
    const journal = openJournal(plain)
    const [first = 0] = ids(plain)
    const sealedText = () => db.one('SELECT answer FROM main.question_answers WHERE id = ?', [first])
    const before = sealedText()
    const { effects } = journal.record(() =>
      plain.transaction(() =>
        apply(plain, journal, [{ op: 'update', table: 'question_answers', id: first, set: { timestamp: 9 } }]),
      ),
    )
    expect(effects).toMatchObject([{ op: 'update', id: first, set: { timestamp: 9 } }])
    expect(sealedText()).toEqual(before)
    const again = sealed(await open())
    const fresh = openPlain(again, opening()) as Db
    const log = openJournal(fresh)
    const gone = log.record(() =>
      fresh.transaction(() => apply(fresh, log, [{ op: 'remove', table: 'question_answers', id: first }])),
    )
    expect(gone.effects.filter(({ op }) => op === 'remove').at(-1)).toMatchObject({
      row: { answer: `<p>${words[0]}</p>` },
    })
    expect(inMemory(again)[1]).toBe(' ')
    again.close()
    db.close()
  })

  it('are signs where one does not open, which is told when it is read', async () => {
    const db = sealed(await open())
    const [first = 0, second = 0] = ids(db)
    db.run('UPDATE question_answers SET answer = (SELECT answer FROM question_answers WHERE id = ?) WHERE id = ?', [
      first,
      second,
    ])
    let told = 0
    const plain = openPlain(db, opening(), () => {
      told += 1
    }) as Db
    expect([textOf(plain, first), told]).toEqual([words[0], 0])
    expect([textOf(plain, second), told]).toEqual(['\uFFFD'.repeat(36), 1])
    db.close()
  })

  /** As the next connection finds it: what was in memory is gone. */
  const forget = (db: Db) => {
    for (const { name } of sealedTables) db.exec(`DROP TABLE temp."${name}"`)
    db.exec('DROP TABLE temp.sealing_changed; DROP TABLE temp.sealing_unopened')
  }
  /** Reads all that is short, and counts how often that takes the key. */
  const reopened = (db: Db) => {
    let decrypted = 0
    const counting = {
      iv: parts.iv,
      get text() {
        decrypted += 1
        return parts.text
      },
      unread: new Map<string, string>(),
    }
    const plain = openPlain(db, counting) as Db
    const short = sealedTables.filter(({ name }) => !name.startsWith('question_answers') && name !== 'answer_texts')
    const rows = short.map(({ name, key }) => [name, plain.all(`SELECT * FROM temp."${name}" ORDER BY "${key}"`)])
    return { rows, decrypted, unread: [...counting.unread.keys()] }
  }

  it('what was opened before is known the next time, and lies sealed', async () => {
    const many = draw(Array.from({ length: 60 }, (__, n) => `source Heliotrop${n} | Levkoje.`).join('\n'))
    const db = sealed(await open(), many)
    const plain = openPlain(db, opening()) as Db
    const hard = ['', ' ', '\'"\\\n{}', 'e\u0301 😀 שלום', 'a\0b', 'x'.repeat(2100), '\uFFFD']
    for (const [n, text] of hard.entries()) {
      plain.run('INSERT INTO _calls (id, result) VALUES (?, ?)', [`"call"\n${n}`, text])
      plain.run("INSERT INTO _history (tab, undone, title, changes, onText) VALUES ('t', 0, ?, ?, 0)", [text, `${n}`])
    }
    setMeta(plain, 'left', 'Heliotrop')
    setMeta(plain, 'head', 4)
    forget(db)
    db.exec("DELETE FROM main._meta WHERE key = 'openedBefore'")
    const first = reopened(db)
    const note = db.one<{ value: Uint8Array }>("SELECT value FROM main._meta WHERE key = 'openedBefore'")?.value
    const inFile = everyText(db) + Buffer.from(note ?? []).toString('latin1')
    expect([note instanceof Uint8Array, getMeta(db, 'openedBefore'), inFile.includes('Heliotrop')]).toEqual([
      true,
      undefined,
      false,
    ])
    expect(first.decrypted).toBeGreaterThan(60)
    forget(db)
    const next = reopened(db)
    expect(next.rows).toEqual(first.rows)
    // The note, and what is too long, or has signs that are not noted; twice the key is only handed on.
    expect(next.decrypted).toBe(1 + 3 + 2 * 3 + 2)
    // A title that somebody has put in the place of another is none, and nothing else is touched by that.
    forget(db)
    db.exec('UPDATE main.sources SET title = (SELECT title FROM main.sources WHERE id = 2) WHERE id = 1')
    expect(reopened(db).unread).toEqual(['sources.title 1'])
    db.close()
  })

  it('of a text that became empty, or is so no longer, the file knows it the next time', async () => {
    const db = sealed(await open())
    const filled = () => {
      const plain = openPlain(db, opening()) as Db
      const found = plain.all<{ n: number }>(
        'SELECT octet_length(text) > 0 AS n FROM answer_texts WHERE text IS NOT NULL ORDER BY answerId',
      )
      return { plain, found: found.map(({ n }) => n) }
    }
    const { plain, found } = filled()
    const [first = 0, second = 0] = ids(plain)
    const edit = (to: Db, id: number, html: string, text: string) => {
      to.run('UPDATE question_answers SET answer = ? WHERE id = ?', [html, id])
      to.run('UPDATE answer_texts SET text = ?, version = version + 1 WHERE answerId = ?', [text, id])
    }
    edit(plain, first, '', '')
    forget(db)
    const next = filled()
    edit(next.plain, first, '<p>Resede</p>', 'Resede')
    edit(next.plain, second, '', '')
    forget(db)
    const last = filled()
    expect([found, next.found, last.found]).toEqual([
      [1, 1],
      [0, 1],
      [1, 0],
    ])
    expect(everyText(db)).not.toContain('Resede')
    expect(textOf(last.plain, first)).toBe('Resede')
    db.close()
  })
})

it('a statement may touch a text where it names one, or might', () => {
  const touching = [
    'SELECT answer FROM question_answers',
    'SELECT * FROM "question_answers" WHERE id = ?',
    'SELECT t.* FROM question_answers t',
    'SELECT CAST(text AS BLOB) FROM answer_texts',
    'SELECT length(text) FROM answer_texts',
    'DELETE FROM "question_answers" WHERE id = ?',
    'UPDATE answer_texts SET text = NULL',
    'INSERT INTO other SELECT answer FROM question_answers',
    'INSERT OR REPLACE INTO question_answers VALUES (1)',
    'SELECT author FROM question_answers',
  ]
  const others = [
    'SELECT id, sourceId FROM question_answers',
    'SELECT COUNT(*) AS n FROM question_answers',
    'SELECT highlights.*, question_answers.id FROM highlights JOIN question_answers',
    'SELECT answerId FROM answer_texts WHERE text IS NOT NULL',
    'SELECT 1 FROM answer_texts WHERE answerId = ? AND octet_length(text) > 0',
    'UPDATE answer_texts SET version = version + ? WHERE answerId = ?',
    'UPDATE OR FAIL "question_answers" SET "sourceId" = ? WHERE "id" = ?',
    'INSERT INTO answer_texts (answerId, version, text) VALUES (?, ?, ?)',
    'CREATE TABLE IF NOT EXISTS question_answers (id, answer)',
    'SELECT content AS text FROM memos',
  ]
  expect(touching.filter((sql) => !mayTouchText(sql))).toEqual([])
  expect(others.filter(mayTouchText)).toEqual([])
})

/** What the file of a copy holds, sealed or not, as letters. */
const everyText = (db: Db): string =>
  JSON.stringify([...sealedTables, ...clearTables].flatMap(({ name }) => db.all(`SELECT * FROM main."${name}"`)))

const clearTables = ['highlights', 'questions', 'groups'].map((name) => ({
  name,
  columns: columnsOf(name as 'groups'),
}))

it('every table of a copy that holds words is sealed, with all its columns, or stands in the clear by name', () => {
  const clear = ['questions', 'highlights', 'groups', 'group_quirks', 'quirk_shortcut_keys', 'source_metadata_keys']
  // What is sent is sealed as it is frozen.
  const others = ['source_metadata_values', 'source_metadatas', '_outbox', 'sqlite_sequence']
  const db = openNode(':memory:')
  db.exec(copySql)
  const made = db.all<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'").map(({ name }) => name)
  expect([...sealedTables.map(({ name }) => name), ...clear, ...others].toSorted()).toEqual(made.toSorted())
  for (const { name, columns } of sealedTables)
    expect(
      db.all<{ name: string }>('SELECT name FROM pragma_table_info(?)', [name]).map((row) => row.name),
      name,
    ).toEqual(expect.arrayContaining([...columns]))
  for (const { name, columns } of sealedTables)
    expect(db.all('SELECT name FROM pragma_table_info(?)', [name]).length, name).toBe(columns.length)
  db.close()
})

it('a project that is not protected has no key to ask for', () => {
  const db = openNode(':memory:')
  db.exec(copySql)
  fill(db, drawing)
  expect(wrapsOf(db)).toBeNull()
  db.close()
})
