/** The system that the program runs on, as far as programs of its own are asked to do something. Injected in tests. */
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export interface Machine {
  platform: NodeJS.Platform
  env: NodeJS.ProcessEnv
  /** The absolute path of a program; null: there is none. */
  find(program: string): string | null
}

export const thisMachine: Machine = {
  platform: process.platform,
  env: process.env,
  find: (program) => findProgram(program, process.env.PATH),
}

/** In the folders of `path`, the first first. A relative one would lead to whatever lies in the present folder. */
export function findProgram(program: string, path = ''): string | null {
  const files = path
    .split(delimiter)
    .filter((folder) => folder.startsWith('/'))
    .map((folder) => join(folder, program))
  return files.find(isProgram) ?? null
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** A program as it is run: without a shell, so that nothing in an argument is read as anything but itself. */
export interface Command {
  program: string
  args: readonly string[]
  /** Besides those of the system. */
  env?: Readonly<Record<string, string>>
}

/** Windows PowerShell comes with every Windows. The script names no value: those come to it by the environment, unquoted. */
export function powershell(
  { env }: Machine,
  script: readonly string[],
  values: Readonly<Record<string, string>>,
): Command {
  const root = env.SystemRoot ?? 'C:\\Windows'
  const encoded = Buffer.from(script.join('\n'), 'utf16le').toString('base64')
  return {
    program: `${root}\\System32\\WindowsPowerShell\\v1.0\\powershell.exe`,
    args: ['-NoProfile', '-NonInteractive', '-STA', '-EncodedCommand', encoded],
    env: values,
  }
}

export const osascript = '/usr/bin/osascript'
