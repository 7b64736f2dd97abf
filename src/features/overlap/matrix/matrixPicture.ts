/**
 * The whole matrix as a picture to keep, always in the colours for paper: with its numbers and titles where cells are large enough for
 * them, and below what the shades mean.
 */
import { formatNumber } from '../../../i18n/formats.ts'
import { ellipsis } from '../../../model/canvas/fitTitle.ts'
import { labelColour } from '../../../model/palette.ts'
import { canvasFont, measureText } from '../../../ui/measureText.ts'
import type { Matrix } from './matrixOf.ts'
import { type Colours, paintMatrix } from './paintMatrix.ts'
import { legendOf, shades } from './shades.ts'

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

/** Pixels drawn without a stop. */
const atOnce = 1_500_000

/** PNG; `label` names what is counted; null where the browser has no memory for it. */
export async function matrixPicture(matrix: Matrix, label: string): Promise<Blob | null> {
  const size = matrix.quirks.length
  const cell = Math.max(1, Math.min(usual, Math.floor(largest / size)))
  const titles = cell >= titled ? titleRoom : 0
  const scale = titles > 0 ? 2 : 1
  const length = size * cell
  const width = Math.max(narrowest, titles + length)
  // A large picture is made smaller when it is printed, and its legend with it.
  const legend = legendPlaces(matrix.highest, label, width, Math.max(font, Math.round(width / 80)))
  const canvas = document.createElement('canvas')
  canvas.width = (width + 2 * margin) * scale
  canvas.height = (titles + length + margin + legend.height + 2 * margin) * scale
  // Else the browser would collect all that is drawn, and draw it at the end in one go.
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return null
  const colours: Colours = {
    paper,
    ink,
    accent: ink,
    shades: shades.light,
    inks: shades.light.map(labelColour),
    font: canvasFont(11, 450),
  }
  context.scale(scale, scale)
  context.translate(margin, margin)
  const rows = Math.max(1, Math.floor(atOnce / (length * scale) / (cell * scale)))
  for (let row = 0; row < size; row += rows) {
    const [top, height] = [row * cell, Math.min(rows, size - row) * cell]
    context.save()
    context.translate(titles, titles + top)
    paintMatrix(context, matrix, { left: 0, top, width: length, height, cell }, colours)
    context.restore()
    await turn(context)
  }
  context.save()
  context.translate(titles, titles)
  if (titles > 0) paintTitles(context, matrix, cell)
  context.restore()
  context.translate(0, titles + length + margin)
  paintLegend(context, legend)
  context.resetTransform()
  // The cells leave out what has no overlaps.
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = paper
  const band = Math.max(1, Math.floor(atOnce / canvas.width))
  for (let top = 0; top < canvas.height; top += band) {
    context.fillRect(0, top, canvas.width, band)
    await turn(context)
  }
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}

/** Has what was drawn drawn indeed, and lets others in. */
function turn(context: CanvasRenderingContext2D): Promise<void> {
  context.getImageData(0, 0, 1, 1)
  return new Promise((resolve) => setTimeout(resolve))
}

function paintTitles(context: CanvasRenderingContext2D, { quirks }: Matrix, cell: number): void {
  const words = quirks.map(({ title }) => ellipsis(title, (titleRoom - 12) / font, measureText) ?? '')
  context.fillStyle = ink
  context.font = canvasFont(font, 450)
  context.textBaseline = 'middle'
  context.textAlign = 'right'
  for (const [row, title] of words.entries()) context.fillText(title, -8, (row + 0.5) * cell)
  context.rotate(-Math.PI / 2)
  context.textAlign = 'left'
  for (const [column, title] of words.entries()) context.fillText(title, 8, (column + 0.5) * cell)
}

interface LegendPlaces {
  font: number
  height: number
  /** `colour`: of the swatch before the text; null: none. */
  items: readonly { text: string; colour: string | null; x: number; y: number }[]
}

/** One after the other, in as many lines as they need. */
function legendPlaces(highest: number, label: string, width: number, size: number): LegendPlaces {
  const texts: [string, string | null][] = [
    [label, null],
    ...legendOf(highest).map(({ shade, from, to }): [string, string | null] => [
      from === to ? formatNumber(from) : `${formatNumber(from)}–${formatNumber(to)}`,
      shades.light[shade] ?? null,
    ]),
  ]
  const line = size * 1.6
  const items: { text: string; colour: string | null; x: number; y: number }[] = []
  let [x, y] = [0, line / 2]
  for (const [text, colour] of texts) {
    const long = measureText(text) * size + (colour ? size * 1.5 : 0)
    if (x > 0 && x + long > width) [x, y] = [0, y + line]
    items.push({ text, colour, x, y })
    x += long + size * 1.2
  }
  return { font: size, height: Math.ceil(y + line / 2), items }
}

function paintLegend(context: CanvasRenderingContext2D, { font: size, items }: LegendPlaces): void {
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
