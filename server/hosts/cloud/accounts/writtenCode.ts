/** Codes that people write down and type again. */
import { randomBytes } from 'node:crypto'

/** Crockford's base32: nothing in it is taken for another letter. */
const letters = '0123456789abcdefghjkmnpqrstvwxyz'

/** `length` letters in fours, of 5 random bits each: 32 divides 256. */
export const newCode = (length: number): string =>
  [...randomBytes(length)]
    .map((byte) => letters[byte % letters.length])
    .join('')
    .replace(/.{4}(?=.)/g, '$&-')

/** However it was written down. */
export const plainCode = (code: string): string =>
  code
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')
