/** Where `thicket serve` may have its folder: its databases are open all the time, and other processes (`thicket admin`) come to them. */
import { mkdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { placeOf, type System, thisSystem } from '../working/folderPlace.ts'

/** Why it must not lie there; null: it may. The folder need not exist. */
export function dataFolderProblem(folder: string, system: System = thisSystem()): string | null {
  const place = placeOf(join(real(resolve(folder)), 'accounts.sqlite'), system)
  if (!place) return null
  const where =
    place.kind === 'network'
      ? `in a network folder (${place.by})`
      : `in a folder that ${place.by} syncs across computers`
  return `THICKET_DATA is ${folder}, which is ${where}. Databases that are open there can be damaged: choose a folder on a disk of this machine, and have backups go there ("thicket admin backup").`
}

/**
 * Makes the folder where it is not there yet, in a folder that is: a name mistyped is not to begin another server. Returns why it cannot be, and
 * whether it is new.
 */
export function makeDataFolder(
  folder: string,
  env: NodeJS.ProcessEnv = process.env,
): { problem: string } | { isNew: boolean } {
  const there = statSync(folder, { throwIfNoEntry: false })
  if (there)
    return there.isDirectory() ? { isNew: false } : { problem: `THICKET_DATA is ${folder}, which is no folder` }
  const above = dirname(folder)
  if (env.THICKET_DATA && !statSync(above, { throwIfNoEntry: false })?.isDirectory())
    return { problem: `THICKET_DATA is ${folder}, and there is no folder ${above} to make it in` }
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return { isNew: true }
}

/** By the links on the way, as far as there is something. */
function real(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path === dirname(path) ? path : join(real(dirname(path)), path.slice(dirname(path).length))
  }
}
