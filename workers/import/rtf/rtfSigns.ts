/** The signs that an RTF file is made of: groups, control words, characters of the code page. What they mean is for who reads them (`readRtf.ts`). */

/** Is told of each sign, in the order of the file. */
export interface RtfReader {
  /** `{`; false: nested too deeply, nothing more is read. */
  open(): boolean
  /** `}`; false: that was the whole document. */
  close(): boolean
  /** `\*`: whoever does not know what follows passes over the group. */
  star(): void
  /** A control word and its number, if it has one. The bytes that follow `\bin` are passed over before. */
  control(word: string, value: number | null): void
  /** A character, or a part of one, in the code page. */
  byte(value: number): void
  write(text: string): void
}

/** Reads on to about `end`, a position in `bytes`, and returns where it stands then. */
export type ReadRtf = (end: number) => number | 'done' | 'tooDeep'

/** Of a control word, and of its number with its sign. */
const [longestWord, longestNumber] = [32, 11]

export function rtfSigns(bytes: Uint8Array, reader: RtfReader): ReadRtf {
  let at = 0
  const word = () => {
    const from = at
    while (at - from < longestWord && isLetter(bytes[at] ?? 0)) at += 1
    const name = ascii(bytes, from, at)
    const numberFrom = at
    if (bytes[at] === 0x2d) at += 1
    while (at - numberFrom < longestNumber && isDigit(bytes[at] ?? 0)) at += 1
    const digits = ascii(bytes, numberFrom, at)
    if (digits === '-') at -= 1
    if (bytes[at] === 0x20) at += 1
    const value = digits === '' || digits === '-' ? null : Number(digits)
    // Bytes of a picture, say: they are no signs. The word itself counts as one.
    if (name === 'bin') at += Math.max(0, value ?? 1)
    reader.control(name, value)
  }
  const afterBackslash = () => {
    const code = bytes[at] ?? 0
    if (isLetter(code)) return word()
    at += 1
    const sign = String.fromCharCode(code)
    if (sign === '*') reader.star()
    else if (sign === "'") {
      const value = Number.parseInt(ascii(bytes, at, at + 2), 16)
      at += 2
      if (!Number.isNaN(value)) reader.byte(value)
    } else if (sign === '~') reader.write('\u00A0')
    else if (sign === '_') reader.write('\u2011')
    else if (sign === '\n' || sign === '\r') reader.control('par', null)
    else if (sign === '\\' || sign === '{' || sign === '}') reader.byte(code)
  }
  return (end) => {
    while (at < bytes.length) {
      if (at >= end) return at
      const code = bytes[at] ?? 0
      at += 1
      if (code === 0x5c) afterBackslash()
      else if (code === 0x7b) {
        if (!reader.open()) return 'tooDeep'
      } else if (code === 0x7d) {
        if (!reader.close()) break
      } else if (code !== 0x0a && code !== 0x0d && code !== 0) reader.byte(code)
    }
    return 'done'
  }
}

const isLetter = (code: number) => (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a)
const isDigit = (code: number) => code >= 0x30 && code <= 0x39
function ascii(bytes: Uint8Array, from: number, to: number): string {
  let text = ''
  for (let i = from; i < to && i < bytes.length; i++) text += String.fromCharCode(bytes[i] ?? 0)
  return text
}
