/** A quirk with all that is inside it, as the tree view shows it: columns for its children, 200 px wide, 350 where they have some (1 §9). */

import { bubbleDiameter } from '../../../src/model/canvas/bubble.ts'
import { capture, nestingDepth, treeColumnWidth } from '../../../src/model/limits.ts'
import { shadesOf } from '../../../src/model/palette.ts'
import type { QuirkRow } from '../../../src/model/queries.ts'
import { linesOf } from './lines.ts'
import type { Drawn } from './pictureSettings.ts'
import { type Picture, paper, type Shape, titleWeight } from './shapes.ts'
import { allShifted } from './shifted.ts'

/** A tree that has no more than a column is not blown up further. */
const mostScale = 2
const gap = 12
const padding = 4
const dotScale = 0.36
/** Of a card: where its dot stands, where its words begin, how high its lines are. */
const mark = 44
const line = 18
const small = { size: 12, line: 16 }
const text = { size: 14, weight: titleWeight }
const top = { size: 20, line: 26 }
const indent = 29
const columnsWide = 1104
const mostLines = { title: 3, description: 6 }

interface Node {
  quirk: QuirkRow
  children: Node[]
}

interface Block {
  width: number
  height: number
  shapes: Shape[]
}

/** The quirks that have others inside them, those shown alone. */
export function parentsIn({ quirks, options }: Drawn): QuirkRow[] {
  const shown = options.shown && new Set(options.shown)
  const children = quirks.filter(({ id }) => !shown || shown.has(id))
  const parents = new Set(children.map(({ parentQuirkId }) => parentQuirkId))
  return quirks.filter(({ id }) => parents.has(id) && (!shown || shown.has(id)))
}

/** `most`: the highlights of the quirk that has the most of all. */
export function treePicture(parent: QuirkRow, below: ChildrenOf, most: number, drawn: Drawn): Picture {
  const node = nodeOf(parent, below, 1, new Set())
  const block = treeBlock(node, most, drawn)
  const scale = Math.min(mostScale, capture.scaleFrom / block.width)
  const margin = (capture.width - capture.scaleFrom) / 2 / scale
  const left = (capture.width / scale - block.width) / 2
  return {
    name: String(parent.id),
    title: named(parent, drawn),
    width: capture.width,
    height: Math.ceil((block.height + 2 * margin) * scale),
    scale,
    background: paper.page,
    shapes: allShifted(block.shapes, left, margin),
  }
}

export type ChildrenOf = ReadonlyMap<number, readonly QuirkRow[]>

/** By parent; those with the most highlights first. */
export function childrenOf({ quirks, options }: Drawn): ChildrenOf {
  const shown = options.shown && new Set(options.shown)
  const below = Map.groupBy(
    quirks.filter(({ id }) => !shown || shown.has(id)),
    ({ parentQuirkId }) => parentQuirkId,
  )
  for (const siblings of below.values()) siblings.sort((a, b) => b.highlights - a.highlights || a.id - b.id)
  return below
}

function nodeOf(quirk: QuirkRow, below: ChildrenOf, level: number, seen: Set<number>): Node {
  seen.add(quirk.id)
  const inside = level < nestingDepth ? (below.get(quirk.id) ?? []).filter(({ id }) => !seen.has(id)) : []
  return { quirk, children: inside.map((child) => nodeOf(child, below, level + 1, seen)) }
}

const named = ({ title }: QuirkRow, { options }: Drawn): string => title.trim() || options.words.untitled

function treeBlock(node: Node, most: number, drawn: Drawn): Block {
  const columns = node.children.map((child) => columnBlock(child, most, drawn))
  const rows = inRows(columns)
  const width = Math.max(360, ...rows.map((row) => row.reduce((sum, { width }) => sum + width + gap, -gap)))
  const head = headBlock(node.quirk, width, most, drawn)
  const shapes = [...head.shapes]
  let y = head.height + 16
  for (const row of rows) {
    let x = 0
    for (const column of row) {
      shapes.push(...allShifted(column.shapes, x, y))
      x += column.width + gap
    }
    y += Math.max(...row.map(({ height }) => height)) + gap
  }
  return { width, height: y - gap, shapes }
}

