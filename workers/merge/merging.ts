/**
 * A merge while a person chooses: the base and the projects that are to be added, and what the last run came to.
 *
 * Promises: what is shown is of the very run whose rows are then written.
 */
import { mergedProjects } from '../../src/model/limits.ts'
import { refuse } from '../../src/model/problems.ts'
import { countsOf, type ProjectCounts, type ProjectRows, rowCount } from '../../src/model/projectRows.ts'
import { areEqual } from '../../src/model/rules/projects/merge/areEqual.ts'
import type { LostRow } from '../../src/model/rules/projects/merge/highlightsAndMemos.ts'
import { addsNothing } from '../../src/model/rules/projects/merge/mergedChanges.ts'
import { type Merge, type MergeCounts, mergeProjects } from '../../src/model/rules/projects/merge/mergeProjects.ts'
import type { DifferingCell } from '../../src/model/rules/projects/merge/properties.ts'
import type { SimilarSource } from '../../src/model/rules/projects/merge/sources.ts'

/** What is in a project that is added. */
export interface AddedCounts extends ProjectCounts {
  /** How many values of a protected one could not be decrypted. */
  unread?: number
  /** How many of its recordings come without the sound that they name. */
  silent?: number
}

/** The first of many, and how many there are. */
export interface Some<T> {
  first: T[]
  count: number
}

/** `quirk`: its title; null: it is a memo. */
export interface ShownLost extends Pick<LostRow, 'source' | 'words' | 'content'> {
  quirk: string | null
}

/** What comes of one of the projects that are added. */
export interface MergedOther {
  key: number
  similar: SimilarSource[]
}

export interface MergePreview {
  counts: MergeCounts
  /** The base has all of it already. */
  addsNothing: boolean
  others: MergedOther[]
  /** Titles, as the result has them. */
  newSources: Some<string>
  newQuirks: Some<string>
  lost: Some<ShownLost>
  cells: Some<DifferingCell>
  /** Titles of quirks that would have lain too deep. */
  lifted: Some<string>
  /** Whether it can be one step of the open project, by the number of rows. */
  fitsInto: boolean
}

/** `keepBoth`: ids of its sources that become sources of their own although the base has similar ones. */
export interface ChosenOther {
  key: number
  keepBoth: readonly number[]
}

export interface Merging {
  /** How many rows may still be added. */
  room(): number
  /** Throws Refusal: alreadyMaster, mergeTooLarge. */
  add(key: number, rows: ProjectRows): ProjectCounts
  remove(key: number): void
  /** In this order. What is not there is passed over. */
  preview(chosen: readonly ChosenOther[]): MergePreview
  /** Of the last preview. */
  rows(): Required<ProjectRows>
  base(): ProjectRows
  /** Of one of those that are added. */
  added(key: number): ProjectRows | undefined
  /** The base as it is now; what is added stays. */
  rebase(next: ProjectRows): void
}

/** How many of a list are shown, and how much of a passage. */
const shown = 200
const shownWords = 300

export function openMerging(first: ProjectRows): Merging {
  let base = first
  const others = new Map<number, ProjectRows>()
  let merged: Merge | null = null
  const room = () =>
    [base, ...others.values()].reduce((left, rows) => left - rowCount(rows), mergedProjects.mostRows as number)
  return {
    room,
    add(key, rows) {
      if (areEqual(base, rows)) refuse({ kind: 'alreadyMaster' })
      if (rowCount(rows) > room()) refuse({ kind: 'mergeTooLarge', most: mergedProjects.mostRows })
      others.set(key, rows)
      return countsOf(rows)
    },
    remove: (key) => void others.delete(key),
    preview(chosen) {
      const given = chosen.flatMap(({ key, keepBoth }) => {
        const rows = others.get(key)
        return rows ? [{ key, rows, keepBoth: new Set(keepBoth) }] : []
      })
      merged = mergeProjects(base, given)
      const run = merged
      const titles = new Map(run.rows.quirks.map(({ id, title }) => [id, title]))
      return {
        counts: run.counts,
        addsNothing: addsNothing(base, run.rows),
        others: run.others.map(({ similar }, at) => ({ key: given[at]?.key ?? 0, similar })),
        newSources: titlesBeyond(base.sources, run.rows.sources),
        newQuirks: titlesBeyond(base.quirks, run.rows.quirks),
        lost: some(
          run.others.flatMap(({ lost }) => lost),
          (row) => shownLost(row, titles),
        ),
        cells: some(
          run.others.flatMap(({ cells }) => cells),
          (cell) => cell,
        ),
        lifted: some(
          run.others.flatMap(({ lifted }) => lifted),
          (title) => title,
        ),
        fitsInto:
          [base, ...given.map(({ rows }) => rows)].reduce((sum, rows) => sum + rowCount(rows), 0) <=
          mergedProjects.mostRowsInto,
      }
    },
    rows() {
      if (!merged) throw new Error('nothing is merged yet')
      return merged.rows
    },
    base: () => base,
    added: (key) => others.get(key),
    rebase(next) {
      base = next
      merged = null
    },
  }
}

function some<T, S>(all: readonly T[], show: (one: T) => S): Some<S> {
  return { first: all.slice(0, shown).map(show), count: all.length }
}

function titlesBeyond(
  base: readonly { id: number }[] = [],
  result: readonly { id: number; title: string }[],
): Some<string> {
  const known = new Set(base.map(({ id }) => id))
  return some(
    result.filter(({ id }) => !known.has(id)),
    ({ title }) => title,
  )
}

const shownLost = ({ source, words, content, quirkId }: LostRow, titles: ReadonlyMap<number, string>): ShownLost => ({
  source,
  words: words.slice(0, shownWords),
  content: content.slice(0, shownWords),
  quirk: quirkId === null ? null : (titles.get(quirkId) ?? ''),
})
