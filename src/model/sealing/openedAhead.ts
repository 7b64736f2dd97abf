/**
 * Long texts that are decrypted before anybody asks for them, by the AES of the browser or of Node: it is much faster than the one that
 * answers at once (`sealedValue.ts`), but answers later, from a thread of its own.
 *
 * Promises: a text is found once, at its place alone and as it was sealed, and forgotten when others are decrypted; what does not decrypt is not found, and is for whoever reads it to judge.
 */
import { gcm } from '@noble/ciphers/webcrypto.js'
import type { KeyParts } from './keys.ts'
import { bytesOf, partsOf, textOf } from './sealedValue.ts'

export interface SealedAt {
  place: string
  sealed: string
}

export interface OpenedAhead {
  find(place: string, sealed: string): string | null
  /** Whether one for this place waits to be found. */
  has(place: string): boolean
  /** In place of those that wait: resolves when all of these can be found, as far as they decrypt. */
  open(values: readonly SealedAt[]): Promise<void>
}

export function openedAhead({ text }: Pick<KeyParts, 'text'>): OpenedAhead {
  const opened = new Map<string, { sealed: string; plain: string }>()
  const openOne = async ({ place, sealed }: SealedAt): Promise<void> => {
    const bytes = bytesOf(sealed)
    if (!bytes) return
    const parts = partsOf(place, bytes)
    try {
      opened.set(place, { sealed, plain: textOf(await gcm(text, parts.iv, parts.about).decrypt(parts.secret)) })
    } catch {
      // Whoever asks for it finds that out, and says so. A page that came unencrypted from another computer has no such AES either.
    }
  }
  return {
    find: (place, sealed) => {
      const found = opened.get(place)
      opened.delete(place)
      return found?.sealed === sealed ? found.plain : null
    },
    has: (place) => opened.has(place),
    open: async (values) => {
      opened.clear()
      await Promise.all(values.map(openOne))
    },
  }
}
