// What is shown before a merge is what the result has; files from outside are read with care.
import { expect, test } from 'vitest'
import { type DrawnProject, draw, drawnTime, fill } from '../../fixtures/project.ts'
import { attempt } from '../../src/model/problems.ts'
import type { ProjectRows } from '../../src/model/projectRows.ts'
import { soundRows } from '../../src/model/rules/projects/merge/soundRows.ts'
import { type AnyRow, type Table, tables } from '../../src/model/schema.ts'
import { keyPartsOf, newProjectKey } from '../../src/model/sealing/keys.ts'
import { protectionKeys } from '../../src/model/sealing/sealedForm.ts'
import { sealedProject } from '../../src/model/sealing/sealedProject.ts'
import { wrapKey } from '../../src/model/sealing/wraps.ts'
import { openMemory } from '../../wasm/database/boot/memory.ts'
import { publicSql } from '../../wasm/database/migrations/tables.ts'
import { fileRows } from './fileRows.ts'
import { openMerging } from './merging.ts'

const many = 1000
const words = 'I trusted him until the letter came, and then I did not trust anybody any more, least of all him.'
const base = draw(`quirk Trust\nsource Anna | ${words}\nsource Ben | Nothing to say.`)

/** Made apart: the times of its rows are its own. */
function elsewhere(drawing: string): ProjectRows {
  const drawn = draw(drawing)
  for (const table of tables) for (const row of drawn[table]) if ('timestamp' in row) row.timestamp = drawnTime + 1
  return drawn
}

test('the numbers that are shown are those of the rows that are written', () => {
  const merging = openMerging(base)
  const other = elsewhere(
    `quirk Trust\nquirk Fear\nsource Anna | [Oh]Fear ${words.replace('letter', '[letter]Trust')}\nsource Carl | [Brand]Fear new.\nsource Ben | [Nothing]Trust to say.`,
  )
  expect(merging.add(1, other)).toMatchObject({ sources: 3, quirks: 2, highlights: 4 })
  const { counts, others, newSources, newQuirks, lost } = merging.preview([{ key: 1, keepBoth: [] }])
  const rows = merging.rows()
  expect(counts.sources).toEqual({ same: 1, similar: 1, added: 1 })
  expect(rows.sources.length - base.sources.length).toBe(counts.sources.added)
  expect(newSources).toEqual({ first: ['Carl'], count: 1 })
  expect(rows.quirks.length - base.quirks.length).toBe(counts.quirks.added)
  expect(newQuirks).toEqual({ first: ['Fear'], count: 1 })
  expect(rows.highlights).toHaveLength(counts.highlights.added + counts.highlights.moved)
  expect(counts.highlights).toEqual({ same: 0, added: 2, moved: 1, lost: 1 })
  expect(lost).toEqual({ first: [{ source: 'Anna', words: 'Oh', content: '', quirk: 'Fear' }], count: 1 })
  expect(others).toMatchObject([{ key: 1, similar: [{ title: 'Anna', baseTitle: 'Anna' }] }])

  const id = others[0]?.similar[0]?.sourceId ?? 0
  const both = merging.preview([{ key: 1, keepBoth: [id] }])
  expect(both.counts).toMatchObject({ sources: { same: 1, similar: 0, added: 2 }, highlights: { lost: 0, added: 4 } })
  expect(merging.rows().sources.map(({ title }) => title)).toEqual(['Anna', 'Ben', 'Anna (2)', 'Carl'])
  // Somebody else has worked in the base.
  merging.rebase({ ...base, quirks: [...base.quirks, ...(other.quirks ?? []).slice(1)] })
  expect(merging.preview([{ key: 1, keepBoth: [] }])).toMatchObject({
    counts: { quirks: { same: 2, added: 0 } },
    fitsInto: true,
  })
  // What a merge has made has all of it.
  merging.rebase(base)
  expect(merging.preview([{ key: 1, keepBoth: [] }]).addsNothing).toBe(false)
  merging.rebase(merging.rows())
  expect(merging.preview([{ key: 1, keepBoth: [] }]).addsNothing).toBe(true)
  merging.rebase(base)
  merging.remove(1)
  expect(merging.preview([{ key: 1, keepBoth: [] }]).counts.sources).toEqual({ same: 0, similar: 0, added: 0 })
  expect(merging.rows().sources).toEqual(base.sources)
})

test('2 §5: a project equal to the base is not added', () => {
  const merging = openMerging(base)
  const copy = soundRows('Copy.json', JSON.parse(JSON.stringify(base)), { room: many })
  expect(attempt(() => merging.add(1, copy))).toEqual({ problem: { kind: 'alreadyMaster' } })
})

const asBytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
async function asFile(sql = '', rows: DrawnProject = base): Promise<Uint8Array> {
  const db = await openMemory()
  try {
    db.exec(
      `${publicSql()} CREATE TABLE answer_texts (answerId INTEGER PRIMARY KEY, version, text); PRAGMA user_version = 1;`,
    )
    fill(db, rows)
    if (sql) db.exec(sql)
    return db.bytes()
  } finally {
    db.close()
  }
}
const read = async (name: string, bytes: Uint8Array, room = many, secret: string | null = null) => {
  try {
    return (await fileRows(name, bytes, room, secret)).rows
  } catch (error) {
    return (error as { problem?: unknown }).problem ?? error
  }
}

