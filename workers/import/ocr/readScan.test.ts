import { describe, expect, test } from 'vitest'
import { pdfFile } from '../testing/pdfFile.ts'
import type { OcrHost } from './ocrHost.ts'
import { fileOf, turned } from './pageImage.ts'
import { largestScan, readScan } from './readScan.ts'

/** Nothing is recognised before it is known that there is something to recognise. */
const host: OcrHost = {
  engine: () => {
    throw new Error('the engine was started')
  },
  pdfFile: () => Promise.reject(new Error('a file was wanted')),
  painting: {},
}
const bytes = (text: string) => new TextEncoder().encode(text)

describe('OCR import', () => {
  test('accepts .pdf only', async () => {
    const read = await readScan({ name: 'folder/scan.docx', bytes: bytes('%PDF-') }, 'eng', host)
    expect(read).toEqual({ problem: { kind: 'fileTypeNotSupported', name: 'scan.docx' } })
  })

  test.each([
    ['an empty file', ''],
    ['something else', 'hello'],
    ['the beginning of a PDF', '%PDF-1.4\n1 0 obj\n<< /Type /Catalog'],
  ])('names the file and what is wrong with %s', async (_what, text) => {
    const read = await readScan({ name: 'folder/scan.pdf', bytes: bytes(text) }, 'eng', host)
    expect(read).toEqual({ problem: { kind: 'conversionFailed', name: 'scan.pdf', detail: expect.any(String) } })
  })

  test('its limits: bytes and pages, seen before anything is recognised', async () => {
    const large = { name: 'scan.pdf', bytes: { length: largestScan + 1 } as Uint8Array }
    expect(await readScan(large, 'eng', host)).toEqual({
      problem: { kind: 'fileTooLarge', name: 'scan.pdf', most: largestScan },
    })
    const pages = (count: number) => pdfFile(Array.from({ length: count }, () => ({ texts: [] })))
    expect(await readScan({ name: 'scan.pdf', bytes: pages(2001) }, 'eng', host)).toEqual({
      problem: { kind: 'conversionFailed', name: 'scan.pdf', detail: 'it has too many pages: 2001' },
    })
    await expect(readScan({ name: 'scan.pdf', bytes: pages(2000) }, 'eng', host)).rejects.toThrow(
      'the engine was started',
    )
  })

  test('a page that lies on its side is turned by a quarter, clockwise', () => {
    const page = { grey: Uint8Array.of(1, 2, 3, 4, 5, 6), width: 3, height: 2, scale: 1 }
    expect(turned(page)).toEqual({ grey: Uint8Array.of(4, 1, 5, 2, 6, 3), width: 2, height: 3, scale: 1 })
    expect(turned(turned(turned(turned(page))))).toEqual(page)
    expect(new TextDecoder('latin1').decode(fileOf(page))).toBe('P5\n3 2\n255\n\x01\x02\x03\x04\x05\x06')
  })
})
