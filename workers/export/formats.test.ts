import { expect, test } from 'vitest'
import { formats } from './formats.ts'

test('files bear the name of the project; the combined Word document the product’s too (2 §9)', () => {
  for (const { fileName } of Object.values(formats)) expect(fileName('Study')).toMatch(/^Study[ .]/)
  expect(formats.docx.fileName('Study')).toBe('Study Thicket-export.docx')
  expect(formats.docx.fileName('')).toBe('Thicket-export.docx')
  expect(formats.docxEach.fileName('Study')).toBe('Study documents.zip')
  expect(formats.canvasSvg.fileName('Study')).toBe('Study canvas.svg')
})
