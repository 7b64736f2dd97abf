/**
 * Which thing is meant? Writers give GUIDs in any case, some in braces, some give other names altogether. A key is the same for every way
 * of writing one, and takes a third of its room: a large project has hundreds of thousands.
 */
/** '' where nothing is named. */
export function guidKey(written: string | undefined): string {
  if (written === undefined || written === '') return ''
  const from = written.charCodeAt(0) === braceUnit ? 1 : 0
  if (written.length === from * 2 + 36) {
    let at = from
    for (let part = 0; part < 8; part++) {
      units[part] = 0
      // A hyphen stands before the third to sixth group of four.
      if (part >= 2 && part <= 5 && written.charCodeAt(at++) !== hyphenUnit) return otherKey(written)
      for (let digit = 0; digit < 4; digit++) {
        const value = digitOf(written.charCodeAt(at++))
        if (value < 0) return otherKey(written)
        units[part] = ((units[part] ?? 0) << 4) | value
      }
    }
    return String.fromCharCode(at8(0), at8(1), at8(2), at8(3), at8(4), at8(5), at8(6), at8(7))
  }
  const trimmed = written.trim()
  return trimmed === written ? otherKey(written) : guidKey(trimmed)
}

const units = new Uint16Array(8)
/** Spreading them would cost as much as all the rest. */
const at8 = (place: number): number => units[place] ?? 0
const braceUnit = 0x7b
const hyphenUnit = 0x2d

function digitOf(unit: number): number {
  if (unit >= 48 && unit <= 57) return unit - 48
  const letter = unit | 32
  return letter >= 97 && letter <= 102 ? letter - 87 : -1
}

/** The same for what is named again and again, users and codes: one key for all. */
export function repeatedKey(written: string | undefined): string {
  if (written === undefined) return ''
  const known = repeated.get(written)
  if (known !== undefined) return known
  const key = guidKey(written)
  if (repeated.size === mostRepeated) repeated.clear()
  repeated.set(written, key)
  return key
}

const repeated = new Map<string, string>()
const mostRepeated = 4096

const otherKey = (written: string): string => written.trim().toLowerCase()

/** A number from 0 to 2^32 − 1 that is always the same for a key. */
export function hashOf(key: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193)
  // The low bits of a product follow the low bits of what is multiplied.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0
}
