/** Whether two answers say the same: rows and numbers by their values, packed ones number by number. */
export function sameAnswer(a: unknown, b: unknown): boolean {
  if (ArrayBuffer.isView(a) && ArrayBuffer.isView(b)) return sameNumbers(a as Packed, b as Packed)
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b)
  const [mine, theirs] = [a, b] as [Record<string, unknown>, Record<string, unknown>]
  const keys = Object.keys(mine)
  return keys.length === Object.keys(theirs).length && keys.every((key) => sameAnswer(mine[key], theirs[key]))
}

type Packed = Uint8Array | Uint32Array | Float64Array

function sameNumbers(a: Packed, b: Packed): boolean {
  if (a.length !== b.length) return false
  for (let n = 0; n < a.length; n++) if (a[n] !== b[n]) return false
  return true
}
