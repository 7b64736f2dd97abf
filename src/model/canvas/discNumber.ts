/** Which number stands in a disc, and how large? The same on the canvas and in its picture. */
import { countSize, leastCounted } from './labels.ts'
import { growFrom } from './map/folding.ts'
import { type Bubble, hasChildren } from './scene.ts'

export interface DiscNumber {
  /** As `write` writes it. */
  readonly number: string
  /** It counts what is inside, as none of the highlights is the quirk's own: written in soft ink. */
  readonly inside: boolean
  /** In px of the screen. */
  readonly size: number
}

/** Null where there is nothing to count, or no room for it. `r`: of the disc, in px of the canvas; `scale`: from which it is seen; `write`: in the reader's language. */
export function discNumber(
  bubble: Pick<Bubble, 'count' | 'total' | 'index' | 'end'>,
  r: number,
  scale: number,
  write: (count: number) => string,
): DiscNumber | null {
  const inside = bubble.count === 0 && hasChildren(bubble) && scale < growFrom
  const count = inside ? bubble.total : bubble.count
  const diameter = r * 2 * scale
  if (count === 0 || diameter < leastCounted) return null
  const number = write(count)
  const size = countSize(diameter, number)
  return size === null ? null : { number, inside, size }
}
