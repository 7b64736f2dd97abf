/**
 * Answers: which words steps on a text bring into it, for whoever reads what was done.
 * Promises: steps on marks, kinds and images bring none; a line break counts as a space.
 */
import { readChanges } from './changes.ts'
import type { EditStep } from './step.ts'

export function wordsOfEdit(steps: readonly EditStep[]): string[] {
  return steps.flatMap((step) =>
    step.type !== 'text'
      ? []
      : readChanges(step.changes).list.flatMap(({ insert }) => {
          const words = insert.replaceAll('\n', ' ').trim()
          return words === '' ? [] : [words]
        }),
  )
}
