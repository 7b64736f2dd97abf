/** What can be told of a protected project without its key: that it is one, that a value is sealed, and how long its text is. */

export const mark = '~1.'
/** The iv and the tag are 28 bytes, of which base64url makes 38 letters. */
const form = /^~1\.(0|[1-9]\d{0,14})\.[\w-]{38,}$/

/** What a sealed value says of the length of its text, in UTF-16 units; null: it is none. */
export function sealedLength(value: string): number | null {
  const found = form.exec(value)
  return found ? Number(found[1]) : null
}

/** The same value, that says another length of its text: it does not open. */
export const withLength = (value: string, length: number): string =>
  `${mark}${length}${value.slice(value.indexOf('.', mark.length))}`

/** The preferences that say of a project that it is protected, and how its key is wrapped. */
export const protectionKeys: ReadonlySet<unknown> = new Set(['___db_encrypted', '___db_hash'])

/**
 * By the preferences `___db_encrypted` and `___db_hash`. What was protected stays so, whatever somebody has made of the first: its texts would be
 * taken for plain ones, and what is added would be plain.
 */
export const isProtected = (encrypted: unknown, hash: unknown): boolean =>
  (encrypted ?? '0') !== '0' || (typeof hash === 'string' && holdsWraps(hash))

/**
 * Whether an answer of a project that does not say that it is protected is sealed: then that was taken out of it, with what opens it. Letters of a person never
 * look so, since an answer is HTML; and in a protected project all answers are sealed, so that one is enough to tell.
 */
export const wasProtected = (answer: unknown): boolean => typeof answer === 'string' && sealedLength(answer) !== null

/** Other programs may keep another kind of hash there. */
function holdsWraps(hash: string): boolean {
  try {
    return Array.isArray((JSON.parse(hash) as { wraps?: unknown } | null)?.wraps)
  } catch {
    return false
  }
}
