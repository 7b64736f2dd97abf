import type { Bubble } from '../../../model/canvas/scene.ts'

/** What shows a quirk: its own bubble, or the one that it is folded into. `find`: as a board finds bubbles. */
export function drawnFor(id: number, find: (id: number) => Bubble | undefined): Bubble | undefined {
  let bubble = find(id)
  while (bubble?.r === 0) bubble = find(bubble.parent)
  return bubble
}
