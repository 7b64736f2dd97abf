/**
 * What a disk may hold after a power cut, by the record of what a program did to it (`recorder.c`). Only what was flushed is sure to
 * be there: of the rest any part may be, of each write any of its sectors, and of the folder's entries as many as came first.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Random } from '../../fixtures/testing/randomWork.ts'

type Entry =
  | { what: 'create' | 'sync' | 'unlink'; path: string }
  | { what: 'truncate'; path: string; size: number }
  | { what: 'write'; path: string; at: number; data: Buffer }
  | { what: 'rename' | 'link'; path: string; to: string }

const whats = ['', 'create', 'truncate', 'write', 'sync', 'unlink', 'rename', 'link'] as const
const sector = 512

export function readRecord(path: string): Entry[] {
  const bytes = readFileSync(path)
  const entries: Entry[] = []
  for (let at = 0; at < bytes.length; ) {
    const what = whats[bytes[at] as number] as Entry['what']
    const pathEnd = at + 5 + bytes.readUInt32LE(at + 1)
    const dataEnd = pathEnd + 12 + bytes.readUInt32LE(pathEnd + 8)
    const path = bytes.toString('utf8', at + 5, pathEnd)
    const number = Number(bytes.readBigInt64LE(pathEnd))
    const data = bytes.subarray(pathEnd + 12, dataEnd)
    if (what === 'write') entries.push({ what, path, at: number, data })
    else if (what === 'truncate') entries.push({ what, path, size: number })
    else if (what === 'rename' || what === 'link') entries.push({ what, path, to: data.toString('utf8') })
    else entries.push({ what, path })
    at = dataEnd
  }
  return entries
}

type Change = { at: number; data: Buffer } | { size: number }
interface File {
  flushed: Buffer
  /** Since the last flush, in order. */
  loose: Change[]
}
type Names = Map<string, File>

/** Files by their paths. */
export type DiskState = Map<string, Buffer>

/** Looks at a state, of which the first `count` promises are given; throws where something is lost. */
export type LookAt = (state: DiskState, count: number) => void

/** Writes what lay in `folder` to `place`, which is emptied before. */
export function writeState(state: DiskState, folder: string, place: string): void {
  rmSync(place, { recursive: true, force: true })
  mkdirSync(place)
  for (const [path, content] of state) {
    const there = join(place, path.slice(folder.length))
    mkdirSync(dirname(there), { recursive: true })
    writeFileSync(there, content)
  }
}

export interface Disk {
  /** Does what the record says next. */
  apply(entry: Entry): void
  /** What a cut now may leave: nothing of what was not flushed, all of it, or some. */
  cut(kind: 'none' | 'all' | 'some', random: Random): DiskState
  /** Whether anything is not flushed. */
  readonly loose: boolean
}

/** Folders themselves are taken as there; what is in one is sure once it was flushed. */
export function openDisk(): Disk {
  const names: Names = new Map()
  const sure: Names = new Map()
  let looseNames: { folder: string; change: (names: Names) => void }[] = []
  const files = new Set<File>()

  const rename = (path: string, change: (names: Names) => void) => {
    change(names)
    looseNames.push({ folder: dirname(path), change })
  }

  const flush = (path: string) => {
    const file = names.get(path)
    if (!file) {
      for (const { folder, change } of looseNames) if (folder === path) change(sure)
      looseNames = looseNames.filter(({ folder }) => folder !== path)
      return
    }
    file.flushed = withChanges(file.flushed, file.loose)
    file.loose = []
  }

  return {
    apply: (entry) => {
      const { path } = entry
      const file = names.get(path)
      switch (entry.what) {
        case 'create': {
          const made: File = { flushed: Buffer.alloc(0), loose: [] }
          files.add(made)
          return rename(path, (all) => all.set(path, made))
        }
        case 'write':
          return void file?.loose.push({ at: entry.at, data: entry.data })
        case 'truncate':
          return void file?.loose.push({ size: entry.size })
        case 'sync':
          return flush(path)
        case 'unlink':
          return rename(path, (all) => all.delete(path))
        case 'link':
          return rename(entry.to, (all) => file && all.set(entry.to, file))
        case 'rename':
          return rename(entry.to, (all) => {
            if (file) all.set(entry.to, file)
            all.delete(path)
            // Of a folder: all that lies in it.
            for (const [inside, there] of [...all]) {
              if (!inside.startsWith(`${path}/`)) continue
              all.delete(inside)
              all.set(entry.to + inside.slice(path.length), there)
            }
          })
      }
    },
    get loose() {
      return looseNames.length > 0 || [...files].some(({ loose }) => loose.length > 0)
    },
    cut: (kind, random) => {
      const kept =
        kind === 'none' ? 0 : kind === 'all' ? looseNames.length : Math.floor(random() * (looseNames.length + 1))
      const there: Names = new Map(sure)
      for (const { change } of looseNames.slice(0, kept)) change(there)
      const contents = new Map<File, Buffer>()
      const contentOf = (file: File): Buffer => {
        const known = contents.get(file)
        if (known) return known
        const changes = kind === 'none' ? [] : kind === 'all' ? file.loose : someOf(file.loose, random)
        const content = withChanges(file.flushed, changes)
        contents.set(file, content)
        return content
      }
      return new Map([...there].map(([path, file]) => [path, contentOf(file)]))
    },
  }
}

/** Each is there, is not, or is torn: then each of its sectors is there or not. */
function someOf(changes: readonly Change[], random: Random): Change[] {
  return changes.flatMap((change): Change[] => {
    const fate = random()
    if (fate < 0.35) return []
    if (fate < 0.7 || 'size' in change) return [change]
    const pieces: Change[] = []
    for (let from = 0; from < change.data.length; ) {
      const to = Math.min(change.data.length, from + sector - ((change.at + from) % sector))
      if (random() < 0.5) pieces.push({ at: change.at + from, data: change.data.subarray(from, to) })
      from = to
    }
    return pieces
  })
}

function withChanges(content: Buffer, changes: readonly Change[]): Buffer {
  if (changes.length === 0) return content
  let size = content.length
  let most = size
  for (const change of changes) {
    size = 'size' in change ? change.size : Math.max(size, change.at + change.data.length)
    most = Math.max(most, size)
  }
  const whole = Buffer.alloc(most)
  content.copy(whole)
  let end = content.length
  for (const change of changes) {
    if ('size' in change) {
      if (change.size < end) whole.fill(0, change.size, end)
      end = change.size
    } else {
      change.data.copy(whole, change.at)
      end = Math.max(end, change.at + change.data.length)
    }
  }
  return whole.subarray(0, end)
}

/** Two states of the same hash are one. */
export function hashOf(state: DiskState): string {
  const hash = createHash('sha1')
  for (const [path, content] of [...state].sort(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`${path}\0${content.length}\0`).update(content)
  return hash.digest('base64url')
}
