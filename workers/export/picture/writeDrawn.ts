/** A picture that the page has laid out, as what it shows is on the screen alone: painted, or written as SVG. */
import { refuse } from '../../../src/model/problems.ts'
import type { ExportedFile, ExportReport, ProjectReader } from '../../../src/model/projectReader.ts'
import { type FontSource, openPainter } from './pngOf.ts'
import type { Picture } from './shapes.ts'
import { svgOf } from './svgOf.ts'

export interface DrawnOptions {
  picture: Picture
  /** Those that it is painted with. */
  fonts: readonly FontSource[]
}

export async function* writeDrawnPng(
  _reader: ProjectReader,
  { picture, fonts }: DrawnOptions,
  report: ExportReport,
): ExportedFile {
  const texts = picture.shapes.map((shape) => (shape.kind === 'text' ? shape.text : '')).join(' ')
  const painter = await openPainter(fonts, texts, picture.font)
  if (!painter) return refuse({ kind: 'cannotSave', message: 'PNG' })
  yield await painter.png(picture)
  report(1)
}

export async function* writeDrawnSvg(
  _reader: ProjectReader,
  { picture }: DrawnOptions,
  report: ExportReport,
): ExportedFile {
  yield new TextEncoder().encode(svgOf(picture))
  report(1)
}
