/**
 * Draws the cells of the matrix that are in sight, on the screen and for a picture: one pixel a cell, made as large as cells are. Knows no browser: a
 * canvas is what it uses of one, under the names that browsers have.
 */
import { type Shades, shadesOf } from '../../palette.ts'
import { goneColour, type Matrix } from './matrixOf.ts'
import { shadeOf, thresholds } from './shades.ts'

export interface MatrixContext<I> {
  font: string
  fillStyle: unknown
  textAlign: string
  textBaseline: string
  imageSmoothingEnabled: boolean
  clearRect(x: number, y: number, width: number, height: number): void
  fillRect(x: number, y: number, width: number, height: number): void
  fillText(text: string, x: number, y: number): void
  drawImage(image: I, x: number, y: number, width: number, height: number): void
}

/** Pixels of four bytes, as red, green, blue and opacity, row by row. */
export interface Pixels {
  readonly bytes: Uint8ClampedArray<ArrayBuffer>
  readonly width: number
  readonly height: number
}

/** What is in sight, in px; `cell`: the width of one. */
export interface Sight {
  left: number
  top: number
  width: number
  height: number
  cell: number
}

export interface Colours {
  /** Of the page: in which of its shades a quirk's own cell is painted. */
  scheme: keyof Shades
  /** Any colour of CSS. */
  paper: string
  ink: string
  accent: string
  /** `#rrggbb`, from the fewest overlaps to the most. */
  shades: readonly string[]
  /** What is read on each shade. */
  inks: readonly string[]
  font: string
}

export interface Cell {
  row: number
  column: number
}

/** Smaller cells have no lines between them, and no numbers in them. In px. */
const lined = 8
const numbered = 26
const digitWidth = 6.8

export interface Range {
  first: number
  /** The one after the last. */
  end: number
}

/** The rows or columns of `count` that are in sight. */
export const rangeOf = (from: number, length: number, cell: number, count: number): Range => ({
  first: Math.max(0, Math.min(count, Math.floor(from / cell))),
  end: Math.max(0, Math.min(count, Math.ceil((from + length) / cell))),
})

/** What has no overlaps is left clear, or has the colour `under`. `imageOf` makes what the context draws. */
export function paintMatrix<I>(
  context: MatrixContext<I>,
  imageOf: (pixels: Pixels) => I,
  matrix: Matrix,
  sight: Sight,
  colours: Colours,
  under?: string,
): void {
  const { left, top, width, height, cell } = sight
  const size = matrix.quirks.length
  const rows = rangeOf(top, height, cell, size)
  const columns = rangeOf(left, width, cell, size)
  const [down, across] = [rows.end - rows.first, columns.end - columns.first]
  if (under === undefined) context.clearRect(0, 0, width, height)
  if (down <= 0 || across <= 0) return
  const from = thresholds(matrix.highest)
  const words = colours.shades.map(wordOf)
  const bytes = new Uint8ClampedArray(across * down * 4)
  const pixels = new Uint32Array(bytes.buffer)
  if (under !== undefined) pixels.fill(wordOf(under))
  const numbers: number[] = []
  for (let row = rows.first; row < rows.end; row++) {
    const offset = (row - rows.first) * across
    matrix.each(row, (column, count) => {
      if (column < columns.first || column >= columns.end) return
      const shade = shadeOf(count, from)
      pixels[offset + column - columns.first] = words[shade] as number
      if (cell >= numbered) numbers.push(row, column, count, shade)
    })
    if (row >= columns.first && row < columns.end)
      pixels[offset + row - columns.first] = wordOf(shadesOf(matrix.quirks[row]?.color ?? goneColour)[colours.scheme])
  }
  const image = imageOf({ bytes, width: across, height: down })
  context.imageSmoothingEnabled = cell < 1
  const [x, y] = [columns.first * cell - left, rows.first * cell - top]
  context.drawImage(image, x, y, across * cell, down * cell)
  if (cell >= lined) {
    context.fillStyle = colours.paper
    for (let n = 0; n <= across; n++) context.fillRect(x + n * cell - 1, y, 1, down * cell)
    for (let n = 0; n <= down; n++) context.fillRect(x, y + n * cell - 1, across * cell, 1)
  }
  paintNumbers(context, numbers, sight, colours)
}

/** Fours: row, column, count, shade. */
function paintNumbers<I>(
  context: MatrixContext<I>,
  numbers: readonly number[],
  { left, top, cell }: Sight,
  { inks, font }: Colours,
): void {
  if (numbers.length === 0) return
  context.font = font
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  const mostDigits = Math.floor((cell - 3) / digitWidth)
  // One ink after the other: changing it costs more than a second pass.
  for (const ink of new Set(inks)) {
    context.fillStyle = ink
    for (let at = 0; at < numbers.length; at += 4) {
      if (inks[numbers[at + 3] as number] !== ink) continue
      const text = String(numbers[at + 2])
      if (text.length > mostDigits) continue
      const [row, column] = [numbers[at] as number, numbers[at + 1] as number]
      context.fillText(text, (column + 0.5) * cell - left - 0.5, (row + 0.5) * cell - top)
    }
  }
}

const wordsOfColours = new Map<string, number>()

/** `#rrggbb` as the four bytes of a pixel. */
function wordOf(hex: string): number {
  const known = wordsOfColours.get(hex)
  if (known !== undefined) return known
  const rgb = Number.parseInt(hex.slice(1), 16)
  const word = new Uint32Array(Uint8Array.of(rgb >> 16, (rgb >> 8) & 255, rgb & 255, 255).buffer)[0] as number
  wordsOfColours.set(hex, word)
  return word
}
