/**
 * Answers: which words steps on a text bring into it, for whoever reads what was done.
 * Promises: steps on marks, kinds and images bring none; a line break counts as a space. What is written on where the last words end, or
 * changed in them, is one with them.
 */
import { type Replacement, readChanges } from './changes.ts'
import type { EditStep } from './step.ts'

interface Piece {
  /** Where it stands in the text that the last step has left. */
  from: number
  text: string
}

export function wordsOfEdit(steps: readonly EditStep[]): string[] {
  const pieces: Piece[] = []
  let last: Piece | undefined
  for (const step of steps) {
    if (step.type !== 'text') continue
    const { list } = readChanges(step.changes)
    const outside = last ? list.filter((replacement) => !isWithin(replacement, last as Piece)) : list
    if (last && outside.some(({ fromA, toA }) => fromA < endOf(last as Piece) && toA > (last as Piece).from))
      last = undefined
    if (last) changeWithin(last, list)
    for (const { fromB, insert } of outside)
      if (insert !== '') {
        last = { from: fromB, text: insert }
        pieces.push(last)
      }
  }
  return pieces.flatMap(({ text }) => {
    const words = text.replaceAll('\n', ' ').trim()
    return words === '' ? [] : [words]
  })
}

const endOf = ({ from, text }: Piece): number => from + text.length
const isWithin = ({ fromA, toA }: Replacement, piece: Piece): boolean => piece.from <= fromA && toA <= endOf(piece)

/** Does those of the replacements that lie in the piece, and moves it by those that lie before it. */
function changeWithin(piece: Piece, list: readonly Replacement[]): void {
  const { from } = piece
  const inside = list.filter((replacement) => isWithin(replacement, piece))
  for (const { fromA, toA, insert } of inside.toReversed())
    piece.text = piece.text.slice(0, fromA - from) + insert + piece.text.slice(toA - from)
  for (const replacement of list)
    if (replacement.toA <= from && !inside.includes(replacement))
      piece.from += replacement.insert.length - (replacement.toA - replacement.fromA)
}
