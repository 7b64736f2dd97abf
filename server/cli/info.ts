/** `thicket info`: what a project holds, in numbers, and whether its file is whole. */
import { databaseVersion, type Table, tables } from '../../src/model/schema.ts'
import { isProtected } from '../../src/model/sealing/sealedForm.ts'
import type { Db } from '../../wasm/database/db.ts'
import { readProject } from '../working/openToRead.ts'
import { command } from './command.ts'
import { print } from './output.ts'

export interface Info {
  dbVersion: number
  /** Whether it is protected by a password. */
  encrypted: boolean
  /** 'ok', or what SQLite finds wrong. */
  integrity: string
  tables: Record<Table, number>
}

export function infoOf(db: Db): Info {
  const preference = (key: string) =>
    db.one<{ value: string }>('SELECT value FROM preferences WHERE key = ?', [key])?.value
  const found = db.all<{ integrity_check: string }>('PRAGMA integrity_check(10)')
  const count = (table: Table) => db.one<{ n: number }>(`SELECT COUNT(*) AS n FROM "${table}"`)?.n ?? 0
  return {
    dbVersion: Number(preference('___db_version') ?? databaseVersion),
    encrypted: isProtected(preference('___db_encrypted'), preference('___db_hash')),
    integrity: found.map((row) => row.integrity_check).join('; '),
    tables: Object.fromEntries(tables.map((table) => [table, count(table)])) as Record<Table, number>,
  }
}

export const main = command(
  {
    usage: 'info <project.qrk> --json',
    options: { json: { type: 'boolean' } },
    needs: ['json'],
    words: { least: 1, most: 1 },
  },
  async ({ words: [name = ''], folder }) => {
    const info = await readProject(name, folder, infoOf, { takesSealed: true })
    if ('problem' in info) return info
    await print(`${JSON.stringify(info.ok)}\n`)
    return 0
  },
)
