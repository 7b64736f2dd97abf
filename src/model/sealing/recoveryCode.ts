/** The recovery code of a protected project: 160 random bits in letters and digits that are not taken for one another. */
import { randomBytes } from '@noble/ciphers/utils.js'

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 32

/** Eight groups of four. */
export const newRecoveryCode = (): string =>
  // 256 is a multiple of 32: each letter is as likely.
  Array.from(randomBytes(length), (byte) => letters[byte % letters.length])
    .join('')
    .replace(/.{4}(?=.)/g, '$&-')

/** As it was made, however it was typed; null: it is none. */
export function readRecoveryCode(typed: string): string | null {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1')
  return code.length === length && [...code].every((letter) => letters.includes(letter)) ? code : null
}
