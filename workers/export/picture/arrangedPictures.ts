/**
 * The arranged view as pictures: 7 columns on 800 px, rows of 200 px (1 §9). Many quirks are several pictures, each as high as a few pages:
 * browsers paint none that is higher, and nobody could look at it.
 */

import { arrangedGrid, type GridRow } from '../../../src/model/canvas/arrangedGrid.ts'
import { bubbleDiameter } from '../../../src/model/canvas/bubble.ts'
import { capture } from '../../../src/model/limits.ts'
import { discInk, shadesOf } from '../../../src/model/palette.ts'
import { type Arranged, arrange, type Section } from '../../../src/model/rules/arrangedOrder.ts'
import { linesOf } from './lines.ts'
import type { Drawn } from './pictureSettings.ts'
import { type Picture, paper, type Shape, titleWeight } from './shapes.ts'
import { allShifted } from './shifted.ts'

const headingHeight = 44
const mostRows = 12
const scale = capture.scaleFrom / capture.arrangedWidth
const margin = (capture.width - capture.scaleFrom) / 2 / scale
/** Within a cell: discs stand on one line, their titles below it. */
const disc = { top: 8, height: 100 }
const title = { size: 13, line: 16, lines: 3 }
const count = { size: 12, digit: 7, around: 12 }

export function arrangedPictures(drawn: Drawn): Picture[] {
  const { options, frame } = drawn
  const shown = options.shown && new Set(options.shown)
  const quirks = drawn.quirks.filter(({ id }) => !shown || shown.has(id))
  const compare = new Intl.Collator(options.language, { numeric: true }).compare
  const sections = arrange(quirks, options.arranged, { groups: frame.groups, links: frame.groupQuirks, compare })
  const { by } = options.arranged
  const headed = by === 'colour' || by === 'author' || by === 'group'
  const grid = arrangedGrid(
    sections.map((section) => section.quirks.length),
    headed,
    { width: capture.arrangedWidth, columns: capture.columns, rowHeight: () => capture.rowHeight, headingHeight },
  )
  const cells = sections.flatMap((section) => section.quirks)
  const most = drawn.quirks.reduce((high, { highlights }) => Math.max(high, highlights), 0)
  const pages = inPages(grid.rows)
  return pages.map((rows, page) => {
    const from = rows[0]?.top ?? 0
    const to = rows.at(-1)
    const shapes = rows.flatMap((row) =>
      row.kind === 'heading'
        ? headingShapes(row, sections[row.section], drawn)
        : rowShapes(row, cells, grid.cellWidth, most, drawn),
    )
    const numbered = pages.length > 1
    return {
      name: numbered ? `arranged-${page + 1}` : 'arranged',
      title: numbered ? `${options.words.arranged} (${page + 1}/${pages.length})` : options.words.arranged,
      width: capture.width,
      height: Math.ceil(((to ? to.top + to.height : capture.rowHeight) - from + 2 * margin) * scale),
      scale,
      background: paper.raised,
      shapes: allShifted(shapes, margin, margin - from),
    }
  })
}

/** A heading stands on the page of the row below it. */
function inPages(rows: readonly GridRow[]): GridRow[][] {
  const pages: GridRow[][] = [[]]
  let held = 0
  for (const [at, row] of rows.entries()) {
    const ends = row.kind === 'cells' ? held === mostRows && rows[at - 1]?.kind !== 'heading' : held === mostRows
    if (ends) {
      pages.push([])
      held = 0
    }
    pages.at(-1)?.push(row)
    if (row.kind === 'cells') held += 1
  }
  return pages
}

