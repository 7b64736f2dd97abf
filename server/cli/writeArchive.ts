/** A zip archive of files, however large each is, written bit by bit. Appears whole or not at all, for its owner alone. */
import { closeSync, fsyncSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs'
import { Zip, ZipDeflate } from 'fflate'

/** Where it comes from: memory, or a file. */
export type ArchiveEntry = { name: string } & ({ bytes: Uint8Array } | { path: string })

const piece = 1024 * 1024
/** More than a zip archive without extensions holds. */
const most = 2 ** 32 - 2 ** 24

/** Throws where a file cannot be read or the archive not be written. */
export function writeArchive(path: string, entries: readonly ArchiveEntry[]): void {
  const temporary = `${path}.${process.pid}.new`
  const out = openSync(temporary, 'wx', 0o600)
  try {
    let size = 0
    const zip = new Zip((error, bytes) => {
      if (error) throw error
      size += bytes.length
      if (size > most) throw new Error('this is more than a zip archive holds')
      for (let at = 0; at < bytes.length; ) at += writeSync(out, bytes, at)
    })
    for (const entry of entries) {
      const packed = new ZipDeflate(entry.name, { level: 1 })
      zip.add(packed)
      if ('bytes' in entry) packed.push(entry.bytes, true)
      else pushFile(packed, entry.path)
    }
    zip.end()
    fsyncSync(out)
    renameSync(temporary, path)
  } finally {
    closeSync(out)
    rmSync(temporary, { force: true })
  }
}

function pushFile(packed: ZipDeflate, path: string): void {
  const file = openSync(path, 'r')
  try {
    const buffer = Buffer.alloc(piece)
    for (let length = readSync(file, buffer); length > 0; length = readSync(file, buffer))
      packed.push(new Uint8Array(buffer.subarray(0, length)))
    packed.push(new Uint8Array(0), true)
  } finally {
    closeSync(file)
  }
}
