/** Answers: what remains of a document when stretches are taken out of its lines: marks, lines and images where they were in the words. */
import { normalMarks, type Range } from './marks.ts'
import type { RichText } from './richText.ts'

/** `stretches`: sorted and apart, each within a line and without an image in it. */
export function withoutStretches({ text, marks, kinds, images }: RichText, stretches: readonly Range[]): RichText {
  const parts: string[] = []
  /** How many units are gone before the end of each stretch. */
  const gone: number[] = []
  let done = 0
  for (const { from, to } of stretches) {
    parts.push(text.slice(done, from))
    gone.push((gone.at(-1) ?? 0) + to - from)
    done = to
  }
  parts.push(text.slice(done))
  const moved = (at: number): number => {
    let [low, high] = [0, stretches.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((stretches[middle]?.from ?? 0) < at) low = middle + 1
      else high = middle
    }
    const before = stretches[low - 1]
    return before ? Math.max(before.to, at) - (gone[low - 1] ?? 0) : at
  }
  return {
    text: parts.join(''),
    marks: normalMarks(marks.map(({ tag, from, to }) => ({ tag, from: moved(from), to: moved(to) }))),
    kinds: kinds.map((kind) => ({ ...kind, at: moved(kind.at) })),
    images: images.map((image) => ({ ...image, at: moved(image.at) })),
  }
}
