/** A folder as the page's file browser shows it: its folders and projects, without hidden ones. */
import { readdir, stat } from 'node:fs/promises'
import { dirname, extname, join, resolve } from 'node:path'
import type { Folder, FolderEntry } from '../../src/model/bridge.ts'
import { problem, type Result } from '../../src/model/problems.ts'

const mostEntries = 5000

/** Problems: folderNotFound, noPermission. */
export async function listFolder(name: string): Promise<Result<Folder>> {
  const path = resolve(name)
  try {
    const names = (await readdir(path)).filter((entry) => !entry.startsWith('.')).slice(0, mostEntries)
    const entries = (await Promise.all(names.map((entry) => entryOf(path, entry)))).filter((entry) => entry !== null)
    entries.sort((a, b) => Number(a.kind === 'project') - Number(b.kind === 'project') || a.name.localeCompare(b.name))
    const parent = dirname(path)
    return { ok: { path, parent: parent === path ? null : parent, entries } }
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'EACCES' || code === 'EPERM') return problem({ kind: 'noPermission', name: path })
    if (code === 'ENOENT' || code === 'ENOTDIR') return problem({ kind: 'folderNotFound', name: path })
    throw error
  }
}

async function entryOf(folder: string, name: string): Promise<FolderEntry | null> {
  const path = join(folder, name)
  const found = await stat(path).catch(() => null)
  const kind = found?.isDirectory()
    ? 'folder'
    : found?.isFile() && extname(name).toLowerCase() === '.qrk'
      ? 'project'
      : null
  return found && kind ? { name, path, kind, modified: Math.round(found.mtimeMs), size: found.size } : null
}
