/** Which files can be imported, by the ends of their names, small and without the dot. What reads each stands in `workers/import`. */

export const documentKinds = [
  'docx',
  'docm',
  'pdf',
  'odt',
  'rtf',
  'txt',
  'md',
  'html',
  'htm',
  'epub',
  'srt',
  'vtt',
] as const
export const tableKinds = ['xlsx', 'xlsm', 'xls', 'ods', 'csv', 'tsv'] as const
/** Other programs' projects, and codebooks. */
export const projectKinds = ['qdpx', 'qdc'] as const

export type FileKind = 'document' | 'table' | 'project'

const kinds = new Map<string, FileKind>([
  ...documentKinds.map((end) => [end, 'document'] as const),
  ...tableKinds.map((end) => [end, 'table'] as const),
  ...projectKinds.map((end) => [end, 'project'] as const),
])

/** Of a file by its name; undefined: it cannot be imported. */
export const fileKind = (name: string): FileKind | undefined =>
  name.includes('.') ? kinds.get(name.slice(name.lastIndexOf('.') + 1).toLowerCase()) : undefined

/** As in the `accept` of a field for files. */
export const acceptedKinds = [...kinds.keys()].map((end) => `.${end}`).join(',')

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
