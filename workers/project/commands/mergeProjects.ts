/**
 * Other projects, merged into this one: what the rules of merging make of them all is written as the difference from what is there (`mergedChanges.ts` of the rules).
 *
 * Promises: every new row has an id of this copy's making, since colleagues may add rows, or merge the same projects, at the same time.
 */
import type { MergedIn } from '../../../src/model/commands.ts'
import { mergedProjects } from '../../../src/model/limits.ts'
import { refuse } from '../../../src/model/problems.ts'
import type { ProjectRows } from '../../../src/model/projectRows.ts'
import { mergedChanges, roomAfter, roomInto } from '../../../src/model/rules/projects/merge/mergedChanges.ts'
import { mergeProjects as merge } from '../../../src/model/rules/projects/merge/mergeProjects.ts'
import { soundRows } from '../../../src/model/rules/projects/merge/soundRows.ts'
import { countRows, projectRows } from '../../../wasm/database/projectRows.ts'
import type { Handler } from '../tx.ts'

export const mergeProjects: Handler<'mergeProjects'> = (tx, { others, shown }) => {
  let room = roomInto(countRows(tx.db))
  const read = others.map((other) => {
    const rows = readRows(other)
    room = roomAfter(room, rows)
    return { rows, keepBoth: new Set(other.keepBoth) }
  })
  const base = projectRows(tx.db)
  const { rows, counts } = merge(base, read, { newId: tx.newId })
  if (shown && JSON.stringify(shown) !== JSON.stringify(counts)) refuse({ kind: 'mergeChanged' })
  tx.change(mergedChanges(base, rows))
  return counts
}

function readRows({ rows }: MergedIn): ProjectRows {
  if (typeof rows === 'object' && 'arrayBuffer' in rows) throw new Error('nobody has read the rows')
  let given: unknown
  try {
    given = JSON.parse(typeof rows === 'string' ? rows : new TextDecoder('utf-8', { fatal: true }).decode(rows))
  } catch {
    return refuse({ kind: 'badRequest', detail: 'the rows are no project JSON' })
  }
  return soundRows('', given, { room: mergedProjects.mostRows })
}
