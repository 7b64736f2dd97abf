/** A text in whose place another one comes while it is being written in: whether what is written goes on there, and what is left of it. */
import { ChangeSet, type Text } from '@codemirror/state'
import type { EditStep } from '../../../model/text/edit.ts'

export interface TextRange {
  from: number
  to: number
}

/** Where steps have put text in or taken some out, in the text after them. */
export function placesOf(steps: readonly EditStep[]): TextRange[] {
  let places: TextRange[] = []
  for (const step of steps) {
    if (step.type !== 'text') continue
    const changes = ChangeSet.fromJSON(step.changes)
    places = moved(places, changes)
    changes.iterChanges((_fromA, _toA, from, to) => places.push({ from, to }))
  }
  return places
}

/** Whether steps take away text at one of the places, or beside it: what was begun there would go on behind other words. */
export function takesAway(theirs: readonly EditStep[], places: readonly TextRange[]): boolean {
  let here = places
  for (const step of theirs) {
    if (step.type !== 'text') continue
    const changes = ChangeSet.fromJSON(step.changes)
    let isGone = false
    changes.iterChanges((fromA, toA) => {
      isGone ||= fromA < toA && here.some(({ from, to }) => fromA <= to && toA >= from)
    }, true)
    if (isGone) return true
    here = moved(here, changes)
  }
  return false
}

/** What the steps have put into the text and is there after them; one piece a line. */
export function wordsOf(steps: readonly EditStep[], doc: Text): string {
  const pieces: TextRange[] = []
  for (const { from, to } of placesOf(steps).toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    const last = pieces.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else if (from < to) pieces.push({ from, to })
  }
  return pieces.map(({ from, to }) => doc.sliceString(from, to)).join('\n')
}

const moved = (places: readonly TextRange[], changes: ChangeSet): TextRange[] =>
  places.map(({ from, to }) => ({ from: changes.mapPos(from, -1), to: changes.mapPos(to, 1) }))
