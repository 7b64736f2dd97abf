/**
 * Properties of sources that two have set without each other, of which a source has one value: that given last stays (the room's
 * `keepOneValue`), which is the one that waits here.
 */
import type { AnyRow } from '../../../../src/model/schema.ts'
import type { CellTwice } from './meanwhile.ts'
import type { Ground, Hooks, Rule } from './rule.ts'

export const cellsTwice: Rule = { name: 'cellsTwice', open: openCellsTwice }

function openCellsTwice({ db, waiting }: Ground): Hooks {
  const theirs = new Map<string, { valueId: number; author: string }>()
  /** As JSON writes them. */
  const sources = new Set<string>()

  const twice = (row: AnyRow): CellTwice[] => {
    const before = theirs.get(cellOf(row))
    if (!before || before.valueId === row.valueId) return []
    const named = db.one<Omit<CellTwice, 'kind' | 'author'>>(
      `SELECT k.key AS property, s.title AS source, own.value AS own, theirs.value AS theirs
FROM source_metadata_keys k, sources s, source_metadata_values own, source_metadata_values theirs
WHERE k.id = ? AND k.multipleChoice = 0 AND s.id = ? AND own.id = ? AND theirs.id = ?`,
      [row.keyId as number, row.sourceId as number, row.valueId as number, before.valueId],
    )
    return named ? [{ kind: 'cellTwice', ...named, author: before.author }] : []
  }

  return {
    notes: (effects, author) => {
      for (const effect of effects)
        if (effect.op === 'insert' && effect.table === 'source_metadatas') {
          theirs.set(cellOf(effect.row), { valueId: effect.row.valueId as number, author })
          sources.add(JSON.stringify(effect.row.sourceId))
        }
    },
    tells: () => {
      if (theirs.size === 0) return []
      const concerned = { keys: [...sources], questions: [] }
      const rows = waiting.steps.flatMap((step) =>
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
