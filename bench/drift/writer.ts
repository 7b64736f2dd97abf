/**
 * One person's open text without a screen: the editor's state, its session and the copy as `answer.ts` and `codingEditor.ts` bring them
 * together, but with all that is on the way between page and worker in queues, so that it comes as late as the fuzz likes.
 */
import { EditorState, type TransactionSpec } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import type { Person } from '../../fixtures/testing/simulation.ts'
import type { AnswerPlace } from '../../src/features/text/editing/answerPlace.ts'
import { remember, seal, travel, withTaken } from '../../src/features/text/editing/editingHistory.ts'
import {
  newSession,
  posted,
  record,
  replied,
  type Shows,
  send,
} from '../../src/features/text/editing/editingSession.ts'
import { packedOverLocal, rowsOverLocal } from '../../src/features/text/editing/overLocal.ts'
import {
  initialRich,
  pendingTags,
  perform,
  richState,
  shownIn,
  showOthers,
} from '../../src/features/text/editing/richState.ts'
import { givenBack, memosGivenBack, withGives } from '../../src/features/text/editing/sessionRows.ts'
import { fromRich, type LocalStep } from '../../src/features/text/editing/shownText.ts'
import { highlightState, placed, quirkState, setHighlights } from '../../src/features/text/highlights/highlightState.ts'
import { memoState, memosOverLocal, setMemos } from '../../src/features/text/memos/memoState.ts'
import { isProblem } from '../../src/model/problems.ts'
import type { AnswerText, Posted } from '../../src/model/queries.ts'
import type { EditStep } from '../../src/model/text/edit.ts'
import type { TextRow } from '../../src/model/text/moveRows.ts'

type Reply = { tick: number } | { behind: true }
type Post =
  | { answer: AnswerText }
  | { highlights: Posted<'highlights'> }
  | { memos: Posted<'memos'> }
  | { reply: Reply }

export interface Writer {
  text(): string
  /** Highlights and memos as the page shows them. */
  marks(): TextRow[]
  /** Types, pastes, deletes. */
  change(spec: TransactionSpec): void
  /** Formats. */
  format(steps: readonly EditStep[]): void
  travel(way: 'undo' | 'redo'): boolean
  /** The caret goes elsewhere: what comes is taken back by itself. */
  moved(): void
  /** A second has gone by without a key: what was typed is on its way. */
  flush(): void
  /** What was typed arrives at the worker. False: nothing was on the way. */
  commit(): boolean
  /** The worker's next word arrives, in the order in which it spoke: what it posts, or its answer to a commit. */
  hear(): boolean
  readonly isDrained: boolean
  end(): void
}

