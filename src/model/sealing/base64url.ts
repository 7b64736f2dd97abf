/** Bytes as text, by RFC 4648 §5 without padding: browsers and Node have it under different names, and only for bytes as text of their own. */
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const values = new Uint8Array(128).fill(64)
for (let i = 0; i < letters.length; i += 1) values[letters.charCodeAt(i)] = i
/** Of 12 bits each: half as many steps. */
const pairs = Array.from({ length: 4096 }, (_, bits) => `${letters[bits >> 6]}${letters[bits & 63]}`)

/** So many bytes at once become one piece of text; a multiple of three. */
const atOnce = 3 * 8192

export function toBase64url(bytes: Uint8Array): string {
  const pieces: string[] = []
  for (let from = 0; from < bytes.length; from += atOnce) pieces.push(piece(bytes.subarray(from, from + atOnce)))
  return pieces.join('')
}

function piece(bytes: Uint8Array): string {
  let text = ''
  for (let i = 0; i < bytes.length; i += 3) {
    const [a = 0, b = 0, c = 0] = [bytes[i], bytes[i + 1], bytes[i + 2]]
    text += (pairs[(a << 4) | (b >> 4)] ?? '') + (pairs[((b & 15) << 8) | c] ?? '')
  }
  return text.slice(0, Math.ceil((bytes.length * 4) / 3))
}

/** null: it is not what `toBase64url` writes. */
export function fromBase64url(text: string): Uint8Array | null {
  if (text.length % 4 === 1) return null
  const length = Math.floor((text.length * 3) / 4)
  const padded = text.padEnd(Math.ceil(text.length / 4) * 4, letters[0])
  const bytes = new Uint8Array((padded.length * 3) / 4)
  /** Beyond 63 where a letter is none. */
  let seen = 0
  for (let from = 0, to = 0; from < padded.length; from += 4, to += 3) {
    const a = valueAt(padded, from)
    const b = valueAt(padded, from + 1)
    const c = valueAt(padded, from + 2)
    const d = valueAt(padded, from + 3)
    seen |= a | b | c | d
    bytes[to] = (a << 2) | (b >> 4)
    bytes[to + 1] = (b << 4) | (c >> 2)
    bytes[to + 2] = (c << 6) | d
  }
  const isWhole = seen < 64 && bytes.subarray(length).every((over) => over === 0)
  return isWhole ? bytes.subarray(0, length) : null
}

/** Of no letter of these, 64. */
const valueAt = (text: string, at: number): number => values[text.charCodeAt(at)] ?? 64
