/** The sources as CSV, with their properties, in the order in which they were added. */
import { bom, type CsvCell, csvLine } from '../../../src/model/csv.ts'
import { isoTime } from '../../../src/model/isoTime.ts'
import type { ExportedFile, ExportReport, ProjectReader } from '../../../src/model/projectReader.ts'
import { contentsOf } from '../contentsOf.ts'
import { properties } from '../properties.ts'

/** In the person's language: the heads of the columns before those of the properties, and what is without a name. */
export interface SourcesOptions {
  columns: {
    source: string
    author: string
    date: string
    highlights: string
    memos: string
  }
  untitledSource: string
}

const encoder = new TextEncoder()

export async function* writeSources(
  reader: ProjectReader,
  { columns, untitledSource }: SourcesOptions,
  report: ExportReport,
): ExportedFile {
  const frame = await reader.frame()
  const property = properties(frame)
  const line = (cells: CsvCell[]) => encoder.encode(csvLine(cells))
  yield encoder.encode(bom)
  yield line([columns.source, columns.author, columns.date, columns.highlights, columns.memos, ...property.columns])
  for await (const some of contentsOf(reader, frame, report))
    for (const { source, content } of some)
      yield line([
        source.title.trim() || untitledSource,
        source.author,
        isoTime(source.timestamp),
        content.highlights.length,
        content.memos.length,
        ...property.of(source.id),
      ])
}
