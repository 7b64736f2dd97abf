import { chmodSync, lstatSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { placeOf, type System } from './folderPlace.ts'

/**
 * The folder of the copies: `working` of the configuration, which is on this machine. Where the home itself lies on the network, as at many
 * universities, a folder of the person's own among those that the system keeps over restarts.
 */
export function workingFolder(configuration: string, system: System, shared = '/var/tmp'): string {
  const usual = join(configuration, 'working')
  if (system.platform === 'win32' || placeOf(usual, system)?.kind !== 'network') return usual
  const own = join(shared, `thicket-${process.getuid?.() ?? 'own'}`)
  return isOwn(own) ? join(own, 'working') : usual
}

/** Others may write beside it: somebody else's folder of that name, or a link to one, is not used. */
function isOwn(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const found = lstatSync(folder)
    if (!found.isDirectory() || found.uid !== process.getuid?.()) return false
    chmodSync(folder, 0o700)
    return true
  } catch {
    return false
  }
}
