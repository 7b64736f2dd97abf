/** Cuts overlapping highlights into stretches that lie side by side, so that the text carries one span for each. */
export interface Layer {
  from: number
  to: number
}

export interface Segment<T> {
  from: number
  to: number
  /** All that cover it, the shortest first: it is the one that is hard to reach. */
  layers: T[]
}

/** The segments between `from` and `to`, ascending; neighbours under the same layers are one. O(n log n + segments × depth). */
export function flatten<T extends Layer>(layers: readonly T[], from: number, to: number): Segment<T>[] {
  const inside = layers.filter((layer) => layer.from < to && layer.to > from && layer.from < layer.to)
  const starts = [...inside].sort((a, b) => a.from - b.from)
  const edges = [...new Set(inside.flatMap((layer) => [Math.max(from, layer.from), Math.min(to, layer.to)]))]
  const segments: Segment<T>[] = []
  let open: T[] = []
  let next = 0
  for (const [at, edge] of edges.sort((a, b) => a - b).entries()) {
    open = open.filter((layer) => layer.to > edge)
    for (let layer = starts[next]; layer && layer.from <= edge; layer = starts[++next])
      if (layer.to > edge) open.push(layer)
    const end = edges[at + 1]
    if (end === undefined || open.length === 0) continue
    segments.push({ from: edge, to: end, layers: [...open].sort((a, b) => a.to - a.from - (b.to - b.from)) })
  }
  return segments
}
