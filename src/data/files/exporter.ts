/** Writes a project as a file, in a worker of its own that ends with the work. */
import { proxy, type Remote, wrap } from 'comlink'
import type { ExportFormat, ExportOptions } from '../../../workers/export/formats.ts'
import type { ExportApi } from '../../../workers/export.worker.ts'
import { isProblem, type Result } from '../../model/problems.ts'
import type { ProjectReader } from '../../model/projectReader.ts'
import type { ProjectHandle } from '../copies/handle.ts'

/**
 * The file has its name; null when `signal` has ended the work. Rejects when the worker fails. `onUnheard`: a recording comes without the sound that the
 * project has, because it could not be fetched.
 */
export async function exportFile<F extends ExportFormat>(
  project: Pick<ProjectHandle, 'reader' | 'hearSound'>,
  format: F,
  options: ExportOptions[F],
  /** 0 to 1. */
  onProgress: (share: number) => void,
  signal: AbortSignal,
  onUnheard: (hash: string) => void = () => {},
): Promise<Result<File> | null> {
  if (signal.aborted) return null
  const worker = new Worker(new URL('./export.worker.js', import.meta.url), { type: 'module' })
  const { write }: Remote<ExportApi> = wrap<ExportApi>(worker)
  const stopped = new Promise<null>((resolve, reject) => {
    signal.addEventListener('abort', () => resolve(null), { once: true })
    worker.addEventListener('error', (event) => reject(new Error(event.message || 'the export worker did not start')))
  })
  // Not the reader itself: comlink takes a proxy's members one by one.
  const { frame, contents } = project.reader
  const sound: ProjectReader['sound'] = async (hash) => {
    const heard = await project.hearSound(hash)
    if (!isProblem(heard)) return heard.ok
    if (heard.problem.kind !== 'soundNotFound') onUnheard(hash)
    return null
  }
  try {
    return await Promise.race([
      write(format, options, proxy({ frame, contents, sound }), proxy(onProgress)) as Promise<Result<File>>,
      stopped,
    ])
  } finally {
    worker.terminate()
  }
}

export type { ExportFormat, ExportOptions } from '../../../workers/export/formats.ts'
