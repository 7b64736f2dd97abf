/** Whether a passage begins a new group of the list, by what the list is ordered by. */
import type { QuoteOrder, QuoteRow } from '../../model/queries.ts'

export type Heading = 'quirk' | 'source' | null

export const headingOf = (order: QuoteOrder): Heading =>
  order === 'quirk' ? 'quirk' : order === 'place' ? 'source' : null

/** `before`: the row above; undefined where it is not known. */
export function beginsGroup(heading: Heading, row: QuoteRow, before: QuoteRow | undefined, index: number): boolean {
  if (heading === null || (before === undefined && index > 0)) return false
  return heading === 'quirk' ? before?.quirkId !== row.quirkId : before?.sourceId !== row.sourceId
}
