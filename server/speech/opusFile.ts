/**
 * Opus in Ogg, as browsers make it (RFC 7845, RFC 6716): its packets, how long they last, and what they sound like. The bytes come from outside:
 * what is not sound throws `NotSound`, and nothing but the packets of its first stream is looked at.
 */
import { createDecoder } from 'libopus-wasm'
import { joined } from '../../src/model/joined.ts'

export class NotSound extends Error {}

export interface OpusFile {
  packets: Uint8Array[]
  /** Units of 1/48,000 s that are not to be heard. */
  skipped: number
  /** What is heard, in seconds: as many as are charged for, whatever a sender says. */
  seconds: number
}

const pageHead = 27
/** How much sound a packet may hold: 120 ms. */
const longestPacket = 5760
const rate = 16_000
/** Per unit of what is decoded. */
const unitsPerSample = 48_000 / rate

export function readOpusFile(bytes: Uint8Array): OpusFile {
  const [head, tags, ...packets] = packetsOf(bytes)
  if (!head || !tags || ascii(head, 0, 8) !== 'OpusHead' || ascii(tags, 0, 8) !== 'OpusTags' || head.length < 19)
    throw new NotSound('no Opus in Ogg')
  const [channels = 0, family] = [head[9], head[18]]
  if (family !== 0 || channels < 1 || channels > 2) throw new NotSound('more channels than two')
  const skipped = view(head).getUint16(10, true)
  const units = packets.reduce((sum, packet) => sum + unitsOf(packet), 0) - skipped
  if (units <= 0) throw new NotSound('there is nothing to be heard')
  return { packets, skipped, seconds: units / 48_000 }
}

/** The file as a WAV of one channel at 16 kHz, piece by piece: an hour of it would be 115 MB. */
export async function* wavOf({ packets, skipped, seconds }: OpusFile): AsyncGenerator<Uint8Array> {
  const samples = Math.round(seconds * rate)
  yield wavHead(samples)
  const decoder = await createDecoder({ sampleRate: rate, channels: 1 })
  let toSkip = Math.round(skipped / unitsPerSample)
  let left = samples
  try {
    for (const packet of packets) {
      const heard = decoder.decode(packet)
      const from = Math.min(toSkip, heard.length)
      toSkip -= from
      const piece = heard.slice(from, from + left)
      left -= piece.length
      if (piece.length > 0) yield new Uint8Array(piece.buffer, piece.byteOffset, piece.byteLength)
    }
  } catch (error) {
    throw error instanceof NotSound ? error : new NotSound('a packet cannot be decoded', { cause: error })
  } finally {
    decoder.free()
  }
}

/** A packet ends where a segment has less than 255 bytes, which may be pages later. */
function packetsOf(bytes: Uint8Array): Uint8Array[] {
  const packets: Uint8Array[] = []
  const look = view(bytes)
  let begun: Uint8Array[] = []
  let stream: number | undefined
  for (let at = 0; at < bytes.length; ) {
    if (ascii(bytes, at, 4) !== 'OggS' || at + pageHead > bytes.length) throw new NotSound('no page of Ogg')
    const serial = look.getUint32(at + 14, true)
    stream ??= serial
    const count = bytes[at + 26] ?? 0
    const sizes = bytes.subarray(at + pageHead, at + pageHead + count)
    let place = at + pageHead + count
    const end = place + sizes.reduce((sum, size) => sum + size, 0)
    if (sizes.length < count || end > bytes.length) throw new NotSound('a page ends too early')
    if (serial === stream) {
      let from = place
      for (const size of sizes) {
        place += size
        if (size === 255) continue
        const piece = bytes.subarray(from, place)
        packets.push(begun.length === 0 ? piece : joined([...begun, piece]))
        begun = []
        from = place
      }
      if (from < place) begun.push(bytes.subarray(from, place))
    }
    at = end
  }
  return packets
}

/** How long a packet lasts, as its first bytes say: a decoder gives out just that. */
function unitsOf(packet: Uint8Array): number {
  const [first, second] = packet
  if (first === undefined) throw new NotSound('an empty packet')
  const kind = first >> 3
  const frame =
    kind < 12 ? [480, 960, 1920, 2880][kind & 3] : kind < 16 ? [480, 960][kind & 1] : [120, 240, 480, 960][kind & 3]
  const code = first & 3
  const frames = code === 0 ? 1 : code < 3 ? 2 : (second ?? 0) & 63
  const units = (frame ?? 0) * frames
  if (units === 0 || units > longestPacket) throw new NotSound('a packet of no length')
  return units
}

function wavHead(samples: number): Uint8Array {
  const head = new Uint8Array(44)
  const look = view(head)
  const size = samples * 2
  const write = (at: number, text: string) => head.set(new TextEncoder().encode(text), at)
  write(0, 'RIFF')
  look.setUint32(4, Math.min(36 + size, 0xffffffff), true)
  write(8, 'WAVEfmt ')
  look.setUint32(16, 16, true)
  look.setUint16(20, 1, true)
  look.setUint16(22, 1, true)
  look.setUint32(24, rate, true)
  look.setUint32(28, rate * 2, true)
  look.setUint16(32, 2, true)
  look.setUint16(34, 16, true)
  write(36, 'data')
  look.setUint32(40, Math.min(size, 0xffffffff), true)
  return head
}

const view = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const ascii = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length))
