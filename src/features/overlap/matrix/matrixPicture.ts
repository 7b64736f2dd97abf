/** The whole matrix as a picture to keep: with its titles where cells are large enough for them. */
import { labelColour } from '../../../model/palette.ts'
import { ellipsis } from '../../../ui/fitTitle.ts'
import { canvasFont, measureText } from '../../../ui/measureText.ts'
import { type Scheme, themeColour } from '../../../ui/theme.ts'
import type { Matrix } from './matrixOf.ts'
import { paintMatrix } from './paintMatrix.ts'
import { shades } from './shades.ts'

/** In px of the picture. */
const largest = 3200
const usual = 22
const titled = 14
const titleRoom = 200
const margin = 16
const font = 12

/** PNG; null where the browser has no memory for it. */
export async function matrixPicture(matrix: Matrix, scheme: Scheme): Promise<Blob | null> {
  const size = matrix.quirks.length
  const cell = Math.max(1, Math.min(usual, Math.floor(largest / size)))
  const titles = cell >= titled ? titleRoom : 0
  const length = size * cell
  const cells = document.createElement('canvas')
  cells.width = length
  cells.height = length
  const canvas = document.createElement('canvas')
  canvas.width = titles + length + 2 * margin
  canvas.height = canvas.width
  const [context, painted] = [canvas.getContext('2d'), cells.getContext('2d')]
  if (!context || !painted) return null
  const paper = themeColour('--raised')
  const colours = {
    paper,
    ink: themeColour('--ink'),
    accent: themeColour('--accent'),
    shades: shades[scheme],
    inks: shades[scheme].map(labelColour),
    font: canvasFont(11, 450),
  }
  paintMatrix(painted, matrix, { left: 0, top: 0, width: length, height: length, cell }, colours)
  context.fillStyle = paper
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.translate(margin + titles, margin + titles)
  context.drawImage(cells, 0, 0)
  if (titles > 0) {
    context.fillStyle = colours.ink
    context.font = canvasFont(font, 450)
    context.textBaseline = 'middle'
    const words = matrix.quirks.map(({ title }) => ellipsis(title, (titleRoom - 12) / font, measureText) ?? '')
    context.textAlign = 'right'
    for (const [row, title] of words.entries()) context.fillText(title, -8, (row + 0.5) * cell)
    context.rotate(-Math.PI / 2)
    context.textAlign = 'left'
    for (const [column, title] of words.entries()) context.fillText(title, 8, (column + 0.5) * cell)
  }
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}