test('a .qrk and a .json give the rows of the project, one with a log beside it too', async () => {
  const file = await asFile()
  expect(await read('Study.qrk', file)).toEqual(base)
  expect(await read('Study.JSON', asBytes(base))).toEqual(base)
  file.fill(2, 18, 20)
  expect(await read('Study.qrk', file)).toEqual(base)
})

test('what is no project, is cut or is damaged is said', async () => {
  const file = await asFile()
  const notAProject = (name: string) => ({ kind: 'notAProject', name })
  expect(await read('a.txt', file)).toEqual({ kind: 'fileTypeNotSupported', name: 'a.txt' })
  expect(await read('a.qrk', asBytes(base))).toEqual(notAProject('a.qrk'))
  expect(await read('a.qrk', await asFile('DROP TABLE quirks'))).toEqual(notAProject('a.qrk'))
  expect(await read('a.qrk', file.subarray(0, file.length - 4096))).toEqual({ kind: 'truncatedProject', name: 'a.qrk' })
  const spoilt = file.slice()
  spoilt.fill(255, 200, file.length)
  expect(await read('a.qrk', spoilt)).toMatchObject({ name: 'a.qrk' })
  const later =
    'CREATE TABLE places (id); ALTER TABLE sources ADD COLUMN place TEXT DEFAULT 1; PRAGMA user_version = 99'
  expect(await read('a.qrk', await asFile(later))).toMatchObject({ kind: 'newerProject' })
  for (const json of ['', '[]', '{}', 'null', '{"sources":{}}', '{"sources":[{"id":1}]}', '{"sources":[null]}'])
    expect(await read('a.json', new TextEncoder().encode(json)), json).toEqual(notAProject('a.json'))
  const twice = { ...base, sources: [...base.sources, ...base.sources] }
  expect(await read('a.json', asBytes(twice))).toEqual(notAProject('a.json'))
  const [quirk] = base.quirks
  const beyond = {
    id: 1,
    sourceId: 1,
    questionId: 1,
    quirkId: quirk?.id,
    start: 90,
    length: 900,
    author: '',
    timestamp: 1,
  }
  expect(await read('a.json', asBytes({ ...base, highlights: [beyond] }))).toEqual(notAProject('a.json'))
  const sealed = { ...base, preferences: [{ key: '___db_encrypted', value: '1' }] }
  expect(await read('a.json', asBytes(sealed))).toEqual({ kind: 'protectedProject', name: 'a.json' })
  expect(await read('a.json', asBytes(base), 3)).toMatchObject({ kind: 'mergeTooLarge' })
  expect(await read('a.qrk', file, 3)).toMatchObject({ kind: 'mergeTooLarge' })
})

test('2 §4: a protected .qrk and .json give the rows by the password or the recovery code, and are refused without; what does not open is signs', async () => {
  const key = newProjectKey()
  const { hash, recovery } = wrapKey(key, 'Ein Pfad im Wald', 2 ** 15)
  const rows = Object.fromEntries(tables.map((table) => [table, [] as AnyRow[]])) as Record<Table, AnyRow[]>
  for (const [table, row] of sealedProject(keyPartsOf(key), hash, base)) rows[table].push(row)
  const [qrk, json] = [await asFile('', rows as unknown as DrawnProject), asBytes(rows)]
  expect(new TextDecoder().decode(json)).not.toContain('letter')
  const plain = { ...base, preferences: base.preferences.filter(({ key }) => !protectionKeys.has(key)) }
  expect(await read('a.qrk', qrk, many, ' Ein Pfad im Wald ')).toEqual(plain)
  expect(await read('a.json', json, many, recovery)).toEqual(plain)
  expect(await read('a.qrk', qrk, many, 'another path')).toEqual({ kind: 'wrongPassword', name: 'a.qrk' })
  expect(await read('a.qrk', qrk)).toEqual({ kind: 'protectedProject', name: 'a.qrk' })
  const swapped = {
    ...rows,
    sources: rows.sources.map((row, at, all) => ({ ...row, title: all[1 - at]?.title ?? '' })),
  }
  const { sources } = (await read('a.json', asBytes(swapped), many, recovery)) as typeof base
  expect(sources.map(({ title }) => title)).toEqual(['\uFFFD'.repeat(3), '\uFFFD'.repeat(4)])
  const stripped = { ...rows, preferences: [] }
  expect(await read('a.json', asBytes(stripped))).toEqual({ kind: 'truncatedProject', name: 'a.json' })
})

test('texts become canonical, and what hangs on nothing is left out', () => {
  const [answer] = base.question_answers
  const [quirk] = base.quirks
  const rows = soundRows(
    'a.json',
    {
      ...base,
      question_answers: [{ ...answer, answer: '<p onclick="x">Fine<script>no</script></p>' }],
      quirks: [quirk, { ...quirk, id: 8, parentQuirkId: 9 }, { ...quirk, id: 7, parentQuirkId: 8 }],
    },
    { room: many },
  )
  expect(rows.question_answers?.[0]?.answer).toBe('<p>Fine</p>')
  expect(rows.quirks?.map(({ id }) => id)).toEqual([quirk?.id])
})

test('a project JSON without questions has the first one, and its answers stay', () => {
  const { questions: _, ...rows } = draw('quirk Trust\nsource Anna | I [trusted]Trust him.')
  const sound = soundRows('anna.json', rows, { room: 1000 })
  expect(sound.questions).toEqual([{ id: 1, question: '', questionOrder: 0 }])
  expect([sound.question_answers?.length, sound.highlights?.length]).toEqual([1, 1])
})
