/**
 * How many highlights each quirk and each source has, how many rows the tables, and what has been opened: counted once when the copy is opened,
 * then kept by what is done. On a million highlights counting takes some 40 ms, keeping a microsecond.
 */
import type { Effect } from '../../../src/model/change.ts'
import type { Table } from '../../../src/model/schema.ts'
import type { Db } from '../../../wasm/database/db.ts'
import { setMeta } from '../../../wasm/database/meta.ts'
import { eachMove } from './touched.ts'

const totalled = ['sources', 'quirks', 'highlights', 'memos'] as const
export type Totals = Record<(typeof totalled)[number], number>

export interface Counts {
  ofQuirk(quirkId: number): number
  ofSource(sourceId: number): number
  totals(): Totals
  /** Grows with every change of one of these tables. */
  changes(tables: readonly Table[]): number
  /** Whether this source has been opened in this browser. */
  isRead(sourceId: number): boolean
  /** Returns whether it was not yet. */
  read(sourceId: number): boolean
  allRead(): number[]
  keep(effects: readonly Effect[]): void
}

export function openCounts(db: Db): Counts {
  const count = (column: string) => {
    const counted = new Map<unknown, number>()
    db.each(`SELECT ${column}, COUNT(*) FROM highlights GROUP BY ${column}`, [], (row) => {
      counted.set(row.number(0), row.number(1))
    })
    return counted
  }
  const quirks = count('quirkId')
  const sources = count('sourceId')
  const rows = (table: Table) => db.one<{ n: number }>(`SELECT COUNT(*) AS n FROM "${table}"`)?.n ?? 0
  const totals: Totals = {
    sources: rows('sources'),
    quirks: rows('quirks'),
    highlights: [...quirks.values()].reduce((sum, n) => sum + n, 0),
    memos: rows('memos'),
  }
  const add = (counts: Map<unknown, number>, id: unknown, n: number) => {
    if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + n)
  }
  const changes = new Map<Table, number>()
  let known: Set<number> | undefined
  /** A file that is no copy has no notes of this. */
  const opened = () => {
    known ??= readSources(db)
    return known
  }
  return {
    ofQuirk: (quirkId) => quirks.get(quirkId) ?? 0,
    ofSource: (sourceId) => sources.get(sourceId) ?? 0,
    totals: () => ({ ...totals }),
    changes: (of) => of.reduce((sum, table) => sum + (changes.get(table) ?? 0), 0),
    isRead: (sourceId) => opened().has(sourceId),
    read: (sourceId) => {
      if (opened().has(sourceId)) return false
      opened().add(sourceId)
      setMeta(db, `${readKey}${sourceId}`, 1)
      return true
    },
    allRead: () => [...opened()],
    keep: (effects) => {
      for (const effect of effects) {
        const table = effect.op === 'edit' ? 'question_answers' : effect.table
        changes.set(table, (changes.get(table) ?? 0) + 1)
      }
      eachMove(effects, (before, after) => {
        add(quirks, before?.quirkId, -1)
        add(quirks, after?.quirkId, 1)
        add(sources, before?.sourceId, -1)
        add(sources, after?.sourceId, 1)
        changes.set('highlights', (changes.get('highlights') ?? 0) + 1)
        totals.highlights += (after ? 1 : 0) - (before ? 1 : 0)
      })
      for (const effect of effects) {
        if (effect.op === 'edit' || effect.op === 'update' || effect.table === 'highlights') continue
        const table = totalled.find((name) => name === effect.table)
        if (table) totals[table] += effect.op === 'insert' ? 1 : -1
      }
    },
  }
}

const readKey = 'read:'

/** A note each, so that marking one writes one. */
function readSources(db: Db): Set<number> {
  const found = db.all<{ key: string }>("SELECT key FROM _meta WHERE key >= 'read:' AND key < 'read;'")
  return new Set(found.map(({ key }) => Number(key.slice(readKey.length))))
}
