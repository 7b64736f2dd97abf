/** Which passage a selection means: whole graphemes, without the line breaks at its ends, and without the blanks there where a hand drew it. */
import { findClusterBreak, type Text } from '@codemirror/state'

/** Null when nothing is left of it. `isByHand`: it was drawn by mouse or finger, which do not hit the ends of words; by keys it is meant as it is. */
export function passageOf(
  doc: Text,
  selection: { from: number; to: number },
  isByHand = false,
): { start: number; length: number } | null {
  const first = graphemeEdge(doc, selection.from, false)
  const after = selection.from === selection.to ? first : graphemeEdge(doc, selection.to, true)
  const { from, to } = without(isByHand ? isBlank : isBreak, doc, first, after)
  return from < to ? { start: from, length: to - from } : null
}

/** Without the line breaks at its ends; empty where it has nothing else. */
export const withoutBreaks = (doc: Text, from: number, to: number) => without(isBreak, doc, from, to)

type IsOut = (doc: Text, at: number) => boolean

function without(isOut: IsOut, doc: Text, from: number, to: number): { from: number; to: number } {
  while (from < to && isOut(doc, from)) from++
  while (from < to && isOut(doc, to - 1)) to--
  return { from, to }
}

const isBreak: IsOut = (doc, at) => doc.lineAt(at).to === at
const isBlank: IsOut = (doc, at) => !doc.sliceString(at, at + 1).trim()

// Where clusters begin must be read from somewhere before: a long line is read from a space not far away.
const LOOK_BACK = 200

/** `pos`, or the nearest edge of the grapheme that it cuts. */
function graphemeEdge(doc: Text, pos: number, forward: boolean): number {
  const line = doc.lineAt(pos)
  const at = pos - line.from
  const near = line.text.lastIndexOf(' ', Math.max(0, at - LOOK_BACK))
  for (let edge = Math.max(0, near); edge < at; ) {
    const next = findClusterBreak(line.text, edge)
    if (next > at) return line.from + (forward ? next : edge)
    edge = next
  }
  return pos
}
