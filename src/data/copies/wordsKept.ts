/**
 * Whether words may be kept in this browser outside of a copy: drafts, keystrokes that were cut off, what is sought. Not those of a protected project:
 * they lie nowhere but sealed, and what is not in its copy yet lasts as long as the page.
 */
const sealed = new Set<string>()

/** `copy`: the key of the copy. */
export const noteSealed = (copy: string): void => void sealed.add(copy)
export const mayKeepWords = (copy: string): boolean => !sealed.has(copy)
