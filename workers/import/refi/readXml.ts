/**
 * Reads XML in pieces and tells of its elements. No document type, no nesting that ends the stack, no more elements than memory holds.
 * Characters that XML does not allow are read as the door for text reads them: some writers leave them as they are.
 */
import { SaxesParser } from 'saxes'

export interface XmlReader {
  /** `name` without its prefix. */
  open: (name: string, attributes: Readonly<Record<string, string>>) => void
  text: (text: string) => void
  close: () => void
}

const deepest = 256
const mostElements = 5_000_000
/** Saxes is fastest with pieces of this length, and a fault ends the reading between two of them. */
const pieceBytes = 65_536

/** What is wrong, in words, or null. `report`: the part done, 0 to 1. */
export function readXml(bytes: Uint8Array, reader: XmlReader, report: (part: number) => void): string | null {
  let depth = 0
  let elements = 0
  let fault: string | null = null
  const parser = new SaxesParser({ fragment: false, xmlns: false, position: false })
  parser.on('error', (error) => {
    fault ??= `its XML is damaged: ${error.message}`
  })
  parser.on('doctype', () => {
    fault ??= 'it has a document type declaration'
  })
  parser.on('opentag', (tag) => {
    depth += 1
    elements += 1
    if (elements > mostElements) fault ??= 'it has too many parts'
    if (depth > deepest) fault ??= 'its parts are nested too deeply'
    if (fault === null) reader.open(local(tag.name), tag.attributes)
  })
  parser.on('closetag', () => {
    depth -= 1
    if (fault === null) reader.close()
  })
  parser.on('text', reader.text)
  parser.on('cdata', reader.text)

  const decoder = new TextDecoder(encodingOf(bytes))
  const allowed = allowedPieces()
  for (let at = 0; at < bytes.length && fault === null; at += pieceBytes) {
    parser.write(allowed(decoder.decode(bytes.subarray(at, at + pieceBytes), { stream: true })))
    if ((at / pieceBytes) % 64 === 63) report(at / bytes.length)
  }
  if (fault !== null) return fault
  parser.write(allowed(decoder.decode(), true))
  if (fault === null) parser.close()
  return fault
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1)

/** By its byte order mark, or as it says in ASCII; else UTF-8. */
function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes[0] === 0x3c && bytes[1] === 0) return 'utf-16le'
  if (bytes[0] === 0 && bytes[1] === 0x3c) return 'utf-16be'
  const declared = /^\uFEFF?<\?xml[^>]*encoding\s*=\s*["']([\w.-]+)["']/.exec(
    new TextDecoder('latin1').decode(bytes.subarray(0, 200)).replace(/^ï»¿/, ''),
  )
  const name = declared?.[1]?.toLowerCase() ?? 'utf-8'
  return ['windows-1252', 'iso-8859-1', 'us-ascii', 'windows-1251', 'windows-1250'].includes(name) ? name : 'utf-8'
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const FORBIDDEN = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const FORBIDDENS = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g
const REFERENCES = /&#(?:x([0-9a-f]{1,6})|([0-9]{1,7}));/gi

const harmless = (unit: string): string => (unit === '\v' || unit === '\f' ? '\n' : '\uFFFD')

/** Piece by piece: characters that XML forbids, and references to them, become the ones that they are in a text. */
function allowedPieces(): (piece: string, last?: boolean) => string {
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
