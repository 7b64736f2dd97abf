/** A picture as the text of a source: it can be seen, and be coded as a whole. */
import type { RichText } from '../../../src/model/text/richText.ts'

const types: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
}
/** Larger ones would make every copy of the project slow to load. */
const largestPicture = 8 * 1024 * 1024

/** null: it is no such picture, or too large. */
export function pictureHtml(name: string, bytes: Uint8Array): RichText | null {
  const type = types[name.slice(name.lastIndexOf('.') + 1).toLowerCase()]
  if (type === undefined || bytes.length === 0 || bytes.length > largestPicture) return null
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += 0x8000) parts.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)))
  const src = `data:${type};base64,${btoa(parts.join(''))}`
  return { text: '\uFFFC', marks: [], kinds: [], images: [{ at: 0, src, alt: '' }] }
}
