/** The folder of a server of many people is for the user whom it runs as: passwords' hashes, keys that sign, mails and everybody's projects lie in it. */
import { chmodSync, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What this process makes from now on is nobody else's, also what SQLite makes beside its databases. Of the main thread alone. */
export const makeForOwnerAlone = (): void => void process.umask(0o077)

/** What a server keeps in its folder; whatever else lies there is kept from others by the folder. */
const secret = ['accounts.sqlite', 'accounts.sqlite-wal', 'accounts.sqlite-shm', 'settings.json', 'operator.log']
const folders = ['projects', 'backups', 'mail', 'temporary']

/**
 * Takes the rights of others from the folder and from what a server keeps in it: folders 0700, files 0600. Returns a line
 * for each that is another user's, which only they and root can change. Windows has no such rights.
 */
export function keepFromOthers(data: string): string[] {
  if (process.platform === 'win32') return []
  const found: string[] = []
  narrow(data, found)
  for (const name of secret) if (existsSync(join(data, name))) narrow(join(data, name), found)
  for (const name of folders) if (existsSync(join(data, name))) narrowAll(join(data, name), found)
  return found
}

function narrow(path: string, found: string[]): void {
  const { mode, uid } = statSync(path)
  if ((mode & 0o077) === 0) return
  if (!isNarrowed(path, mode)) found.push(`${path} is another user’s, and others may read it`)
  else if (uid !== process.getuid?.()) found.push(`${path} is another user’s, and others could read it until now`)
}

function isNarrowed(path: string, mode: number): boolean {
  try {
    chmodSync(path, mode & 0o700)
    return true
  } catch (error) {
    if ((error as { code?: string }).code !== 'EPERM') throw error
    return false
  }
}

/** Links are not followed: what they lead to lies elsewhere. */
function narrowAll(folder: string, found: string[]): void {
  narrow(folder, found)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) narrowAll(path, found)
    else if (entry.isFile()) narrow(path, found)
  }
}
