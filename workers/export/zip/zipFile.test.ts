import { crc32 as nodeCrc32 } from 'node:zlib'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { crc32, joinedCrc32 } from './crc32.ts'
import { zipFile } from './zipFile.ts'

const bytes = (length: number) => Uint8Array.from({ length }, (_, at) => (at * 31 + (at >> 8)) & 255)

test('the check sum is that of others, in one part, in two, and joined of two', () => {
  const all = bytes(300_000)
  expect(crc32(all)).toBe(nodeCrc32(all))
  for (const cut of [0, 1, 7, 65_535, 299_999, 300_000]) {
    const [first, second] = [all.subarray(0, cut), all.subarray(cut)]
    expect(crc32(second, crc32(first))).toBe(nodeCrc32(all))
    expect(joinedCrc32(crc32(first), crc32(second), second.length), `cut at ${cut}`).toBe(nodeCrc32(all))
  }
})

test('entries that are open side by side, with heads that come last, are read again by others', () => {
  const zip = zipFile()
  const pieces: Uint8Array[] = []
  const headed = [zip.headed('long'), zip.headed('short'), zip.headed('bare')]
  const plain = zip.text('plain é')
  let body = ''
  for (let n = 0; n < 20_000; n++) {
    const line = `line ${n} 😀\n`
    body += line
    headed[0]?.write(line)
    plain.write(line)
    if (n % 1000 === 0) pieces.push(...zip.take())
  }
  headed[1]?.write('tail')
  zip.bytes('stored', bytes(1000))
  const head = 'head '.repeat(40_000)
  plain.end()
  for (const [at, entry] of headed.entries()) entry.end(at === 2 ? '' : head)
  zip.end()
  const read = unzipSync(Buffer.concat([...pieces, ...zip.take()]))
  const text = (name: string) => new TextDecoder().decode(read[name])
  expect(Object.keys(read)).toEqual(['long', 'short', 'bare', 'plain é', 'stored'])
  expect(text('long')).toBe(head + body)
  expect(text('short')).toBe(`${head}tail`)
  expect(text('bare')).toBe('')
  expect(text('plain é')).toBe(body)
  expect(read.stored).toEqual(bytes(1000))
})

test('an entry that is first leaves while it is written', () => {
  const zip = zipFile()
  const entry = zip.text('one')
  let taken = 0
  for (let n = 0; n < 100_000; n++) entry.write(`${n * 7919} `)
  for (const piece of zip.take()) taken += piece.length
  expect(taken).toBeGreaterThan(50_000)
  entry.end()
  zip.end()
})
