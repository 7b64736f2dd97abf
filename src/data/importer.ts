/** Reads files into sources, in a worker of its own that ends with the work: a parser cannot be stopped halfway. */
import { proxy, wrap } from 'comlink'
import type { Imported } from '../../workers/import/imported.ts'
import type { ImportApi } from '../../workers/import.worker.ts'
import type { Problem, Result } from '../model/problems.ts'

export interface FileReport {
  /** The file's name. */
  file: string
  result: Result<Imported>
}

export interface ImportProgress {
  /** The file that is being read. */
  file: string
  /** Of all files, by their sizes, 0 to 1. */
  share: number
}

/** One report a file, in the files' order; null when `signal` has ended it. */
export async function readFiles(
  files: readonly File[],
  onProgress: (progress: ImportProgress) => void,
  signal: AbortSignal,
): Promise<FileReport[] | null> {
  if (signal.aborted) return null
  const worker = new Worker(new URL('./import.worker.js', import.meta.url), { type: 'module' })
  const { readSources } = wrap<ImportApi>(worker)
  const all = files.reduce((sum, { size }) => sum + size, 0) || 1
  let done = 0

  const read = async (file: File): Promise<FileReport> => {
    const tell = (part: number) => onProgress({ file: file.name, share: (done + part * file.size) / all })
    tell(0)
    const bytes = await bytesOf(file)
    const result = bytes ? await readSources({ name: file.name, bytes }, proxy(tell)) : unreadable(file.name)
    done += file.size
    return { file: file.name, result }
  }
  const readAll = async () => {
    const reports: FileReport[] = []
    for (const file of files) reports.push(await read(file))
    return reports
  }
  const stopped = new Promise<null>((resolve, reject) => {
    signal.addEventListener('abort', () => resolve(null), { once: true })
    worker.addEventListener('error', (event) => reject(new Error(event.message || 'the import worker did not start')))
  })
  try {
    return await Promise.race([readAll(), stopped])
  } finally {
    worker.terminate()
  }
}

/** null where the browser cannot read the file: it was moved, or changed since it was chosen. */
const bytesOf = async (file: File): Promise<Uint8Array | null> => {
  try {
    return new Uint8Array(await file.arrayBuffer())
  } catch {
    return null
  }
}

const unreadable = (name: string): { problem: Problem } => ({ problem: { kind: 'fileNotFound', name } })

export type { ImportNote } from '../../workers/import/imported.ts'
