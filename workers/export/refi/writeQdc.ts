/** The quirks and groups of a project as a codebook of REFI-QDA. */

import { refuse } from '../../../src/model/problems.ts'
import type { ExportedFile, ExportReport, ProjectReader } from '../../../src/model/projectReader.ts'
import { xmlHead } from '../xml.ts'
import { codes } from './codes.ts'
import { groupSets } from './groups.ts'
import { guids } from './guid.ts'
import { list, origin } from './xml.ts'

/** A codebook has at least one code: `noQuirksToExport`. */
export async function* writeQdc(reader: ProjectReader, _: object, report: ExportReport): ExportedFile {
  const frame = await reader.frame()
  if (frame.quirks.length === 0) refuse({ kind: 'noQuirksToExport' })
  const ids = await guids(frame.uuid || frame.title)
  const parts = list('Codes', codes(frame.quirks, ids)) + list('Sets', groupSets(frame, ids, 'guid'))
  const xml = `${xmlHead}<CodeBook xmlns="urn:QDA-XML:codebook:1.0"${origin}>${parts}</CodeBook>\n`
  yield new TextEncoder().encode(xml)
  report(1)
}
