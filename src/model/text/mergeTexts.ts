/**
 * Answers: what becomes of a plain text that two people have changed, neither with the other's words before them.
 * Promises: what they changed apart from each other is in it as each left it. Else the lines that both have stand once; between them come
 * those of the other, an empty line, and one's own, so that no word of either is lost. No surrogate pair is split.
 */
import { stretchChanged } from './diff.ts'

export function mergeTexts(was: string, theirs: string, ours: string): string {
  if (ours === was || ours === theirs) return theirs
  if (theirs === was) return ours
  const [theirPart, ownPart] = [stretchChanged(was, theirs), stretchChanged(was, ours)]
  if (isBefore(theirPart, ownPart)) return withParts(was, theirPart, ownPart)
  if (isBefore(ownPart, theirPart)) return withParts(was, ownPart, theirPart)
  return bothLines(theirs.split('\n'), ours.split('\n')).join('\n')
}

type Stretch = ReturnType<typeof stretchChanged>

/** Lines that are added where the other ends are apart from it too. */
const isBefore = (first: Stretch, { fromA, toA, insert }: Stretch): boolean =>
  first.toA < fromA || (first.toA === fromA && fromA === toA && insert.startsWith('\n'))

const withParts = (was: string, first: Stretch, last: Stretch): string =>
  was.slice(0, first.fromA) + first.insert + was.slice(first.toA, last.fromA) + last.insert + was.slice(last.toA)

function bothLines(theirs: readonly string[], ours: readonly string[]): string[] {
  const most = Math.min(theirs.length, ours.length)
  let start = 0
  while (start < most && theirs[start] === ours[start]) start += 1
  let end = 0
  while (end < most - start && theirs.at(-1 - end) === ours.at(-1 - end)) end += 1
  const parts = [theirs, ours].map((lines) => lines.slice(start, lines.length - end))
  const [first, last] = parts.map((lines) => (lines.every((line) => line.trim() === '') ? [] : lines)) as [
    string[],
    string[],
  ]
  const between = first.length > 0 && last.length > 0 ? [''] : []
  return [...ours.slice(0, start), ...first, ...between, ...last, ...ours.slice(ours.length - end)]
}
