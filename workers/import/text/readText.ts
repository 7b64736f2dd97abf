/** Reads a plain text file: each line a paragraph, every other unit as it is. */
import { problem, type Result } from '../../../src/model/problems.ts'
import { fromPlain } from '../../../src/model/text/richText.ts'
import type { ImportNote } from '../imported.ts'
import type { ImportFile, Read, Report } from '../readSources.ts'
import { count, decodeText } from './decodeText.ts'

export async function readText({ name, bytes }: ImportFile, report: Report): Promise<Result<Read>> {
  const decoded = decodeText(bytes)
  if (!decoded) return problem({ kind: 'conversionFailed', name, detail: 'it is not a text file' })
  report(0.3)
  const rich = fromPlain(decoded.text)
  report(0.6)
  const notes: ImportNote[] = []
  if (!decoded.sure) notes.push({ kind: 'encoding', file: name, encoding: decoded.encoding })
  const replaced = decoded.damaged + count(rich.text, '\uFFFD') - count(decoded.text, '\uFFFD')
  if (replaced > 0) notes.push({ kind: 'charactersReplaced', file: name, count: replaced })
  return { ok: { rich, notes } }
}
