/**
 * Windows of what belongs to no quirk among the answers that pass: each place of the text that no passing highlight covers, or without a
 * text each answer that has no passing highlight. By source, question and place.
 */
import type { Filter } from '../../../src/model/rules/analysis/filters.ts'
import type { Span } from '../../../src/model/text/span.ts'
import type { Db } from '../../database/db.ts'
import type { Columns } from '../columns/columns.ts'
import { holding } from '../kernel.ts'
import type { Slices } from '../slices.ts'
import { type Finder, openFinder } from '../texts/textSearch.ts'
import type { Passing } from './passing.ts'
import { layOver, type Sought } from './touchedByText.ts'

export interface BareStretch {
  answerId: number
  /** The place of the text; null: the answer. */
  span: Span | null
}

/** A window of them, and how many there are in all. */
export function* bareStretches(
  columns: Columns,
  db: Db,
  passing: Passing,
  { filters, offset, limit }: { filters: readonly Filter[]; offset: number; limit: number },
  sought: Sought | null,
): Slices<{ total: number; found: BareStretch[] }> {
  const { kernel } = columns
  const held = holding(kernel)
  const { pointer, filtered } = yield* passing.of(filters, sought)
  const rows = held.take(pointer)
  const copied = held.reserve(kernel.sizes.places * 8)
  const finder = sought && openFinder(sought.texts, sought.text)
  const found: BareStretch[] = []
  try {
    let before = 0
    for (const { id, bare } of filtered.answers) {
      if (before >= offset + limit) break
      before += bare
      if (bare === 0 || before <= offset) continue
      const skipped = Math.max(0, offset - (before - bare))
      const wanted = Math.min(bare - skipped, limit - found.length)
      if (!finder) found.push({ answerId: id, span: null })
      else found.push(...placesOf(id, finder, sought).slice(skipped, skipped + wanted))
      yield
    }
    return { total: filtered.bare, found }
  } finally {
    finder?.close()
    held.free()
  }

  /** All of one answer that lie on no kept row. */
  function placesOf(answerId: number, finder: Finder, { texts }: Sought): BareStretch[] {
    const { sourceId, questionId } = placeOf(answerId)
    const group = columns.groupOf(sourceId, questionId)
    const found: BareStretch[] = []
    for (const places of finder.places(texts.placeOf(answerId))) {
      const bare = layOver(columns, group, places, finder.size, copied, rows)
      const ends = places.ends && kernel.words(copied + places.starts.length * 4, bare)
      for (const [n, start] of kernel.words(copied, bare).entries())
        found.push({ answerId, span: { start, length: ends ? (ends[n] as number) - start : finder.size } })
    }
    return found
  }

  function placeOf(answerId: number): { sourceId: number; questionId: number } {
    const place = db.one<{ sourceId: number; questionId: number }>(
      'SELECT sourceId, questionId FROM question_answers WHERE id = ?',
      [answerId],
    )
    if (!place) throw new Error(`answer ${answerId} is not there`)
    return place
  }
}
