import { type ReactNode, Suspense, useRef } from 'react'
import type { ImportedProject, ImportedTable, ImportReader, TableChoice } from '../../data/files/importer.ts'
import { useProject } from '../../data/live/useLive.ts'
import type { Question } from '../../model/schema.ts'
import { lazyPart } from '../../ui/lazyPart.ts'
import { useSlot } from '../../ui/useSlot.tsx'
import type { TableReader } from './importFlow.ts'
import type { Scan } from './ScanDialog.tsx'

const EncodingDialog = lazyPart(async () => (await import('./EncodingDialog.tsx')).EncodingDialog)
const ProjectDialog = lazyPart(async () => (await import('./ProjectDialog.tsx')).ProjectDialog)
const QuestionOfImport = lazyPart(async () => (await import('./QuestionOfImport.tsx')).QuestionOfImport)
const ScanDialog = lazyPart(async () => (await import('./ScanDialog.tsx')).ScanDialog)
const TableDialog = lazyPart(async () => (await import('./TableDialog.tsx')).TableDialog)
const ThereDialog = lazyPart(async () => (await import('./ThereDialog.tsx')).ThereDialog)

type EncodingReader = Pick<ImportReader, 'encodings' | 'wordsIn'>

export interface Asking {
  /** Null: nothing is imported. */
  question: (questions: readonly Question[], shown: number) => Promise<number | null>
  table: (file: string, table: ImportedTable, reader: TableReader, coming: string) => Promise<TableChoice | null>
  /** How a text is written. */
  encoding: (file: File, guess: string, reader: EncodingReader) => Promise<string>
  project: (file: string, project: ImportedProject) => Promise<boolean>
  /** Whether documents that are there already are to be added again. */
  again: (titles: readonly string[]) => Promise<boolean>
  /** `given`: the PDF, where it is known. */
  scan: (given: File | null) => Promise<Scan | null>
  /** To be put once into the screen. */
  dialog: ReactNode
}

/** The questions of an import, as dialogs, one at a time. */
export function useImportQuestions(): Asking {
  const slot = useSlot()
  const turns = useRef(0)
  const project = useProject()
  const there = (reader: TableReader, coming: string) => async (sheet: number, column: number, headerRow?: number) =>
    (await project.ask('titlesThere', { titles: await reader.tableTitles(sheet, column, headerRow), coming })).value
  const ask = async <A,>(dialog: (open: boolean, answer: (answered: A) => void) => ReactNode): Promise<A> => {
    turns.current += 1
    const turn = turns.current
    const { promise, resolve } = Promise.withResolvers<A>()
    // Each has its own dialog: what was chosen in the last is no choice here.
    const show = (open: boolean) => slot.put(<Suspense key={turn}>{dialog(open, resolve)}</Suspense>)
    show(true)
    const answered = await promise
    show(false)
    return answered
  }
  return {
    question: (questions, shown) =>
      ask((open, onAnswer) => <QuestionOfImport open={open} questions={questions} shown={shown} onAnswer={onAnswer} />),
    table: (file, table, reader, coming) =>
      ask((open, onAnswer) => (
        <TableDialog
          open={open}
          file={file}
          table={table}
          onThere={there(reader, coming)}
          onHeaderRow={reader.tableSheet}
          onAnswer={onAnswer}
        />
      )),
    encoding: async (file, guess, reader) => {
      const encodings = await reader.encodings()
      return ask((open, onAnswer) => (
        <EncodingDialog
          open={open}
          file={file.name}
          guess={guess}
          encodings={encodings}
          wordsIn={(encoding) => reader.wordsIn(file, encoding)}
          onAnswer={onAnswer}
        />
      ))
    },
    project: (file, project) =>
      ask((open, onAnswer) => <ProjectDialog open={open} file={file} project={project} onAnswer={onAnswer} />),
    again: (titles) => ask((open, onAnswer) => <ThereDialog open={open} titles={titles} onAnswer={onAnswer} />),
    scan: (given) => ask((open, onAnswer) => <ScanDialog open={open} given={given} onAnswer={onAnswer} />),
    dialog: slot.place,
  }
}
