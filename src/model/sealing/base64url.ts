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
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4))
  let held = 0
  let bits = 0
  let at = 0
  for (let i = 0; i < text.length; i += 1) {
    const value = values[text.charCodeAt(i)] ?? 64
    if (value === 64) return null
    held = ((held << 6) | value) & 0xffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    bytes[at] = held >> bits
    at += 1
  }
  return (held & ((1 << bits) - 1)) === 0 ? bytes : null
}
