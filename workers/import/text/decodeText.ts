/**
 * How is this text file written? Decides without being told, as text files do not say: a byte order mark, else zero bytes
 * in every other place (UTF-16, UTF-32), else whether it is UTF-8, else what is likely by its letters, else Windows-1252.
 */
import { likelyEncodings } from './likelyEncodings.ts'

export interface Decoded {
  text: string
  /** Its name, for people and, without spaces, for TextDecoder. */
  encoding: string
  /** Whether the file proves it; otherwise it is the best guess. */
  sure: boolean
  /** Nothing speaks clearly for it: a person should look at the words. */
  unclear?: true
  /** Sequences of bytes that mean nothing in the encoding; each is U+FFFD in the text. */
  damaged: number
  /** Controls of the C1 set that were quotes and dashes of Windows-1252, and are so in the text. */
  mended: number
}

/** `said`: how it is written where it does not say so itself, as a person has said. null: these bytes are no text. */
export function decodeText(bytes: Uint8Array, said?: string): Decoded | null {
  const wide = utf32Of(bytes)
  if (wide) return wide
  if (begins(bytes, 0xef, 0xbb, 0xbf)) return decoded('UTF-8', bytes, true)
  if (begins(bytes, 0xff, 0xfe)) return decoded('UTF-16 LE', bytes, true)
  if (begins(bytes, 0xfe, 0xff)) return decoded('UTF-16 BE', bytes, true)
  const zeros = countZeros(bytes)
  if (zeros.odd > 0 && zeros.odd >= 10 * zeros.even) return decoded('UTF-16 LE', bytes, false)
  if (zeros.even > 0 && zeros.even >= 10 * zeros.odd) return decoded('UTF-16 BE', bytes, false)
  if ((zeros.even + zeros.odd) * 200 > Math.min(bytes.length, sampleBytes)) return null
  const utf8 = decoded('UTF-8', bytes, true)
  if (utf8.damaged === 0) return utf8
  // A text cut within a character, or with a few bytes damaged, is still UTF-8: nothing else gives so many whole ones.
  if (utf8.damaged * 10 <= wholeSequences(bytes)) return { ...utf8, sure: false }
  if (said !== undefined) return decoded(said, bytes, true)
  const [best, second] = likelyEncodings(bytes)
  const read = decoded(best?.encoding ?? 'Windows-1252', bytes, false)
  const isClose = best && second && second.confidence > best.confidence - clearlyMore
  const unclear =
    !best || best.confidence < clear || (isClose && decoded(second.encoding, bytes, false).text !== read.text)
  return unclear ? { ...read, unclear: true } : read
}

/** Four bytes a character, with a mark or without; null: it is something else. */
function utf32Of(bytes: Uint8Array): Decoded | null {
  if (bytes.length < 4 || bytes.length % 4 !== 0) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isText = (little: boolean) => {
    for (let at = 0; at < Math.min(bytes.length, sampleBytes); at += 4) {
      const code = view.getUint32(at, little)
      if (code === 0 || code > 0x10ffff) return false
    }
    return true
  }
  const little = isText(true)
  if (!little && !isText(false)) return null
  const sure = view.getUint32(0, little) === 0xfeff
  const pieces: string[] = []
  let damaged = 0
  for (let at = sure ? 4 : 0; at < bytes.length; at += 4) {
    const code = view.getUint32(at, little)
    const isCharacter = code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
    if (!isCharacter) damaged += 1
    pieces.push(isCharacter ? String.fromCodePoint(code) : '\uFFFD')
  }
  return { ...fromC1(pieces.join('')), encoding: little ? 'UTF-32 LE' : 'UTF-32 BE', sure, damaged }
}

/** Of an encoding that is taken without asking, and how much more it is than the next. */
const clear = 25
const clearlyMore = 5

