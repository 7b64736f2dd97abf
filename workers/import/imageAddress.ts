import { imagePixels, mostPicturePixels } from './imagePixels.ts'

/**
 * An image of a file as an answer keeps it: by what its bytes are, whatever the file calls it. '' where it is of no kind that is kept, or has
 * so many pixels that whoever reads the text would have no memory left for them.
 */
export function imageAddress(bytes: Uint8Array): string {
  const pixels = imagePixels(bytes)
  if (pixels === 0 || pixels > mostPicturePixels) return ''
  const kind = kinds.find(({ begins }) => begins.every((byte, i) => byte < 0 || bytes[i] === byte))?.kind
  return kind === undefined ? '' : `data:image/${kind};base64,${base64(bytes)}`
}

/** -1: any byte. */
const kinds = [
  { kind: 'png', begins: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { kind: 'jpeg', begins: [0xff, 0xd8, 0xff] },
  { kind: 'gif', begins: [0x47, 0x49, 0x46, 0x38] },
  { kind: 'webp', begins: [0x52, 0x49, 0x46, 0x46, -1, -1, -1, -1, 0x57, 0x45, 0x42, 0x50] },
]

/** Divisible by three, so that the pieces can be put together. */
const pieceBytes = 24_576

function base64(bytes: Uint8Array): string {
  const pieces: string[] = []
  for (let at = 0; at < bytes.length; at += pieceBytes)
    pieces.push(btoa(String.fromCharCode(...bytes.subarray(at, at + pieceBytes))))
  return pieces.join('')
}
