/** Prepares recordings and opens transcripts in a worker of its own that ends with the work. */
import { proxy, type Remote, wrap } from 'comlink'
import type { TranscribeApi } from '../../../workers/transcribe.worker.ts'
import { problem, type Result } from '../../model/problems.ts'

/** What `work` answers. Problems: cannotConnect, where the signal has ended it, or the program could not be fetched. */
export async function withTranscriber<T>(
  work: (worker: Remote<TranscribeApi>) => Promise<T>,
  signal?: AbortSignal,
): Promise<Result<T>> {
  const { promise, resolve } = Promise.withResolvers<Result<T>>()
  const stop = () => resolve(problem({ kind: 'cannotConnect' }))
  if (signal?.aborted) stop()
  const worker = new Worker(new URL('./transcribe.worker.js', import.meta.url), { type: 'module' })
  signal?.addEventListener('abort', stop)
  worker.addEventListener('error', stop)
  work(wrap<TranscribeApi>(worker)).then((ok) => resolve({ ok }), stop)
  try {
    return await promise
  } finally {
    signal?.removeEventListener('abort', stop)
    worker.terminate()
  }
}

/** For a worker that reports how far it is. */
export const heardBy = (report: (share: number) => void): ((share: number) => void) => proxy(report)

export type { ImportedSource } from '../../../workers/import/imported.ts'
export type { PersonKey } from '../../../workers/transcribe/browserSealing.ts'
export type { SealedRecording, UnheardWhy } from '../../../workers/transcribe/recordings.ts'
