/** What is a file that calls itself a PDF and is none? By its first bytes; answers in words that follow, or with none. */
import { decodeText } from '../text/decodeText.ts'

const beginnings: readonly [start: string, what: string][] = [
  ['PK\u0003\u0004', 'a zip archive, as Word and OpenDocument files are'],
  ['\u00d0\u00cf\u0011\u00e0', 'an Office document in the old format'],
  ['{\\rtf', 'rich text (.rtf)'],
  ['\u0089PNG', 'a PNG picture'],
  ['\u00ff\u00d8\u00ff', 'a JPEG picture'],
  ['GIF8', 'a GIF picture'],
  ['II*\u0000', 'a TIFF picture'],
  ['MM\u0000*', 'a TIFF picture'],
  ['%!PS', 'a PostScript file'],
]

export function looksLike(bytes: Uint8Array): string {
  const start = bytes.subarray(0, 1024)
  const latin = new TextDecoder('latin1').decode(start)
  const what =
    beginnings.find(([beginning]) => latin.startsWith(beginning))?.[1] ??
    (/^[\s\u00ef\u00bb\u00bf]*<(?:!doctype html|html|head|body)/i.test(latin) ? 'a web page' : null) ??
    (decodeText(start) ? 'plain text' : null)
  return what === null ? '' : `; it looks like ${what}`
}
