/** The formatting of the text within CodeMirror's state, and how steps and transactions become one another. */
import {
  Annotation,
  type ChangeDesc,
  ChangeSet,
  type EditorState,
  StateEffect,
  StateField,
  type TransactionSpec,
} from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { type EditStep, withName } from '../../../model/text/edit.ts'
import type { MarkTag } from '../../../model/text/richText.ts'
import { continued, type Formatting, type LocalStep, type ShownText, stepText } from './shownText.ts'

interface RichState extends Formatting {
  /** The steps of the last transaction, if it was done here. */
  done: readonly LocalStep[]
}

/** The whole formatting, for the text after the transaction. */
const setFormatting = StateEffect.define<Formatting>()
/** Tags switched on or off for what is typed next, with nothing selected. */
export const setPending = StateEffect.define<ReadonlyMap<MarkTag, boolean>>()
const doneHere = Annotation.define<readonly LocalStep[]>()
export const fromOthers = Annotation.define<true>()

const nothing: readonly LocalStep[] = []
const noTags: ReadonlyMap<MarkTag, boolean> = new Map()

export const pendingTags = StateField.define<ReadonlyMap<MarkTag, boolean>>({
  create: () => noTags,
  update(value, tr) {
    const set = tr.effects.find((effect) => effect.is(setPending))
    if (set) return set.value
    return tr.docChanged || tr.selection ? noTags : value
  },
})

export const richState = StateField.define<RichState>({
  create: () => {
    throw new Error('the formatting is given with the text')
  },
  update(value, tr) {
    const set = tr.effects.find((effect) => effect.is(setFormatting))
    if (set) return { ...set.value, done: tr.annotation(doneHere) ?? nothing }
    if (!tr.docChanged) return value.done === nothing ? value : { ...value, done: nothing }
    if (tr.annotation(fromOthers)) {
      const [marks, kinds, images] = [
        value.marks.map(tr.changes),
        value.kinds.map(tr.changes),
        value.images.map(tr.changes),
      ]
      return { marks, kinds, images, done: nothing }
    }
    const shown = { ...value, doc: tr.startState.doc }
    const format = withPending(continued(shown, tr.changes), tr.changes, tr.startState.field(pendingTags, false))
    const step = withName({ type: 'text', changes: tr.changes.toJSON(), format })
    const next = stepText(shown, step)
    return { ...formattingOnly(next.shown), done: [{ step, inverse: next.inverse }] }
  },
})

const formattingOnly = ({ marks, kinds, images }: ShownText): Formatting => ({ marks, kinds, images })

function withPending(
  format: ReturnType<typeof continued>,
  changes: ChangeSet,
  pending: ReadonlyMap<MarkTag, boolean> = noTags,
): ReturnType<typeof continued> {
  if (pending.size === 0) return format
  const marks = format.marks.filter(({ tag }) => pending.get(tag) !== false)
  changes.iterChanges((_fromA, _toA, from, to) => {
    for (const [tag, on] of pending) if (on && from < to) marks.push({ tag, from, to })
  })
  return { ...format, marks }
}

export function shownIn(state: EditorState): ShownText {
  const { marks, kinds, images } = state.field(richState)
  return { doc: state.doc, marks, kinds, images }
}

export const initialRich = (shown: ShownText) => richState.init(() => ({ ...formattingOnly(shown), done: nothing }))

function transactionOf(shown: ShownText, step: EditStep): TransactionSpec {
  const next = stepText(shown, step)
  return {
    ...(step.type === 'text' && { changes: ChangeSet.fromJSON(step.changes) }),
    effects: setFormatting.of(formattingOnly(next.shown)),
    annotations: doneHere.of([{ step, inverse: next.inverse }]),
  }
}

/** Does steps as the person at this view, one transaction each; `last` goes with the last of them. */
export function perform(view: EditorView, steps: readonly EditStep[], last: TransactionSpec = {}): void {
  for (const [index, step] of steps.entries()) {
    const spec = transactionOf(shownIn(view.state), step)
    view.dispatch(index === steps.length - 1 ? { ...spec, ...last } : spec)
  }
}

/**
 * Shows steps of others; `shown` is the text after them. The selection and the highlights move along; `along` hears of each change before
 * it is shown (`heldScroll.ts`).
 */
export function showOthers(
  view: EditorView,
  steps: readonly EditStep[],
  shown: ShownText,
  along: (changes: ChangeDesc) => void = () => {},
): void {
  for (const step of steps) {
    if (step.type !== 'text') continue
    const changes = ChangeSet.fromJSON(step.changes)
    along(changes)
    view.dispatch({ changes, annotations: fromOthers.of(true), filter: false })
  }
  view.dispatch({ effects: setFormatting.of(formattingOnly(shown)), annotations: fromOthers.of(true), filter: false })
}
