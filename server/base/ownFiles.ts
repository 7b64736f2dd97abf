/**
 * The program's own files: its page, its texts, its source. In a checkout they are files; in the executable they lie inside it, and their paths
 * go on below that of the executable itself, where no file can be. `binary.config.ts` puts them there, under their names from `programRoot`.
 */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { getAssetKeys, getRawAsset, isSea } from 'node:sea'
import { zstdDecompressSync } from 'node:zlib'

/** Whether this is the executable, not a checkout. */
export const isExecutable: boolean = isSea()

export const programRoot: string = isExecutable ? process.execPath : join(import.meta.dirname, '../..')

const inside: ReadonlySet<string> = new Set(isExecutable ? getAssetKeys() : [])

/** null: it is a file on the disk, or none. */
function nameInside(path: string): string | null {
  if (!isExecutable || !path.startsWith(programRoot + sep)) return null
  return path.slice(programRoot.length + 1).replaceAll(sep, '/')
}

/** What the executable holds under a path, where it lies packed; null: it holds nothing there. */
export function heldInside(path: string): Uint8Array<ArrayBuffer> | null {
  const name = nameInside(path)
  return name !== null && inside.has(name) ? zstdDecompressSync(new Uint8Array(getRawAsset(name))) : null
}

/** Whether there is a file at a path, on the disk or inside. */
export function isOwnFile(path: string): boolean {
  const name = nameInside(path)
  return name !== null ? inside.has(name) : (statSync(path, { throwIfNoEntry: false })?.isFile() ?? false)
}

/** Throws where there is none. */
export const readOwnFile = (path: string): Uint8Array<ArrayBuffer> => heldInside(path) ?? readFileSync(path)

export const readOwnText = (path: string): string => new TextDecoder().decode(readOwnFile(path))

/** Whether there is anything at a path of the checkout; in the executable there is not. */
export const isInCheckout = (path: string): boolean => !isExecutable && existsSync(path)
