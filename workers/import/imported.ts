/** What reading a file gives: sources ready for the command `importSources`, and what a person should know about them. */

import type { NewMemo, NewRecording } from '../../src/model/commands.ts'
import type { ProjectCounts } from '../../src/model/projectRows.ts'
import type { ColumnRole } from '../../src/model/rules/columnRoles.ts'
import type { RefiNote } from './refi/refiImportNote.ts'

/** `html` is canonical (src/model/text/richText): the room takes it as it is. */
export interface ImportedSource {
  title: string
  html: string
  /** On its text. */
  memos?: ImportedMemo[]
  /** The folders that its file was given in, apart by `/`. */
  folder?: string
  /** Its text was said, and the file tells when. */
  recording?: NewRecording
}

/** `timestamp` in ms since 1970. */
export type ImportedMemo = NewMemo

/** Something that is not quite as in the file. Shown under the i18n key `import.note.{kind}`, with the other fields as its arguments. */
export type ImportNote =
  /** A text that does not say how it is written was read as this. `unclear`: it may well be another. */
  | { kind: 'encoding'; file: string; encoding: string; unclear?: true }
  /** Controls of the C1 set were read as the quotes and dashes of Windows-1252 that they are. */
  | { kind: 'windows1252'; file: string; count: number }
  /** Lines broken at a width were joined to paragraphs: so many breaks became spaces. */
  | { kind: 'linesJoined'; file: string; count: number }
  /** Of a text whose lines were joined: where several empty lines followed each other, one is left. */
  | { kind: 'emptyLinesLeftOut'; file: string; count: number }
  /** Very long paragraphs were cut between sentences. */
  | { kind: 'paragraphsSplit'; file: string; count: number }
  /** Control characters, or bytes that mean nothing in the encoding, became U+FFFD. */
  | { kind: 'charactersReplaced'; file: string; count: number }
  /** Images of a kind that no browser shows (EMF, WMF, TIFF …), of too many pixels, or that are only linked. */
  | { kind: 'imagesLeftOut'; file: string; count: number }
  /** Pictures of a kind of file whose pictures are not read. */
  | { kind: 'picturesNotRead'; file: string; count: number }
  /** Images of a web page that stand elsewhere: nothing is fetched. */
  | { kind: 'remoteImagesLeftOut'; file: string; count: number }
  /** Scripts, style sheets and pages within a web page. */
  | { kind: 'scriptsLeftOut'; file: string; count: number }
  | { kind: 'commentsLeftOut'; file: string; count: number }
  /** Comments of the document are memos now. */
  | { kind: 'commentsAsMemos'; file: string; count: number }
  /** Tracked changes, of which the text is what it would be with all of them accepted. */
  | { kind: 'changesAccepted'; file: string; count: number }
  /** Formulas whose signs stand in the text, one after the other. */
  | { kind: 'formulasAsText'; file: string; count: number }
  /** Parts of the document that are not read, by their names in its XML (`oMath`). */
  | { kind: 'partsLeftOut'; file: string; parts: string }
  | { kind: 'noText'; file: string }
  /** A Markdown text that is too tangled: its marks stand in the text. */
  | { kind: 'readAsText'; file: string }
  /** Pages of a PDF without text: empty, or pictures. */
  | { kind: 'pagesWithoutText'; file: string; count: number }
  /** Pages of a PDF that are damaged, by their numbers, not more than 20. */
  | { kind: 'pagesUnread'; file: string; count: number; pages: string }
  /** Pages whose letters were recognised, and how sure the program is of them, in percent. */
  | { kind: 'recognised'; file: string; count: number; confidence: number }
  /** Lines on scanned pages that may be spots or parts of pictures. */
  | { kind: 'unclearLeftOut'; file: string; count: number }
  /** The end of the file is missing; what could be found was read. */
  | { kind: 'fileDamaged'; file: string }
  /** Heads, feet, page and line numbers of a PDF, with some of them. */
  | { kind: 'pageMarksLeftOut'; file: string; count: number; samples: string }
  /** What recordings sound like could not be sent to the project, or it has no room for it. */
  | { kind: 'soundsNotKept'; file: string; count: number }
  /** The names of the columns stand in these rows, as the spreadsheet counts; `count` others about them are no rows of the table. */
  | { kind: 'headFound'; file: string; rows: string; count: number }
  /** Other sheets that hold something: one is read at a time. */
  | { kind: 'sheetsLeftOut'; file: string; count: number; names: string }
  /** Sheets that the spreadsheet does not show. */
  | { kind: 'hiddenSheets'; file: string; names: string }
  /** Rows that the spreadsheet does not show; they are read all the same. */
  | { kind: 'hiddenRows'; file: string; count: number }
  /** Cells that got the value of those they are merged with. */
  | { kind: 'mergedCells'; file: string; count: number }
  /** Cells that hold an error of the spreadsheet (`#N/A`): they are empty. */
  | { kind: 'cellErrors'; file: string; count: number }
  /** Formulas that no program has worked out: they are empty. */
  | { kind: 'formulasUnknown'; file: string; count: number }
  /** Cells in columns beyond those that are read. */
  | { kind: 'cellsBeyond'; file: string; count: number }
  /** Rows of a `.csv` whose quotes do not match: their cells are guessed. */
  | { kind: 'quotesBroken'; file: string; count: number }
  /** Rows without a title: they are called by their number. */
  | { kind: 'rowsUntitled'; file: string; count: number }
  /** Rows without anything in the columns that were chosen, with some of their titles. */
  | { kind: 'rowsEmpty'; file: string; count: number; titles: string }
  | { kind: 'titlesCut'; file: string; count: number }
  /** A workbook of Thicket: sources, answers and properties are read; `count` other sheets with rows are not, by their names with how many each has. */
  | { kind: 'ownWorkbook'; file: string; count: number; names: string }
  /** A table of Thicket's sources as CSV: titles and properties are read. */
  | { kind: 'ownSources'; file: string }
  /** Another of its tables, of which nothing is proposed. */
  | { kind: 'ownCsv'; file: string; table: 'codebook' | 'memos' | 'quotes' }
  /** Values of properties that took the place of others in sources that were there, with the first of them (`ProjectImported.replaced`). */
  | { kind: 'valuesReplaced'; file: string; count: number; values: string }
  /** What the columns of a table became, where nobody was shown it before: their headers, '–' where there are none. */
  | { kind: 'columns'; file: string; titles: string; questions: string; properties: string; leftOut: string }
  /** Of the command line: a source of this title has these words already, and the document was left out. */
  | { kind: 'thereAlready'; file: string; title: string }
  /** A source was called so already: this one has another title. Known once the sources are in the project. */
  | { kind: 'titleTaken'; file: string; title: string }
  | RefiNote

