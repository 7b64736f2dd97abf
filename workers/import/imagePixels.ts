/** How many pixels a picture has once it is unpacked, by what its file says before its pixels; nothing of it is unpacked here. */

/** Of one picture: A4 at 600 dots per inch has half of it. Unpacked each takes four bytes. */
export const mostPicturePixels = 70_000_000

type Size = readonly [width: number, height: number]

/** 0: it is no PNG, JPEG, GIF or WebP, or is cut off before it says. */
export function imagePixels(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const [width, height] = sizeOf(view)
    return width * height
  } catch (error) {
    // Read beyond its end.
    if (error instanceof RangeError) return 0
    throw error
  }
}

/** Throws RangeError where the file is too short. */
function sizeOf(view: DataView): Size {
  const sign = view.getUint32(0)
  if (sign === 0x89504e47) return [view.getUint32(16), view.getUint32(20)]
  if (sign >>> 8 === 0xffd8ff) return sizeOfJpeg(view)
  if (sign === 0x47494638) return sizeOfGif(view)
  if (sign === 0x52494646 && view.getUint32(8) === 0x57454250) return sizeOfWebp(view)
  return [0, 0]
}

/** Of its frame, which comes after segments of other things. */
function sizeOfJpeg(view: DataView): Size {
  for (let at = 2; ; ) {
    const marker = view.getUint8(at + 1)
    // What lies between segments is passed over by programs, and might look like a frame.
    if (view.getUint8(at) !== 0xff || marker === 0) return [0, 0]
    // As many of these as one likes may stand before a marker.
    if (marker === 0xff) at += 1
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return [view.getUint16(at + 7), view.getUint16(at + 5)]
    else if (marker === 0xda) return [0, 0]
    else at += 2 + (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8) ? 0 : view.getUint16(at + 2))
  }
}

/** A first frame that is larger than the screen is shown whole. */
function sizeOfGif(view: DataView): Size {
  const screen = [view.getUint16(6, true), view.getUint16(8, true)] as const
  const table = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 << ((flags & 7) + 1))
  let at = 13 + table(view.getUint8(10))
  while (view.getUint8(at) === 0x21) {
    at += 2
    while (view.getUint8(at) > 0) at += 1 + view.getUint8(at)
    at += 1
  }
  if (view.getUint8(at) !== 0x2c) return [0, 0]
  const far = (start: number, size: number) => view.getUint16(at + start, true) + view.getUint16(at + size, true)
  return [Math.max(screen[0], far(1, 5)), Math.max(screen[1], far(3, 7))]
}

function sizeOfWebp(view: DataView): Size {
  const chunk = view.getUint32(12)
  const three = (at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16)
  if (chunk === 0x56503858) return [three(24) + 1, three(27) + 1]
  if (chunk === 0x56503820) return [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff]
  if (chunk !== 0x5650384c) return [0, 0]
  const bits = view.getUint32(21, true)
  return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1]
}
