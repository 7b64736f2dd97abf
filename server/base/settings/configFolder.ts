/** Where this installation keeps what it remembers for the user of the machine. */
import { chmodSync, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

/** THICKET_CONFIG, for tests and for several installations of one user, else the place that the system has for it. */
export function configFolder(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string {
  if (env.THICKET_CONFIG) return resolve(env.THICKET_CONFIG)
  if (platform === 'win32') return join(env.APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'Thicket')
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Thicket')
  return join(env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'thicket')
}

/** Makes the folder, for its owner alone, whatever it was before. One that THICKET_CONFIG names may be others' too: there each of our files is. */
export function makeConfigFolder(folder: string, env: NodeJS.ProcessEnv = process.env): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (!env.THICKET_CONFIG && process.platform !== 'win32') chmodSync(folder, 0o700)
  return folder
}