/** The same for HTML, which may say so itself. What calls itself UTF-8 must be it; Latin 1 is Windows-1252, as in browsers. null: no text. */
export function decodeMarkup(bytes: Uint8Array, told?: string): Decoded | null {
  const beginning = new TextDecoder('latin1').decode(bytes.subarray(0, 2048))
  const said =
    /<meta[^>]{0,500}?charset\s*=\s*["']?\s*([\w-]{2,40})/i.exec(beginning)?.[1] ??
    /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w-]{2,40})/i.exec(beginning)?.[1] ??
    ''
  const guess = decodeText(bytes, told)
  if (!guess || guess.encoding.startsWith('UTF-16') || begins(bytes, 0xef, 0xbb, 0xbf)) return guess
  const label = said.toLowerCase()
  if (label === '' || /^(?:utf-?8|utf-?16(?:le|be)?|ucs-?2)$/.test(label)) return guess
  try {
    return decoded(
      /^(?:iso-?8859-?1|latin-?1|us-ascii|ascii|windows-1252|cp1252)$/.test(label) ? 'Windows-1252' : label,
      bytes,
      true,
    )
  } catch {
    return guess
  }
}

function decoded(encoding: Decoded['encoding'], bytes: Uint8Array, sure: boolean): Decoded {
  // Without the byte order mark; what is broken becomes U+FFFD.
  const { text, mended } = fromC1(new TextDecoder(encoding.replace(' ', '')).decode(bytes))
  const written = encoding === 'UTF-8' ? countReplacements(bytes) : 0
  const damaged = encoding === 'Windows-1252' ? 0 : count(text, '\uFFFD') - written
  return { text, encoding, sure, damaged, mended }
}

/**
 * C1 controls mean nothing in a text: they are quotes and dashes of Windows-1252 that a program took for Latin 1, as HTML takes them
 * too. Unit for unit, so that no position moves; the five that Windows-1252 does not have stay.
 */
export function fromC1(text: string): { text: string; mended: number } {
  let mended = 0
  const mend = (unit: string): string => {
    const said = windows1252.decode(Uint8Array.of(unit.charCodeAt(0)))
    if (said !== unit) mended++
    return said
  }
  return { text: text.replace(/[\u0080-\u009f]/g, mend), mended }
}
const windows1252 = new TextDecoder('windows-1252')

/** U+FFFD that stand in the file itself. */
function countReplacements(bytes: Uint8Array): number {
  let found = 0
  for (let at = bytes.indexOf(0xef); at >= 0; at = bytes.indexOf(0xef, at + 1))
    if (bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd) found++
  return found
}

const begins = (bytes: Uint8Array, ...mark: number[]): boolean => mark.every((byte, i) => bytes[i] === byte)

const sampleBytes = 65_536

/** A line break or a space in UTF-16 has its zero byte at an odd place (LE) or an even one (BE); other text has none. */
function countZeros(bytes: Uint8Array): { even: number; odd: number } {
  const zeros = { even: 0, odd: 0 }
  const end = Math.min(bytes.length, sampleBytes)
  for (let at = 0; at < end; at++) if (bytes[at] === 0) zeros[at % 2 === 0 ? 'even' : 'odd'] += 1
  return zeros
}

/** Whole characters of two to four bytes. */
function wholeSequences(bytes: Uint8Array): number {
  let whole = 0
  for (let at = 0; at < bytes.length; at++) {
    const first = bytes[at] ?? 0
    const more = first >= 0xf0 && first < 0xf5 ? 3 : first >= 0xe0 ? 2 : first >= 0xc2 ? 1 : 0
    if (more === 0 || first >= 0xf5) continue
    let good = 0
    while (good < more && ((bytes[at + 1 + good] ?? 0) & 0xc0) === 0x80) good++
    if (good === more) whole++
    at += good
  }
  return whole
}

export function count(text: string, unit: string): number {
  let found = 0
  for (let at = text.indexOf(unit); at >= 0; at = text.indexOf(unit, at + 1)) found++
  return found
}
