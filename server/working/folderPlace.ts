/**
 * Does a file lie where a live database must not: on another machine, whose locks and flushes are not to be relied on, or in a folder that a
 * program copies piece by piece while we write? https://sqlite.org/useovernet.html, https://sqlite.org/howtocorrupt.html
 */
import { execFileSync } from 'node:child_process'
import { accessSync, constants, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { homedir } from 'node:os'
import { posix, win32 } from 'node:path'
import type { FilePlace } from '../../src/model/contract/shapes.ts'
import { linuxMounts, type Mount, macMounts, windowsDrives, windowsMounts } from './mounts.ts'
import { markedBy, placedBy } from './syncFolders.ts'

/** What is asked of the machine. */
export interface System {
  platform: NodeJS.Platform
  home: string
  env: NodeJS.ProcessEnv
  mounts(): Mount[]
  /** The names in a folder; none where it cannot be read. */
  names(folder: string): string[]
  /** Whether this program may write a file; into a folder. Nothing here opens it. */
  mayWrite(path: string): boolean
  /** Resolves once the file system of a folder has answered, whatever it says. */
  ask(folder: string): Promise<void>
}

/** `path`: absolute, of a file or folder that need not exist. null: a disk of this machine, and nobody else's. */
export function placeOf(path: string, system: System): FilePlace | null {
  const { dirname } = pathsOf(system)
  const by = networkOf(path, system)
  if (by !== null) return { kind: 'network', by }
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const sync = syncOf(folder, system)
    if (sync !== null) return { kind: 'synced', by: sync }
    if (folder === dirname(folder)) return null
  }
}

export const pathsOf = ({ platform }: System) => (platform === 'win32' ? win32 : posix)

const networkOf = (path: string, system: System): string | null => networkMount(path, system)?.by ?? null

/** The file system of another machine in which a file at `path` lies. */
export function networkMount(path: string, system: System): Mount | null {
  const share = system.platform === 'win32' ? /^\\\\[^\\?.][^\\]*\\[^\\]+/.exec(path) : null
  if (share) return { at: share[0], by: 'SMB' }
  const { sep } = pathsOf(system)
  // The longest counts, of two the later. A machine whose root lies elsewhere has no disk of its own to go to.
  let found: Mount | undefined
  for (const mount of system.mounts()) {
    const folder = mount.at.endsWith(sep) ? mount.at : mount.at + sep
    const isAbove =
      system.platform === 'win32' ? path.toLowerCase().startsWith(folder.toLowerCase()) : path.startsWith(folder)
    if (isAbove && mount.at.length >= (found?.at.length ?? 0)) found = mount
  }
  return found?.by && found.at !== '/' ? found : null
}

function syncOf(folder: string, { platform, home, env, names }: System): string | null {
  const { relative, sep } = platform === 'win32' ? win32 : posix
  const drives = [env.OneDrive, env.OneDriveCommercial, env.OneDriveConsumer]
  if (platform === 'win32' && drives.some((drive) => drive && relative(drive, folder) === '')) return 'OneDrive'
  const below = relative(home, folder)
  const isBelow = below !== '' && !below.startsWith('..')
  if (platform === 'darwin' && /^(Desktop|Documents)$/.test(below) && names(inICloud(home)).includes(below))
    return 'iCloud Drive'
  return (isBelow ? placedBy(below.split(sep).join('/')) : null) ?? markedBy(names(folder))
}
/** Where macOS shows the two folders of the home, once it keeps them in iCloud. */
const inICloud = (home: string): string => posix.join(home, 'Library/Mobile Documents/com~apple~CloudDocs')

/** This machine. Its drives are asked for anew at most each minute where that starts a program. */
export function thisSystem(): System {
  let asked: { at: number; mounts: Mount[] } | undefined
  const kept = (ask: () => Mount[]): Mount[] => {
    if (!asked || Date.now() - asked.at > 60_000) asked = { at: Date.now(), mounts: quietly(ask, []) }
    return asked.mounts
  }
  const { platform } = process
  return {
    platform,
    home: quietly(() => realpathSync(homedir()), homedir()),
    env: process.env,
    mounts: () => {
      if (platform === 'linux') return quietly(() => linuxMounts(readFileSync('/proc/self/mountinfo', 'utf8')), [])
      if (platform === 'darwin') return kept(() => macMounts(output('/sbin/mount', [])))
      return platform === 'win32' ? kept(() => windowsMounts(output(...windowsDrives))) : []
    },
    names: (folder) => quietly(() => readdirSync(folder), []),
    mayWrite: (path) => quietly(() => accessSync(path, constants.W_OK) === undefined, false),
    ask: (folder) =>
      statfs(folder).then(
        () => {},
        () => {},
      ),
  }
}

const output = (program: string, args: readonly string[]): string =>
  execFileSync(program, args, {
    encoding: 'utf8',
    timeout: 10_000,
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  })

function quietly<T>(ask: () => T, otherwise: T): T {
  try {
    return ask()
  } catch {
    return otherwise
  }
}
