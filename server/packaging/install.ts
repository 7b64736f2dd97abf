/** `thicket install` and `thicket uninstall`: the executable among the programs of one person of a Linux desktop, who need not be root. */
import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, isAbsolute, join } from 'node:path'
import { languages } from '../../src/model/limits.ts'
import { programRoot, readOwnFile, readOwnText } from '../base/ownFiles.ts'
import { desktopEntry, fileTypes, type Words } from './linux.ts'

/** Where everything goes: `~/.local/bin`, and the user's data folder of the XDG Base Directory Specification. */
export interface Places {
  /** The data folder. */
  data: string
  program: string
  entry: string
  types: string
  icon: string
}

export function placesOf(home: string = homedir(), env: NodeJS.ProcessEnv = process.env): Places {
  const named = env.XDG_DATA_HOME
  const data = named && isAbsolute(named) ? named : join(home, '.local/share')
  return {
    data,
    program: join(home, '.local/bin/thicket'),
    entry: join(data, 'applications/thicket.desktop'),
    types: join(data, 'mime/packages/thicket.xml'),
    icon: join(data, 'icons/hicolor/scalable/apps/thicket.svg'),
  }
}

/** Copies the executable at `from`, also over one that runs; returns what is left to be said. Throws where it may not write. */
export function install(from: string, places: Places, env: NodeJS.ProcessEnv = process.env): string[] {
  const words = wordsOfAll()
  const isThere = real(from) === real(places.program)
  if (!isThere) put(places.program, (path) => copyFileSync(from, path), 0o755)
  put(places.icon, (path) => writeFileSync(path, readOwnFile(join(programRoot, 'src/icon.svg'))))
  put(places.types, (path) => writeFileSync(path, fileTypes(words)))
  put(places.entry, (path) => writeFileSync(path, desktopEntry(places.program, words)))
  const missing = announce(places)
  const isFound = (env.PATH ?? '').split(delimiter).includes(dirname(places.program))
  return [
    ...missing.map(
      (tool) => `${tool} is not on this machine: until it has run, a double click on a file does not open Thicket.`,
    ),
    ...(isFound ? [] : [`${dirname(places.program)} is not in the PATH: in a terminal it is ${places.program}.`]),
  ]
}

/** Takes away what `install` has put there, and nothing else: settings, backups and projects stay. */
export function uninstall(places: Places): void {
  for (const path of [places.entry, places.types, places.icon, places.program]) rmSync(path, { force: true })
  announce(places)
}

/** Whole or not at all, for whoever looks meanwhile. */
function put(path: string, write: (path: string) => void, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true })
  const temporary = `${path}.${process.pid}.new`
  try {
    write(temporary)
    chmodSync(temporary, mode)
    renameSync(temporary, path)
  } finally {
    rmSync(temporary, { force: true })
  }
}

/** Lets the desktop read it anew; returns the tools of the desktop that are not there. */
function announce({ data }: Places): string[] {
  const tools = [
    ['update-mime-database', join(data, 'mime')],
    ['update-desktop-database', join(data, 'applications')],
  ] as const
  return tools.filter(([tool, folder]) => spawnSync(tool, [folder], { stdio: 'ignore' }).error).map(([tool]) => tool)
}

function wordsOfAll(): Words {
  const of = (language: string) => {
    const texts = JSON.parse(readOwnText(join(programRoot, `src/i18n/${language}.json`))) as Record<string, string>
    return {
      tagline: texts['app.tagline'] ?? '',
      project: texts['install.project'] ?? '',
      refiProject: texts['install.refiProject'] ?? '',
    }
  }
  return Object.fromEntries(languages.map((language) => [language, of(language)]))
}

function real(path: string): string | null {
  try {
    return realpathSync(path)
  } catch {
    return null
  }
}
