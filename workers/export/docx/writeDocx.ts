/** All sources as one Word document, each on a page of its own (2 §9). */
import type { ExportedFile, ExportReport, ProjectReader } from '../../../src/model/projectReader.ts'
import { contentsOf } from '../contentsOf.ts'
import { docxFile } from './docxFile.ts'
import type { DocxOptions } from './docxOptions.ts'
import { sourceWriter } from './writeSource.ts'

export async function* writeDocx(reader: ProjectReader, options: DocxOptions, report: ExportReport): ExportedFile {
  const frame = await reader.frame()
  const write = sourceWriter(frame, options)
  const file = docxFile()
  let isFirst = true
  for await (const some of contentsOf(reader, frame, report)) {
    for (const read of some) {
      write(file, read, isFirst)
      isFirst = false
    }
    yield* file.take()
  }
  file.end()
  yield* file.take()
}