export function openWriter(person: Person, place: AnswerPlace, id: string): Writer {
  const { live } = person.copy
  const posts: Post[] = []
  const sent: { steps: EditStep[]; tick: number }[] = []
  let time = 0
  const watches = [
    live.watch('answer', place, ({ value }) => posts.push(structuredClone({ answer: value }))),
    live.watch('highlights', place, (value) => posts.push(structuredClone({ highlights: value }))),
    live.watch('memos', place, (value) => posts.push(structuredClone({ memos: value }))),
  ]
  const first = posts.shift()
  if (!first || !('answer' in first) || !first.answer.rich) throw new Error('no text is there')
  let session = newSession(first.answer.tick)
  let state = EditorState.create({
    doc: fromRich(first.answer.rich).doc,
    extensions: [initialRich(fromRich(first.answer.rich)), pendingTags, highlightState, quirkState, memoState],
  })
  // All that the page's functions ask of a view is its state and how to change it.
  const view = {
    get state() {
      return state
    },
    dispatch: (...specs: TransactionSpec[]) => {
      for (const spec of specs) dispatch(spec)
    },
  } as unknown as EditorView

  function dispatch(spec: TransactionSpec): void {
    const before = state
    state = before.update(spec).state
    const { done } = state.field(richState)
    if (spec.userEvent === undefined || done.length === 0) return
    const given = done.map((step) => withGives(before, place, step))
    const { anchor, head } = before.selection.main
    const group = spec.userEvent === 'input.type' ? 'type' : spec.userEvent.startsWith('delete') ? 'delete' : ''
    session = { ...record(session, given), history: remember(session.history, given, { anchor, head }, group, time) }
    time += 100
  }

  function take(next: Shows): void {
    session = next.session
    if (next.steps.length > 0) showOthers(view, next.steps, next.shown)
    if (state.doc.toString() !== next.shown.doc.toString()) throw new Error('the page shows another text')
  }

  function takeHighlights(posted: Posted<'highlights'>): void {
    const local = session.local.map(({ step }) => step)
    const value =
      'packed' in posted
        ? { packed: packedOverLocal(posted.packed, local) }
        : { put: rowsOverLocal(posted.put, local), gone: posted.gone }
    dispatch({ effects: setHighlights.of(value) })
  }

  function takeMemos(posted: Posted<'memos'>): void {
    const local = session.local.map(({ step }) => step)
    const value =
      'all' in posted
        ? { all: memosOverLocal(posted.all, local) }
        : { put: memosOverLocal(posted.put, local), gone: posted.gone.map(Number) }
    dispatch({ effects: setMemos.of(value) })
  }

  function flush(): void {
    const out = send(session, id)
    if (!out) return
    session = out.session
    sent.push(structuredClone(out))
  }

  // Nobody types before the highlights and the memos are there, which come right after the text.
  for (const post of posts.splice(0)) {
    if ('highlights' in post) takeHighlights(post.highlights)
    if ('memos' in post) takeMemos(post.memos)
  }

  return {
    text: () => state.doc.toString(),
    marks: () =>
      [...placed(state.field(highlightState)), ...state.field(memoState).list].map(({ id, from, to }) => ({
        id,
        start: from,
        length: to - from,
      })),
    change: dispatch,
    format: (steps) => perform(view, steps, { userEvent: 'input.format' }),
    moved: () => {
      session = { ...session, history: seal(session.history) }
    },
    travel(way) {
      const back = travel(session.history, shownIn(state), way, { anchor: 0, head: 0 })
      if (!back) return false
      session = record({ ...session, history: back.history }, back.done)
      const done: LocalStep[] = []
      for (const taken of back.done) {
        const { step } = taken
        done.push(withGives(state, place, taken))
        perform(view, [step])
        const rows = givenBack(state, [step])
        if (rows.length > 0) dispatch({ effects: setHighlights.of({ put: rows, gone: [] }) })
        const memos = memosGivenBack(state, [step])
        if (memos.length > 0) dispatch({ effects: setMemos.of({ put: memos, gone: [] }) })
      }
      session = { ...session, history: withTaken(session.history, way, done) }
      return true
    },
    flush,
    commit() {
      const out = sent.shift()
      if (!out) return false
      const args = { ...place, ...out, session: id }
      const result = person.copy.run('page', '', [{ command: 'editAnswerSteps', args }], 'undo.editSource')
      if (isProblem(result)) throw new Error(`refused: ${JSON.stringify(result.problem)}`)
      posts.push({ reply: structuredClone(result.ok[0]) as Reply })
      return true
    },
    hear() {
      const value = posts.shift()
      if (!value) return false
      if ('reply' in value) {
        take(replied(session, shownIn(state), value.reply))
        if ('behind' in value.reply) flush()
      } else if ('answer' in value) {
        const wasBehind = session.behind
        take(posted(session, shownIn(state), value.answer))
        if (wasBehind) flush()
      } else if ('memos' in value) takeMemos(value.memos)
      else takeHighlights(value.highlights)
      return true
    },
    get isDrained() {
      return session.local.length + posts.length + sent.length === 0 && session.sent === null
    },
    end: () => {
      for (const watch of watches) live.unwatch(watch)
    },
  }
}