/** As many beside each other as there is room for. */
function inRows(columns: readonly Block[]): Block[][] {
  const rows: Block[][] = []
  let left = 0
  for (const column of columns) {
    const row = rows.at(-1)
    if (row && left >= column.width + gap) {
      row.push(column)
      left -= column.width + gap
    } else {
      rows.push([column])
      left = columnsWide - column.width
    }
  }
  return rows
}

/** The tree's own quirk, with what is said of it. */
function headBlock(quirk: QuirkRow, width: number, most: number, drawn: Drawn): Block {
  const { measure, options } = drawn
  const r = Math.max(14, bubbleDiameter(quirk.highlights, most) * 0.25)
  const x = 2 * r + 14
  const titles = linesOf(named(quirk, drawn), width - x, top.size, mostLines.title, measure)
  const words = titles.length * top.line + (options.counter ? small.line : 0)
  const high = Math.max(words, 2 * r)
  let y = (high - words) / 2
  const shapes: Shape[] = [{ kind: 'disc', x: r, y: high / 2, r, fill: shadesOf(quirk.color).light }]
  const write = (lines: readonly string[], font: { size: number; line: number }, weight: number, fill: string) => {
    for (const one of lines) {
      shapes.push(written(one, x, y + font.line / 2, font.size, weight, fill, measure))
      y += font.line
    }
  }
  write(titles, top, 650, paper.ink)
  if (options.counter) write([String(quirk.highlights)], small, 400, paper.soft)
  y = high + 8
  const about = { size: 13, line: 19 }
  write(linesOf(quirk.description, width - x, about.size, mostLines.description, measure), about, 400, paper.soft)
  return { width, height: y, shapes }
}

/** Paper of its own for a child with all inside it. */
function columnBlock(node: Node, most: number, drawn: Drawn): Block {
  const width = node.children.length > 0 ? treeColumnWidth.withGrandchildren : treeColumnWidth.without
  const inner = width - 2 * padding
  const card = cardBlock(node.quirk, inner, most, drawn)
  const shapes = [...card.shapes]
  let y = card.height
  const from = y + 2
  for (const child of node.children) {
    const below = cardBlock(child.quirk, inner - indent, most, drawn)
    shapes.push(...allShifted(below.shapes, indent, y + 2))
    y += below.height + 2
  }
  if (node.children.length > 0)
    shapes.push({ kind: 'line', from: { x: 21.5, y: from }, to: { x: 21.5, y }, width: 1, colour: paper.hairline })
  const height = y + 2 * padding
  const sheet: Shape = {
    ...{ kind: 'box', x: 0.5, y: 0.5, width: width - 1, height: height - 1, radius: 14 },
    ...{ fill: paper.raised, rim: paper.hairline },
  }
  return { width, height, shapes: [sheet, ...allShifted(shapes, padding, padding)] }
}

function cardBlock(quirk: QuirkRow, width: number, most: number, drawn: Drawn): Block {
  const { measure, options } = drawn
  const titles = linesOf(named(quirk, drawn), width - mark - 10, text.size, mostLines.title, measure)
  const words = titles.length * line + (options.counter ? small.line : 0)
  const height = Math.max(44, words + 10)
  const first = (height - words) / 2
  const shapes: Shape[] = titles.map((one, row) =>
    written(one, mark, first + (row + 0.5) * line, text.size, text.weight, paper.ink, measure),
  )
  if (options.counter) {
    const y = first + titles.length * line + small.line / 2
    shapes.push(written(String(quirk.highlights), mark, y, small.size, 400, paper.soft, measure))
  }
  const r = (bubbleDiameter(quirk.highlights, most) * dotScale) / 2
  shapes.push({ kind: 'disc', x: mark / 2, y: height / 2, r, fill: shadesOf(quirk.color).light })
  return { width, height, shapes }
}

const written = (
  ...[words, x, y, size, weight, fill, measure]: [
    string,
    number,
    number,
    number,
    number,
    string,
    (text: string) => number,
  ]
): Shape => ({
  ...{ kind: 'text', text: words, x, y, size, weight, fill, anchor: 'start' },
  width: measure(words) * size,
})
