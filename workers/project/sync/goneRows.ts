/** Titles of the quirks and sources that others have removed while the copy is open: what could not be done because of that says which. */
import { type Change, type Effect, namedBy } from '../../../src/model/change.ts'
import type { Problem } from '../../../src/model/problems.ts'
import type { Key, Table } from '../../../src/model/schema.ts'
import type { Db } from '../../../wasm/database/db.ts'
import { hasRow } from '../../../wasm/database/present.ts'

export interface GoneRows {
  /** What others have done. */
  note(effects: readonly Effect[]): void
  /** Why a step cannot be done whose rows belong to what is gone: parentRemoved, with its title where that is known. */
  problemOf(intent: readonly Change[]): Problem
}

/** So many titles are kept. */
const most = 1000
const words: Partial<Record<Table, 'quirk' | 'source'>> = { quirks: 'quirk', sources: 'source' }

export function openGoneRows(db: Db): GoneRows {
  const titles = new Map<string, string>()
  const nameOf = (table: Table, id: Key) => `${table} ${id}`
  return {
    note: (effects) => {
      for (const effect of effects)
        if (effect.op === 'remove' && words[effect.table])
          titles.set(nameOf(effect.table, effect.id), String(effect.row.title).trim())
      for (const name of titles.keys()) {
        if (titles.size <= most) break
        titles.delete(name)
      }
    },
    problemOf: (intent) => {
      for (const [table, id] of intent.flatMap(namedBy)) {
        const [of, title] = [words[table], titles.get(nameOf(table, id))]
        if (of && title && !hasRow(db, table, id)) return { kind: 'parentRemoved', of, title }
      }
      return { kind: 'parentRemoved' }
    },
  }
}
