/** Which files can be imported, by the ends of their names, small and without the dot. What reads each stands in `workers/import`. */

export const documentKinds = ['docx', 'pdf', 'odt', 'txt', 'md', 'html', 'htm', 'rtf', 'srt', 'vtt'] as const
export const tableKinds = ['xlsx', 'xls', 'csv', 'tsv'] as const
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
