/** What a person should know of how a file's text was read: its encoding where it is a guess, characters that were replaced. */
import type { RichText } from '../../../src/model/text/richText.ts'
import type { ImportNote } from '../imported.ts'
import { count, type Decoded } from './decodeText.ts'

/** Of a text that does not say how it is written. */
export const encodingNote = (file: string, { encoding, unclear }: Decoded): ImportNote => ({
  ...{ kind: 'encoding', file, encoding },
  ...(unclear && { unclear }),
})

export function textNotes(file: string, decoded: Decoded, rich: RichText): ImportNote[] {
  const notes: ImportNote[] = []
  if (!decoded.sure) notes.push(encodingNote(file, decoded))
  if (decoded.mended > 0) notes.push({ kind: 'windows1252', file, count: decoded.mended })
  const replaced = decoded.damaged + Math.max(0, count(rich.text, '\uFFFD') - count(decoded.text, '\uFFFD'))
  if (replaced > 0) notes.push({ kind: 'charactersReplaced', file, count: replaced })
  return notes
}
