import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PALETTE } from '../../src/model/palette.ts'
import type { Result } from '../../src/model/problems.ts'
import { layoutVersion } from '../../wasm/database/migrations/tables.ts'
import { hashOf } from '../base/hashOf.ts'
import { openRoom } from '../room/room.ts'
import { testFolder } from '../testing/serve.ts'
import { quirk } from '../testing/socketClient.ts'
import { readBackups } from './backupFiles.ts'
import { copyBeside, createProject, hashOfEntry, openProject, type ProjectFile } from './projectFile.ts'
import { writeWhole } from './writeWhole.ts'

let folder = ''
beforeEach(() => {
  folder = testFolder()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const at = (name: string) => join(folder, name)
const kindOf = (result: Result<ProjectFile>) => {
  if ('problem' in result) return result.problem.kind
  result.ok.db.close()
  return 'opened'
}
const opened = (result: Result<ProjectFile>): ProjectFile => {
  if ('problem' in result) throw new Error(JSON.stringify(result))
  return result.ok
}
const made = (name: string): string => {
  const file = opened(createProject(at(name), false))
  file.db.close()
  return file.path
}
const alter = (path: string, sql: string) => {
  const database = new DatabaseSync(path)
  database.enableDefensive(false)
  database.exec(sql)
  database.close()
}

describe('a new project', () => {
  it('has the suffix, the first question and the system preferences, and is a SQLite file', () => {
    const path = made('Interviews 2026.1')
    expect(path.endsWith('Interviews 2026.1.qrk')).toBe(true)
    expect(readdirSync(folder)).toEqual(['Interviews 2026.1.qrk'])
    const database = new DatabaseSync(path, { readOnly: true })
    expect(database.prepare('SELECT id FROM questions').all()).toEqual([{ id: 1 }])
    expect(
      Object.fromEntries(
        database
          .prepare('SELECT key, value FROM preferences')
          .all()
          .map((row) => [row.key, row.value]),
      ),
    ).toEqual({
      ___db_version: '5',
      ___cloud_version: '1',
      ___db_encrypted: '0',
      ___single_question: '1',
    })
    expect(database.prepare('PRAGMA page_size').get()).toEqual({ page_size: 4096 })
    expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: layoutVersion })
    database.close()
  })

  it('keeps a suffix that is there, in any case', () => {
    expect(made('A.QRK').endsWith('A.QRK')).toBe(true)
  })

  it('never overwrites a file unless that was asked for', () => {
    const path = made('a')
    const before = readFileSync(path)
    expect(createProject(path, false)).toEqual({ problem: { kind: 'fileExists', name: path } })
    expect(readFileSync(path).equals(before)).toBe(true)
    expect(kindOf(createProject(path, true))).toBe('opened')
    expect(readFileSync(path).equals(before)).toBe(false)
    expect(readdirSync(folder)).toEqual(['a.qrk'])
  })

  it('does not overwrite one that is open, nor a folder, and needs a folder that is there', () => {
    const file = opened(createProject(at('a'), false))
    expect(kindOf(createProject(at('a'), true))).toBe('projectLocked')
    file.db.close()
    mkdirSync(at('b.qrk'))
    expect(kindOf(createProject(at('b'), true))).toBe('fileExists')
    expect(createProject(at('none/c'), false)).toEqual({ problem: { kind: 'folderNotFound', name: at('none') } })
  })
})

