import { describe, expect, test } from 'vitest'
import { isProblem } from '../../src/model/problems.ts'
import type { ProjectRows } from '../../src/model/projectRows.ts'
import { imageAddress } from './imageAddress.ts'
import { imagePixels, mostPicturePixels } from './imagePixels.ts'
import { readSources } from './readSources.ts'
import { readProject } from './refi/readProject.ts'
import { docxFile, paragraph, picture, pixel, run } from './testing/docxFile.ts'
import { odtFile } from './testing/odtFile.ts'
import { element, guid, project, qdpxFile } from './testing/qdpxFile.ts'

/** Text as its letters, numbers as bytes. */
const bytes = (...parts: (string | Iterable<number>)[]): Uint8Array =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? [...part].map((letter) => letter.charCodeAt(0)) : [...part])),
  )
const big = (value: number, count: number) =>
  Array.from({ length: count }, (_, i) => (value >>> (8 * (count - 1 - i))) & 255)
const little = (value: number, count: number) => big(value, count).reverse()

/** What each kind of file says before its pixels. */
const kinds: Readonly<Record<string, (width: number, height: number) => Uint8Array>> = {
  png: (width, height) => bytes(pixel.subarray(0, 16), big(width, 4), big(height, 4)),
  jpeg: (width, height) =>
    bytes([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xff, 0xc2, 0, 11, 8], big(height, 2), big(width, 2)),
  gif: (width, height) =>
    bytes('GIF89a', little(width, 2), little(height, 2), [0, 0, 0, 0x2c], [0, 0, 0, 0, 1, 0, 1, 0]),
  webp: (width, height) =>
    bytes('RIFF', little(22, 4), 'WEBPVP8X', little(10, 4), little(0, 4), little(width - 1, 3), little(height - 1, 3)),
}
const made = (kind: string, width: number, height: number) => kinds[kind]?.(width, height) as Uint8Array

describe('how many pixels a picture has', () => {
  test.each(Object.keys(kinds))('%s: by what it says; none where it is cut off before', (kind) => {
    const file = made(kind, 1234, 567)
    expect(imagePixels(file)).toBe(1234 * 567)
    for (let length = 0; length < file.length; length++) expect(imagePixels(file.subarray(0, length))).toBe(0)
  })

  test('the other forms of .webp', () => {
    const lossy = bytes(
      'RIFF',
      little(22, 4),
      'WEBPVP8 ',
      little(10, 4),
      [0, 0, 0, 0x9d, 1, 0x2a],
      little(300, 2),
      little(200, 2),
    )
    expect(imagePixels(lossy)).toBe(300 * 200)
    const lossless = bytes('RIFF', little(22, 4), 'WEBPVP8L', little(10, 4), [0x2f], little(299 | (199 << 14), 4))
    expect(imagePixels(lossless)).toBe(300 * 200)
  })

  test('a frame of a .gif beyond its screen, after a table of colours and an extension', () => {
    const head = bytes('GIF89a', little(10, 2), little(10, 2), [0x80, 0, 0], [1, 2, 3, 4, 5, 6])
    const extension = [0x21, 0xf9, 4, 0, 0, 0, 0, 0]
    const frame = [0x2c, ...little(5, 2), ...little(0, 2), ...little(20_000, 2), ...little(30_000, 2)]
    expect(imagePixels(bytes(head, extension, frame))).toBe(20_005 * 30_000)
  })

  test('a .jpeg in which something looks like a frame before the one that counts is not read', () => {
    const [, , ...rest] = made('jpeg', 1, 1)
    expect(imagePixels(bytes([0xff, 0xd8, 0xff, 0xe0, 0, 2, 0], rest))).toBe(0)
    expect(imagePixels(bytes([0xff, 0xd8, 0xff, 0, 0, 2], rest))).toBe(0)
  })
})

describe('pictures of too many pixels are left out, and that is said', () => {
  const most = made('png', 7000, 10_000)
  const tooMany = made('png', 7000, 10_001)

  test.each(Object.keys(kinds))('%s: up to 70 million', (kind) => {
    expect(mostPicturePixels).toBe(70_000_000)
    expect(imageAddress(made(kind, 7000, 10_000))).toMatch(`data:image/${kind};base64,`)
    expect(imageAddress(made(kind, 7000, 10_001))).toBe('')
  })

  async function read(name: string, file: Uint8Array): Promise<unknown[]> {
    const result = await readSources({ name, bytes: file })
    if (isProblem(result)) throw new Error(JSON.stringify(result.problem))
    const images = result.ok.sources[0]?.html.match(/<img /g)?.length ?? 0
    return [images, ...result.ok.notes.map(({ kind }) => kind)]
  }

  test('.docx', async () => {
    const file = (image: Uint8Array) =>
      docxFile({ body: paragraph(run('a') + picture('p')), images: { p: { name: 'one.png', bytes: image } } })
    expect(await read('a.docx', file(most))).toEqual([1])
    expect(await read('a.docx', file(tooMany))).toEqual([0, 'imagesLeftOut'])
  })

  test('.odt', async () => {
    const body = '<text:p>a<draw:frame><draw:image xlink:href="Pictures/a.png"/></draw:frame></text:p>'
    const file = (image: Uint8Array) => odtFile({ body, entries: { 'Pictures/a.png': image } })
    expect(await read('a.odt', file(most))).toEqual([1])
    expect(await read('a.odt', file(tooMany))).toEqual([0, 'imagesLeftOut'])
  })

  test('.qdpx: a picture that is a source', async () => {
    const xml = project(
      {},
      element('Sources', {}, element('PictureSource', { guid: guid(20), name: 'Map', path: 'internal://m.png' })),
    )
    const answered = async (image: Uint8Array) => {
      const result = await readProject({
        name: 'Study.qdpx',
        bytes: qdpxFile({ xml, files: { 'sources/m.png': image } }),
      })
      if (isProblem(result)) throw new Error(JSON.stringify(result.problem))
      const rows = JSON.parse(await result.ok.rows.text()) as ProjectRows
      const isNoted = result.ok.notes.some(({ kind }) => kind === 'refiPictures')
      return [rows.question_answers?.[0]?.answer?.includes('<img ') ?? false, isNoted]
    }
    expect(await answered(most)).toEqual([true, false])
    expect(await answered(tooMany)).toEqual([false, true])
  })
})
