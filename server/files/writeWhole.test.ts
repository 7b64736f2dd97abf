import { copyFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { testFolder } from '../testing/serve.ts'
import { writeWhole } from './writeWhole.ts'

let folder = ''
beforeEach(() => {
  folder = testFolder()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const at = (name: string) => join(folder, name)
const readNotes = (path: string) => {
  const database = new DatabaseSync(path)
  const rows = database.prepare('SELECT note FROM notes').all()
  database.close()
  return rows.map(({ note }) => note)
}

/** A database whose last row lies in the log beside it, as a program that was killed leaves it. */
function leftWithLog(name: string): string {
  const killed = new DatabaseSync(at('killed'))
  killed.exec(`PRAGMA journal_mode = WAL; CREATE TABLE notes (note TEXT); PRAGMA wal_checkpoint(TRUNCATE);
INSERT INTO notes VALUES ('in the log')`)
  for (const end of ['', '-wal']) copyFileSync(at(`killed${end}`), at(name + end))
  killed.close()
  return at(name)
}

it('a file that is not overwritten in the end keeps what is in the log beside it', () => {
  const path = leftWithLog('Study.qrk')
  let other: DatabaseSync | undefined
  const refused = writeWhole(path, true, (temporary) => {
    writeFileSync(temporary, 'new')
    // Somebody begins to write to it.
    other = new DatabaseSync(path)
    other.exec('BEGIN IMMEDIATE')
  })
  other?.close()
  expect(refused).toEqual({ problem: { kind: 'projectLocked', name: path } })
  expect(readNotes(path)).toEqual(['in the log'])
})

it('what is overwritten leaves nothing beside it, whatever it was', () => {
  const path = leftWithLog('Study.qrk')
  expect(writeWhole(path, true, (temporary) => writeFileSync(temporary, 'new'))).toEqual({ ok: path })
  writeFileSync(`${path}-wal`, 'no log of anything')
  expect(writeWhole(path, true, (temporary) => writeFileSync(temporary, 'newer'))).toEqual({ ok: path })
  expect(readdirSync(folder).filter((name) => name.includes('Study'))).toEqual(['Study.qrk'])
})