describe('a file that is no project to be opened is told so and left as it is', () => {
  const bad: [string, string, (path: string) => void][] = [
    ['no SQLite file', 'notAProject', (path) => writeFileSync(path, 'Thicket\n'.repeat(9999))],
    ['an empty file', 'notAProject', (path) => writeFileSync(path, '')],
    ['a text that begins like one', 'notAProject', (path) => writeFileSync(path, 'SQLite format 3\0')],
    ['a cut one', 'truncatedProject', (path) => truncateSync(path, 3 * 16384)],
    ['one cut within a page', 'truncatedProject', (path) => truncateSync(path, readFileSync(path).length - 100)],
    [
      'one with a page overwritten',
      'truncatedProject',
      (path) => {
        const bytes = readFileSync(path)
        bytes.fill(0x5a, 2 * 16384, 3 * 16384)
        writeFileSync(path, bytes)
      },
    ],
    [
      'one of a newer private layout',
      'newerProject',
      (path) => alter(path, `PRAGMA user_version = ${layoutVersion + 1}`),
    ],
    [
      'one of a newer layout, with a table and a column that we do not know',
      'newerProject',
      (path) =>
        alter(
          path,
          `CREATE TABLE places (id INTEGER PRIMARY KEY); ALTER TABLE sources ADD COLUMN place TEXT NOT NULL DEFAULT '';
PRAGMA user_version = ${layoutVersion + 1}`,
        ),
    ],
    [
      'one of a newer database version',
      'newerProject',
      (path) => alter(path, `UPDATE preferences SET value = '6' WHERE key = '___db_version'`),
    ],
    [
      'one of an older database version',
      'notAProject',
      (path) => alter(path, `UPDATE preferences SET value = '4' WHERE key = '___db_version'`),
    ],
    [
      'a protected one',
      'protectedProject',
      (path) => alter(path, `UPDATE preferences SET value = '1' WHERE key = '___db_encrypted'`),
    ],
    [
      'another program’s database',
      'notAProject',
      (path) => {
        rmSync(path)
        alter(path, 'CREATE TABLE letters (id INTEGER PRIMARY KEY, text TEXT)')
      },
    ],
    [
      'one with a trigger',
      'notAProject',
      (path) => alter(path, 'CREATE TRIGGER t AFTER INSERT ON quirks BEGIN DELETE FROM sources; END'),
    ],
    [
      'one with a view for a table',
      'notAProject',
      (path) => alter(path, 'DROP TABLE memos; CREATE VIEW memos AS SELECT 1'),
    ],
    ['one with a table that we do not know', 'notAProject', (path) => alter(path, 'CREATE TABLE extra (x)')],
    [
      'one with a computed column',
      'notAProject',
      (path) =>
        alter(
          path,
          'DROP TABLE groups; CREATE TABLE groups (id INTEGER PRIMARY KEY, description TEXT AS (abs(-9223372036854775808)))',
        ),
    ],
    ['one with a column missing', 'notAProject', (path) => alter(path, 'ALTER TABLE groups DROP COLUMN description')],
    [
      'one with an index over an expression',
      'notAProject',
      (path) => alter(path, 'DROP INDEX memos_place; CREATE INDEX memos_place ON memos(abs(start))'),
    ],
    [
      'one with a check',
      'notAProject',
      (path) =>
        alter(
          path,
          'DROP TABLE groups; CREATE TABLE groups (id INTEGER PRIMARY KEY, description TEXT CHECK (randomblob(9)))',
        ),
    ],
  ]

  it.each(bad)('%s: %s', (_, kind, spoil) => {
    const path = made('p')
    spoil(path)
    const before = readFileSync(path)
    const result = openProject(path, [])
    expect(kindOf(result)).toBe(kind)
    expect('problem' in result && 'name' in result.problem && result.problem.name).toBe(path)
    expect(readFileSync(path).equals(before)).toBe(true)
    expect(readdirSync(folder)).toEqual(['p.qrk'])
  })

  it('a newer one tells its version', () => {
    const path = made('p')
    alter(path, 'PRAGMA user_version = 99')
    expect(openProject(path, [])).toEqual({ problem: { kind: 'newerProject', name: path, version: 99 } })
  })

  it('a newer one with a log beside it, left by a killed server, keeps file and log', () => {
    const database = new DatabaseSync(made('p'))
    database.exec('PRAGMA journal_mode = WAL; PRAGMA user_version = 99')
    for (const suffix of ['', '-wal']) copyFileSync(at(`p.qrk${suffix}`), at(`q.qrk${suffix}`))
    database.close()
    const before = ['', '-wal'].map((suffix) => readFileSync(at(`q.qrk${suffix}`)))
    expect(kindOf(openProject(at('q.qrk'), []))).toBe('newerProject')
    expect(['', '-wal'].map((suffix, i) => readFileSync(at(`q.qrk${suffix}`)).equals(before[i] as Buffer))).toEqual([
      true,
      true,
    ])
    expect(readdirSync(folder)).toEqual(['p.qrk', 'q.qrk', 'q.qrk-wal'])
  })

  it('one that another server has open: projectLocked, in this process and in another', () => {
    const file = opened(createProject(at('p'), false))
    expect(kindOf(openProject(file.path, []))).toBe('projectLocked')
    const script = `import { openProject } from ${JSON.stringify(join(import.meta.dirname, 'projectFile.ts'))}
console.log(JSON.stringify(openProject(${JSON.stringify(file.path)}, [])))`
    const other = spawnSync(process.execPath, ['--input-type=module-typescript', '-e', script], { encoding: 'utf8' })
    expect(JSON.parse(other.stdout)).toEqual({ problem: { kind: 'projectLocked', name: file.path } })
    file.db.close()
    expect(kindOf(openProject(file.path, []))).toBe('opened')
  })

  it('one in a folder that may not be written to, and one that may not be read: noPermission', () => {
    const path = made('p')
    mkdirSync(at('closed'))
    copyFileSync(path, at('closed/p.qrk'))
    copyFileSync(path, at('unread.qrk'))
    chmodSync(at('unread.qrk'), 0)
    chmodSync(at('closed'), 0o555)
    chmodSync(folder, 0o755)
    // Permissions do not bind root: then somebody else tries.
    const root = process.getuid?.() === 0
    if (root) chownSync(at('closed/p.qrk'), 65534, 65534)
    const script = `import { inspectFile } from ${JSON.stringify(join(import.meta.dirname, 'inspectFile.ts'))}
${root ? 'process.setgid(65534); process.setuid(65534)' : ''}
console.log(JSON.stringify([${JSON.stringify([at('closed/p.qrk'), at('unread.qrk')])}].flat().map((path) => inspectFile(path))))`
    const other = spawnSync(process.execPath, ['--input-type=module-typescript', '-e', script], { encoding: 'utf8' })
    chmodSync(at('closed'), 0o755)
    expect([other.stderr, JSON.parse(other.stdout || 'null')]).toEqual([
      '',
      [
        { problem: { kind: 'noPermission', name: at('closed/p.qrk') } },
        { problem: { kind: 'noPermission', name: at('unread.qrk') } },
      ],
    ])
  })

  it('one that a SQLite program is writing to: projectLocked, and it is left as it is', () => {
    const path = made('p')
    alter(path, 'PRAGMA journal_mode = DELETE')
    const before = readFileSync(path)
    // In a process of its own: here, reading the file would give up its locks.
    const script = `import { DatabaseSync } from 'node:sqlite'
import { spawnSync } from 'node:child_process'
const database = new DatabaseSync(${JSON.stringify(path)})
database.exec('BEGIN IMMEDIATE')
const open = ${JSON.stringify(`import { openProject } from ${JSON.stringify(join(import.meta.dirname, 'projectFile.ts'))}; console.log(JSON.stringify(openProject(${JSON.stringify(path)}, [])))`)}
process.stdout.write(spawnSync(process.execPath, ['--input-type=module-typescript', '-e', open], { encoding: 'utf8' }).stdout)
database.exec('ROLLBACK')
database.close()`
    const other = spawnSync(process.execPath, ['--input-type=module-typescript', '-e', script], { encoding: 'utf8' })
    expect([other.stderr, JSON.parse(other.stdout || 'null')]).toEqual([
      '',
      { problem: { kind: 'projectLocked', name: path } },
    ])
    expect(readFileSync(path).equals(before)).toBe(true)
    expect(kindOf(openProject(path, []))).toBe('opened')
  })

  it('one that is not there', () => {
    expect(openProject(at('none.qrk'), [])).toEqual({ problem: { kind: 'fileNotFound', name: at('none.qrk') } })
    symlinkSync(at('nowhere'), at('link.qrk'))
    expect(kindOf(openProject(at('link.qrk'), []))).toBe('fileNotFound')
    expect(kindOf(openProject(folder, []))).toBe('notAProject')
  })
})

