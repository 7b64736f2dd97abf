/** On which side the lines of a text begin, most of them: what stands beside them stands there. */
import { type EditorState, StateField, type Text } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

export type Side = 'left' | 'right'

/** Lines that are looked at. */
const most = 200
/** The first letter that has a direction. */
const firstLetter = /[\p{L}\p{Nl}]/u
const fromTheRight =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u

export function sideOf(doc: Text): Side {
  let balance = 0
  for (let n = 1; n <= Math.min(doc.lines, most); n++) {
    const letter = firstLetter.exec(doc.line(n).text)?.[0]
    if (letter !== undefined) balance += fromTheRight.test(letter) ? 1 : -1
  }
  return balance > 0 ? 'right' : 'left'
}

const side = StateField.define<Side>({
  create: ({ doc }) => sideOf(doc),
  update: (value, { docChanged, state }) => (docChanged ? sideOf(state.doc) : value),
})

export const lineSide = (state: EditorState): Side => state.field(side)

/** The view bears it as `data-side`. */
export const lineSides = [
  side,
  EditorView.editorAttributes.compute([side], (state) => ({ 'data-side': state.field(side) })),
]
