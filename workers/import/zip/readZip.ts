/**
 * Takes a zip archive apart within a budget, counted before and while inflating: a bomb is refused in milliseconds, whatever
 * its directory declares. `openZip` unpacks what is asked for, when it is asked for; `readZip` everything at once.
 *
 * Names are only keys, never paths. Archives that are encrypted, in several parts, or over 4 GB are refused.
 */
import { Inflate } from 'fflate'

export interface Budget {
  entries: number
  /** Bytes of all entries unpacked; where they are read one by one, of all that were read. */
  total: number
  /** Bytes of the entry of this name, unpacked. */
  entry: (name: string) => number
}

/** `fault`: no archive, or a broken one, in words; `tooLarge`: more than the budget, and of what. */
export type Refused = { fault: string } | { tooLarge: { most: number; bound: 'unpacked' | 'entries' } }
export type Unzipped = { entries: Map<string, Uint8Array> } | Refused

export interface Zip {
  /** Of the files in it, without its folders, as the directory lists them; `\` is `/`. */
  names: string[]
  /** Unpacks one entry anew each time; each time counts against the budget's total. null: there is none of this name. */
  read: (name: string) => { bytes: Uint8Array } | Refused | null
}

interface ListedEntry {
  name: string
  method: number
  packed: number
  declared: number
  /** Of the local header. */
  at: number
}

const broken = 'the file is damaged or cut off'

/** `what` the file should be, for the words of a fault. Nothing is unpacked yet. */
export function openZip(bytes: Uint8Array, budget: Budget, what = 'a zip archive'): Zip | Refused {
  const files = list(bytes, budget, what)
  if (!Array.isArray(files)) return files
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const byName = new Map(files.map((entry) => [entry.name, entry]))
  let spent = 0
  const read: Zip['read'] = (name) => {
    const entry = byName.get(name)
    if (!entry) return null
    if (entry.declared > budget.entry(name)) return over(budget.entry(name))
    if (spent + entry.declared > budget.total) return over(budget.total)
    spent += entry.declared
    const unpacked = unpack(view, bytes, entry)
    return unpacked ? { bytes: unpacked } : { fault: broken }
  }
  return { names: [...byName.keys()], read }
}

/** More than so many bytes, unpacked. */
const over = (most: number): Refused => ({ tooLarge: { most, bound: 'unpacked' } })

export function readZip(bytes: Uint8Array, budget: Budget, what = 'a Word document'): Unzipped {
  const files = list(bytes, budget, what)
  if (!Array.isArray(files)) return files
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const declared = files.reduce((sum, entry) => sum + entry.declared, 0)
  const large = files.find((entry) => entry.declared > budget.entry(entry.name))
  if (large) return over(budget.entry(large.name))
  if (declared > budget.total) return over(budget.total)
  const entries = new Map<string, Uint8Array>()
  for (const entry of files) {
    const unpacked = unpack(view, bytes, entry)
    if (!unpacked) return { fault: broken }
    entries.set(entry.name, unpacked)
  }
  return { entries }
}

/** The files that the archive's directory lists. */
function list(bytes: Uint8Array, budget: Budget, what: string): ListedEntry[] | Refused {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 22 || view.getUint32(0, true) !== 0x04034b50) return { fault: noZip(bytes, what) }
  const end = endOfDirectory(view)
  if (end < 0) return { fault: broken }
  const count = view.getUint16(end + 10, true)
  if (count > budget.entries) return { tooLarge: { most: budget.entries, bound: 'entries' } }
  const listed = directory(view, bytes, view.getUint32(end + 16, true), count)
  if (typeof listed === 'string') return { fault: listed }
  const files = listed.filter((entry) => !entry.name.endsWith('/'))
  // Entries that lie over each other: each would be unpacked on its own.
  if (files.reduce((sum, entry) => sum + entry.packed, 0) > bytes.length) return { fault: broken }
  return files
}

/** Office files before 2007 and password-protected ones are not zips but OLE containers. */
function noZip(bytes: Uint8Array, what: string): string {
  if (bytes.length === 0) return 'the file is empty'
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11 && bytes[3] === 0xe0)
    return 'it is password-protected, or in the old .doc format'
  return `it is not ${what}`
}

function endOfDirectory(view: DataView): number {
  const least = Math.max(0, view.byteLength - 22 - 65_535)
  for (let at = view.byteLength - 22; at >= least; at--) if (view.getUint32(at, true) === 0x06054b50) return at
  return -1
}

/** The entries that the central directory lists, or what is wrong with it. */
function directory(view: DataView, bytes: Uint8Array, from: number, count: number): ListedEntry[] | string {
  const entries: ListedEntry[] = []
  const utf8 = new TextDecoder('utf-8')
  let at = from
  for (let i = 0; i < count; i++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== 0x02014b50) return broken
    if (view.getUint16(at + 8, true) & 1) return 'it is password-protected'
    const nameLength = view.getUint16(at + 28, true)
    const name = utf8.decode(bytes.subarray(at + 46, at + 46 + nameLength)).replaceAll('\\', '/')
    entries.push({
      name,
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      declared: view.getUint32(at + 24, true),
      at: view.getUint32(at + 42, true),
    })
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

/** The bytes of one entry; null where they are not what the directory declares. */
function unpack(view: DataView, bytes: Uint8Array, entry: ListedEntry): Uint8Array | null {
  const { at, packed, declared, method } = entry
  if (at + 30 > bytes.length || view.getUint32(at, true) !== 0x04034b50) return null
  const from = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true)
  if (from + packed > bytes.length) return null
  const data = bytes.subarray(from, from + packed)
  if (method === 0) return packed === declared ? data : null
  return method === 8 ? inflate(data, declared) : null
}

/** One push inflates at most a thousand times its length. */
const pushBytes = 16_384

function inflate(data: Uint8Array, declared: number): Uint8Array | null {
  const out = new Uint8Array(declared)
  let length = 0
  let fits = true
  const stream = new Inflate((chunk) => {
    fits &&= length + chunk.length <= declared
    if (fits) out.set(chunk, length)
    length += chunk.length
  })
  try {
    for (let at = 0; fits && at < data.length; at += pushBytes)
      stream.push(data.subarray(at, at + pushBytes), at + pushBytes >= data.length)
  } catch {
    return null
  }
  return fits && length === declared ? out : null
}
