/**
 * A zip archive that is written entry beside entry.
 *
 * Promises: what is finished can be taken before the rest is known; what waits for its turn waits packed. Texts are UTF-8. An archive or entry that
 * would need more than 4 GB, or more entries than a zip's directory counts, is refused (`exportTooLarge`).
 */
import { Deflate, deflateSync, Zip, type ZipInputFile } from 'fflate'
import { refuse } from '../../../src/model/problems.ts'
import { crc32, joinedCrc32 } from './crc32.ts'

type Bytes = Uint8Array<ArrayBuffer>

export interface TextEntry {
  /** In UTF-16 units, so far. */
  readonly length: number
  write(text: string): void
  end(): void
}

/** Its beginning is given at the end, when it is known. */
export interface HeadedEntry extends Omit<TextEntry, 'end'> {
  end(head: string): void
}

export interface ZipFile {
  /** Several entries may be open, and end in any order. */
  text(name: string): TextEntry
  headed(name: string): HeadedEntry
  /** Stored as they are: images, archives. */
  bytes(name: string, bytes: Bytes): void
  /** What is finished since the last time. */
  take(): Bytes[]
  /** Once all entries have ended. */
  end(): void
}

/** In UTF-16 units: packed at once. */
const enough = 65_536
const most = 2 ** 32 - 2 ** 24
const mostEntries = 65_535
/** Twice as fast as the usual one, and a tenth larger. */
const level = 1
const deflated = 8

const encoder = new TextEncoder()
const tooLarge = (): never => refuse({ kind: 'exportTooLarge' })

type Open = ZipInputFile & { size: number; crc: number; ondata: NonNullable<ZipInputFile['ondata']> }

export function zipFile(): ZipFile {
  let finished: Bytes[] = []
  let size = 0
  let entries = 0
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    size += bytes.length
    if (size > most) tooLarge()
    finished.push(bytes as Bytes)
  })
  /** fflate's archive takes whatever packs itself; it sets `ondata`. */
  const open = (filename: string, compression: number): Open => {
    entries += 1
    if (entries > mostEntries) tooLarge()
    const file = { filename, compression, size: 0, crc: 0, ondata: () => {} }
    zip.add(file)
    return file
  }
  return {
    text: (name) => textEntry(open(name, deflated)),
    headed: (name) => headedEntry(open(name, deflated)),
    bytes(name, bytes) {
      const file = open(name, 0)
      file.size = bytes.length
      file.crc = crc32(bytes)
      file.ondata(null, bytes, true)
    },
    take() {
      const taken = finished
      finished = []
      return taken
    },
    end: () => zip.end(),
  }
}

function textEntry(file: Open): TextEntry {
  return packing((sum, bytes, isLast) => {
    Object.assign(file, sum)
    file.ondata(null, bytes, isLast)
  })
}

function headedEntry(file: Open): HeadedEntry {
  const packed: Bytes[] = []
  let body: Sum = { size: 0, crc: 0 }
  const entry = packing((sum, bytes) => {
    body = sum
    packed.push(bytes)
  })
  return {
    ...entry,
    get length() {
      return entry.length
    },
    end(head) {
      entry.end()
      const before = encoder.encode(head)
      file.size = before.length + body.size
      file.crc = joinedCrc32(crc32(before), body.crc, body.size)
      for (const block of storedBlocks(before)) file.ondata(null, block, false)
      for (const [at, bytes] of packed.entries()) file.ondata(null, bytes, at === packed.length - 1)
    },
  }
}

/** Of what was packed so far. */
interface Sum {
  size: number
  crc: number
}

function packing(take: (sum: Sum, bytes: Bytes, isLast: boolean) => void): TextEntry {
  const sum: Sum = { size: 0, crc: 0 }
  let packer: Deflate | null = null
  let waiting = ''
  let length = 0
  const pack = (isLast: boolean) => {
    const bytes = encoder.encode(waiting)
    waiting = ''
    sum.size += bytes.length
    if (sum.size > most) tooLarge()
    sum.crc = crc32(bytes, sum.crc)
    // What packs in parts begins with half a megabyte of tables: too much for a thousand short entries.
    if (isLast && !packer) return take(sum, deflateSync(bytes, { level }), true)
    packer ??= new Deflate({ level }, (packed, isEnd) => take(sum, packed as Bytes, isEnd))
    packer.push(bytes, isLast)
  }
  return {
    get length() {
      return length
    },
    write(text) {
      waiting += text
      length += text.length
      if (waiting.length >= enough) pack(false)
    },
    end: () => pack(true),
  }
}

const longestBlock = 65_535

/** DEFLATE blocks that hold the bytes as they are, none of them the last: what is packed by itself may follow them (RFC 1951, 3.2.4). */
function* storedBlocks(bytes: Bytes): Generator<Bytes> {
  for (let from = 0; from < bytes.length; from += longestBlock) {
    const part = bytes.subarray(from, from + longestBlock)
    const { length } = part
    yield Uint8Array.of(0, length & 255, length >> 8, ~length & 255, (~length >> 8) & 255)
    yield part
  }
}
