/**
 * A picture of any size as PNG, painted and packed band after band: a canvas of the whole takes hundreds of megabytes, and some browsers have none
 * that is so large.
 */
import { Zlib } from 'fflate'
import { crc32 } from '../zip/crc32.ts'

/** What is used of the canvas that bands are painted on. */
export interface BandContext {
  resetTransform(): void
  translate(x: number, y: number): void
  save(): void
  restore(): void
  getImageData(x: number, y: number, width: number, height: number): { readonly data: Uint8ClampedArray }
}

/** Pixels that are painted at once. */
const atOnce = 1_000_000

/**
 * Width and height in px of the picture; `open` gives a canvas of a size. `paint` paints what of it lies in a band on the context, whose origin is
 * that of the whole picture; no pixel stays transparent.
 */
export function* pngInBands<C extends BandContext>(
  width: number,
  height: number,
  open: (width: number, height: number) => C,
  paint: (context: C, band: { top: number; bottom: number }) => void,
): Generator<Uint8Array<ArrayBuffer>, void, void> {
  const high = Math.min(height, Math.max(1, Math.floor(atOnce / width)))
  const context = open(width, high)
  const packed: Uint8Array[] = []
  const packer = new Zlib((bytes) => packed.push(bytes))
  yield signature
  yield chunk('IHDR', headOf(width, height))
  let above: Uint8Array = new Uint8Array(width * 3)
  for (let top = 0; top < height; top += high) {
    const rows = Math.min(high, height - top)
    context.resetTransform()
    context.translate(0, -top)
    context.save()
    paint(context, { top, bottom: top + rows })
    context.restore()
    const { lines, last } = differencesOf(context.getImageData(0, 0, width, rows).data, width, rows, above)
    above = last
    packer.push(lines, top + rows === height)
    for (const bytes of packed.splice(0)) yield chunk('IDAT', bytes)
  }
  yield chunk('IEND', new Uint8Array())
}

/** Rows of a PNG of three bytes a pixel, each as its difference to the one above (filter 2); `last`: the last row itself. */
function differencesOf(data: Uint8ClampedArray, width: number, rows: number, above: Uint8Array) {
  const long = width * 3
  const lines = new Uint8Array(rows * (long + 1))
  let before = above
  let into = 0
  let from = 0
  for (let row = 0; row < rows; row += 1) {
    const now = new Uint8Array(long)
    lines[into++] = 2
    for (let at = 0; at < long; from += 4)
      for (let part = 0; part < 3; part += 1, at += 1) {
        const value = data[from + part] as number
        now[at] = value
        lines[into++] = value - (before[at] as number)
      }
    before = now
  }
  return { lines, last: before }
}

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)

/** Eight bits for each of red, green and blue. */
function headOf(width: number, height: number): Uint8Array {
  const head = new Uint8Array(13)
  const view = new DataView(head.buffer)
  view.setUint32(0, width)
  view.setUint32(4, height)
  head.set([8, 2], 8)
  return head
}

function chunk(name: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(data.length + 12)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, data.length)
  for (let at = 0; at < 4; at += 1) bytes[4 + at] = name.charCodeAt(at)
  bytes.set(data, 8)
  view.setUint32(data.length + 8, crc32(bytes.subarray(4, data.length + 8)))
  return bytes
}