export interface Imported {
  sources: ImportedSource[]
  notes: ImportNote[]
}

/** A file that holds more than texts: another program's project, a codebook, a table of answers. */
export interface ImportedProject {
  /** The UTF-8 text of a project JSON (`src/model/projectRows.ts`): it may be large, and goes through the page unread. */
  rows: Blob
  counts: ProjectCounts
  notes: ImportNote[]
  /** What its recordings sound like, which the project is to keep under these hashes; left out: it has none. */
  sounds?: ImportedSound[]
}

/** The browser has it, on its disk where it is large. */
export interface ImportedSound {
  hash: string
  bytes: Blob
}

export type { ColumnRole }

export interface TableColumn {
  /** As in the rows that have the names; empty where it has none. */
  header: string
  /** The words of the question whose answers it has, '' where it has none; left out, they are the header. */
  question?: string
  /** What it becomes unless the person says otherwise (2 §5); a question without its '?' is a column of long texts that mostly differ. */
  role: ColumnRole
  /** A cell of it holds a comma: a property with several values. */
  multiple: boolean
  /** Its cells are texts that somebody has written: answers rather than values. */
  long: boolean
  /** Cells that are not empty. */
  filled: number
  /** The first few of them, cut where they are long. */
  samples: string[]
}

export interface ImportedSheet {
  /** '' of a `.csv`. */
  name: string
  /** The spreadsheet does not show it. */
  hidden: boolean
  /** Thicket wrote it: what its columns are is known, its texts are taken as they stand. */
  isOwn?: boolean
  /** Of data. */
  rows: number
  /** `rows`: which have the names of the columns, as the spreadsheet counts. `data`: so many rows that are not empty come before the first of data. */
  head: { rows: number[]; data: number }
  /** For the person to choose another: numbers as the spreadsheet counts, and what stands there. */
  firstRows: { at: number; text: string }[]
  columns: TableColumn[]
  notes: ImportNote[]
}

/** The sheets of a spreadsheet that hold something; a `.csv` has one. */
export interface ImportedTable {
  sheets: ImportedSheet[]
  /** On the file as a whole. */
  notes: ImportNote[]
}

/** What the person has chosen of it: one role a column, one `title` at most. */
export interface TableChoice {
  sheet: number
  /** The row that has the names of the columns, as the spreadsheet counts; left out: as found. */
  headerRow?: number
  roles: ColumnRole[]
  /** Rows for sources that are here alone, where no column is a question. */
  knownOnly?: boolean
}
