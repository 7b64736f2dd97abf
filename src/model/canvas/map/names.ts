/** How large is the name of a quirk, and how is it broken into lines? The same on every machine: widths come from a table. */
import { ellipsis } from '../fitTitle.ts'
import { interMeasure } from './interMeasure.ts'
import { type Name, nameLeading, nameSize } from './name.ts'

/** Of a text, in ems. */
export const nameMeasure = (text: string): number => interMeasure(text) * 1.02

const widest = { heading: 150, usual: 104 } as const

/** At most two lines, about equally long; words are missing in the second one only. */
export function nameOf(title: string, heading: boolean): Name {
  const kind = heading ? 'heading' : 'usual'
  const size = nameSize[kind]
  const most = widest[kind] / size
  const lines = linesOf(title, most, nameMeasure)
  const wide = Math.max(0, ...lines.map(nameMeasure)) * size
  return { lines, wide, high: lines.length * nameLeading * size }
}

/** Where it may be broken: after spaces, and within what programs write together. */
export const partsOf = (title: string): string[] => title.split(/(?<=[\s_/])(?=\S)/)

function linesOf(title: string, most: number, measure: (text: string) => number): string[] {
  if (title === '') return []
  if (measure(title) <= most) return [title]
  const words = partsOf(title)
  let best: readonly [string, string] | null = null
  for (let at = 1; at < words.length; at++) {
    const pair = [words.slice(0, at).join('').trim(), words.slice(at).join('')] as const
    if (measure(pair[0]) > most) break
    const longer = Math.max(...pair.map(measure))
    if (!best || longer <= Math.max(...best.map(measure))) best = pair
    else if (measure(best[1]) > most) best = pair
  }
  if (!best) return [ellipsis(title, most, measure) ?? '…']
  return [best[0], ellipsis(best[1], most, measure) ?? '…']
}
