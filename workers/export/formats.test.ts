import { expect, test } from 'vitest'
import { formats } from './formats.ts'

test('files bear the name of the project, but for the combined Word document, whose name is the product’s (2 §9)', () => {
  const names = Object.entries(formats).map(([format, { fileName }]) => [format, fileName('Study')])
  expect(Object.fromEntries(names.filter(([, name]) => !name?.startsWith('Study')))).toEqual({
    docx: 'Thicket-export.docx',
  })
  expect(formats.docxEach.fileName('Study')).toBe('Study documents.zip')
  expect(formats.canvasSvg.fileName('Study')).toBe('Study canvas.svg')
})
