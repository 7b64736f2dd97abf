/** Every source as a Word document of its own, named by its title, in one archive (2 §9). */

import { joined } from '../../../src/model/joined.ts'
import type { ExportedFile, ExportReport, ProjectReader } from '../../../src/model/projectReader.ts'
import { contentsOf } from '../contentsOf.ts'
import { zipFile } from '../zip/zipFile.ts'
import { docxFile } from './docxFile.ts'
import type { DocxOptions } from './docxOptions.ts'
import { fileNames } from './fileNames.ts'
import { sourceWriter } from './writeSource.ts'

export async function* writeDocxEach(reader: ProjectReader, options: DocxOptions, report: ExportReport): ExportedFile {
  const frame = await reader.frame()
  const write = sourceWriter(frame, options)
  const nameOf = fileNames('.docx', options.untitledSource)
  const zip = zipFile()
  for await (const some of contentsOf(reader, frame, report)) {
    for (const read of some) {
      const file = docxFile()
      write(file, read, true)
      file.end()
      zip.bytes(nameOf(read.source.title), joined(file.take()))
    }
    yield* zip.take()
  }
  zip.end()
  yield* zip.take()
}
