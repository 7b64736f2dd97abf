/** How loud a recording is, read by a worker of its own that ends with the work. */
import { proxy, type Remote, wrap } from 'comlink'
import type { PeaksApi } from '../../../workers/peaks.worker.ts'

/** 0 to 255 for each of equal parts of its time; null: this browser cannot read it, or `signal` has ended the work. `report`: what is known so far. */
export async function peaksOf(
  sound: Blob,
  report: (peaks: Uint8Array) => void,
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  if (signal.aborted) return null
  const worker = new Worker(new URL('./peaks.worker.js', import.meta.url), { type: 'module' })
  const api: Remote<PeaksApi> = wrap<PeaksApi>(worker)
  const ended = new Promise<null>((resolve) => {
    signal.addEventListener('abort', () => resolve(null), { once: true })
    worker.addEventListener('error', () => resolve(null))
  })
  try {
    return await Promise.race([api.read(sound, proxy(report)), ended])
  } finally {
    worker.terminate()
  }
}
