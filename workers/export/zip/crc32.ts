/** The check sum of zip archives (CRC-32, IEEE 802.3), part by part. */

const polynomial = 0xedb88320

const step = (sum: number): number => (sum & 1 ? (sum >>> 1) ^ polynomial : sum >>> 1)

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte
  for (let bit = 0; bit < 8; bit++) sum = step(sum)
  return sum
})

/** Of `before`'s bytes (0: none) and then these. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let sum = ~before
  for (let at = 0; at < bytes.length; at++) sum = (table[(sum ^ (bytes[at] ?? 0)) & 255] ?? 0) ^ (sum >>> 8)
  return ~sum >>> 0
}

/**
 * Of some bytes with the sum `first` and then `length` bytes with the sum `second`. A byte of nought turns a sum by a matrix over
 * GF(2); by squaring, so many of them cost a few steps.
 */
export function joinedCrc32(first: number, second: number, length: number): number {
  let matrix = Uint32Array.from({ length: 32 }, (_, bit) => step(2 ** bit))
  // From one bit to the eight of a byte.
  for (let doubled = 0; doubled < 3; doubled++) matrix = squared(matrix)
  let sum = first
  for (let left = length; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) sum = product(matrix, sum)
    matrix = squared(matrix)
  }
  return (sum ^ second) >>> 0
}

function product(matrix: Uint32Array, vector: number): number {
  let sum = 0
  for (let bit = 0; bit < 32; bit++) if ((vector >>> bit) & 1) sum ^= matrix[bit] ?? 0
  return sum >>> 0
}

const squared = (matrix: Uint32Array): Uint32Array<ArrayBuffer> =>
  Uint32Array.from(matrix, (row) => product(matrix, row))
