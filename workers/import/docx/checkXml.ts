/**
 * Is this XML safe to hand to a parser that builds a tree? No document type (entities that multiply, files that are read),
 * no nesting that ends the stack,
 * no millions of elements that fill the memory. And is it well formed? A parser that repairs can take very long.
 */
import { SaxesParser } from 'saxes'

const deepest = 256
/** Of one part: each costs a tree some hundred bytes, however short it is. */
const mostElements = 1_000_000

/** What is wrong, in words, or null. */
export function checkXml(xml: string): string | null {
  let depth = 0
  let elements = 0
  let fault: string | null = null
  const parser = new SaxesParser({ fragment: false, xmlns: false })
  parser.on('error', (error) => {
    fault ??= `its XML is damaged: ${error.message}`
  })
  parser.on('doctype', () => {
    fault ??= 'it has a document type declaration'
  })
  parser.on('opentag', (tag) => {
    elements += 1
    if (elements > mostElements) fault ??= 'it has too many parts'
    if (tag.isSelfClosing) return
    depth += 1
    if (depth > deepest) fault ??= 'its parts are nested too deeply'
  })
  parser.on('closetag', (tag) => {
    if (!tag.isSelfClosing) depth -= 1
  })
  for (let at = 0; at < xml.length && fault === null; at += pieceLength) parser.write(xml.slice(at, at + pieceLength))
  return fault
}

/** Between two pieces a fault ends the reading. */
const pieceLength = 65_536
