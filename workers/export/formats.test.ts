import { expect, test } from 'vitest'
import { formats } from './formats.ts'

test('2 §9 files bear the name of the project; the combined Word document the product’s; pictures of two kinds two names', () => {
  const { docx, ...others } = formats
  for (const { fileName } of Object.values(others)) expect(fileName('Study')).toMatch(/^Study[ .]/)
  expect(docx.fileName('Study')).toBe('Thicket-export.docx')
  const pictures = { picture: {} as never, fonts: [], stages: [], head: ['', ''] } as const
  expect(formats.pictures.fileName('Study', { ...pictures, as: 'png' })).toBe('Study pictures PNG.zip')
  expect(formats.pictures.fileName('Study', { ...pictures, as: 'svg' })).toBe('Study pictures SVG.zip')
  expect(formats.docxEach.fileName('Study')).toBe('Study documents.zip')
  expect(formats.canvasSvg.fileName('Study')).toBe('Study canvas.svg')
})
