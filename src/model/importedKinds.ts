/**
 * Which files can be imported: one record a kind, by the end of its name, small and without the dot. The field for files, the importer, its
 * messages and the command line read it. A new kind is a record here and a reader in `workers/import`, for which the types ask.
 */

export type FileKind = 'document' | 'table' | 'project'

interface Kind {
  is: FileKind
  /** Of a file that a program never writes empty: what it is, as a problem says it. */
  container?: string
}

const kinds = {
  docx: { is: 'document', container: 'a Word document' },
  docm: { is: 'document', container: 'a Word document' },
  pdf: { is: 'document', container: 'a PDF document' },
  odt: { is: 'document', container: 'an OpenDocument text' },
  rtf: { is: 'document' },
  txt: { is: 'document' },
  md: { is: 'document' },
  html: { is: 'document' },
  htm: { is: 'document' },
  epub: { is: 'document', container: 'an EPUB book' },
  srt: { is: 'document' },
  vtt: { is: 'document' },
  /** A transcript, as Whisper and programs like it write. */
  json: { is: 'document' },
  xlsx: { is: 'table' },
  xlsm: { is: 'table' },
  xls: { is: 'table' },
  ods: { is: 'table' },
  csv: { is: 'table' },
  tsv: { is: 'table' },
  /** Other programs' projects, and codebooks. */
  qdpx: { is: 'project' },
  qdc: { is: 'project' },
} as const satisfies Record<string, Kind>
type Kinds = typeof kinds

/** The ends of files of a kind. */
export type EndOf<K extends FileKind> = { [E in keyof Kinds]: Kinds[E]['is'] extends K ? E : never }[keyof Kinds]

const ends = Object.keys(kinds) as readonly (keyof Kinds)[]
export const endsOf = <K extends FileKind>(kind: K): readonly EndOf<K>[] =>
  ends.filter((end): end is EndOf<K> => kinds[end].is === kind)

/** In bytes; a scanned PDF may be larger (`workers/import/ocr`). */
export const largestFile: Readonly<Record<FileKind, number>> = {
  document: 50 * 1024 * 1024,
  table: 50 * 1024 * 1024,
  project: 256 * 1024 * 1024,
}

/** The end of a file's name where it can be imported. */
export function fileEnd(name: string): keyof Kinds | undefined {
  const end = name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : ''
  return Object.hasOwn(kinds, end) ? (end as keyof Kinds) : undefined
}

/** The same where it is of this kind. */
export function endIn<K extends FileKind>(name: string, kind: K): EndOf<K> | undefined {
  const end = fileEnd(name)
  return endsOf(kind).find((one) => one === end)
}

/** Undefined where an empty file may well be meant. */
export const containerOf = (end: keyof Kinds): string | undefined => {
  const kind: Kind = kinds[end]
  return kind.container
}

/** Of a file by its name; undefined: it cannot be imported. */
export function fileKind(name: string): FileKind | undefined {
  const end = fileEnd(name)
  return end && kinds[end].is
}

/** As in the `accept` of a field for files. */
const accepting = (wanted: readonly string[]): string => wanted.map((end) => `.${end}`).join(',')
export const acceptedKinds = accepting(ends)
export const acceptedProjects = accepting(endsOf('project'))

/** Files that cannot be read, by the ends of their names, and what becomes one that can: said under `import.where.{key}`. */
const instead = {
  nvivo: ['nvp', 'nvpx', 'nvcx'],
  maxqda: ['mx24', 'mx22', 'mx20', 'mx18', 'mx12', 'mx11', 'mx5', 'mx4', 'mx3', 'mex24', 'mex22', 'mex', 'mqda', 'mtr'],
  atlas: ['atlproj', 'atlproj22', 'atlproj23', 'atlcb', 'hpr', 'hpr5', 'hpr6', 'hpr7'],
  otherQda: ['ppj', 'wpj', 'qda', 'f4p', 'f4a', 'trsproj'],
  document: ['doc', 'dot', 'dotx', 'dotm', 'wpd', 'wps', 'pages', 'fodt'],
  table: ['xlsb', 'numbers', 'fods', 'sav', 'dta'],
  slides: ['ppt', 'pptx', 'odp', 'key'],
  recording: ['mp3', 'wav', 'm4a', 'ogg', 'mp4', 'mov', 'avi', 'mkv', 'webm'],
  archive: ['zip', 'rar', '7z', 'tar', 'gz'],
  qde: ['qde'],
} as const

export type Instead = keyof typeof instead

const insteadByEnd = new Map<string, Instead>(
  (Object.keys(instead) as Instead[]).flatMap((key) => instead[key].map((end) => [end, key] as const)),
)

/** Of a file by its name, what a person can do to have it read; undefined: nothing is known of it. */
export const insteadOf = (name: string): Instead | undefined =>
  insteadByEnd.get(name.slice(name.lastIndexOf('.') + 1).toLowerCase())
