/** A project on its way into a new one: its rows first, then what its recordings sound like, one after the other. */
import { isProblem, ok, problem, type Result } from '../../model/problems.ts'
import type { SoundOf } from '../../model/sound/media.ts'
import type { ProjectHandle } from '../copies/handle.ts'
import { api } from '../server/server.ts'

/** Of a recording, as the new project is to keep it. */
export interface CarriedSound {
  hash: string
  /** Fetched when it is its turn. Problems: those of `SoundOf`. */
  bytes: () => Promise<Result<Blob>>
}

export interface CarriedRows {
  /** A project JSON, whose recordings have the hashes of `sounds`. */
  rows: Blob
  sounds: readonly CarriedSound[]
}

/** Sounds that the browser has, on its disk where they are large. */
export const laidAside = (sounds: readonly { hash: string; bytes: Blob }[] = []): CarriedSound[] =>
  sounds.map(({ hash, bytes }) => ({ hash, bytes: async () => ok(bytes) }))

/** What the recordings of an open project sound like. */
export const soundOf =
  ({ hearSound }: Pick<ProjectHandle, 'hearSound'>): SoundOf<Blob> =>
  async (hash) => {
    const heard = await hearSound(hash)
    return isProblem(heard) ? heard : ok(new Blob([heard.ok]))
  }

/** What the recordings of these rows sound like. */
export function soundIn({ sounds }: Pick<CarriedRows, 'sounds'>): SoundOf<Blob> {
  const known = new Map(sounds.map(({ hash, bytes }) => [hash, bytes]))
  return async (hash) => known.get(hash)?.() ?? problem({ kind: 'soundNotFound' })
}

/** Has a project that was just made keep them. What was lost before is passed over. Problems: those of `SoundOf`, the server's, cannotConnect. */
export async function keepSounds(uuid: string, { sounds }: Pick<CarriedRows, 'sounds'>): Promise<Result<void>> {
  for (const { hash, bytes } of sounds) {
    const heard = await bytes()
    if (isProblem(heard) && heard.problem.kind === 'soundNotFound') continue
    if (isProblem(heard)) return heard
    const body = new FormData()
    body.append('file', heard.ok, 'sound')
    const kept = await api('PUT /v1/thicket/projects/{uuid}/media/{hash}', { path: { uuid, hash }, body })
    if (isProblem(kept)) return kept
  }
  return ok(undefined)
}
