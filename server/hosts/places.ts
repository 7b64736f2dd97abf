/** Where a person looks for files: their folders, those of projects opened lately, disks. */
import { readdir, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { dirname, join, sep } from 'node:path'
import type { BrowsePlace } from '../../src/model/contract/shapes.ts'

export interface Known {
  /** The folder for projects. */
  projects: string
  documents: string | null
  home: string
  /** Paths of projects, the last opened first. */
  recent: readonly string[]
}

const mostRecent = 4

/** Those that there are, each once. `answers`: whether the folder of another machine does. */
export async function findPlaces(
  { projects, documents, home, recent }: Known,
  answers: (path: string, within: number) => Promise<boolean> = async () => true,
  platform: NodeJS.Platform = process.platform,
): Promise<BrowsePlace[]> {
  const own: BrowsePlace[] = [
    { kind: 'projects', path: projects },
    ...(documents === null ? [] : [{ kind: 'documents' as const, path: documents }]),
    { kind: 'home', path: home },
  ]
  const paths = new Set(own.map(({ path }) => path))
  const lately = new Set(recent.map((file) => dirname(file)).filter((folder) => !paths.has(folder)))
  const all: BrowsePlace[] = [
    ...own,
    ...[...lately].slice(0, mostRecent).map((path) => ({ kind: 'recent' as const, path })),
    ...(await drives(platform)).map((path) => ({ kind: 'drive' as const, path })),
  ]
  const there = await Promise.all(all.map(async ({ path }) => (await answers(path + sep, patience)) && isFolder(path)))
  return all.filter((_, i) => there[i])
}

/** Where disks are put that are plugged in; on Windows, their letters. */
async function drives(platform: NodeJS.Platform): Promise<string[]> {
  if (platform === 'win32') return Array.from({ length: 26 }, (_, i) => `${String.fromCharCode(65 + i)}:\\`)
  const user = nameOfUser()
  const around = platform === 'darwin' ? ['/Volumes'] : [`/media/${user}`, `/run/media/${user}`]
  const found = await Promise.all(around.map(inFolder))
  return found.flat()
}

/** Links are left out: the disk of a Mac itself is one to the root. */
async function inFolder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => join(folder, name))
}

/** ms: a network that is away would let the others wait. */
const patience = 500

function isFolder(path: string): Promise<boolean> {
  const found = stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
  return Promise.race([found, new Promise<boolean>((resolve) => setTimeout(resolve, patience, false).unref())])
}

function nameOfUser(): string {
  try {
    return userInfo().username
  } catch {
    return ''
  }
}
