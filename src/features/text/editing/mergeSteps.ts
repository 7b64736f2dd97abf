/** How two lists of steps that start from one text go together. */
import { type EditStep, mapStep, withoutAlso } from '../../../model/text/edit.ts'

/** Each list as it reads after the other; at a tie `theirs` come first. For text, either order gives one result. */
export function meet(mine: readonly EditStep[], theirs: readonly EditStep[]): { mine: EditStep[]; theirs: EditStep[] } {
  let over = [...theirs]
  const moved: EditStep[] = []
  for (const step of mine) {
    let own: EditStep | null = step
    const rest: EditStep[] = []
    for (const other of over) {
      const otherMoved: EditStep | null = own ? mapStep(other, own, true) : other
      own = own && mapStep(own, other, false)
      if (otherMoved) rest.push(otherMoved)
    }
    const left = own && withoutAlso(own)
    if (left) moved.push(left)
    over = rest
  }
  return { mine: moved, theirs: over }
}
