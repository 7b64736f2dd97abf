/** A folder as the page's file browser shows it: its folders and projects, without hidden ones. */
import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { dirname, extname, join, resolve, sep } from 'node:path'
import type { Folder, FolderEntry } from '../../src/model/contract/shapes.ts'
import { problem, type Result } from '../../src/model/problems.ts'

const mostEntries = 5000
const kinds: Readonly<Record<string, FolderEntry['kind']>> = { '.qrk': 'project', '.qdpx': 'qdpx' }
/** As people count: 2 before 10. */
const byName = new Intl.Collator(undefined, { numeric: true }).compare
const ofFile = (name: string) => kinds[extname(name).toLowerCase()]

/** `answers`: whether the folder of another machine does. Problems: folderNotFound, noPermission. */
export async function listFolder(name: string, answers: (path: string) => Promise<boolean>): Promise<Result<Folder>> {
  const path = resolve(name)
  try {
    const all = (await readdir(path, { withFileTypes: true })).filter(isShown)
    const order = (a: Dirent, b: Dirent) => Number(a.isFile()) - Number(b.isFile()) || byName(a.name, b.name)
    const shown = all.sort(order).slice(0, mostEntries)
    const entries = (await Promise.all(shown.map((entry) => entryOf(path, entry.name, answers)))).filter(
      (found) => !!found,
    )
    entries.sort((a, b) => Number(a.kind !== 'folder') - Number(b.kind !== 'folder') || byName(a.name, b.name))
    const parent = dirname(path)
    return { ok: { path, parent: parent === path ? null : parent, entries, more: all.length - shown.length } }
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'EACCES' || code === 'EPERM') return problem({ kind: 'noPermission', name: path })
    if (code === 'ENOENT' || code === 'ENOTDIR') return problem({ kind: 'folderNotFound', name: path })
    throw error
  }
}

/** Links and what the file system does not tell are looked at by `entryOf`. Windows begins its own folders with `$`. */
function isShown(entry: Dirent): boolean {
  if (entry.name.startsWith('.') || (process.platform === 'win32' && entry.name.startsWith('$'))) return false
  return !entry.isFile() || ofFile(entry.name) !== undefined
}

async function entryOf(
  folder: string,
  name: string,
  answers: (path: string) => Promise<boolean>,
): Promise<FolderEntry | null> {
  const path = join(folder, name)
  // It says so to who goes in.
  if (!(await answers(path + sep))) return { name, path, kind: 'folder', modified: 0, size: 0 }
  const found = await stat(path).catch(() => null)
  const kind = found?.isDirectory() ? 'folder' : found?.isFile() ? ofFile(name) : undefined
  return found && kind ? { name, path, kind, modified: Math.round(found.mtimeMs), size: found.size } : null
}
