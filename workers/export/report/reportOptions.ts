/** What a report can be asked; plain values, posted to a worker. */
import type { ReportWords } from '../../../src/model/report.ts'
import type { PictureOptions } from '../picture/pictureSettings.ts'
import type { FontSource } from '../picture/pngOf.ts'

export interface ReportOptions {
  words: ReportWords
  /** As BCP 47 names it. */
  language: string
  /** In ms since 1970. */
  made: number
  /** Every pair that overlaps, as triples: index in `quirkIds`, another index, count; null: the report has none (setting `overlapView`). */
  overlap: { quirkIds: readonly number[]; pairs: Uint32Array } | null
  /** Quirks stand with what is inside them, and each has a picture of that (setting `hierarchyView`). */
  hierarchy: boolean
  /** The numbers of highlights are counted anew. */
  picture: PictureOptions
  fonts: readonly FontSource[]
}

/** `template`: the viewer, as a zip archive. */
export interface ReportFileOptions extends ReportOptions {
  template: Uint8Array
}
