/** Names and folders in the paths of files, as the server's system writes them: `/home/ana/Study.qrk`, `C:\Study.qrk`. */
import { safeFileName } from '../../model/rules/projects/safeFileName.ts'

const lastSeparator = (path: string): number => Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'))

export const fileName = (path: string): string => path.slice(lastSeparator(path) + 1)

export const folderOf = (path: string): string => path.slice(0, Math.max(lastSeparator(path), 0)) || '/'

const isPath = (name: string): boolean => /^([/\\~]|[a-z]:[/\\])/i.test(name)

/** Whether a name that is no path of its own names a folder along. */
export const hasFolder = (name: string): boolean => !isPath(name) && /[/\\]/.test(name)

/** The path of `name` in `folder`. A name that is a path of its own stays. */
export function inFolder(folder: string, name: string): string {
  if (isPath(name)) return name
  const separator = folder.includes('\\') && !folder.includes('/') ? '\\' : '/'
  return folder.endsWith(separator) ? folder + name : folder + separator + name
}

/** The folder as it is, the file by a name that any system takes; empty where none is left. */
export function safePath(path: string): string {
  const name = fileName(path)
  const safe = safeFileName(name)
  return safe && path.slice(0, path.length - name.length) + safe
}

/** 2 §4: a new project gets the suffix .qrk if it is missing. */
export const withSuffix = (name: string): string => (/\.qrk$/i.test(name) ? name : `${name}.qrk`)
