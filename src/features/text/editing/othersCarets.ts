/** Where others are writing in the open text: a caret with their name at the end of what each wrote last, until they have rested a while. */
import { ChangeSet, StateEffect, StateField } from '@codemirror/state'
import { Decoration, EditorView } from '@codemirror/view'
import type { EditStep } from '../../../model/text/edit.ts'
import { CaretWidget } from './caretWidget.ts'
import { othersPlaces, setOthersPlaces } from './othersPlaces.ts'

/** How long a caret stays after the last letter, in ms. */
const restAfter = 12_000

interface Caret {
  author: string
  /** Which of `personPalette`. */
  colour: number
  at: number
  /** ms since 1970. */
  until: number
}

const setCaret = StateEffect.define<Caret>()
const endCarets = StateEffect.define<number>()

export const othersCarets = StateField.define<readonly Caret[]>({
  create: () => [],
  update(carets, tr) {
    let next = carets
    if (tr.docChanged && next.length > 0) next = next.map((caret) => ({ ...caret, at: tr.changes.mapPos(caret.at, 1) }))
    for (const effect of tr.effects) {
      if (effect.is(setCaret)) next = [...next.filter(({ author }) => author !== effect.value.author), effect.value]
      // Where they are is known by now.
      if (effect.is(setOthersPlaces)) next = next.filter(({ author }) => !isPlaced(effect.value, author))
      if (effect.is(endCarets)) next = next.filter(({ until }) => until > effect.value)
    }
    return next
  },
  provide: (field) =>
    EditorView.decorations.from(field, (carets) =>
      Decoration.set(
        carets.map(({ author, colour, at, until }) =>
          Decoration.widget({ widget: new CaretWidget(author, colour, until), side: 1 }).range(at),
        ),
        true,
      ),
    ),
})

const isPlaced = (places: readonly { author: string }[], author: string): boolean =>
  places.some((place) => place.author === author)

/** `by` has written these steps, which the view shows by now; `begins` is read out once, not at each letter. */
export function showCaret(
  view: EditorView,
  { author, colour }: Pick<Caret, 'author' | 'colour'>,
  steps: readonly EditStep[],
  begins: string,
): void {
  const at = endOf(steps)
  if (at === null) return
  const isThere = isPlaced(view.state.field(othersPlaces), author)
  const known = isThere || isPlaced(view.state.field(othersCarets), author)
  const caret = { author, colour, at: Math.min(at, view.state.doc.length), until: Date.now() + restAfter }
  view.dispatch({
    effects: [...(isThere ? [] : [setCaret.of(caret)]), ...(known ? [] : [EditorView.announce.of(begins)])],
  })
  setTimeout(() => view.dom.isConnected && view.dispatch({ effects: endCarets.of(Date.now()) }), restAfter + 50)
}

/** The end of what was changed last, in the text after all of the steps; null where only the formatting has changed. */
export function endOf(steps: readonly EditStep[]): number | null {
  let at: number | null = null
  for (const step of steps) {
    if (step.type !== 'text') continue
    const changes = ChangeSet.fromJSON(step.changes)
    if (at !== null) at = changes.mapPos(at, 1)
    changes.iterChanges((_fromA, _toA, _fromB, toB) => {
      at = toB
    })
  }
  return at
}