describe('an existing project', () => {
  const sender = { client: 0, access: 'own' as const, author: null }
  const filled = (name: string) => {
    const file = opened(createProject(at(name), false))
    const room = openRoom(file.db)
    room.submit([{ sender, push: null, steps: [{ operations: [quirk(1), quirk(2)], versions: {} }], hash: '' }])
    const noted = {
      uuid: file.uuid,
      path: file.path,
      epoch: file.epoch,
      head: room.head,
      hash: hashOfEntry(file.db, room.head),
      clean: true,
    }
    return { file, room, noted }
  }

  it('of another program gets colours where what it has are none', () => {
    const { file, room } = filled('p')
    room.close()
    alter(file.path, "UPDATE quirks SET color = 'red' WHERE id = 1; DROP TABLE _meta; DROP TABLE _log")
    const { db } = opened(openProject(file.path, []))
    const colours = db.all<{ color: string }>('SELECT color FROM quirks ORDER BY id').map(({ color }) => color)
    expect(colours).toEqual([PALETTE[1].hex, colours[1]])
    db.close()
  })

  it('keeps its uuid, its epoch and what is in it', () => {
    const { file, room, noted } = filled('p')
    expect([noted.head, noted.hash.length]).toEqual([1, 43])
    room.close()
    const again = opened(openProject(file.path, [noted]))
    expect([again.uuid, again.epoch]).toEqual([file.uuid, file.epoch])
    expect(again.db.all('SELECT id FROM quirks')).toHaveLength(2)
    again.db.close()
    expect(readdirSync(folder)).toEqual(['p.qrk'])
  })

  it('one copied back over itself gets a new epoch', () => {
    const { file, room } = filled('p')
    room.close()
    copyFileSync(file.path, at('before'))
    const later = opened(openProject(file.path, []))
    const laterRoom = openRoom(later.db)
    laterRoom.submit([{ sender, push: null, steps: [{ operations: [quirk(3)], versions: {} }], hash: '' }])
    const noted = {
      uuid: later.uuid,
      path: later.path,
      epoch: later.epoch,
      head: laterRoom.head,
      hash: hashOfEntry(later.db, 2),
      clean: true,
    }
    laterRoom.close()
    copyFileSync(at('before'), file.path)
    const restored = opened(openProject(file.path, [noted]))
    expect([restored.uuid === later.uuid, restored.epoch === later.epoch]).toEqual([true, false])
    restored.db.close()
  })

  it('a download of it, without private tables, opens as another project with the same rows', () => {
    const { room, noted } = filled('p')
    room.snapshot(at('download.qrk'), 'download')
    room.close()
    const copy = opened(openProject(at('download.qrk'), [noted]))
    expect(copy.uuid).not.toBe(noted.uuid)
    expect(copy.db.all('SELECT id FROM quirks')).toHaveLength(2)
    expect(copy.db.all('PRAGMA quick_check')).toEqual([{ quick_check: 'ok' }])
    copy.db.close()
  })

  it('answers without plain text, from another program, get it, and their HTML is made canonical', () => {
    const { room } = filled('p')
    room.snapshot(at('download.qrk'), 'download')
    room.close()
    alter(
      at('download.qrk'),
      `INSERT INTO sources VALUES (1, 'S', 'i', 'Ann', 1); INSERT INTO question_answers VALUES (5, 1, 1, '<p>Tr<B>us</B>t &amp; doubt<script>x</script></p>', 'Ann', 1)`,
    )
    const copy = opened(openProject(at('download.qrk'), []))
    expect(copy.db.one('SELECT text FROM answer_texts WHERE answerId = 5')).toEqual({ text: 'Trust & doubt' })
    expect(copy.db.one('SELECT answer FROM question_answers')).toEqual({ answer: '<p>Tr<b>us</b>t &amp; doubt</p>' })
    copy.db.close()
  })

  it.each([
    ['one of an older layout', 'PRAGMA user_version = 0'],
    ['one that lacks a table of this one', 'DROP TABLE _holders'],
  ])('a migration comes after a backup in the folder of backups: %s', (_, sql) => {
    const { file, room, noted } = filled('p')
    room.close()
    alter(file.path, sql)
    const migrated = opened(openProject(file.path, [noted], { backups: at('backups') }))
    expect(migrated.db.one('PRAGMA user_version')).toEqual({ user_version: layoutVersion })
    expect(migrated.db.one(`SELECT 1 AS there FROM sqlite_schema WHERE name = '_holders'`)).toEqual({ there: 1 })
    migrated.db.close()
    expect(readdirSync(folder).toSorted()).toEqual(['backups', 'p.qrk'])
    const [backup, ...others] = readBackups(join(at('backups'), file.uuid))
    expect(others).toEqual([])
    expect(backup).toMatchObject({ reason: 'migration', seq: 1, epoch: file.epoch })
    const path = join(at('backups'), file.uuid, `${backup?.id}.qrk`)
    expect(backup?.hash).toBe(hashOf(path))
    // As it was before.
    const before = new DatabaseSync(path, { readOnly: true })
    const layout = before.prepare('PRAGMA user_version').get()
    const holders = before.prepare(`SELECT 1 FROM sqlite_schema WHERE name = '_holders'`).all()
    const quirks = before.prepare('SELECT id FROM quirks').all()
    before.close()
    expect([layout?.user_version === 0 || holders.length === 0, quirks.length]).toEqual([true, 2])
    // The next opening has nothing to migrate.
    opened(openProject(file.path, [noted], { backups: at('backups') })).db.close()
    expect(readBackups(join(at('backups'), file.uuid))).toHaveLength(1)
  })

  it('where no backup can be made nothing is migrated', () => {
    const { file, room, noted } = filled('p')
    room.close()
    alter(file.path, 'PRAGMA user_version = 0')
    writeFileSync(at('backups'), '')
    expect(kindOf(openProject(file.path, [noted], { backups: at('backups') }))).toBe('storageFailed')
    const database = new DatabaseSync(file.path, { readOnly: true })
    expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: 0 })
    database.close()
  })

  it.each([
    ['SQLite', { errcode: 13 }],
    ['the system', { code: 'ENOSPC' }],
  ])('2 §8: where %s has no room, the save fails in words, and nothing is left of it', (_, error) => {
    const written = writeWhole(join(folder, 'full.qrk'), false, (temporary) => {
      writeFileSync(temporary, 'half')
      throw Object.assign(new Error('full'), error)
    })
    expect(written).toEqual({ problem: { kind: 'cannotSave', message: 'database or disk is full' } })
    expect(readdirSync(folder).filter((name) => name.includes('full'))).toEqual([])
  })

  it('a backup is a whole project beside it', () => {
    const { file, room } = filled('p')
    const [one, two] = [copyBeside(file.db, file.path), copyBeside(file.db, file.path)]
    room.close()
    expect(one).not.toBe(two)
    expect(existsSync(one)).toBe(true)
    const backup = opened(openProject(one, []))
    expect(backup.db.all('SELECT id FROM quirks')).toHaveLength(2)
    backup.db.close()
  })
})
