/**
 * Properties of sources that two have set without each other, of which a source has one value: that given last stays (the room's
 * `keepOneValue`), which is the one that waits here.
 */
import type { Effect } from '../../../src/model/change.ts'
import type { AnyRow } from '../../../src/model/schema.ts'
import type { Db } from '../../../wasm/database/db.ts'
import type { PendingStep } from '../pending/pending.ts'

/** All as they are called. */
export interface CellTwice {
  property: string
  source: string
  own: string
  theirs: string
  author: string
}

export interface CellsTwice {
  /** What another has done. */
  note(effects: readonly Effect[], author: string): void
  /** Once all that waits is done again. */
  found(pending: readonly PendingStep[]): CellTwice[]
}

export function openCellsTwice(db: Db): CellsTwice {
  const theirs = new Map<string, { valueId: number; author: string }>()
  /** As JSON writes them. */
  const sources = new Set<string>()

  const twice = (row: AnyRow): CellTwice[] => {
    const before = theirs.get(cellOf(row))
    if (!before || before.valueId === row.valueId) return []
    const named = db.one<Omit<CellTwice, 'author'>>(
      `SELECT k.key AS property, s.title AS source, own.value AS own, theirs.value AS theirs
FROM source_metadata_keys k, sources s, source_metadata_values own, source_metadata_values theirs
WHERE k.id = ? AND k.multipleChoice = 0 AND s.id = ? AND own.id = ? AND theirs.id = ?`,
      [row.keyId as number, row.sourceId as number, row.valueId as number, before.valueId],
    )
    return named ? [{ ...named, author: before.author }] : []
  }

  return {
    note: (effects, author) => {
      for (const effect of effects)
        if (effect.op === 'insert' && effect.table === 'source_metadatas') {
          theirs.set(cellOf(effect.row), { valueId: effect.row.valueId as number, author })
          sources.add(JSON.stringify(effect.row.sourceId))
        }
    },
    found: (pending) => {
      if (theirs.size === 0) return []
      const concerned = { keys: [...sources], questions: [] }
      const rows = pending.flatMap((step) =>
        (step.mayConcern(concerned) ? step.intent : []).flatMap((change) =>
          change.op === 'insert' && change.table === 'source_metadatas' ? [change.row] : [],
        ),
      )
      // Of a cell that was set several times the last counts.
      return [...new Map(rows.map((row) => [cellOf(row), row])).values()].flatMap(twice)
    },
  }
}

const cellOf = ({ sourceId, keyId }: AnyRow): string => `${sourceId} ${keyId}`
