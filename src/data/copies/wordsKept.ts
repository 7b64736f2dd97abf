/**
 * Words that somebody has typed and not saved, as this browser keeps them in local storage beside a copy: keystrokes that a reload cuts off, and drafts.
 * Those of a protected project lie there sealed, by the key that the page has.
 *
 * Promises: none of a protected project lies plain, and where they cannot be sealed they are not kept. What cannot be opened yet, because its password has
 * not been given or what opens it has not come, is not nothing: it stays as it is until it can be read.
 */
import type { KeyParts } from '../../model/sealing/keys.ts'
import { sealedLength } from '../../model/sealing/sealedForm.ts'

interface Sealer {
  seal(place: string, words: string): string
  open(place: string, sealed: string): string | null
}

/** What lies under a key of local storage; `unread`: words that cannot be opened now. null: nothing. */
export type KeptWords = { words: string } | 'unread' | null

const sealed = new Set<string>()
/** What seals comes once a project has turned out to be protected: others are not to wait for it. `comes`: it is on its way. */
const sealers = new Map<string, { sealer: Sealer | null; comes: Promise<void> | null }>()
/** Under which keys this page has opened or sealed what lies there: it may be written over and taken away. */
const seen = new Set<string>()

/** `copy`: the key of the copy. */
export const noteSealed = (copy: string): void => void sealed.add(copy)
/** Whether words of this copy may lie in this browser as they are. */
export const mayKeepWords = (copy: string): boolean => !sealed.has(copy)

/**
 * Words of this copy can be sealed and opened from here on, as soon as what does that has come. Call it again when the server is there: without a network it
 * may not have come.
 */
export function noteKey(copy: string, parts: KeyParts): void {
  noteSealed(copy)
  const known = sealers.get(copy)
  if (known?.sealer || known?.comes) return
  const found: { sealer: Sealer | null; comes: Promise<void> | null } = { sealer: null, comes: null }
  found.comes = import('../../model/sealing/sealedValue.ts').then(
    ({ openValue, sealValue }) => {
      found.sealer = {
        // How long they are is nobody's to know.
        seal: (place, words) => sealValue(parts, place, words, 0),
        open: (place, kept) => openValue(parts, place, kept)?.plain ?? null,
      }
      found.comes = null
    },
    () => {
      found.comes = null
    },
  )
  sealers.set(copy, found)
}

/** The project is left, or locked. */
export const forgetKey = (copy: string): void => void sealers.delete(copy)

/** Resolves when words of this copy can be opened, or turn out not to be; null: that is known already. */
export const whenOpenable = (copy: string): Promise<void> | null => sealers.get(copy)?.comes ?? null

/** What was kept under `key` of local storage, which is also what it was sealed for. */
export function keptUnder(copy: string, key: string): KeptWords {
  const there = lying(key)
  if (there === null) return null
  if (sealedLength(there) === null) return { words: there }
  const words = sealers.get(copy)?.sealer?.open(key, there) ?? null
  if (words === null) return 'unread'
  seen.add(key)
  return { words }
}

/**
 * Keeps `words` under `key` of local storage in place of what this page knows to lie there; null: keeps nothing there any more. Returns whether they lie there
 * now: not where the storage is full, where they cannot be sealed, and where other words wait to be read.
 */
export function keepUnder(copy: string, key: string, words: string | null): boolean {
  if (waitsToBeRead(copy, key, words)) return false
  try {
    const kept = words === null || mayKeepWords(copy) ? words : (sealers.get(copy)?.sealer?.seal(key, words) ?? null)
    if (kept === null) localStorage.removeItem(key)
    else localStorage.setItem(key, kept)
    if (kept !== null) seen.add(key)
    return kept !== null
  } catch {
    return false
  }
}

/** What another key than that of the project has sealed will never be read: it may be written over, but is not taken away for nothing. */
function waitsToBeRead(copy: string, key: string, words: string | null): boolean {
  const there = seen.has(key) ? null : lying(key)
  if (there === null || sealedLength(there) === null) return false
  const sealer = sealers.get(copy)?.sealer
  return words === null || !sealer || sealer.open(key, there) !== null
}

function lying(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // Nothing can be kept here, so nothing is.
    return null
  }
}
