/**
 * Quirks by who speaks: how many highlights, and how many sources with one, each speaker has of each quirk.
 *
 * Promises: a highlight counts for everybody who says any of it, as the filter `saidBy` lets it through for each of them, so one that reaches over
 * paragraphs of two people counts for both, and once in the totals. What nobody says (before the first label, or a label alone) is the last column.
 * `sourcesOfValue`: sources in which they begin a paragraph; of the last column all, since every text has something that nobody says.
 */
import type { PropertyCounts } from '../../src/model/queries.ts'
import { beginningBefore } from '../../src/model/text/span.ts'
import type { Db } from '../database/db.ts'
import type { AnswerPlace } from './answers.ts'
import type { Columns } from './columns/columns.ts'
import { columnsFor, countQuirks, quirksAsked, sourcesIn } from './quirkCounts.ts'
import type { Slices } from './slices.ts'
import type { Speaking, Turn } from './texts/speakers.ts'

/** `valueIds` are the ids of speakers, and `names` what each is called; those who speak most come first, and those who speak least are `left`. */
export interface SpeakerCounts extends PropertyCounts {
  names: readonly string[]
}

/** Answers gone through without a stop. */
const atOnce = 2048

/** `answers`: all, by source; `quirkIds` null: every quirk. */
export function* speakerCounts(
  columns: Columns,
  db: Db,
  { speakers, turnsIn }: Speaking,
  answers: readonly AnswerPlace[],
  { quirkIds: asked }: { quirkIds: readonly number[] | null },
): Slices<SpeakerCounts> {
  const quirkIds = quirksAsked(db, asked)
  const shown = speakers.slice(0, columnsFor(quirkIds.length))
  const columnOf = new Map(shown.map(({ id }, column) => [id, column]))
  const sources = sourcesIn(db)
  const sourcesOfValue = new Uint32Array(shown.length + 1)
  sourcesOfValue[shown.length] = sources
  const lastOf = new Map<number, number>()
  for (const [n, { id, sourceId }] of answers.entries()) {
    for (const { speaker } of turnsIn(id)) {
      const column = columnOf.get(speaker)
      if (column === undefined || lastOf.get(column) === sourceId) continue
      lastOf.set(column, sourceId)
      sourcesOfValue[column] = (sourcesOfValue[column] as number) + 1
    }
    if (n % atOnce === atOnce - 1) yield
  }
  const nobody = [shown.length]
  const counts = yield* countQuirks(columns, quirkIds, {
    valueIds: shown.map(({ id }) => id),
    left: speakers.length - shown.length,
    sourcesOfValue,
    sources,
    ofAnswer: (group) => {
      const turns = turnsIn(columns.place(group).id)
      if (turns.length === 0) return () => nobody
      const { kernel, at, end } = columns
      const [starts, ends] = [kernel.ints(at.starts, end), kernel.ints(at.ends, end)]
      return (row) => {
        const saying = sayingAny(turns, starts[row] as number, ends[row] as number)
        return saying.size === 0 ? nobody : Array.from(saying).flatMap((id) => columnOf.get(id) ?? [])
      }
    },
  })
  return { ...counts, names: shown.map(({ name }) => name) }
}

/** Who says a character from `start` to `end`. */
function sayingAny(turns: readonly Turn[], start: number, end: number): ReadonlySet<number> {
  const found = new Set<number>()
  if (end <= start) return found
  for (let at = beginningBefore(turns, end) - 1; at >= 0; at--) {
    const turn = turns[at] as Turn
    if (turn.start + turn.length <= start) break
    if (turn.length > 0) found.add(turn.speaker)
  }
  return found
}
