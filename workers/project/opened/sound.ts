/** The sound of recordings, which the server keeps with the project: a copy has none of it, and asks for what somebody plays. In a protected project it is sealed here. */
import { ok, type Problem, problem, type Result } from '../../../src/model/problems.ts'
import { mediaHash, openMedia, sealMedia } from '../../../src/model/sealing/sealedMedia.ts'
import { mostMedia } from '../../../src/model/sound/media.ts'
import type { Answer, ProjectHost } from '../host.ts'
import type { Lock } from './lock.ts'

export interface Sound {
  /** Resolves to its hash, which a recording is to name. Problems: fileTooLarge, quotaExceeded, readOnly, cannotConnect. */
  keep(bytes: Blob): Promise<Result<string>>
  /** Problems: soundNotFound, cannotConnect, truncatedProject. */
  hear(hash: string): Promise<Result<Uint8Array<ArrayBuffer>>>
}

export function openSound(host: Pick<ProjectHost, 'uuid' | 'call' | 'turn'>, lock: Pick<Lock, 'sealing'>): Sound {
  const at = (hash: string) => `/v1/thicket/projects/${host.uuid}/media/${hash}`
  return {
    keep: async (given) => {
      const { size } = given
      if (size > mostMedia) return problem({ kind: 'fileTooLarge', name: '', most: mostMedia })
      const plain = new Uint8Array(await given.arrayBuffer())
      const bytes = lock.sealing ? await sealMedia(lock.sealing.parts, plain, host.turn) : plain
      const hash = await mediaHash(bytes, host.turn)
      const body = new FormData()
      body.append('file', new Blob([bytes]), 'sound')
      const answer = await host.call(at(hash), { method: 'PUT', body })
      return answer?.status === 200 ? ok(hash) : refused(answer)
    },
    hear: async (hash) => {
      const answer = await host.call(at(hash))
      if (answer?.status !== 200) return refused(answer)
      // The connection may end in the middle of it.
      const whole = await answer.arrayBuffer().catch(() => null)
      if (!whole) return problem({ kind: 'cannotConnect' })
      const bytes = new Uint8Array(whole)
      if (!lock.sealing) return ok(bytes)
      const plain = await openMedia(lock.sealing.parts, bytes, host.turn)
      return plain ? ok(plain) : problem({ kind: 'truncatedProject', name: lock.sealing.name })
    },
  }
}

async function refused(answer: Answer | null): Promise<{ problem: Problem }> {
  const told = answer && ((await answer.json().catch(() => null)) as { problem?: Problem } | null)
  return problem(told?.problem ?? { kind: 'cannotConnect' })
}
