/**
 * Joins a step with the one typed right after it, so that a minute of typing is a few steps and not hundreds. Text put in
 * behind text just put in, also where that took the place of other text: a word typed over another is one word, and a
 * highlight that held the whole of the old one holds the whole of the new. And deletions that touch.
 */
import { ChangeSet, type Text } from '@codemirror/state'
import type { LocalStep } from './shownText.ts'

/** The two as one, or null when they must stay apart. */
export function mergeTyping(first: LocalStep, second: LocalStep): LocalStep | null {
  if (first.step.type !== 'text' || second.step.type !== 'text' || first.step.gives || second.step.gives) return null
  const [a, b] = [ChangeSet.fromJSON(first.step.changes), ChangeSet.fromJSON(second.step.changes)]
  const [one, two] = [onlyChange(a), onlyChange(b)]
  if (!one || !two) return null
  const typed = one.fromB < one.toB && two.fromA === two.toA && two.fromA === one.toB
  const deleted = one.fromB === one.toB && two.fromB === two.toB && (two.toA === one.fromB || two.fromA === one.fromB)
  if (!typed && !deleted) return null
  const [before, after] = [first.step.format, second.step.format]
  const { gone: early = [], back: earlyBack } = first.step
  const { gone: late = [], back: lateBack } = second.step
  // What comes back is not what is typed.
  if (earlyBack || lateBack) return null
  const gone = deleted && two.toA === one.fromB ? [...late, ...early] : [...early, ...late]
  const step = {
    type: 'text' as const,
    changes: asOne(a.compose(b)).toJSON(),
    format: {
      marks: [...before.marks, ...after.marks],
      kinds: [...before.kinds, ...after.kinds],
      images: [...before.images, ...after.images],
    },
    ...(gone.length > 0 && { gone }),
    ...(first.step.among && { among: first.step.among }),
  }
  return { step, inverse: [...second.inverse, ...first.inverse] }
}

/** Changes that touch, as one stretch that another takes the place of: highlights move along with the whole of it. */
function asOne(changes: ChangeSet): ChangeSet {
  const stretches: { from: number; to: number; insert: Text }[] = []
  changes.iterChanges((from, to, _fromB, _toB, insert) => stretches.push({ from, to, insert }))
  return ChangeSet.of(stretches, changes.length)
}

function onlyChange(changes: ChangeSet): { fromA: number; toA: number; fromB: number; toB: number } | null {
  const found: { fromA: number; toA: number; fromB: number; toB: number }[] = []
  changes.iterChanges((fromA, toA, fromB, toB) => {
    found.push({ fromA, toA, fromB, toB })
  }, true)
  return found.length === 1 ? (found[0] ?? null) : null
}
