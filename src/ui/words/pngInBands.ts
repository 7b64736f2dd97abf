/**
 * A picture of any size as PNG, painted and packed band after band, so that the page is never held up for long: a canvas of the whole takes
 * hundreds of megabytes, and reading it back a task as long as it is large. How high a band is follows from how long the one before took.
 */

/** Pixels painted without a stop: at most, of the first band, and however slow the machine is. */
const atOnce = { most: 350_000, first: 80_000, least: 40_000 }
/** What one task, painting or packing, is to take, in ms. */
const wanted = 16

const rowsOf = (pixels: number, width: number): number => Math.max(1, Math.floor(pixels / width))

/** How many rows come next: as many as take the time that is wanted, and never more than twice as many as now. */
export const nextRows = (rows: number, took: number, width: number): number =>
  Math.min(
    rowsOf(atOnce.most, width),
    Math.max(rowsOf(atOnce.least, width), Math.floor(rows * Math.min(2, wanted / Math.max(took, 1)))),
  )

/** Width and height in px of the picture. `paint` paints what of it lies in a band on the context, whose origin is that of the whole picture; no pixel stays transparent. */
export async function pngInBands(
  width: number,
  height: number,
  paint: (context: CanvasRenderingContext2D, band: { top: number; bottom: number }) => void,
): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = Math.min(height, rowsOf(atOnce.most, width))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return null
  const packer = new CompressionStream('deflate')
  const packed = chunksOf(packer.readable)
  const writer = packer.writable.getWriter()
  let above: Uint8Array = new Uint8Array(width * 3)
  let high = rowsOf(atOnce.first, width)
  for (let top = 0; top < height; ) {
    const rows = Math.min(high, height - top)
    const began = performance.now()
    context.resetTransform()
    context.translate(0, -top)
    context.save()
    paint(context, { top, bottom: top + rows })
    context.restore()
    const { data } = context.getImageData(0, 0, width, rows)
    const { lines, last } = differencesOf(data, width, rows, above)
    above = last
    const painted = performance.now() - began
    // Chromium packs on the page's own thread: that is a task of its own.
    await nextTask()
    const packing = performance.now()
    // Awaited: what is packed before more is painted does not heap up.
    await writer.write(lines)
    high = nextRows(rows, Math.max(painted, performance.now() - packing), width)
    top += rows
    await nextTask()
  }
  await writer.close()
  return new Blob(
    [signature, chunk('IHDR', headOf(width, height)), ...(await packed), chunk('IEND', new Uint8Array())],
    {
      type: 'image/png',
    },
  )
}

const nextTask = () => new Promise((resolve) => setTimeout(resolve))

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

async function chunksOf(stream: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>[]> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return chunks
    chunks.push(chunk('IDAT', value))
  }
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
  view.setUint32(data.length + 8, checksum(bytes.subarray(4, data.length + 8)))
  return bytes
}

const table = Uint32Array.from({ length: 256 }, (_, n) => {
  let word = n
  for (let bit = 0; bit < 8; bit += 1) word = word & 1 ? 0xedb88320 ^ (word >>> 1) : word >>> 1
  return word
})

/** CRC-32, as ISO 3309 has it. */
function checksum(bytes: Uint8Array): number {
  let word = 0xffffffff
  for (const byte of bytes) word = (table[(word ^ byte) & 255] as number) ^ (word >>> 8)
  return ~word >>> 0
}
