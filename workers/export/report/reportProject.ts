/** The first part of a report: everything but passages and memos. */
import type { ProjectFrame } from '../../../src/model/projectReader.ts'
import type { ReportPicture, ReportProject, ReportQuirk } from '../../../src/model/report.ts'
import { inTreeOrder } from '../../../src/model/rules/quirkItems.ts'
import type { ReportCounts } from './readReport.ts'
import type { ReportOptions } from './reportOptions.ts'

/** So many pairs, those with the most overlaps. */
const mostPairs = 100

/** `trees`: the files of pictures by quirk. */
export function reportProject(
  frame: ProjectFrame,
  counts: ReportCounts,
  options: ReportOptions,
  pictures: readonly ReportPicture[],
  trees: ReadonlyMap<number, string>,
): ReportProject {
  const { words, language, made, hierarchy } = options
  const quirks = quirksOf(frame, counts, options, trees)
  const isSingle = frame.questions.length === 1
  return {
    ...{ title: frame.title, language, words, made, hierarchy, pictures, quirks },
    totals: {
      sources: counts.sources.length,
      questions: frame.questions.length,
      quirks: quirks.length,
      highlights: counts.totalHighlights,
      memos: counts.totalMemos,
      authors: counts.authors,
    },
    properties: frame.propertyKeys.map(({ key }) => key),
    sources: counts.sources,
    questions: isSingle ? {} : Object.fromEntries(frame.questions.map(({ id, question }) => [id, question])),
    overlap: options.overlap && pairsOf(options.overlap, quirks),
  }
}

function quirksOf(
  frame: ProjectFrame,
  counts: ReportCounts,
  { hierarchy, language, picture }: ReportOptions,
  trees: ReadonlyMap<number, string>,
): ReportQuirk[] {
  const own = (id: number) => counts.highlights.get(id) ?? 0
  const within = new Map(frame.quirks.map(({ id }) => [id, own(id)]))
  const { compare } = new Intl.Collator(language, { numeric: true })
  const items = frame.quirks.map((quirk) => ({ ...quirk, parent: quirk.parentQuirkId }))
  const ordered = inTreeOrder(items, (a, b) => own(b.id) - own(a.id) || compare(a.title, b.title) || a.id - b.id)
  const depths = new Map<number, number>()
  for (const { id, parent } of ordered) depths.set(id, (depths.get(parent) ?? 0) + 1)
  // What is inside comes after what it is inside of: backwards each has all of its own when it is added.
  for (const { id, parent } of ordered.toReversed())
    if ((depths.get(id) ?? 1) > 1) within.set(parent, (within.get(parent) ?? 0) + (within.get(id) ?? 0))
  const names = new Map(frame.groups.map(({ id, description }) => [id, description]))
  const groups = Map.groupBy(frame.groupQuirks, ({ quirkId }) => quirkId)
  const shown = hierarchy ? ordered : ordered.toSorted((a, b) => own(b.id) - own(a.id) || compare(a.title, b.title))
  return shown.map(({ id, title, description, color, author, timestamp }) => {
    const tree = hierarchy ? trees.get(id) : undefined
    return {
      ...{ id, title: title.trim() || picture.words.untitled, description, color, author, timestamp },
      depth: hierarchy ? (depths.get(id) ?? 1) : 1,
      highlights: own(id),
      within: within.get(id) ?? 0,
      groups: (groups.get(id) ?? []).flatMap(({ groupId }) => names.get(groupId) ?? []),
      ...(tree !== undefined && { picture: tree }),
    }
  })
}

/** The most frequent first. */
function pairsOf({ quirkIds, pairs }: NonNullable<ReportOptions['overlap']>, quirks: readonly ReportQuirk[]) {
  const places = new Map(quirks.map(({ id }, place) => [id, place]))
  const found: [number, number, number][] = []
  for (let at = 0; at < pairs.length; at += 3) {
    const one = places.get(quirkIds[pairs[at] ?? -1] ?? -1)
    const other = places.get(quirkIds[pairs[at + 1] ?? -1] ?? -1)
    if (one !== undefined && other !== undefined && one !== other) found.push([one, other, pairs[at + 2] ?? 0])
  }
  return found.sort((a, b) => b[2] - a[2] || a[0] - b[0] || a[1] - b[1]).slice(0, mostPairs)
}
