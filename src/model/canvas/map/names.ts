/** How large is the name of a quirk, and how is it broken into lines? The same on every machine: widths come from a table. */
import { ellipsis } from '../fitTitle.ts'
import { interMeasure } from './interMeasure.ts'
import { type Name, nameLeading, nameSize } from './name.ts'

const widest = { heading: 150, usual: 104 } as const

/** At most two lines, about equally long; words are missing in the second one only. */
export function nameOf(title: string, heading: boolean): Name {
  const kind = heading ? 'heading' : 'usual'
  const size = nameSize[kind]
  const measure = (text: string) => interMeasure(text) * 1.02
  const most = widest[kind] / size
  const lines = linesOf(title, most, measure)
  const wide = Math.max(0, ...lines.map(measure)) * size
  return { lines, wide, high: lines.length * nameLeading * size }
}

function linesOf(title: string, most: number, measure: (text: string) => number): string[] {
  if (title === '') return []
  if (measure(title) <= most) return [title]
  const words = title.split(/\s+/)
  let best: readonly [string, string] | null = null
  for (let at = 1; at < words.length; at++) {
    const pair = [words.slice(0, at).join(' '), words.slice(at).join(' ')] as const
    if (measure(pair[0]) > most) break
    const longer = Math.max(...pair.map(measure))
    if (!best || longer <= Math.max(...best.map(measure))) best = pair
    else if (measure(best[1]) > most) best = pair
  }
  if (!best) return [ellipsis(title, most, measure) ?? '…']
  return [best[0], ellipsis(best[1], most, measure) ?? '…']
}
