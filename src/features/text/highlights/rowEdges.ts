/** Where rows of the shown text lie, for whatever stands beside it. Called in CodeMirror's measure phase. */
import type { EditorView } from '@codemirror/view'

/**
 * Where the row of each position begins (`side` 1) or ends (-1), in the window. Between two positions in one row all lie in it: the
 * browser is asked, which costs far more than all else here, only where rows change.
 */
export function rowEdges(view: EditorView, positions: readonly number[], side: 1 | -1): Map<number, number> {
  const sorted = [...new Set(positions)].sort((a, b) => a - b)
  const edge = side === 1 ? 'top' : 'bottom'
  const found = new Array<number | null>(sorted.length).fill(null)
  const ask = (at: number) => {
    const pos = sorted[at] as number
    found[at] = view.coordsAtPos(pos, side)?.[edge] ?? null
  }
  const fill = (a: number, b: number) => {
    if (b - a < 2) return
    const middle = (a + b) >> 1
    if (found[a] !== null && found[a] === found[b]) {
      found.fill(found[a] ?? null, a + 1, b)
      return
    }
    ask(middle)
    fill(a, middle)
    fill(middle, b)
  }
  if (sorted.length > 0) ask(0)
  if (sorted.length > 1) ask(sorted.length - 1)
  fill(0, sorted.length - 1)
  return new Map(sorted.map((pos, at) => [pos, found[at] ?? blockEdge(view, pos, edge)]))
}

/** Where CodeMirror leaves a gap within a long line, the position has no coordinates. */
const blockEdge = (view: EditorView, pos: number, edge: 'top' | 'bottom'): number =>
  view.lineBlockAt(pos)[edge] + view.documentTop
