/** Reads a plain text file: each line a paragraph, every other unit as it is. */
import { problem, type Result } from '../../../src/model/problems.ts'
import { fromPlain } from '../../../src/model/text/richText.ts'
import type { ImportFile, Read, Report } from '../readSources.ts'
import { decodeText } from './decodeText.ts'
import { textNotes } from './textImportNotes.ts'

export async function readText({ name, bytes }: ImportFile, report: Report): Promise<Result<Read>> {
  const decoded = decodeText(bytes)
  if (!decoded) return problem({ kind: 'conversionFailed', name, detail: 'it is not a text file' })
  report(0.3)
  const rich = fromPlain(decoded.text)
  report(0.6)
  return { ok: { rich, notes: textNotes(name, decoded, rich) } }
}
