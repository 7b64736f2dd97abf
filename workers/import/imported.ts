/** What reading a file gives: sources ready for the command `importSources`, and what a person should know about them. */

/** `html` is canonical (src/model/text/richText): the room takes it as it is. */
export interface ImportedSource {
  title: string
  html: string
}

/** Something that is not quite as in the file. Shown under the i18n key `import.note.{kind}`, with the other fields as its arguments. */
export type ImportNote =
  /** A text that does not say how it is written was read as this. */
  | { kind: 'encoding'; file: string; encoding: string }
  /** Very long paragraphs were cut between sentences. */
  | { kind: 'paragraphsSplit'; file: string; count: number }
  /** Control characters, or bytes that mean nothing in the encoding, became U+FFFD. */
  | { kind: 'charactersReplaced'; file: string; count: number }
  /** Images of a kind that no browser shows (EMF, WMF, TIFF …), or that are only linked. */
  | { kind: 'imagesLeftOut'; file: string; count: number }
  | { kind: 'commentsLeftOut'; file: string; count: number }
  /** Parts of the document that are not read, by their names in its XML (`oMath`). */
  | { kind: 'partsLeftOut'; file: string; parts: string }
  | { kind: 'noText'; file: string }
  /** A source was called so already: this one has another title. Known once the sources are in the project. */
  | { kind: 'titleTaken'; file: string; title: string }

export interface Imported {
  sources: ImportedSource[]
  notes: ImportNote[]
}

/** The largest file that is read, in bytes. */
export const largestFile = 50 * 1024 * 1024
