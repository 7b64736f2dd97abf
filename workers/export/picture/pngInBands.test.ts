import { inflateSync } from 'fflate'
import { expect, test } from 'vitest'
import { pngInBands } from './pngInBands.ts'

/** A canvas whose pixels tell where they are in the whole picture. */
function whereOf(width: number, height: number) {
  let top = 0
  return {
    height,
    resetTransform: () => {},
    translate: (_: number, y: number) => {
      top = -y
    },
    save: () => {},
    restore: () => {},
    getImageData: (_x: number, _y: number, _width: number, rows: number) => ({
      data: Uint8ClampedArray.from({ length: width * rows * 4 }, (_, at) => {
        const [pixel, part] = [at >> 2, at & 3]
        return [pixel % width, top + Math.floor(pixel / width), 7, 255][part] ?? 0
      }),
    }),
  }
}

test('what was painted in bands is one picture: each row once, as the difference to the one above', () => {
  const [width, height] = [20_000, 120]
  const bands: number[] = []
  const pieces = [
    ...pngInBands(width, height, whereOf, ({ height: high }, { top, bottom }) => {
      expect(bottom - top).toBeLessThanOrEqual(high)
      bands.push(top)
    }),
  ]
  expect(bands).toEqual([0, 50, 100])
  const nameOf = (piece: Uint8Array) => Buffer.from(piece).toString('latin1', 4, 8)
  expect(Buffer.from(pieces[0] ?? []).toString('latin1', 1, 4)).toBe('PNG')
  expect([...new Set(pieces.slice(1).map(nameOf))]).toEqual(['IHDR', 'IDAT', 'IEND'])
  const packed = pieces.filter((piece) => nameOf(piece) === 'IDAT').map((piece) => piece.subarray(8, -4))
  const lines = inflateSync(Buffer.concat(packed).subarray(2, -4))
  expect(lines).toHaveLength(height * (width * 3 + 1))
  const line = (row: number) => Array.from(lines.subarray(row * (width * 3 + 1)).subarray(0, 7))
  expect(line(0)).toEqual([2, 0, 0, 7, 1, 0, 7])
  // The column and the third part do not change from row to row.
  for (const row of [1, 49, 50, 51, 119]) expect(line(row)).toEqual([2, 0, 1, 0, 0, 1, 0])
})
