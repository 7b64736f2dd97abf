import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type PdfPage, pdfFile } from '../testing/pdfFile.ts'
import type { OcrHost } from './ocrHost.ts'
import { openScan } from './openScan.ts'
import { pageImage } from './pageImage.ts'

const pdfjs = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
const host: OcrHost = {
  engine: () => {
    throw new Error('nothing is recognised here')
  },
  pdfFile: async (folder, name) => new Uint8Array(await readFile(join(pdfjs, folder, name))),
  painting: {},
}

/** How large the only page is painted, and the grey in its middle. */
async function painted(page: Partial<PdfPage>): Promise<[width: number, height: number, grey: number | undefined]> {
  const opened = await openScan(pdfFile([{ texts: [], ...page }]), host)
  if (typeof opened === 'string') throw new Error(opened)
  try {
    const { grey, width, height } = await pageImage(opened.document, 1)
    return [width, height, grey[(height >> 1) * width + (width >> 1)]]
  } finally {
    await opened.close()
  }
}

describe('a page as a picture', () => {
  test('has 300 dots per inch, and of a large page 18 million pixels at most', async () => {
    expect(await painted({ size: [72, 144] })).toEqual([300, 600, 255])
    const [width, height] = await painted({ size: [14_400, 14_400] })
    expect([width, height]).toEqual([4242, 4242])
    expect(width * height).toBeLessThanOrEqual(18_000_000)
  })

  test('is as long as a canvas may be, however narrow the page', async () => {
    expect(await painted({ size: [14_400, 2] })).toEqual([16_384, 2, 255])
    expect(await painted({ size: [2, 14_400] })).toEqual([2, 16_384, 255])
  })

  test('shows its pictures, but none of more than 70 million pixels', async () => {
    expect(await painted({ size: [72, 72], picture: [100, 100] })).toEqual([300, 300, 0])
    expect(await painted({ size: [72, 72], picture: [7000, 10_001] })).toEqual([300, 300, 255])
  })
})
