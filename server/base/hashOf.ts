import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'

/** sha-256 of a file's bytes, base64url. Not for a file that this process has open by SQLite: closing it here would give up its locks. */
export function hashOf(path: string): string {
  const hash = createHash('sha256')
  const file = openSync(path, 'r')
  const bytes = Buffer.alloc(1024 * 1024)
  try {
    for (let read = readSync(file, bytes); read > 0; read = readSync(file, bytes)) hash.update(bytes.subarray(0, read))
  } finally {
    closeSync(file)
  }
  return hash.digest('base64url')
}
