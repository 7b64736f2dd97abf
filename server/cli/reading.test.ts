// export, info, texts and quotes: what they say of a drawn project, and that no file is touched by being read.
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { drawFile, thicket, thicketProcess } from '../../fixtures/testing/commandLine.ts'
import { isProblem } from '../../src/model/problems.ts'
import { keyOf, tables } from '../../src/model/schema.ts'
import type { Db } from '../../wasm/database/db.ts'
import { openProject } from '../files/projectFile.ts'
import { openRoom } from '../room/room.ts'
import { testFolder } from '../testing/serve.ts'
import { readProject } from '../working/openToRead.ts'
import { changeProject } from './changeProject.ts'
import { infoOf } from './info.ts'
import { quotesOf } from './quotes.ts'
import { textsOf } from './texts.ts'

const drawing = `
quirk Feelings
quirk Trust < Feelings
quirk Blind / deaf < Trust
group Warm: Trust
question 1 What?
question 2 Why? 😀
source Ana 😀 | I 👩🏽‍🚀 [trusted 😀 [him]{Blind / deaf}@Ben]Trust.
              | A [memo]"of his"@Ben.
answer Ana 😀 2 | [e\u0301]Feelings combining.
source Ben | Nothing.
`

let folder = ''
let path = ''
beforeEach(() => {
  folder = testFolder()
  path = drawFile(folder, 'p', drawing)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function read<T>(name: string, body: (db: Db) => T): Promise<Awaited<T>> {
  const done = await readProject(name, folder, body)
  if (isProblem(done)) throw new Error(JSON.stringify(done.problem))
  return done.ok
}
const state = (file: string) => {
  const { mtimeMs } = statSync(file)
  return `${createHash('sha256').update(readFileSync(file)).digest('hex')} ${mtimeMs} ${readdirSync(folder)}`
}

describe('what a project holds', () => {
  it('quotes: paths of quirks, titles, and words cut by UTF-16 units, in the order of the text', async () => {
    const quotes = await read('p', (db) => [...quotesOf(db)])
    const of = { source: 'Ana 😀', sourceId: 1, question: 'What?', questionId: 1 }
    const text = 'I 👩🏽‍🚀 trusted 😀 him.\nA memo.'
    expect(quotes).toEqual([
      {
        ...of,
        id: expect.any(Number),
        quirk: 'Feelings / Trust',
        quirkId: 2,
        start: text.indexOf('trusted'),
        length: 14,
        quote: 'trusted 😀 him',
        author: 'me',
      },
      {
        ...of,
        id: expect.any(Number),
        quirk: 'Feelings / Trust / Blind / deaf',
        quirkId: 3,
        start: text.indexOf('him'),
        length: 3,
        quote: 'him',
        author: 'Ben',
      },
      {
        ...of,
        id: expect.any(Number),
        quirk: 'Feelings',
        quirkId: 1,
        question: 'Why? 😀',
        questionId: 2,
        start: 0,
        length: 2,
        quote: 'e\u0301',
        author: 'me',
      },
    ])
  })

  it('texts: every answer as plain text, also from a file that has none beside its HTML', async () => {
    const expected = [
      { sourceId: 1, source: 'Ana 😀', questionId: 1, question: 'What?', text: 'I 👩🏽‍🚀 trusted 😀 him.\nA memo.' },
      { sourceId: 1, source: 'Ana 😀', questionId: 2, question: 'Why? 😀', text: 'e\u0301 combining.' },
      { sourceId: 2, source: 'Ben', questionId: 1, question: 'What?', text: 'Nothing.' },
    ]
    expect(await read('p', (db) => [...textsOf(db)])).toEqual(expected)
    const opened = openProject(path, [])
    if (isProblem(opened)) throw new Error(JSON.stringify(opened))
    const room = openRoom(opened.ok.db)
    room.snapshot(join(folder, 'download.qrk'), 'download')
    room.close()
    expect(await read('download.qrk', (db) => [...textsOf(db)])).toEqual(expected)
    expect(await read('download', (db) => [...quotesOf(db)])).toEqual(await read('p', (db) => [...quotesOf(db)]))
  })

  it('goes through more rows than it reads at once', async () => {
    const lines = Array.from({ length: 70 }, (_, i) => `source S${i} | ${'[a]Trust '.repeat(90)}`)
    drawFile(folder, 'many', ['quirk Trust', ...lines].join('\n'))
    const texts = await read('many', (db) => [...textsOf(db)])
    expect(texts.map(({ source }) => source)).toEqual(lines.map((_, i) => `S${i}`))
    const quotes = await read('many', (db) => [...quotesOf(db)])
    expect(quotes).toHaveLength(6300)
    expect(new Set(quotes.map(({ id }) => id)).size).toBe(6300)
    const sorted = quotes.toSorted((a, b) => a.sourceId - b.sourceId || a.start - b.start || a.id - b.id)
    expect(quotes).toEqual(sorted)
    expect(new Set(quotes.map(({ quote }) => quote))).toEqual(new Set(['a']))
  })

  it('info counts every table, and tables that another program did not make as empty', async () => {
    const info = await read('p', infoOf)
    expect(info).toMatchObject({ dbVersion: 5, integrity: 'ok' })
    expect(Object.keys(info.tables)).toEqual([...tables])
    expect(info.tables).toMatchObject({ sources: 2, questions: 2, quirks: 3, highlights: 3, memos: 1, group_quirks: 1 })
    const database = new DatabaseSync(path)
    database.exec('DROP TABLE chat_messages; DROP TABLE answer_texts')
    database.close()
    const before = state(path)
    expect(await read('p', infoOf)).toEqual(info)
    expect(state(path)).toBe(before)
  })

  it('quotes of quirks that nest in a circle end', async () => {
    const database = new DatabaseSync(path)
    database.exec('UPDATE quirks SET parentQuirkId = 3 WHERE id = 1')
    database.close()
    const [quote] = await read('p', (db) => [...quotesOf(db)])
    expect(quote?.quirk).toBe('Blind / deaf / Feelings / Trust')
  })
})

describe('the command', () => {
  it('export writes what the database holds, with the colours of quirks, and once more over it', async () => {
    const before = state(path)
    const printed = await thicketProcess(folder, ['export', 'p.qrk', '--json', '-'])
    expect(printed).toMatchObject({ code: 0, stderr: '' })
    expect(state(path)).toBe(before)
    const json = JSON.parse(printed.stdout)
    const database = new DatabaseSync(path, { readOnly: true })
    for (const table of tables) {
      const colour = table === 'highlights' ? ', (SELECT color FROM quirks WHERE id = t.quirkId) AS color' : ''
      const rows = database.prepare(`SELECT *${colour} FROM "${table}" t ORDER BY "${keyOf(table)}"`).all()
      expect(json[table], table).toEqual(rows.map((row) => ({ ...row })))
    }
    database.close()
    expect(Object.keys(json)).toEqual([...tables])
    expect(json.highlights[0].color).toMatch(/^#/)
    for (let times = 0; times < 2; times += 1) {
      expect(await thicket(folder, ['export', 'p', '--json', 'out.json'])).toMatchObject({ code: 0, stdout: '' })
      expect(readFileSync(join(folder, 'out.json'), 'utf8')).toBe(printed.stdout)
    }
    const over = await thicket(folder, ['export', 'p', '--json', 'p.qrk'])
    expect(over).toMatchObject({ code: 1, stderr: expect.stringContaining('already') })
    expect(await read('p', infoOf)).toMatchObject({ integrity: 'ok' })
  })

  it('info, texts and quotes print JSON and nothing else', async () => {
    const before = state(path)
    const info = await thicketProcess(folder, ['info', 'p', '--json'])
    expect(info).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(info.stdout)).toEqual(await read('p', infoOf))
    const texts = await thicketProcess(folder, ['texts', 'p.qrk', '--json'])
    expect(JSON.parse(texts.stdout)).toEqual(await read('p', (db) => [...textsOf(db)]))
    const quotes = await thicketProcess(folder, ['quotes', path, '--json'])
    expect(JSON.parse(quotes.stdout)).toEqual(await read('p', (db) => [...quotesOf(db)]))
    expect(state(path)).toBe(before)
  })

  it.each([
    ['info'],
    ['info', 'p'],
    ['info', 'p', 'q', '--json'],
    ['info', 'p', '--josn'],
    ['export', 'p', '--json'],
    ['run', 'p'],
    ['import', 'p'],
  ])('is not understood: %s %s %s', async (...args) => {
    const ran = await thicket(folder, args)
    expect(ran).toMatchObject({ code: 2, stdout: '' })
    expect(ran.stderr).toMatch(new RegExp(`usage: thicket ${args[0]} |thicket ${args[0]} --help says how`))
  })
})

describe('a file that is no project that can be read', () => {
  const alter = (sql: string) => {
    const database = new DatabaseSync(path)
    database.exec(sql)
    database.close()
  }
  const bad: Record<string, { make: () => void; says: string }> = {
    'no SQLite file': { make: () => writeFileSync(path, 'Dear diary,\n'.repeat(2000)), says: 'is not a project file' },
    'an empty file': { make: () => writeFileSync(path, ''), says: 'is not a project file' },
    'a database of another program': {
      make: () => {
        rmSync(path)
        alter('CREATE TABLE songs (title TEXT)')
      },
      says: 'is not a project file',
    },
    'a truncated one': {
      make: () => truncateSync(path, statSync(path).size - 20_000),
      says: 'is incomplete or damaged',
    },
    'a newer one': {
      make: () => alter(`UPDATE preferences SET value = '6' WHERE key = '___db_version'`),
      says: 'was made by a newer Thicket (database version 6)',
    },
    'a protected one': {
      make: () => alter(`UPDATE preferences SET value = '1' WHERE key = '___db_encrypted'`),
      says: 'is protected by a password',
    },
  }
  const script = '{"command":"createQuirk","args":{"title":"Trust"}}\n'
  /** Every way to a project; a command that reads, and one that writes. */
  async function refusedBy(says: string, command = thicket) {
    expect(await readProject('p', folder, infoOf)).toHaveProperty('problem')
    expect(await changeProject('p', folder, () => {})).toHaveProperty('problem')
    for (const args of [
      ['quotes', 'p.qrk', '--json'],
      ['run', 'p.qrk', '--script', '-'],
    ]) {
      const ran = await command(folder, args, script)
      expect(ran, args[0]).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(says) })
      expect(ran.stderr.trimEnd().split('\n'), args[0]).toHaveLength(1)
    }
  }

  it.each(Object.keys(bad))('%s: one clear line, and not a byte is touched', async (name) => {
    const { make, says } = bad[name] as { make: () => void; says: string }
    make()
    const before = state(path)
    await refusedBy(says)
    expect(state(path)).toBe(before)
  })

  it('one that is open elsewhere: it can be read when that has closed', async () => {
    const opened = openProject(path, [])
    if (isProblem(opened)) throw new Error(JSON.stringify(opened))
    // Not hashed meanwhile: a process that closes a file gives up the locks that it has on it.
    await refusedBy('is in use. If it is open in Thicket, leave it there', thicketProcess)
    opened.ok.db.close()
    expect(await read('p', infoOf)).toMatchObject({ integrity: 'ok' })
  })

  it('a missing one is not made by reading it', async () => {
    const ran = await thicket(folder, ['info', 'q.qrk', '--json'])
    expect(ran).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('q.qrk was not found') })
    expect(existsSync(join(folder, 'q.qrk'))).toBe(false)
  })

  it('what a killed server left in its log is read, and stays in the log', async () => {
    const opened = openProject(path, [])
    if (isProblem(opened)) throw new Error(JSON.stringify(opened))
    opened.ok.db.run(`UPDATE sources SET title = 'Late' WHERE id = 2`)
    for (const end of ['', '-wal']) copyFileSync(path + end, join(folder, `killed.qrk${end}`))
    opened.ok.db.close()
    const killed = join(folder, 'killed.qrk')
    const before = `${state(killed)} ${state(`${killed}-wal`)}`
    expect((await read('killed', (db) => [...textsOf(db)])).at(-1)?.source).toBe('Late')
    expect(`${state(killed)} ${state(`${killed}-wal`)}`).toBe(before)
  })
})
