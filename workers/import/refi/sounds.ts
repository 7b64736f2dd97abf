/** What the recordings in the file sound like, of which texts were written down. */
import { mediaHash } from '../../../src/model/sealing/sealedMedia.ts'
import { mostMedia, soundTypeOf } from '../../../src/model/sound/media.ts'
import type { ImportedSound } from '../imported.ts'
import type { Archive } from './archive.ts'
import type { Medium } from './exchange.ts'
import type { Tally } from './tally.ts'

/** As a recording's row has it. */
export interface KeptSound {
  hash: string
  type: string
}

export interface Sounds {
  /** null: it is no recording, or its sound cannot be kept, which is counted once. */
  of(medium: Medium | null): Promise<KeptSound | null>
  all(): ImportedSound[]
}

/** Each is read once, however many texts it has, and is in memory while it is read. */
export function openSounds(archive: Archive | null, tally: Tally): Sounds {
  const all = new Map<string, Blob>()
  const known = new Map<Medium, KeptSound | null>()
  const read = async ({ path }: Medium): Promise<KeptSound | null> => {
    const entry = archive?.find(path) ?? null
    const type = entry === null ? null : soundTypeOf(entry)
    const unpacked = entry === null || type === null ? undefined : archive?.read(entry)
    if (!type || !unpacked || !('ok' in unpacked) || unpacked.ok.length > mostMedia || unpacked.ok.length === 0) {
      tally.count('refiSounds')
      return null
    }
    const hash = await mediaHash(unpacked.ok, async () => {})
    all.set(hash, new Blob([new Uint8Array(unpacked.ok)]))
    return { hash, type }
  }
  return {
    async of(medium) {
      if (!medium || !isRecorded(medium) || medium.path === '') return null
      const before = known.get(medium)
      const sound = before === undefined ? await read(medium) : before
      known.set(medium, sound)
      return sound
    },
    all: () => Array.from(all, ([hash, bytes]) => ({ hash, bytes })),
  }
}

const isRecorded = ({ element }: Medium): boolean => element === 'AudioSource' || element === 'VideoSource'
