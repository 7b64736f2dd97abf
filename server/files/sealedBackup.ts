/**
 * Files of a backup that lies in a second place: each sealed by AES-256-GCM with a key of its own, made of the operator's key, a random salt and the
 * file's name in the backup, so that none can be put in another's place. A file: `TKB1`, the salt, the sealed bytes, the tag.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { closeSync, createReadStream, createWriteStream, openSync, readSync, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const algorithm = 'aes-256-gcm'
const magic = Buffer.from('TKB1', 'latin1')
const saltBytes = 32
const tagBytes = 16
/** Each key seals one file once: its counter may begin anywhere. */
const nonce = Buffer.alloc(12)
const piece = 1024 * 1024

/** `key`: 32 bytes in base64. */
const keyOf = (key: string, salt: Uint8Array, name: string): Buffer =>
  Buffer.from(hkdfSync('sha256', Buffer.from(key, 'base64'), salt, `thicket backup ${name}`, 32))

/** Writes the file at `from` sealed to `to`, which must not be there. `name`: its path in the backup. */
export async function sealBackupFile(from: string, to: string, key: string, name: string): Promise<void> {
  const salt = randomBytes(saltBytes)
  const cipher = createCipheriv(algorithm, keyOf(key, salt, name), nonce)
  async function* sealed(plain: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    yield Buffer.concat([magic, salt])
    for await (const bytes of plain) yield cipher.update(bytes)
    yield cipher.final()
    yield cipher.getAuthTag()
  }
  await pipeline(
    createReadStream(from, { highWaterMark: piece }),
    sealed,
    createWriteStream(to, { flags: 'wx', mode: 0o600 }),
  )
}

/** Its bytes as they were. Fails, at the latest after the last of them, where the key is another or a byte has changed: nothing of it is to be used before it has ended. */
export function openBackupFile(path: string, key: string, name: string): Readable {
  const { size } = statSync(path)
  const ends = magic.length + saltBytes
  const head = readAt(path, 0, ends)
  if (size < ends + tagBytes || !head.subarray(0, magic.length).equals(magic))
    throw new Error(`${name} is no sealed file`)
  const decipher = createDecipheriv(algorithm, keyOf(key, head.subarray(magic.length), name), nonce)
  decipher.setAuthTag(readAt(path, size - tagBytes, tagBytes))
  async function* opened(): AsyncGenerator<Buffer> {
    // Nothing lies between: a file of no bytes.
    if (size > ends + tagBytes)
      for await (const bytes of createReadStream(path, { start: ends, end: size - tagBytes - 1, highWaterMark: piece }))
        yield decipher.update(bytes as Buffer)
    yield decipher.final()
  }
  return Readable.from(opened(), { objectMode: false })
}

function readAt(path: string, at: number, length: number): Buffer {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(length)
    return bytes.subarray(0, readSync(file, bytes, 0, length, at))
  } finally {
    closeSync(file)
  }
}
