/** Seals the rows of a project in a worker of its own that ends with the work. */
import { proxy, type Remote, wrap } from 'comlink'
import type { PlainSound, ProtectApi, SealedSound } from '../../../workers/protect.worker.ts'
import { isProblem, ok, problem, type Result } from '../../model/problems.ts'
import { api as call } from '../server/server.ts'

export interface ProtectedRows {
  /** A project JSON. */
  rows: Blob
  /** Opens the project as its password does, and is nowhere else. */
  recovery: string
  /** Of its recordings, which the new project is to keep (`keepSounds`). */
  sounds: SealedSound[]
}

/** Of rows whose recordings nobody can hear here. */
const noSound: PlainSound = async () => problem({ kind: 'soundNotFound' })

/** `rows`: a project JSON; `soundOf`: what its recordings sound like. Problems: protectionFailed, those of `soundOf`. */
export async function protectRows(
  rows: Blob,
  password: string,
  soundOf: PlainSound = noSound,
): Promise<Result<ProtectedRows>> {
  const worker = new Worker(new URL('./protect.worker.js', import.meta.url), { type: 'module' })
  const api: Remote<ProtectApi> = wrap<ProtectApi>(worker)
  const broken = new Promise<never>((_, reject) =>
    worker.addEventListener('error', ({ message }) => reject(new Error(message || 'the worker did not start'))),
  )
  try {
    return await Promise.race([api.protect(rows, password, proxy(soundOf)) as Promise<Result<ProtectedRows>>, broken])
  } catch {
    return problem({ kind: 'protectionFailed' })
  } finally {
    worker.terminate()
  }
}

/** Has a project that was just made keep them. Problems: the server's, cannotConnect. */
export async function keepSounds(uuid: string, sounds: readonly SealedSound[]): Promise<Result<void>> {
  for (const { hash, bytes } of sounds) {
    const body = new FormData()
    body.append('file', bytes, 'sound')
    const kept = await call('PUT /v1/thicket/projects/{uuid}/media/{hash}', { path: { uuid, hash }, body })
    if (isProblem(kept)) return kept
  }
  return ok(undefined)
}
