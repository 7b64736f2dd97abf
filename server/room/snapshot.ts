/**
 * A project as one new file, without the private tables but for the sound of recordings: the others are never copied, rather than copied and deleted, so that no
 * page of the file can still hold them.
 */
import { columnsOf, tables } from '../../src/model/schema.ts'
import type { Db } from '../../wasm/database/db.ts'
import { derivedSql, downloadSql, layoutVersion, publicSql } from '../../wasm/database/migrations/tables.ts'

/** `path` must not exist. Beside the public tables a joiner gets the texts with their versions and the project's standing, a download the sound of recordings; a silent one has neither. */
export function writeSnapshot(db: Db, path: string, reader: 'joiner' | 'download' | 'silent'): void {
  db.run('ATTACH DATABASE ? AS copy', [path])
  try {
    db.exec('PRAGMA copy.page_size = 16384; PRAGMA copy.journal_mode = OFF; PRAGMA copy.synchronous = OFF;')
    db.transaction(() => {
      db.exec(reader === 'download' ? downloadSql('copy.') : publicSql('copy.'))
      for (const table of tables) {
        // With all columns in their own order SQLite copies pages instead of rows: several times as fast.
        const columns = columnsOf(table)
        const list = inOrder(db, table, columns) ? '*' : columns.map((column) => `"${column}"`).join(', ')
        db.exec(`INSERT INTO copy."${table}" SELECT ${list} FROM main."${table}"`)
      }
      if (reader === 'download') copyMedia(db)
      db.exec(`PRAGMA copy.user_version = ${layoutVersion}`)
      if (reader === 'joiner') copyDerived(db)
    })
  } finally {
    db.exec('DETACH DATABASE copy')
  }
}

const inOrder = (db: Db, table: string, columns: readonly string[]): boolean =>
  db
    .all<{ name: string }>('SELECT name FROM pragma_table_info(?)', [table])
    .map(({ name }) => name)
    .join() === columns.join()

/** Into the attached `copy`, what the rows of `recordings` name: what no recording has any more goes no further. */
export const copyMedia = (db: Db, recordings = 'main.recordings'): void =>
  db.exec(
    `INSERT OR IGNORE INTO copy._media SELECT hash, n, bytes FROM main._media WHERE hash IN (SELECT hash FROM ${recordings})`,
  )

function copyDerived(db: Db): void {
  db.exec(`${derivedSql('copy.')}
INSERT INTO copy.answer_texts SELECT answerId, version, text FROM main.answer_texts;
INSERT INTO copy._meta SELECT key, value FROM main._meta WHERE key IN ('uuid', 'epoch', 'head');`)
}
