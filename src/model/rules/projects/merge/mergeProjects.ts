/**
 * Several projects made into one (specification 2 §4): the others are added to the base, one after the other. A pure function of rows, so that what
 * is shown before and what is done are one run.
 *
 * Promises: nothing of the base changes but for what it did not have. Every highlight and memo of the others is in the result, on the words that it lay on, or
 * in the list of what was lost. What was merged already adds nothing when it is merged again. All rows are canonical if those given are.
 */
import { highlightCounts, placesOfAdded } from '../../../canvas/placeAdded.ts'
import type { ProjectRows } from '../../../projectRows.ts'
import { singleQuestionPreference } from '../../../schema.ts'
import type { PlainTexts } from '../../../text/richText.ts'
import { mergeChat, mergeQueries } from './chatAndQueries.ts'
import { mergeGroups, mergeQuirks, mergeShortcutKeys } from './codebook.ts'
import { type LostRow, type MergedRows, mergeOnTexts } from './highlightsAndMemos.ts'
import { type DifferingCell, mergeProperties } from './properties.ts'
import { mergeRecordings } from './recordings.ts'
import { type MergeResult, openResult } from './result.ts'
import { mergeQuestions, mergeSources, type SimilarSource } from './sources.ts'

export interface OtherProject {
  rows: ProjectRows
  /** Ids of its sources that become sources of their own although the base has similar ones. */
  keepBoth?: ReadonlySet<number>
}

export interface MergeCounts {
  sources: { same: number; similar: number; added: number }
  highlights: MergedRows
  memos: MergedRows
  quirks: { same: number; added: number; lifted: number }
  /** Properties of sources that keep the base's value. */
  cells: number
  /** Rows whose id was taken. */
  renumbered: number
}

/** What became of one of the others, in the order in which they were given. */
export interface MergedProject {
  similar: SimilarSource[]
  lost: LostRow[]
  cells: DifferingCell[]
  /** Titles of quirks that would have lain too deep. */
  lifted: string[]
}

export interface Merge {
  rows: Required<ProjectRows>
  counts: MergeCounts
  others: MergedProject[]
}

export interface Merging {
  /** Of `openResult`; the counts are the same with it. */
  newId?: () => number
  /** What answers of the projects say, as far as that is known: they need not be parsed. */
  texts?: PlainTexts
}

export function mergeProjects(
  base: ProjectRows,
  others: readonly OtherProject[],
  { newId, texts }: Merging = {},
): Merge {
  const result = openResult(base, { newId, texts })
  const counts = noCounts()
  const added = new Set<number>()
  const became = new Map<string, number>()
  const merged = others.map(({ rows, keepBoth }) =>
    mergeOne(result, rows, keepBoth ?? new Set(), { counts, added, became }),
  )
  const { quirks, highlights } = result.rows
  const places = placesOfAdded(
    quirks.toSorted((a, b) => a.id - b.id),
    highlightCounts(highlights),
    added,
  )
  for (const [at, quirk] of quirks.entries()) quirks[at] = { ...quirk, ...places.get(quirk.id) }
  sayWhetherOneQuestion(result)
  counts.renumbered = result.renumbered
  return { rows: result.rows, counts, others: merged }
}

/** What has come of the projects before; that of this one is added. */
interface SoFar {
  counts: MergeCounts
  /** Ids of quirks that are new in the result. */
  added: Set<number>
  /** Of `mergeQuirks`. */
  became: Map<string, number>
}

function mergeOne(
  result: MergeResult,
  rows: ProjectRows,
  keepBoth: ReadonlySet<number>,
  { counts, added, became }: SoFar,
): MergedProject {
  result.begin(rows)
  const questions = mergeQuestions(result, rows.questions ?? [])
  const quirks = mergeQuirks(result, rows.quirks ?? [], became)
  const sources = mergeSources(result, rows, questions, keepBoth)
  const onTexts = mergeOnTexts(result, rows, sources, quirks.ids)
  mergeRecordings(result, rows, sources)
  mergeGroups(result, rows, quirks.ids)
  mergeShortcutKeys(result, rows, quirks.ids)
  const cells = mergeProperties(result, rows, sources.ids)
  mergeChat(result, rows.chat_messages ?? [])
  mergeQueries(result, rows, quirks.ids)
  for (const id of quirks.added) added.add(id)
  addTo(counts.sources, { same: sources.same, similar: sources.similar.length, added: sources.added })
  addTo(counts.quirks, { same: quirks.same, added: quirks.added.size, lifted: quirks.lifted.length })
  addTo(counts.highlights, onTexts.highlights)
  addTo(counts.memos, onTexts.memos)
  counts.cells += cells.length
  return { similar: sources.similar, lost: onTexts.lost, cells, lifted: quirks.lifted }
}

const noCounts = (): MergeCounts => ({
  sources: { same: 0, similar: 0, added: 0 },
  highlights: { same: 0, added: 0, moved: 0, lost: 0 },
  memos: { same: 0, added: 0, moved: 0, lost: 0 },
  quirks: { same: 0, added: 0, lifted: 0 },
  cells: 0,
  renumbered: 0,
})

function addTo<C extends { [name in keyof C]: number }>(sum: C, more: C): void {
  for (const name of Object.keys(sum) as (keyof C)[]) sum[name] = (sum[name] + more[name]) as C[keyof C]
}

function sayWhetherOneQuestion({ rows: { preferences, questions } }: MergeResult): void {
  const at = preferences.findIndex(({ key }) => key === singleQuestionPreference)
  if (at >= 0 && questions.length > 1) preferences[at] = { key: singleQuestionPreference, value: '0' }
}
