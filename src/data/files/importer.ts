/** Reads files in a worker of its own that ends with the work: a parser cannot be stopped halfway. */
import { proxy, type Remote, wrap } from 'comlink'
import type {
  Imported,
  ImportedProject,
  ImportedSheet,
  ImportedTable,
  TableChoice,
} from '../../../workers/import/imported.ts'
import type { ImportApi } from '../../../workers/import.worker.ts'
import type { OcrLanguage } from '../../model/ocrLanguages.ts'
import { problem, type Result } from '../../model/problems.ts'

/** Of one file, 0 to 1. */
export type Report = (part: number) => void

/** Every answer is null once the signal has ended the work. */
export interface ImportReader {
  /** Documents. */
  readSources(file: File, report: Report, encoding?: string): Promise<Result<Imported> | null>
  /** Those that a text can be read in. */
  encodings(): Promise<readonly string[]>
  /** Some words of a text as they are in an encoding. */
  wordsIn(file: File, encoding: string): Promise<string>
  /** A scanned `.pdf`, whose letters are recognised. */
  readScan(file: File, language: OcrLanguage, report: Report): Promise<Result<Imported> | null>
  /** Another program's project, or a codebook. */
  readProject(file: File, report: Report): Promise<Result<ImportedProject> | null>
  /** What there is to choose from in a table. */
  openTable(file: File, report: Report, encoding?: string): Promise<Result<ImportedTable> | null>
  /** What stands in a column of it, a line each row; '' once all is over. */
  tableTitles(sheet: number, column: number, headerRow?: number): Promise<string>
  /** A sheet of it, with the names of its columns from another row; null once all is over. */
  tableSheet(sheet: number, headerRow: number): Promise<ImportedSheet | null>
  /** The table that was opened last, as chosen. */
  tableProject(choice: TableChoice, report: Report): Promise<Result<ImportedProject> | null>
  /** Always to be called: the worker goes. */
  end(): void
}

/** How long a file may be read without any progress, in ms: then its parser is in a loop of its own. */
const patience = 60_000
/** A page of a scan is given up in the worker itself, which has to paint it first and to recognise its letters then. */
const patienceWithScans = 120_000
/** The library for the old format of tables is led astray for ever by some damaged files. */
const patienceWithTables = 20_000

export function openReader(signal: AbortSignal): ImportReader {
  // One wrapping for as long as the worker is there: what is wrapped anew is let go of by the garbage collector, and then the worker hears no more.
  let running: { worker: Worker; api: Remote<ImportApi> } | null = null
  const start = () => {
    if (running) return running
    const worker = new Worker(new URL('./import.worker.js', import.meta.url), { type: 'module' })
    running = { worker, api: wrap<ImportApi>(worker) }
    return running
  }
  const end = () => {
    running?.worker.terminate()
    running = null
  }
  /** Answers with what comes first: the answer, the signal, silence or a fault. */
  const ask = <T>(
    name: string,
    report: Report,
    question: (api: Remote<ImportApi>, report: Report) => Promise<Result<T>>,
    most = patience,
  ): Promise<Result<T> | null> => {
    if (signal.aborted) return Promise.resolve(null)
    const { promise, resolve, reject } = Promise.withResolvers<Result<T> | null>()
    const { worker, api } = start()
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        end()
        resolve(problem({ kind: 'conversionFailed', name, detail: 'reading it takes too long' }))
      }, most)
    }
    const stop = () => resolve(null)
    const fail = (event: ErrorEvent) => {
      // The next file gets a worker that is whole.
      end()
      reject(new Error(event.message || 'the import worker did not start'))
    }
    signal.addEventListener('abort', stop)
    worker.addEventListener('error', fail)
    wait()
    const heard = proxy((part: number) => {
      wait()
      report(part)
    })
    question(api, heard).then(resolve, reject)
    return promise.finally(() => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      worker.removeEventListener('error', fail)
    })
  }
  let table = ''
  return {
    readSources: (file, report, encoding) =>
      ask(file.name, report, async (api, tell) => api.readSources(file, tell, encoding)),
    encodings: async () => (running ? running.api.encodings() : []),
    wordsIn: async (file, encoding) => (running ? running.api.wordsIn(file, encoding) : ''),
    readScan: (file, language, report) =>
      ask(file.name, report, async (api, tell) => api.readScan(file, language, tell), patienceWithScans),
    readProject: (file, report) => ask(file.name, report, async (api, tell) => api.readProject(file, tell)),
    openTable: (file, report, encoding) => {
      table = file.name
      return ask(table, report, async (api, tell) => api.openTable(file, tell, encoding), patienceWithTables)
    },
    tableTitles: async (sheet, column, headerRow) => (running ? running.api.tableTitles(sheet, column, headerRow) : ''),
    tableSheet: async (sheet, headerRow) => (running ? running.api.tableSheet(sheet, headerRow) : null),
    tableProject: (choice, report) => ask(table, report, async (api, tell) => api.tableProject(choice, tell)),
    end,
  }
}

export type {
  ColumnRole,
  Imported,
  ImportedProject,
  ImportedSheet,
  ImportedTable,
  ImportNote,
  TableChoice,
  TableColumn,
} from '../../../workers/import/imported.ts'
