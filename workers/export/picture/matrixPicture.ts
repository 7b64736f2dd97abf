/**
 * The whole matrix as a picture to keep, always in the colours for paper: with its numbers and titles where cells are large enough for
 * them, and below what the shades mean.
 */
import { withoutMiddle } from '../../../src/model/canvas/fitTitle.ts'
import { goneColour, type MatrixOrder, type MatrixQuirk, matrixOf } from '../../../src/model/canvas/matrix/matrixOf.ts'
import { type Colours, paintMatrix } from '../../../src/model/canvas/matrix/paintMatrix.ts'
import { legendOf, shades } from '../../../src/model/canvas/matrix/shades.ts'
import { labelColour } from '../../../src/model/palette.ts'
import { refuse } from '../../../src/model/problems.ts'
import type { ExportedFile, ExportReport, ProjectReader } from '../../../src/model/projectReader.ts'
import type { OverlapTable } from '../../../src/model/queries.ts'
import { pngInBands } from './pngInBands.ts'
import { type Context, type FontSource, interfaceFont, openPainter } from './pngOf.ts'

/** The table as it is shown, with the names of its quirks. */
export interface MatrixOptions {
  table: OverlapTable
  quirks: readonly MatrixQuirk[]
  order: MatrixOrder
  /** What quirks are called that are gone meanwhile. */
  gone: string
  /** Names what is counted. */
  label: string
  /** Whose order titles have, and whose way numbers are written in. */
  language: string
  fonts: readonly FontSource[]
}

/** Lengths are in px of CSS; where there are titles the picture has twice as many, for print. */
const largest = 3200
const usual = 32
const titled = 14
const titleRoom = 200
const margin = 16
const font = 12
/** The least width, for the legend of a small matrix. */
const narrowest = 320

const paper = '#ffffff'
const ink = '#22252e'

const canvasFont = (size: number, weight: number): string => `${weight} ${size}px ${interfaceFont.family}`

export async function* writeMatrixPng(
  _reader: ProjectReader,
  { table, quirks, order, gone, label, language, fonts }: MatrixOptions,
  report: ExportReport,
): ExportedFile {
  const { compare } = new Intl.Collator(language, { numeric: true })
  const known = new Map(quirks.map((quirk) => [quirk.id, quirk]))
  const matrix = matrixOf(table, known, order, compare, (id) => ({ id, title: gone, color: goneColour }))
  const texts = [label, ...matrix.quirks.map(({ title }) => title)]
  const painter = await openPainter(fonts, `${texts.join(' ')} 0123456789…`)
  if (!painter) return refuse({ kind: 'cannotSave', message: 'PNG' })
  const { measure } = painter
  const size = matrix.quirks.length
  const cell = Math.max(1, Math.min(usual, Math.floor(largest / size)))
  const titles = cell >= titled ? titleRoom : 0
  const scale = titles > 0 ? 2 : 1
  const length = size * cell
  const width = Math.max(narrowest, titles + length)
  // A large picture is made smaller when it is printed, and its legend with it.
  const legend = legendPlaces(
    [label, ...legendTexts(matrix.highest, language)],
    measure,
    width,
    Math.max(font, Math.round(width / 80)),
  )
  const colours: Colours = {
    scheme: 'light',
    paper,
    ink,
    accent: ink,
    shades: shades.light,
    inks: shades.light.map(labelColour),
    font: canvasFont(11, 450),
  }
  const whole = {
    width: (width + 2 * margin) * scale,
    height: (titles + length + margin + legend.height + 2 * margin) * scale,
  }
  const shortened =
    titles > 0 ? matrix.quirks.map(({ title }) => withoutMiddle(title, (titleRoom - 12) / font, measure)) : []
  yield* pngInBands(whole.width, whole.height, painter.open, (context, band) => {
    context.fillStyle = paper
    context.fillRect(0, band.top, whole.width, band.bottom - band.top)
    context.scale(scale, scale)
    context.translate(margin, margin)
    const cells = margin + titles
    // A row more on each side: lines and titles reach a little beyond theirs.
    const first = Math.max(0, Math.floor((band.top / scale - cells) / cell) - 1)
    const end = Math.min(size, Math.ceil((band.bottom / scale - cells) / cell) + 1)
    context.save()
    context.translate(titles, titles)
    if (end > first) {
      context.save()
      context.translate(0, first * cell)
      const sight = { left: 0, top: first * cell, width: length, height: (end - first) * cell, cell }
      paintMatrix(context, painter.imageOf, matrix, sight, colours, paper)
      context.restore()
    }
    paintRowTitles(context, shortened, cell, first, end)
    if (band.top < cells * scale) paintColumnTitles(context, shortened, cell)
    context.restore()
    context.translate(0, titles + length + margin)
    if (band.bottom > (cells + length) * scale) paintLegend(context, legend)
    report(band.bottom / whole.height)
  })
}

/** After those of rows, in their font. */
function paintColumnTitles(context: Context, titles: readonly string[], cell: number): void {
  context.rotate(-Math.PI / 2)
  context.textAlign = 'left'
  for (const [column, title] of titles.entries()) context.fillText(title, 8, (column + 0.5) * cell)
}

function paintRowTitles(context: Context, titles: readonly string[], cell: number, first: number, end: number): void {
  context.fillStyle = ink
  context.font = canvasFont(font, 450)
  context.textBaseline = 'middle'
  context.textAlign = 'right'
  for (let row = first; row < Math.min(end, titles.length); row += 1)
    context.fillText(titles[row] ?? '', -8, (row + 0.5) * cell)
}

interface LegendPlaces {
  font: number
  height: number
  /** `colour`: of the swatch before the text; null: none. */
  items: readonly { text: string; colour: string | null; x: number; y: number }[]
}

type LegendText = readonly [text: string, colour: string | null]

function legendTexts(highest: number, language: string): LegendText[] {
  const { format } = new Intl.NumberFormat(language)
  return legendOf(highest).map(({ shade, from, to }) => [
    from === to ? format(from) : `${format(from)}–${format(to)}`,
    shades.light[shade] ?? null,
  ])
}

/** One after the other, in as many lines as they need. */
function legendPlaces(
  [label, ...shaded]: readonly [string, ...LegendText[]],
  measure: (text: string) => number,
  width: number,
  size: number,
): LegendPlaces {
  const texts: LegendText[] = [[label, null], ...shaded]
  const line = size * 1.6
  const items: { text: string; colour: string | null; x: number; y: number }[] = []
  let [x, y] = [0, line / 2]
  for (const [text, colour] of texts) {
    const long = measure(text) * size + (colour ? size * 1.5 : 0)
    if (x > 0 && x + long > width) [x, y] = [0, y + line]
    items.push({ text, colour, x, y })
    x += long + size * 1.2
  }
  return { font: size, height: Math.ceil(y + line / 2), items }
}

function paintLegend(context: Context, { font: size, items }: LegendPlaces): void {
  context.font = canvasFont(size, 450)
  context.textBaseline = 'middle'
  context.textAlign = 'left'
  for (const { text, colour, x, y } of items) {
    if (colour) {
      context.fillStyle = colour
      context.fillRect(x, y - size / 2, size, size)
    }
    context.fillStyle = ink
    context.fillText(text, x + (colour ? size * 1.5 : 0), y)
  }
}
