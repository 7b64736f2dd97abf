/**
 * Reads XML as it passes by, without keeping it, and tells of its elements: the one way in for XML of any file. No document type (entities that multiply,
 * files that are read), no nesting that ends the stack, no more elements than there is memory for, and nothing that a parser would have to repair.
 */
import { SaxesParser } from 'saxes'
import { encodingOf } from './encodingOf.ts'
import { mendedPieces } from './mendedPieces.ts'

export type Attributes = Readonly<Record<string, string>>

export interface XmlHearer {
  open?: (name: string, attributes: Attributes) => void
  close?: (name: string) => void
  text?: (text: string) => void
  /** What is wrong with what was heard, in words: asked between two pieces, it ends the reading. */
  fault?: () => string | null
}

export interface XmlBounds {
  /** Names with their prefixes, which some programs choose for themselves; else without. */
  prefixed?: boolean
  /** Characters that XML forbids are read as the door for text reads them; else they are damage. */
  mended?: boolean
  deepest?: number
  mostElements?: number
}

/** Saxes is fastest with pieces of this length, and a fault ends the reading between two of them. */
const pieceBytes = 65_536

/** What is wrong, in words, or null. `report`: the part done, 0 to 1. */
export function readXml(
  bytes: Uint8Array,
  hearer: XmlHearer,
  { prefixed = false, mended = false, deepest = 256, mostElements = Number.POSITIVE_INFINITY }: XmlBounds = {},
  report: (part: number) => void = () => {},
): string | null {
  let depth = 0
  let elements = 0
  let fault: string | null = null
  const named = prefixed ? (name: string) => name : local
  const { open, close, text } = hearer
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
    if (fault === null) open?.(named(tag.name), tag.attributes)
  })
  parser.on('closetag', (tag) => {
    depth -= 1
    if (fault === null) close?.(named(tag.name))
  })
  if (text) {
    const heard = (found: string) => {
      if (fault === null) text(found)
    }
    parser.on('text', heard)
    parser.on('cdata', heard)
  }
  const decoder = new TextDecoder(encodingOf(bytes))
  const piece = mended ? mendedPieces() : (text: string) => text
  for (let at = 0; at < bytes.length && fault === null; at += pieceBytes) {
    parser.write(piece(decoder.decode(bytes.subarray(at, at + pieceBytes), { stream: true })))
    fault ??= hearer.fault?.() ?? null
    if ((at / pieceBytes) % 16 === 15) report(at / bytes.length)
  }
  if (fault === null) parser.write(piece(decoder.decode(), true)).close()
  return fault
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1)
