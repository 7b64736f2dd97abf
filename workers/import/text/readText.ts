/** Reads a plain text file: each line a paragraph, where they are not broken at a width, every other unit as it is. */
import { problem, type Result } from '../../../src/model/problems.ts'
import { fromPlain } from '../../../src/model/text/richText.ts'
import type { ImportNote } from '../imported.ts'
import type { ImportFile, Read, Report } from '../readSources.ts'
import { decodeText } from './decodeText.ts'
import { joinWrapped } from './joinWrapped.ts'
import { textNotes } from './textImportNotes.ts'

export async function readText({ name, bytes, encoding }: ImportFile, report: Report): Promise<Result<Read>> {
  const decoded = decodeText(bytes, encoding)
  if (!decoded) return problem({ kind: 'conversionFailed', name, detail: 'it is not a text file' })
  report(0.3)
  const { text } = decoded
  const wrapped = joinWrapped(text)
  const rich = fromPlain(wrapped?.text ?? text)
  report(0.6)
  const notes: ImportNote[] = []
  if (wrapped) notes.push({ kind: 'linesJoined', file: name, count: wrapped.joined })
  if (wrapped?.emptied) notes.push({ kind: 'emptyLinesLeftOut', file: name, count: wrapped.emptied })
  return { ok: { rich, notes: [...notes, ...textNotes(name, decoded, rich)] } }
}
