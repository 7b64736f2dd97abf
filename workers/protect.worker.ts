/** The worker that seals a project before it leaves the page. Whoever wants to cancel ends the worker. */
import { expose } from 'comlink'
import { isProblem, ok, type Result } from '../src/model/problems.ts'
import type { LooseRows } from '../src/model/projectRows.ts'
import type { Row, Table } from '../src/model/schema.ts'
import { type KeyParts, keyPartsOf, newProjectKey } from '../src/model/sealing/keys.ts'
import { mediaHash, sealMedia } from '../src/model/sealing/sealedMedia.ts'
import { sealedProject } from '../src/model/sealing/sealedProject.ts'
import { wrapKey } from '../src/model/sealing/wraps.ts'
import { hashesIn, type SoundOf } from '../src/model/sound/media.ts'
import { openRowWriter } from './import/rowWriter.ts'

/** To be kept by the protected project under its hash: its browser has it, on its disk where it is large. */
export interface SealedSound {
  hash: string
  bytes: Blob
}

const api = {
  /**
   * The rows of a project JSON as those of a protected one, under a key of its own, with the sound of its recordings; `recovery`: its code, which is nowhere else.
   * What the plain one has lost is left out. Problems: those of `soundOf`.
   */
  async protect(
    rows: Blob,
    password: string,
    soundOf: SoundOf<Blob>,
  ): Promise<Result<{ rows: Blob; recovery: string; sounds: SealedSound[] }>> {
    const plain = JSON.parse(await rows.text()) as LooseRows
    const key = newProjectKey()
    const { hash, recovery } = wrapKey(key, password)
    const sounds = await sealSounds(keyPartsOf(key), plain, soundOf)
    if (isProblem(sounds)) return sounds
    const moved = new Map(Array.from(sounds.ok, ([known, { hash: sealed }]) => [known, sealed]))
    const writer = openRowWriter()
    for (const [table, row] of sealedProject(keyPartsOf(key), hash, plain, moved))
      writer.write(table, row as Row<Table>)
    return ok({ rows: writer.blob(), recovery, sounds: [...sounds.ok.values()] })
  },
}

/** By the hashes that they have in the clear. */
async function sealSounds(
  parts: KeyParts,
  { recordings = [] }: LooseRows,
  soundOf: SoundOf<Blob>,
): Promise<Result<Map<string, SealedSound>>> {
  const sounds = new Map<string, SealedSound>()
  for (const known of hashesIn(recordings)) {
    const heard = await soundOf(known)
    if (isProblem(heard)) {
      if (heard.problem.kind === 'soundNotFound') continue
      return heard
    }
    const bytes = await sealMedia(parts, new Uint8Array(await heard.ok.arrayBuffer()), async () => {})
    sounds.set(known, { hash: await mediaHash(bytes, async () => {}), bytes: new Blob([bytes]) })
  }
  return ok(sounds)
}

export type ProtectApi = typeof api

expose(api)
