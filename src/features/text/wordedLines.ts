/** How many lines of a long text are not blank, without reading it anew as it is written: unchanged branches keep their counts. */
import type { Text } from '@codemirror/state'

const counted = new WeakMap<Text, number>()

function countIn(text: Text): number {
  let count = counted.get(text)
  if (count === undefined) {
    count = text.children ? text.children.reduce((sum, child) => sum + countIn(child), 0) : countLeaf(text, text.lines)
    counted.set(text, count)
  }
  return count
}

function countLeaf(leaf: Text, lines: number): number {
  let count = 0
  for (const line of leaf.iterLines(1, lines + 1)) if (/\S/.test(line)) count += 1
  return count
}

/** Of the first `lines` lines. */
export function wordedLines(text: Text, lines: number): number {
  if (lines <= 0) return 0
  if (lines >= text.lines) return countIn(text)
  if (!text.children) return countLeaf(text, lines)
  let [left, count] = [lines, 0]
  for (const child of text.children) {
    count += wordedLines(child, left)
    left -= child.lines
    if (left <= 0) break
  }
  return count
}
