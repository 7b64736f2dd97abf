/** Seals the rows of a project in a worker of its own that ends with the work. */
import { type Remote, wrap } from 'comlink'
import type { ProtectApi } from '../../../workers/protect.worker.ts'
import { problem, type Result } from '../../model/problems.ts'

export interface ProtectedRows {
  /** A project JSON. */
  rows: Blob
  /** Opens the project as its password does, and is nowhere else. */
  recovery: string
}

/** `rows`: a project JSON. Problems: protectionFailed. */
export async function protectRows(rows: Blob, password: string): Promise<Result<ProtectedRows>> {
  const worker = new Worker(new URL('./protect.worker.js', import.meta.url), { type: 'module' })
  const api: Remote<ProtectApi> = wrap<ProtectApi>(worker)
  const broken = new Promise<never>((_, reject) =>
    worker.addEventListener('error', ({ message }) => reject(new Error(message || 'the worker did not start'))),
  )
  try {
    return { ok: await Promise.race([api.protect(rows, password), broken]) }
  } catch {
    return problem({ kind: 'protectionFailed' })
  } finally {
    worker.terminate()
  }
}
