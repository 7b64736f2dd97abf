/**
 * A large step goes to the room in parts: one push holds 64 MB, and whoever else is there gets the rows by and by.
 *
 * Promises: the parts, done one after the other, do what the step does. Rows that name others come after them in every step, and go before them,
 * so each part stands on those before it. What the room judges as a whole is not parted: edits, and rows that move (a merge of quirks).
 */
import type { Effect } from '../../../src/model/change.ts'
import type { Table } from '../../../src/model/schema.ts'

/** UTF-16 units of what a part holds, about. */
export const partSize = 4 * 1024 * 1024

export function partsOf(effects: Effect[], most = partSize): Effect[][] {
  if (effects.some(isWhole)) return [effects]
  const parts: Effect[][] = []
  let part: Effect[] = []
  let size = 0
  for (const effect of effects) {
    const more = sizeOf(effect)
    if (size + more > most && part.length > 0) {
      parts.push(part)
      part = []
      size = 0
    }
    part.push(effect)
    size += more
  }
  parts.push(part)
  return parts
}

const moving: ReadonlySet<Table> = new Set<Table>(['quirks', 'highlights', 'memos'])
const isWhole = (effect: Effect): boolean =>
  effect.op === 'edit' || (effect.op === 'update' && moving.has(effect.table))

/** What a number takes, with its name. */
const numberSize = 16

/** What went is kept here, though only its id is sent. */
function sizeOf(effect: Effect): number {
  let size = 0
  for (const value of Object.values(effect.op === 'update' ? effect.set : effect.op === 'edit' ? {} : effect.row))
    size += typeof value === 'string' ? value.length + numberSize : numberSize
  return size
}
