/**
 * Characters that XML forbids, and references to them, become the ones that they are in a text: some writers leave them as they are, and a parser
 * would take the whole file for damaged.
 */

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const FORBIDDEN = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const FORBIDDENS = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g
const REFERENCES = /&#(?:x([0-9a-f]{1,6})|([0-9]{1,7}));/gi

const harmless = (unit: string): string => (unit === '\v' || unit === '\f' ? '\n' : '\uFFFD')

/** A mender of pieces, in their order; `last`: nothing comes after this one. */
export function mendedPieces(): (piece: string, last?: boolean) => string {
  let held = ''
  return (piece, last = false) => {
    let text = held + piece
    held = ''
    // A reference may go on in the next piece.
    const open = last ? -1 : text.indexOf('&', text.length - 12)
    if (open >= 0 && !text.includes(';', open)) {
      held = text.slice(open)
      text = text.slice(0, open)
    }
    if (FORBIDDEN.test(text)) text = text.replace(FORBIDDENS, harmless)
    if (!text.includes('&#')) return text
    return text.replace(REFERENCES, (reference, hex?: string, decimal?: string) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return '\uFFFD'
      const character = String.fromCodePoint(code)
      return FORBIDDEN.test(character) ? harmless(character) : reference
    })
  }
}
