/** Where codes lie on the canvas, as one of the file's diagrams says. */
import { importedPlacement } from '../../../src/model/limits.ts'
import type { Exchange, Graph } from './exchange.ts'
import type { Tally } from './tally.ts'

export interface CodePlace {
  x: number
  y: number
}

/** The diagram of ours that holds the canvas. */
const canvas = 'Canvas'

/** By the codes' keys. `exact`: they are as they are, being ours; those of others are fitted into the square that imported quirks have. */
export function placesOf(
  { graphs, codes }: Exchange,
  isOwn: boolean,
  tally: Tally,
): { places: ReadonlyMap<string, CodePlace>; exact: boolean } {
  const keys = new Set(codes.map(({ key }) => key))
  const ofCodes = (graph: Graph) =>
    graph.vertices.filter((vertex) => keys.has(vertex.code) && !Number.isNaN(vertex.x + vertex.y))
  const drawn = graphs.map((graph) => ({ graph, found: ofCodes(graph) }))
  const chosen =
    (isOwn ? drawn.find(({ graph }) => graph.name === canvas) : undefined) ??
    drawn.reduce<(typeof drawn)[number] | undefined>(
      (a, b) => (b.found.length > (a?.found.length ?? 0) ? b : a),
      undefined,
    )
  const places = new Map<string, CodePlace>()
  for (const { graph, found } of drawn) {
    if (graph !== chosen?.graph) tally.count('refiGraphs')
    else tally.count('refiGraphParts', graph.vertices.length - found.length + graph.edges)
  }
  if (!chosen) return { places, exact: false }
  const exact = isOwn && chosen.graph.name === canvas
  const [x, y] = [fitted(chosen.found.map((at) => at.x)), fitted(chosen.found.map((at) => at.y))]
  for (const vertex of chosen.found) {
    if (places.has(vertex.code)) continue
    const place = exact ? { x: vertex.x, y: vertex.y } : { x: x(vertex.x), y: y(vertex.y) }
    places.set(vertex.code, { x: Math.round(place.x), y: Math.round(place.y) })
  }
  return { places, exact }
}

function fitted(values: readonly number[]): (value: number) => number {
  const { from, to } = importedPlacement
  const low = values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
  const high = values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  return (value) => (high > low ? from + ((value - low) / (high - low)) * (to - from) : (from + to) / 2)
}
