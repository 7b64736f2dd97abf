/** A picture as the text of a source: it can be seen, and be coded as a whole. */
import type { RichText } from '../../../src/model/text/richText.ts'
import { imageAddress } from '../imageAddress.ts'

/** Larger ones would make every copy of the project slow to load. */
const largestPicture = 8 * 1024 * 1024

/** null: it is no picture that is kept, or too large. */
export function pictureHtml(bytes: Uint8Array): RichText | null {
  const src = bytes.length > largestPicture ? '' : imageAddress(bytes)
  return src === '' ? null : { text: '\uFFFC', marks: [], kinds: [], images: [{ at: 0, src, alt: '' }] }
}
