/** The quirks as CSV, in the order of their tree, a parent before all below it. */
import { csvParts } from '../../../src/model/csv.ts'
import { isoTime } from '../../../src/model/isoTime.ts'
import type { ExportedFile, ExportReport, ProjectReader } from '../../../src/model/projectReader.ts'
import { ancestors } from '../../../src/model/rules/nesting.ts'
import { inTreeOrder } from '../../../src/model/rules/quirkItems.ts'
import { contentsOf } from '../contentsOf.ts'
import { groupNames } from '../groupNames.ts'

/** In the person's language: the heads of the columns, and what a quirk without a title is called. */
export interface CodebookOptions {
  columns: {
    quirk: string
    /** Title and all above it, the highest first, joined by ' / '. */
    path: string
    level: string
    description: string
    colour: string
    groups: string
    key: string
    highlights: string
    sources: string
    author: string
    date: string
  }
  untitled: string
}

export async function* writeCodebook(
  reader: ProjectReader,
  { columns, untitled }: CodebookOptions,
  report: ExportReport,
): ExportedFile {
  const frame = await reader.frame()
  const highlights = new Map<number, number>()
  const sources = new Map<number, Set<number>>(frame.quirks.map(({ id }) => [id, new Set()]))
  for await (const some of contentsOf(reader, frame, report))
    for (const { source, content } of some)
      for (const { quirkId } of content.highlights) {
        highlights.set(quirkId, (highlights.get(quirkId) ?? 0) + 1)
        sources.get(quirkId)?.add(source.id)
      }

  const titles = new Map(frame.quirks.map(({ id, title }) => [id, title.trim() || untitled]))
  const parents = new Map(frame.quirks.map(({ id, parentQuirkId }) => [id, parentQuirkId]))
  const groups = groupNames(frame)
  const keys = new Map(frame.shortcutKeys.map(({ quirkId, shortcutKey }) => [quirkId, shortcutKey]))
  const quirks = inTreeOrder(
    frame.quirks.map((quirk) => ({ ...quirk, parent: quirk.parentQuirkId })),
    (a, b) => a.id - b.id,
  )
  const lines = [
    [
      columns.quirk,
      columns.path,
      columns.level,
      columns.description,
      columns.colour,
      columns.groups,
      columns.key,
      columns.highlights,
      columns.sources,
      columns.author,
      columns.date,
    ],
    ...quirks.map((quirk) => {
      const above = ancestors(parents, quirk.id).filter((id) => titles.has(id))
      const path = [quirk.id, ...above].toReversed().map((id) => titles.get(id) ?? '')
      return [
        titles.get(quirk.id) ?? '',
        path.join(' / '),
        path.length,
        quirk.description,
        quirk.color,
        groups.get(quirk.id) ?? '',
        keys.get(quirk.id) ?? '',
        highlights.get(quirk.id) ?? 0,
        sources.get(quirk.id)?.size ?? 0,
        quirk.author,
        isoTime(quirk.timestamp),
      ]
    }),
  ]
  const encoder = new TextEncoder()
  for (const part of csvParts(lines)) yield encoder.encode(part)
}
