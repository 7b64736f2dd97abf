/**
 * What the recordings of projects that are merged sound like, wherever these lie: one after the other, and none of them before it is wanted.
 */
import { isProblem, ok, problem, type Result } from '../../src/model/problems.ts'
import { keyPartsOf } from '../../src/model/sealing/keys.ts'
import { mediaHash, openMedia } from '../../src/model/sealing/sealedMedia.ts'
import { unwrapKey } from '../../src/model/sealing/wraps.ts'
import type { SoundOf } from '../../src/model/sound/media.ts'

/** A project of which recordings come. */
export interface Origin {
  /** Those of its rows. */
  hashes: ReadonlySet<string>
  sound: SoundOf<Blob>
  /** Its hashes are of what is sealed. */
  isProtected: boolean
}

export interface CarriedSounds {
  /** The hashes of what is not sealed, by those that the rows have. What is lost has none. */
  moved: ReadonlyMap<string, string>
  /** By the hash of what is not sealed. */
  given: ReadonlyMap<string, () => Promise<Result<Blob>>>
}

export const noSounds: CarriedSounds = { moved: new Map(), given: new Map() }

const noTurn = async () => {}

/** Of these recordings. Problems: those of `SoundOf`, but for soundNotFound. */
export async function carriedSounds(
  hashes: Iterable<string>,
  origins: readonly Origin[],
): Promise<Result<CarriedSounds>> {
  const moved = new Map<string, string>()
  const given = new Map<string, () => Promise<Result<Blob>>>()
  for (const known of hashes) {
    const having = origins.filter((one) => one.hashes.has(known))
    const [origin] = having
    if (!origin) continue
    const heard = { sound: inAnyOf(having), isProtected: origin.isProtected }
    const plain = await plainHash(heard, known)
    if (isProblem(plain)) return plain
    if (plain.ok === null) continue
    moved.set(known, plain.ok)
    given.set(plain.ok, () => heard.sound(known))
  }
  return ok({ moved, given })
}

/** A copy of a project may have lost what another one has. */
const inAnyOf =
  (origins: readonly Origin[]): SoundOf<Blob> =>
  async (known) => {
    let heard: Result<Blob> = problem({ kind: 'soundNotFound' })
    for (const { sound } of origins) {
      heard = await sound(known)
      if (!isProblem(heard) || heard.problem.kind !== 'soundNotFound') break
    }
    return heard
  }

/** null: its sound is lost. */
async function plainHash(
  { sound, isProtected }: Omit<Origin, 'hashes'>,
  known: string,
): Promise<Result<string | null>> {
  if (!isProtected) return ok(known)
  const heard = await sound(known)
  if (isProblem(heard)) return heard.problem.kind === 'soundNotFound' ? ok(null) : heard
  return ok(await mediaHash(new Uint8Array(await heard.ok.arrayBuffer()), noTurn))
}

/** How a project called `name` is protected. */
interface Protection {
  name: string
  /** Its preference `___db_hash`. */
  wraps: string
  secret: string
}

/** What a project sounds like of which `kept` gives the bytes as they lie in it. Its key, which takes a while, is made once it is needed. */
export function openedSound(kept: SoundOf<Blob>, protection: Protection | null): SoundOf<Blob> {
  if (!protection) return kept
  const { name, wraps, secret } = protection
  let key: ReturnType<typeof unwrapKey> | null = null
  return async (hash) => {
    const sealed = await kept(hash)
    if (isProblem(sealed)) return sealed
    key ??= unwrapKey(name, wraps, secret)
    if (isProblem(key)) return key
    const plain = await openMedia(keyPartsOf(key.ok), new Uint8Array(await sealed.ok.arrayBuffer()), noTurn)
    return plain ? ok(new Blob([plain])) : problem({ kind: 'truncatedProject', name })
  }
}
