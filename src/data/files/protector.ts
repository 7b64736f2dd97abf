/** Seals the rows of a project in a worker of its own that ends with the work. */
import { proxy, type Remote, wrap } from 'comlink'
import type { ProtectApi, SealedSound } from '../../../workers/protect.worker.ts'
import { isProblem, ok, problem, type Result } from '../../model/problems.ts'
import type { SoundOf } from '../../model/sound/media.ts'
import { type CarriedRows, laidAside } from './carriedRows.ts'

export interface ProtectedRows extends CarriedRows {
  /** Opens the project as its password does, and is nowhere else. */
  recovery: string
}

/** `rows`: a project JSON; `soundOf`: what its recordings sound like. Problems: protectionFailed, those of `soundOf`. */
export async function protectRows(
  rows: Blob,
  password: string,
  soundOf: SoundOf<Blob>,
): Promise<Result<ProtectedRows>> {
  const worker = new Worker(new URL('./protect.worker.js', import.meta.url), { type: 'module' })
  const api: Remote<ProtectApi> = wrap<ProtectApi>(worker)
  const broken = new Promise<never>((_, reject) =>
    worker.addEventListener('error', ({ message }) => reject(new Error(message || 'the worker did not start'))),
  )
  try {
    const sealing = api.protect(rows, password, proxy(soundOf)) as Promise<
      Result<{ rows: Blob; recovery: string; sounds: SealedSound[] }>
    >
    const sealed = await Promise.race([sealing, broken])
    return isProblem(sealed) ? sealed : ok({ ...sealed.ok, sounds: laidAside(sealed.ok.sounds) })
  } catch {
    return problem({ kind: 'protectionFailed' })
  } finally {
    worker.terminate()
  }
}
