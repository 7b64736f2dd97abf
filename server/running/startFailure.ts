/** Why `thicket serve` does not start, in words for whoever starts it. */

import { freeBytes, leastFree } from '../base/diskSpace.ts'
import { DamagedFileError, isDiskFull } from '../base/failures.ts'
import type { Settings } from '../base/settings/settings.ts'
import { FactorKeyError } from '../hosts/cloud/accounts/seal.ts'

/** null: what the error says itself is all that is known. */
export function startFailure(
  error: unknown,
  { data, port, host }: Pick<Settings, 'data' | 'port' | 'host'>,
): string | null {
  const {
    code = '',
    syscall,
    errcode,
  } = error as {
    code?: string
    syscall?: string
    errcode?: number
  }
  if (error instanceof FactorKeyError || error instanceof DamagedFileError) return error.message
  if (syscall === 'listen' || syscall === 'getaddrinfo') return notListening[code]?.(host, port) ?? null
  // SQLite without room for the files beside a database speaks of an error of the disk.
  if (isDiskFull(error) || (errcode !== undefined && freeBytes(data) < leastFree))
    return `the disk of ${data} is full: make room there, and start again. Nothing of what it keeps is lost.`
  if (['EACCES', 'EPERM', 'EROFS'].includes(code) || errcode === sqliteCannotOpen || errcode === sqliteReadOnly)
    return `this user cannot write in ${data}`
  return null
}

const sqliteCannotOpen = 14
const sqliteReadOnly = 8

const notListening: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (host, port) => `port ${port} of ${host} is taken by another program: stop that one, or set PORT`,
  EACCES: (_, port) => `this user may not listen on port ${port}: set PORT to one above 1023`,
  EADDRNOTAVAIL: (host) => `THICKET_HOST is ${host}, which is no address of this machine`,
  // Of a name that is not found, or not now: the start finds nothing else by name.
  EAI_AGAIN: (host) => `THICKET_HOST is ${host}, which is no address of this machine`,
  ENOTFOUND: (host) => `THICKET_HOST is ${host}, which is no address of this machine`,
}