function headingShapes(row: GridRow, section: Section | undefined, { frame, options, measure }: Drawn): Shape[] {
  if (!section) return []
  const { words, arranged } = options
  const key = section.key
  const isColour = arranged.by === 'colour'
  const found = isColour
    ? (words.colours[String(key)] ?? String(key))
    : arranged.by === 'author'
      ? String(key ?? '').trim() || words.noAuthor
      : key === null
        ? words.noGroup
        : (frame.groups.find(({ id }) => id === key)?.description ?? '')
  const y = row.top + 28
  const x = isColour ? 30 : 8
  const [line = ''] = linesOf(found, capture.arrangedWidth - 100, 14, 1, measure)
  const width = measure(line) * 14
  const number = String(section.quirks.length)
  const rule = row.top + row.height
  return [
    ...(isColour ? [{ kind: 'disc', x: 15, y, r: 7, fill: String(key) } as const] : []),
    { kind: 'text', text: line, x, y, size: 14, weight: 600, fill: paper.ink, anchor: 'start', width },
    {
      ...{ kind: 'text', text: number, x: x + width + 8, y, size: 13, weight: 400, fill: paper.soft, anchor: 'start' },
      width: measure(number) * 13,
    },
    {
      ...{ kind: 'line', from: { x: 0, y: rule }, to: { x: capture.arrangedWidth, y: rule } },
      ...{ width: 1, colour: paper.hairline },
    },
  ]
}

function rowShapes(
  row: Extract<GridRow, { kind: 'cells' }>,
  cells: readonly Arranged[],
  width: number,
  most: number,
  drawn: Drawn,
): Shape[] {
  const places = cells.slice(row.first, row.last).map((cell, at) => {
    const next = row.first + at + 1 < cells.length ? cells[row.first + at + 1] : undefined
    return { cell, x: at * width, goesOn: next !== undefined && next.depth > 1 }
  })
  return [
    ...bands(places, row, width),
    ...places.flatMap(({ cell, x }) => cellShapes(cell, x + width / 2, row.top, width, most, drawn)),
  ]
}

/** A family stands on one band; where it goes on in another row, the band has no round end. */
function bands(
  places: readonly { cell: Arranged; x: number; goesOn: boolean }[],
  row: GridRow,
  width: number,
): Shape[] {
  const found: Shape[] = []
  for (let at = 0; at < places.length; at++) {
    const first = places[at]
    if (!first || (first.cell.depth === 1 && !first.goesOn)) continue
    let end = at
    while (places[end]?.goesOn && end + 1 < places.length) end += 1
    const [from, to] = [
      first.x + (first.cell.depth === 1 ? 4 : 0),
      (places[end]?.x ?? 0) + width - (places[end]?.goesOn ? 0 : 4),
    ]
    found.push({
      ...{ kind: 'box', x: from, y: row.top + 4, width: to - from, height: row.height - 8, radius: 14 },
      fill: paper.wash,
    })
    at = end
  }
  return found
}

function cellShapes(
  { quirk, depth }: Arranged,
  x: number,
  top: number,
  width: number,
  most: number,
  { options, measure }: Drawn,
): Shape[] {
  const size = bubbleDiameter(quirk.highlights, most)
  const foot = top + disc.top + disc.height
  const number = options.counter && quirk.highlights > 0 ? String(quirk.highlights) : ''
  const isInside = size >= number.length * count.digit + count.around
  const written = (text: string, y: number, font: number, weight: number, fill: string): Shape => ({
    ...{ kind: 'text', text, x, y, size: font, weight, fill, anchor: 'middle' },
    width: measure(text) * font,
  })
  const named = quirk.title.trim() || options.words.untitled
  const lines = linesOf(depth === 3 ? `› ${named}` : named, width - 12, title.size, title.lines, measure)
  const shapes: Shape[] = [{ kind: 'disc', x, y: foot - size / 2, r: size / 2, fill: shadesOf(quirk.color).light }]
  if (number && isInside) shapes.push(written(number, foot - size / 2, count.size, 400, discInk.light))
  for (const [at, line] of lines.entries())
    shapes.push(written(line, foot + 6 + (at + 0.5) * title.line, title.size, titleWeight, paper.ink))
  if (number && !isInside)
    shapes.push(written(number, foot + 6 + lines.length * title.line + 8, count.size, 400, paper.soft))
  return shapes
}
