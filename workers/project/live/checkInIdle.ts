/**
 * Sees to it, once for each copy, that what came over the network is sound: table by table, in moments when nobody asks the
 * copy anything. At a million highlights one table takes up to a quarter of a second, all of them half a second.
 */
import type { Db } from '../../../wasm/database/db.ts'
import { metaNumber, setMeta } from '../../../wasm/database/meta.ts'

export interface Rest {
  after(milliseconds: number, run: () => void): () => void
  /** How long nobody has asked anything, in ms. */
  quietFor(): number
}

/** Nobody waits for an answer, and most likely nobody will within a moment. In ms. */
const quiet = 2000

/** `found`: null where the copy is broken, or what reading it threw. Returns the function that ends it. */
export function checkInIdle(db: Db, rest: Rest, found: (error: unknown) => void): () => void {
  let stop = () => {}
  const step = (tables: readonly string[] | null) => {
    stop = rest.after(tables ? quiet / 10 : quiet, () => {
      if (rest.quietFor() < quiet) return step(tables)
      try {
        const left = tables ?? (metaNumber(db, 'checked') === 1 ? [] : tablesOf(db))
        const [table, ...others] = left
        if (table === undefined) return
        if (!isSound(db, table)) return found(null)
        if (others.length > 0) return step(others)
        setMeta(db, 'checked', 1)
      } catch (error) {
        found(error)
      }
    })
  }
  step(null)
  return () => stop()
}

const tablesOf = (db: Db): string[] =>
  db.all<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").map(({ name }) => name)

const isSound = (db: Db, table: string): boolean =>
  db.all<{ quick_check: string }>(`PRAGMA quick_check("${table}")`).every(({ quick_check }) => quick_check === 'ok')
