/** A good file with a few things in it made wrong: bytes of the file, or of one entry of an archive, so that the fault lies in what it holds. */
import { unzipSync, zipSync } from 'fflate'
import { joined } from '../../../src/model/joined.ts'
import type { Below } from './drawnText.ts'

export function damaged(bytes: Uint8Array, below: Below, other: Uint8Array): Uint8Array {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b && below(4) > 0) return inside(bytes, below, other)
  let result = bytes
  for (let i = below(4); i >= 0; i--) result = once(result, below, other)
  return result
}

function inside(bytes: Uint8Array, below: Below, other: Uint8Array): Uint8Array {
  const entries: Record<string, Uint8Array> = { ...unzipSync(bytes) }
  const names = Object.keys(entries)
  const name = names[below(names.length)] ?? ''
  if (below(10) === 0) delete entries[name]
  else for (let i = below(4); i >= 0; i--) entries[name] = once(entries[name] ?? bytes, below, other)
  return zipSync(entries, { level: below(2) === 0 ? 0 : 6 })
}

/** Tokens that mean something to some reader. */
const tokens =
  "<![CDATA[ ]]> <!-- <!DOCTYPE &#x0; &lt; &unknown; </p> <p/> \" ' { } {{{{ \\par \\u-1? \\bin99 \\'ff << >> [ ( obj endobj stream endstream /Kids /Length 99999999999 -1 0 NaN 1e308 --> 00:00:00,000 ; , \t \r \n \0 \uFEFF \uFFFE \uD83D \u0085 ```` |-| [[[ **".split(
    ' ',
  )

function once(bytes: Uint8Array, below: Below, other: Uint8Array): Uint8Array {
  const at = below(bytes.length + 1)
  const to = Math.min(bytes.length, at + 1 + below(below(3) === 0 ? 400 : 12))
  const way = below(9)
  if (way === 0) return bytes.slice(0, at)
  if (way === 1) return joined([bytes.subarray(0, at), bytes.subarray(to)])
  if (way === 2) return joined([bytes.subarray(0, to), bytes.subarray(at)])
  if (way === 3)
    return joined([bytes.subarray(0, at), other.subarray(below(other.length + 1)).subarray(0, 300), bytes.subarray(to)])
  if (way === 4)
    return joined([bytes.subarray(0, at), new TextEncoder().encode(tokens[below(tokens.length)]), bytes.subarray(at)])
  if (way === 5) return inNumbers(bytes, at, below)
  const result = bytes.slice()
  for (let i = at; i < to; i++)
    result[i] = way === 6 ? (result[i] ?? 0) ^ (1 << below(8)) : way === 7 ? below(256) : below(2) * 255
  return result
}

/** The digits that stand next become others. */
function inNumbers(bytes: Uint8Array, from: number, below: Below): Uint8Array {
  const isDigit = (byte: number) => byte >= 0x30 && byte <= 0x39
  let at = from
  while (at < bytes.length && !isDigit(bytes[at] ?? 0)) at += 1
  let to = at
  while (to < bytes.length && isDigit(bytes[to] ?? 0)) to += 1
  const numbers = ['0', '-1', '1', '65535', '2147483648', '99999999999999', '1e400']
  return joined([bytes.subarray(0, at), new TextEncoder().encode(numbers[below(numbers.length)]), bytes.subarray(to)])
}
