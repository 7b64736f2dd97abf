/** The same as in native/columns.c: FNV-1a over 32-bit words. */
export function checksum(words: Uint32Array): number {
  let hash = 2166136261
  for (const word of words) hash = Math.imul(hash ^ word, 16777619)
  return hash >>> 0
}
