/**
 * The files of a drop, those in dropped folders too, in the order of their paths. What a folder holds hidden, or for the system alone, nobody meant to drop: it
 * is left out. A hidden file that is itself dropped is there, for the report to name. Each file knows its path (`pathOf`).
 */
export async function droppedFiles(data: DataTransfer): Promise<File[]> {
  // The items are gone once the event is over: all are taken before anything is awaited.
  const entries = [...data.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null)
  if (entries.length === 0) return [...data.files]
  const found: { path: string; file: File }[] = []
  for (const entry of entries) await collect(entry, found)
  return found.sort((a, b) => a.path.localeCompare(b.path, undefined, { numeric: true })).map(({ file }) => file)
}

/** As browsers tell it of a folder that is chosen, which they leave empty in a drop. */
const withPath = (file: File, path: string): File => Object.defineProperty(file, 'webkitRelativePath', { value: path })

/** With the folders that it was given in, apart by `/`; a file that was given itself has its name alone. */
export const pathOf = (file: File): string => file.webkitRelativePath || file.name

export const hasFiles = (data: DataTransfer | null): boolean => data?.types.includes('Files') ?? false

async function collect(entry: FileSystemEntry, found: { path: string; file: File }[]): Promise<void> {
  if (isFile(entry)) {
    const file = await new Promise<File | null>((resolve) => entry.file(resolve, () => resolve(null)))
    if (file) found.push({ path: entry.fullPath, file: withPath(file, entry.fullPath.replace(/^\/+/, '')) })
  } else if (isFolder(entry) && !entry.name.startsWith('.')) {
    for (const child of await children(entry)) if (!isHidden(child)) await collect(child, found)
  }
}

/** By its name: those that begin with a dot (`.DS_Store`, `._Ana.docx`), and what Windows keeps in folders. */
const isHidden = ({ name }: FileSystemEntry): boolean => /^(\.|thumbs\.db$|desktop\.ini$)/i.test(name)

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

/** A reader gives the entries of a folder in parts, the last of which is empty. */
async function children(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve) => reader.readEntries(resolve, () => resolve([])))
    if (part.length === 0) return all
    all.push(...part)
  }
}
