/**
 * How words may be kept in this browser outside of a copy. Those of a protected project lie nowhere but sealed: keystrokes that a reload cuts off are kept so, by the key that the page
 * has; drafts and what is sought are not kept at all, and last as long as the page.
 */
import type { KeyParts } from '../../model/sealing/keys.ts'

interface Sealer {
  seal(place: string, words: string): string
  open(place: string, sealed: string): string | null
}

const sealed = new Set<string>()
/** What seals comes once a project has turned out to be protected: others are not to wait for it. null: it is on its way. */
const sealers = new Map<string, { sealer: Sealer | null; comes: Promise<void> }>()

/** `copy`: the key of the copy. */
export const noteSealed = (copy: string): void => void sealed.add(copy)
export const mayKeepWords = (copy: string): boolean => !sealed.has(copy)

/** Words of this copy can be sealed and opened from here on, as soon as what does that has come. */
export function noteKey(copy: string, parts: KeyParts): void {
  noteSealed(copy)
  if (sealers.has(copy)) return
  const found: { sealer: Sealer | null; comes: Promise<void> } = {
    sealer: null,
    comes: import('../../model/sealing/sealedValue.ts').then(
      ({ openValue, sealValue }) => {
        found.sealer = {
          // How long they are is nobody's to know.
          seal: (place, words) => sealValue(parts, place, words, 0),
          open: (place, kept) => openValue(parts, place, kept)?.plain ?? null,
        }
      },
      // Without a network it may be missing: then nothing is kept, and what is kept waits.
      () => {},
    ),
  }
  sealers.set(copy, found)
}

/** The project is left, or locked. */
export const forgetKey = (copy: string): void => void sealers.delete(copy)

/** Resolves when words of this copy can be opened; null: they can already, or cannot. */
export function whenOpenable(copy: string): Promise<void> | null {
  const found = sealers.get(copy)
  return found && !found.sealer ? found.comes : null
}

/** As words may lie under `place` of local storage; null: not at all. */
export const keepable = (copy: string, place: string, words: string): string | null =>
  mayKeepWords(copy) ? words : (sealers.get(copy)?.sealer?.seal(place, words) ?? null)

/** What `keepable` has made; null: it does not open. */
export const readable = (copy: string, place: string, kept: string): string | null =>
  mayKeepWords(copy) ? kept : (sealers.get(copy)?.sealer?.open(place, kept) ?? null)
