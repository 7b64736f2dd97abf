/**
 * Answers: the step for a plain edit, which says nothing of formatting, as the command line and find-and-replace have it.
 * Promises: inserted text is made canonical; it goes on as the text before it is.
 */
import { canonicalText, splitsPair } from './canonicalText.ts'
import { writeChanges } from './changes.ts'
import { lineWalker } from './kinds.ts'
import { covers, TAGS } from './marks.ts'
import type { RichText } from './richText.ts'
import { type EditStep, type Fragment, need } from './step.ts'

/** [from, to) of the text before the edit becomes `insert`. */
export interface PlainChange {
  from: number
  to: number
  insert: string
}

/**
 * Changes ascending and not overlapping. Inserted text takes the marks of what it replaces, else of the unit before it, at
 * the very start of the text those of the first unit; a line break goes on with the kind of its line. Throws RangeError with what is wrong.
 */
export function plainStep(rich: RichText, changes: readonly PlainChange[]): EditStep {
  const list = changes.map(({ from, to, insert }) => ({ fromA: from, toA: to, insert: canonicalText(insert) }))
  checkPlaces(rich.text, changes)
  return { type: 'text', changes: writeChanges(rich.text.length, list), format: continued(rich, list) }
}

function checkPlaces(text: string, changes: readonly PlainChange[]): void {
  let done = 0
  for (const { from, to } of changes) {
    const place = `${from}–${to}`
    need(Number.isSafeInteger(from) && Number.isSafeInteger(to) && from >= 0 && from <= to, `${place} is no stretch`)
    need(to <= text.length, `${place} is outside of a text of ${text.length} units`)
    need(from >= done, `${place} begins before the end of the change before it, at ${done}`)
    need(!splitsPair(text, from) && !splitsPair(text, to), `${place} splits a surrogate pair`)
    done = to
  }
}

/** The formatting of the insertions, in coordinates after them. */
function continued(rich: RichText, list: readonly { fromA: number; toA: number; insert: string }[]): Fragment {
  const marksOf = TAGS.map((tag) => ({ tag, own: rich.marks.filter((mark) => mark.tag === tag) }))
  const format: Fragment = { marks: [], kinds: [], images: [] }
  const kindAt = lineWalker(rich)
  let moved = 0
  for (const { fromA, toA, insert } of list) {
    const from = fromA + moved
    const tags =
      insert === '' ? [] : marksOf.filter(({ own }) => covers(own, toA > fromA ? fromA : Math.max(0, fromA - 1)))
    for (const { tag } of tags) format.marks.push({ tag, from, to: from + insert.length })
    const kind = insert.includes('\n') ? kindAt(fromA) : undefined
    if (kind) for (const at of insert.matchAll(/\n/g)) format.kinds.push({ ...kind, at: from + at.index + 1 })
    moved += insert.length - (toA - fromA)
  }
  return format
}
