/** How large is an image, in pixels? Promises: reads no more than the bytes there are; null where they do not say. */

export interface ImageSize {
  width: number
  height: number
}

export type ImageKind = 'png' | 'jpeg' | 'gif' | 'webp'

export function imageSize(kind: ImageKind, bytes: Uint8Array): ImageSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const size = readers[kind](view)
    return size && size.width > 0 && size.height > 0 ? size : null
  } catch (error) {
    // Cut off.
    if (error instanceof RangeError) return null
    throw error
  }
}

const readers: Readonly<Record<ImageKind, (view: DataView) => ImageSize | null>> = {
  png: (view) => ({ width: view.getUint32(16), height: view.getUint32(20) }),
  gif: (view) => ({ width: view.getUint16(6, true), height: view.getUint16(8, true) }),
  jpeg: jpegSize,
  webp: webpSize,
}

/** Segment after segment, up to the one that begins a frame. */
function jpegSize(view: DataView): ImageSize | null {
  for (let at = 2; ; ) {
    if (view.getUint8(at) !== 0xff) return null
    const marker = view.getUint8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    at += 2 + view.getUint16(at + 2)
  }
}

function webpSize(view: DataView): ImageSize | null {
  const kind = String.fromCharCode(...[12, 13, 14, 15].map((at) => view.getUint8(at)))
  const three = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16)
  if (kind === 'VP8X') return { width: three(24) + 1, height: three(27) + 1 }
  if (kind === 'VP8 ') return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  if (kind !== 'VP8L') return null
  const bits = view.getUint32(21, true)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}
