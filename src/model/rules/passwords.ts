/** Which new passwords are taken: of an account, and of a protected project. */
import type { Problem } from '../problems.ts'

/** Characters, and bytes. */
export const least = 8
export const most = 128

/** In UTF-8. */
const bytesOf = (character: string): number => {
  const code = character.codePointAt(0) ?? 0
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
}

export const isTooLong = (password: string): boolean =>
  [...password].reduce((bytes, character) => bytes + bytesOf(character), 0) > most

/** In lower case; read when first needed, as they are many. To look through them takes less than a millisecond, and less than to gather them for a quicker look. */
const isCommon = async (lower: string): Promise<boolean> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return dictionary['passwords-common'].includes(lower)
}

/** What is wrong with a new password; null: it is taken. `about`: what is known of the person, which is tried first too. */
export async function passwordProblem(password: string, about: readonly string[]): Promise<Problem | null> {
  if ([...password].length < least) return { kind: 'passwordTooShort', least }
  if (isTooLong(password)) return { kind: 'passwordTooLong', most }
  const lower = password.toLowerCase()
  const known = about.flatMap((text) => [text, text.split('@')[0] ?? '']).map((text) => text.toLowerCase())
  const isOne = new Set(lower).size === 1
  return isOne || known.includes(lower) || (await isCommon(lower)) ? { kind: 'passwordTooCommon' } : null
}
