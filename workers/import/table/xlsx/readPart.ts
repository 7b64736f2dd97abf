/**
 * Reads the XML of a spreadsheet as it passes by, without keeping it: hundreds of megabytes are nothing but time. No document type, no deep
 * nesting; names without their prefixes, as some programs write them with one.
 */
import { SaxesParser } from 'saxes'

export interface XmlEvents {
  open: (name: string, attributes: Readonly<Record<string, string>>) => void
  close: (name: string) => void
  text: (text: string) => void
  /** What is wrong with it, in words: ends the reading. */
  fault?: () => string | null
}

const deepest = 64
const pieceBytes = 65_536

/** What is wrong, in words, or null. `report`: of the part that has been read, 0 to 1. */
export function readXml(
  bytes: Uint8Array,
  events: XmlEvents,
  report: (part: number) => void = () => {},
): string | null {
  let depth = 0
  let fault: string | null = null
  const parser = new SaxesParser({ fragment: false, xmlns: false })
  parser.on('error', (error) => {
    fault ??= `its XML is damaged: ${error.message}`
  })
  parser.on('doctype', () => {
    fault ??= 'it has a document type declaration'
  })
  parser.on('opentag', (tag) => {
    depth += 1
    if (depth > deepest) fault ??= 'its parts are nested too deeply'
    if (fault === null) events.open(local(tag.name), tag.attributes as Record<string, string>)
  })
  parser.on('closetag', (tag) => {
    depth -= 1
    if (fault === null) events.close(local(tag.name))
  })
  parser.on('text', (text) => {
    if (fault === null) events.text(text)
  })
  parser.on('cdata', (text) => {
    if (fault === null) events.text(text)
  })
  const decoder = new TextDecoder(encodingOf(bytes))
  for (let at = 0; at < bytes.length && fault === null; at += pieceBytes) {
    parser.write(decoder.decode(bytes.subarray(at, at + pieceBytes), { stream: true }))
    fault ??= events.fault?.() ?? null
    if ((at / pieceBytes) % 16 === 0) report(at / bytes.length)
  }
  if (fault === null) parser.write(decoder.decode()).close()
  return fault
}

const local = (name: string): string => (name.includes(':') ? name.slice(name.indexOf(':') + 1) : name)

function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
}
