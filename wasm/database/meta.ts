/** The private notes of a project's database, one value a key: `uuid`, `epoch`, `head`, … */
import type { Db, Value } from './db.ts'

export const getMeta = (db: Db, key: string): Value | undefined =>
  db.one<{ value: Value }>('SELECT value FROM _meta WHERE key = ?', [key])?.value

export const setMeta = (db: Db, key: string, value: Value): void => {
  db.run('INSERT INTO _meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value', [
    key,
    value,
  ])
}

export const metaNumber = (db: Db, key: string): number => Number(getMeta(db, key) ?? 0)
export const metaText = (db: Db, key: string): string => String(getMeta(db, key) ?? '')
