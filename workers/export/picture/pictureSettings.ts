/** What a picture of a project is made of, beside its frame, and how it is to look. */
import type { Measure } from '../../../src/model/canvas/fitTitle.ts'
import type { PictureWords } from '../../../src/model/pictureWords.ts'
import type { ProjectFrame } from '../../../src/model/projectReader.ts'
import type { QuirkRow } from '../../../src/model/queries.ts'
import type { ArrangedOrder } from '../../../src/model/rules/arrangedOrder.ts'

/** Plain values: they are posted to a worker. */
export interface PictureOptions {
  /** Quirks with the numbers of their highlights; quirks that are missing have none. */
  highlights: readonly (readonly [quirkId: number, count: number])[]
  /** What the groups filter leaves; null: every quirk. */
  shown: readonly number[] | null
  /** Numbers of highlights stand on the quirks. */
  counter: boolean
  arranged: ArrangedOrder
  /** By which titles are ordered. */
  language: string
  words: PictureWords
}

export interface Drawn {
  frame: Pick<ProjectFrame, 'groups' | 'groupQuirks' | 'preferences'>
  quirks: readonly QuirkRow[]
  options: PictureOptions
  measure: Measure
}

export function withCounts(frame: Pick<ProjectFrame, 'quirks'>, { highlights }: PictureOptions): QuirkRow[] {
  const counts = new Map(highlights)
  return frame.quirks.map((quirk) => ({ ...quirk, highlights: counts.get(quirk.id) ?? 0 }))
}
