/** The folder of a server of many people is for the user whom it runs as: passwords' hashes, keys that sign, mails and everybody's projects lie in it. */
import { chmodSync, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What this process makes from now on is nobody else's, also what SQLite makes beside its databases. Of the main thread alone. */
export const makeForOwnerAlone = (): void => void process.umask(0o077)

/** What a server keeps in its folder; whatever else lies there is kept from others by the folder. */
const secret = ['accounts.sqlite', 'accounts.sqlite-wal', 'accounts.sqlite-shm', 'settings.json', 'operator.log']
const folders = ['projects', 'backups', 'mail']

/**
 * Takes the rights of others from the folder and from what a server keeps in it: folders 0700, files 0600. Returns what is another user's, which
 * only they can change. Windows has no such rights.
 */
export function keepFromOthers(data: string): string[] {
  if (process.platform === 'win32') return []
  const left: string[] = []
  narrow(data, left)
  for (const name of secret) if (existsSync(join(data, name))) narrow(join(data, name), left)
  for (const name of folders) if (existsSync(join(data, name))) narrowAll(join(data, name), left)
  return left
}

function narrow(path: string, left: string[]): void {
  const { mode } = statSync(path)
  if ((mode & 0o077) === 0) return
  try {
    chmodSync(path, mode & 0o700)
  } catch (error) {
    if ((error as { code?: string }).code !== 'EPERM') throw error
    left.push(path)
  }
}

/** Links are not followed: what they lead to lies elsewhere. */
function narrowAll(folder: string, left: string[]): void {
  narrow(folder, left)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) narrowAll(path, left)
    else if (entry.isFile()) narrow(path, left)
  }
}
