/**
 * `pictures`: all that is wanted in one archive, each as `{id}.png` or under the name of its view (2 §9), with a table of what each file shows.
 * `canvasPng`, `canvasSvg`: the main canvas alone, as a file that needs no unpacking.
 */

import { interMeasure } from '../../../src/model/canvas/map/interMeasure.ts'
import { csvParts } from '../../../src/model/csv.ts'
import { refuse } from '../../../src/model/problems.ts'
import type { ExportedFile, ExportReport, ProjectReader } from '../../../src/model/projectReader.ts'
import { type ZipFile, zipFile } from '../zip/zipFile.ts'
import { canvasPicture } from './canvasPicture.ts'
import { pictures, type Stage } from './choosePictures.ts'
import { type Drawn, type PictureOptions, withCounts } from './pictureSettings.ts'
import { type FontSource, openPainter, type Painter } from './pngOf.ts'
import type { Picture } from './shapes.ts'
import { svgOf } from './svgOf.ts'

export interface OnePictureOptions {
  picture: PictureOptions
  fonts: readonly FontSource[]
}

export interface PicturesOptions extends OnePictureOptions {
  as: 'png' | 'svg'
  stages: readonly Stage[]
  /** The names of the table's columns: file, what it shows. */
  head: readonly [file: string, shows: string]
}

const encoder = new TextEncoder()

/** What pictures are drawn of; `painter` null: as SVG. */
export async function openDrawing(reader: ProjectReader, options: PictureOptions, fonts: readonly FontSource[]) {
  const frame = await reader.frame()
  const quirks = withCounts(frame, options)
  const texts = quirks.map(({ title, description }) => `${title} ${description}`).join(' ')
  const painter = await openPainter(fonts, `${texts} 0123456789…› ${Object.values(options.words.colours).join('')}`)
  const drawn: Drawn = { frame, quirks, options, measure: painter?.measure ?? interMeasure }
  return { drawn, painter }
}

export async function* writeCanvasPng(
  reader: ProjectReader,
  { picture, fonts }: OnePictureOptions,
  report: ExportReport,
): ExportedFile {
  const { drawn, painter } = await openDrawing(reader, picture, fonts)
  if (!painter) return refuse({ kind: 'cannotSave', message: 'PNG' })
  yield await painter.png(canvasPicture(drawn))
  report(1)
}

export async function* writeCanvasSvg(
  reader: ProjectReader,
  { picture, fonts }: OnePictureOptions,
  report: ExportReport,
): ExportedFile {
  const { drawn } = await openDrawing(reader, picture, fonts)
  yield encoder.encode(svgOf(canvasPicture(drawn)))
  report(1)
}

export async function* writePictures(
  reader: ProjectReader,
  { picture, fonts, as, stages, head }: PicturesOptions,
  report: ExportReport,
): ExportedFile {
  const { drawn, painter } = await openDrawing(reader, picture, fonts)
  const paints = as === 'png' ? (painter ?? refuse({ kind: 'cannotSave', message: 'PNG' })) : null
  const zip = zipFile()
  const lines: (readonly [string, string])[] = [head]
  const { count, made } = pictures(drawn, stages)
  for (const one of made) {
    lines.push([await putPicture(zip, one, paints, ''), one.title])
    yield* zip.take()
    report((lines.length - 1) / count)
  }
  const table = zip.text('index.csv')
  for (const part of csvParts(lines)) table.write(part)
  table.end()
  zip.end()
  yield* zip.take()
}

/** As PNG where there is a painter, else as SVG; answers the file's name. */
export async function putPicture(zip: ZipFile, one: Picture, painter: Painter | null, folder: string): Promise<string> {
  const name = `${folder}${one.name}.${painter ? 'png' : 'svg'}`
  if (painter) zip.bytes(name, await painter.png(one))
  else {
    const entry = zip.text(name)
    entry.write(svgOf(one))
    entry.end()
  }
  return name
}
