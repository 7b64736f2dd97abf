/** Reads single files out of a zip archive that this program has written; the archive itself stays where the browser has put it. */
interface ZippedFile {
  packed: boolean
  size: number
  offset: number
}

const endLength = 22
const deflated = 8

/** The file of that name; null where there is none. */
export type ZipEntries = (name: string) => Promise<Blob | null>

export async function zipEntries(archive: Blob): Promise<ZipEntries> {
  const end = new DataView(await archive.slice(-endLength).arrayBuffer())
  const [size, offset] = [end.getUint32(12, true), end.getUint32(16, true)]
  const entries = directory(new DataView(await archive.slice(offset, offset + size).arrayBuffer()))
  return async (name) => {
    const entry = entries.get(name)
    if (!entry) return null
    const head = new DataView(await archive.slice(entry.offset, entry.offset + 30).arrayBuffer())
    const from = entry.offset + 30 + head.getUint16(26, true) + head.getUint16(28, true)
    const bytes = archive.slice(from, from + entry.size)
    if (!entry.packed) return bytes
    return new Response(bytes.stream().pipeThrough(new DecompressionStream('deflate-raw'))).blob()
  }
}

function directory(bytes: DataView): Map<string, ZippedFile> {
  const decoder = new TextDecoder()
  const entries = new Map<string, ZippedFile>()
  for (let at = 0; at + 46 <= bytes.byteLength; ) {
    const length = bytes.getUint16(at + 28, true)
    const name = decoder.decode(new Uint8Array(bytes.buffer, bytes.byteOffset + at + 46, length))
    entries.set(name, {
      packed: bytes.getUint16(at + 10, true) === deflated,
      size: bytes.getUint32(at + 20, true),
      offset: bytes.getUint32(at + 42, true),
    })
    at += 46 + length + bytes.getUint16(at + 30, true) + bytes.getUint16(at + 32, true)
  }
  return entries
}
