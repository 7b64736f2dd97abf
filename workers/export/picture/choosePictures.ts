/** Which pictures has a project? The main canvas, the tree of each quirk that has others inside it, the arranged view (1 §4). */
import { arrangedPictures } from './arrangedPictures.ts'
import { canvasPicture } from './canvasPicture.ts'
import type { Drawn } from './pictureSettings.ts'
import type { Picture } from './shapes.ts'
import { childrenOf, parentsIn, treePicture } from './treePicture.ts'

export const stages = ['canvas', 'trees', 'arranged'] as const
export type Stage = (typeof stages)[number]

/** One after the other, in the order of the stages; `count`: how many there will be, or nearly. */
export function pictures(drawn: Drawn, wanted: readonly Stage[]): { count: number; made: Iterable<Picture> } {
  const parents = wanted.includes('trees') ? parentsIn(drawn) : []
  const arranged = wanted.includes('arranged') ? arrangedPictures(drawn) : []
  const canvas = wanted.includes('canvas')
  return { count: Number(canvas) + parents.length + arranged.length, made: all() }

  function* all(): Generator<Picture> {
    if (canvas) yield canvasPicture(drawn)
    const below = childrenOf(drawn)
    const most = drawn.quirks.reduce((high, { highlights }) => Math.max(high, highlights), 0)
    for (const parent of parents) yield treePicture(parent, below, most, drawn)
    yield* arranged
  }
}
