/** The report as a zip archive that opens from a disk: the viewer, what it shows in parts (`src/model/report.ts`), and pictures. */
import { unzipSync } from 'fflate'
import type { ExportedFile, ExportReport, ProjectReader } from '../../../src/model/projectReader.ts'
import { fileOfPart, memosPart, partFile, quotesPart, type ReportPicture } from '../../../src/model/report.ts'
import { pictures } from '../picture/choosePictures.ts'
import { openDrawing, putPicture } from '../picture/writePictureFiles.ts'
import { type ZipFile, zipFile } from '../zip/zipFile.ts'
import { type ReportPart, readReport } from './readReport.ts'
import type { ReportFileOptions } from './reportOptions.ts'
import { reportProject } from './reportProject.ts'

/** Of the work: texts, then pictures. */
const readingShare = 0.6

export async function* writeReport(
  reader: ProjectReader,
  options: ReportFileOptions,
  report: ExportReport,
): ExportedFile {
  const frame = await reader.frame()
  const zip = zipFile()
  for (const [name, bytes] of Object.entries(unzipSync(options.template))) zip.bytes(name, bytes)
  yield* zip.take()

  const reading = readReport(reader, frame, (share) => report(share * readingShare))
  let read = await reading.next()
  for (; !read.done; read = await reading.next()) {
    putPart(zip, read.value)
    yield* zip.take()
  }
  const counts = read.value

  const picture = { ...options.picture, shown: null, highlights: [...counts.highlights] }
  const { drawn } = await openDrawing(reader, picture, options.fonts)
  const views: ReportPicture[] = []
  const trees = new Map<number, string>()
  const { count, made } = pictures(drawn, options.hierarchy ? ['canvas', 'arranged', 'trees'] : ['canvas', 'arranged'])
  for (const one of made) {
    // As SVG: to paint and pack a quirk's tree as PNG takes a hundred times as long, and a large project has hundreds of them.
    const file = await putPicture(zip, one, null, 'images/')
    if (/^\d+$/.test(one.name)) trees.set(Number(one.name), file)
    else views.push({ file, title: one.title, width: one.width, height: one.height })
    yield* zip.take()
    report(readingShare + (1 - readingShare) * ((views.length + trees.size) / count))
  }

  put(zip, fileOfPart('project'), partFile('project', reportProject(frame, counts, options, views, trees)))
  zip.end()
  yield* zip.take()
  report(1)
}

function putPart(zip: ZipFile, part: ReportPart): void {
  const isMemos = part.quirkId === null
  const name = isMemos ? memosPart(part.number) : quotesPart(part.quirkId, part.number)
  put(zip, fileOfPart(name), partFile(name, isMemos ? part.memos : part.quotes))
}

function put(zip: ZipFile, name: string, text: string): void {
  const entry = zip.text(name)
  entry.write(text)
  entry.end()
}
