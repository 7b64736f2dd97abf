/** Where `thicket serve` may have its folder: its databases are open all the time, and other processes (`thicket admin`) come to them. */
import { realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { placeOf, type System, thisSystem } from '../storage/working/folderPlace.ts'

/** Why it must not lie there; null: it may. The folder need not exist. */
export function dataFolderProblem(folder: string, system: System = thisSystem()): string | null {
  const place = placeOf(join(real(resolve(folder)), 'accounts.sqlite'), system)
  if (!place) return null
  const where =
    place.kind === 'network'
      ? `on a network folder (${place.by})`
      : `in a folder that ${place.by} keeps the same on several computers`
  return `THICKET_DATA is ${folder}, which lies ${where}. Databases that are open there can be damaged: choose a folder on a disk of this machine, and have backups go there ("thicket admin backup").`
}

/** By the links on the way, as far as there is something. */
function real(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path === dirname(path) ? path : join(real(dirname(path)), path.slice(dirname(path).length))
  }
}
