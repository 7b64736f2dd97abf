/** What one file holds that is to be imported, by its kind. */
import { readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { type FileKind, fileKind, largestFile } from '../../src/model/importedKinds.ts'
import type { OcrLanguage } from '../../src/model/ocrLanguages.ts'
import { isProblem, problem, type Result } from '../../src/model/problems.ts'
import type { Imported, ImportedProject } from '../../workers/import/imported.ts'
import { largestScan, readScan } from '../../workers/import/ocr/readScan.ts'
import { type ImportFile, readSources } from '../../workers/import/readSources.ts'
import { readProject } from '../../workers/import/refi/readProject.ts'
import { sqliteProblem } from '../files/inspectFile.ts'
import { ocrHost } from './nodeOcrHost.ts'
import { readInThread } from './readInThread.ts'
import { readTable, type TableWish, type WishedTable } from './readTable.ts'

/** How files are to be read. */
export interface ImportWish extends TableWish {
  /** In which language PDFs are scanned; null: they are read as they are. */
  ocr: OcrLanguage | null
  /** Documents whose title and words a source has already are added all the same. */
  addAgain?: boolean
  /** How texts are written that do not say so themselves; left out: found. */
  encoding?: string
}

export type ReadFile =
  | { kind: 'document'; imported: Imported }
  | { kind: 'table'; imported: WishedTable }
  | { kind: 'project'; imported: ImportedProject }

export async function readImport(path: string, wish: ImportWish): Promise<Result<ReadFile>> {
  const kind = fileKind(path)
  // Others are not even opened: closing the project's own file would give up its lock.
  if (kind === undefined) return problem({ kind: 'fileTypeNotSupported', name: basename(path) })
  try {
    const { size } = statSync(path)
    const scan = wish.ocr !== null && /\.pdf$/i.test(path)
    const most = scan ? largestScan : largestFile[kind]
    if (size > most) return problem({ kind: 'fileTooLarge', name: path, most })
    return await readers[kind](
      { name: path, bytes: new Uint8Array(readFileSync(path)), ...(wish.encoding && { encoding: wish.encoding }) },
      wish,
    )
  } catch (error) {
    if ((error as { code?: unknown }).code === 'EISDIR') return problem({ kind: 'fileTypeNotSupported', name: path })
    return problem(sqliteProblem(path, error))
  }
}

const readers: Record<FileKind, (file: ImportFile, wish: ImportWish) => Promise<Result<ReadFile>>> = {
  document: async (file, { ocr }) =>
    as(
      'document',
      await (ocr !== null && /\.pdf$/i.test(file.name) ? readScan(file, ocr, ocrHost) : readSources(file)),
    ),
  project: async (file) => as('project', await readProject(file)),
  // The library for the old format can be led astray for ever by a file made for it.
  table: async (file, wish) =>
    as('table', await (/\.xls$/i.test(file.name) ? readInThread(file, wish) : readTable(file, wish))),
}

const as = <K extends FileKind, I>(kind: K, read: Result<I>): Result<{ kind: K; imported: I }> =>
  isProblem(read) ? read : { ok: { kind, imported: read.ok } }
