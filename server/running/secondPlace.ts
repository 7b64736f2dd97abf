/** The folder of `THICKET_BACKUP_TO`. It is never made: where a share is not mounted, what is made in its place fills the disk of the server, and looks like a backup elsewhere. */
import { stat } from 'node:fs/promises'

/** Why no backup can go there; null: there is such a folder. A share that does not answer keeps the answer waiting, but not the event loop. */
export async function secondPlaceProblem(folder: string): Promise<string | null> {
  try {
    if ((await stat(folder)).isDirectory()) return null
    return `THICKET_BACKUP_TO is ${folder}, which is no folder`
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    return ['ENOENT', 'ENOTDIR'].includes(code)
      ? `THICKET_BACKUP_TO is ${folder}, and there is no such folder: make it, or mount the share that it is on. Nothing is made in its place`
      : `THICKET_BACKUP_TO is ${folder}, which cannot be looked at: ${message}`
  }
}
