/**
 * The memos of the open text within CodeMirror's state, where their words are, and the one that is being written. They move with an
 * edit exactly as the model moves them (`model/text/moveRows`): what is typed at an edge stays outside, a memo whose words are gone stays.
 */
import { type ChangeDesc, ChangeSet, type EditorState, StateEffect, StateField } from '@codemirror/state'
import type { marksShown } from '../../../model/rules/analysis/markFilter.ts'
import type { Memo } from '../../../model/schema.ts'
import type { EditStep } from '../../../model/text/edit.ts'
import { giveBack } from '../../../model/text/moveRows.ts'
import { setShows } from '../highlights/highlightState.ts'

export interface MemoPlace {
  from: number
  to: number
}

export interface PlacedMemo extends MemoPlace {
  id: number
  memo: Memo
}

/** What is being written: a memo that is there already, or with `id` `unsavedMemo` a new one. */
export interface MemoWriting extends MemoPlace {
  id: number
}

export interface Memos {
  /** They have come from the worker. */
  isLoaded: boolean
  /** In the order in which they stand beside the text. */
  list: readonly PlacedMemo[]
  /** Those that the reader wants to see. */
  shown: readonly PlacedMemo[]
  /** The one whose words are marked and whose card stands beside them exactly. */
  active: number | null
  writing: MemoWriting | null
  /** Which are shown; null: all. */
  shows: ReturnType<typeof marksShown>
}

export const unsavedMemo = -1

/** Positions are those of the shown text. */
export const setMemos = StateEffect.define<
  { all: readonly Memo[] } | { put: readonly Memo[]; gone: readonly number[] }
>()
export const setActiveMemo = StateEffect.define<number | null>()
export const setMemoWriting = StateEffect.define<MemoWriting | null>()

const placedAt = (memo: Memo): PlacedMemo => ({ id: memo.id, from: memo.start, to: memo.start + memo.length, memo })

/** On the source as a whole, which is also what is left of words at the very beginning. */
export const isOnSource = ({ from, to }: MemoPlace): boolean => from === 0 && to === 0

/** What is said of it. */
export const aboutOf = (place: MemoPlace): 'words' | 'source' | 'gone' =>
  isOnSource(place) ? 'source' : place.from === place.to ? 'gone' : 'words'

const reach = (place: MemoPlace): number => (isOnSource(place) ? Number.POSITIVE_INFINITY : place.to)

/** Those on the whole source first, then by where they begin, the longest first; the older one before the newer. */
const inOrder = (a: PlacedMemo, b: PlacedMemo): number =>
  a.from - b.from ||
  (reach(a) === reach(b) ? 0 : reach(b) - reach(a)) ||
  a.memo.timestamp - b.memo.timestamp ||
  a.id - b.id

/** Where words are after changes. */
export function movedPlace({ from, to }: MemoPlace, changes: ChangeDesc): MemoPlace {
  const start = changes.mapPos(from, 1)
  return { from: start, to: from === to ? start : Math.max(start, changes.mapPos(to, -1)) }
}

function withRows(list: readonly PlacedMemo[], put: readonly Memo[], gone: ReadonlySet<number>): readonly PlacedMemo[] {
  const kept = gone.size > 0 ? list.filter(({ id }) => !gone.has(id)) : list
  return [...kept, ...put.map(placedAt)].sort(inOrder)
}

export const memoState = StateField.define<Memos>({
  create: () => ({ isLoaded: false, list: [], shown: [], shows: null, active: null, writing: null }),
  update(before, tr) {
    let { isLoaded, list, active, writing, shows } = before
    if (tr.docChanged) {
      list = list.map((it) => ({ ...it, ...movedPlace(it, tr.changes) })).sort(inOrder)
      writing &&= { ...writing, ...movedPlace(writing, tr.changes) }
    }
    for (const effect of tr.effects) {
      if (effect.is(setActiveMemo)) active = effect.value
      else if (effect.is(setMemoWriting)) writing = effect.value
      else if (effect.is(setShows)) shows = effect.value
      else if (effect.is(setMemos)) {
        const { value } = effect
        isLoaded = true
        if ('all' in value) list = withRows([], value.all, new Set())
        else list = withRows(list, value.put, new Set([...value.gone, ...value.put.map(({ id }) => id)]))
      }
    }
    const isListed = list === before.list && shows === before.shows
    if (isListed && active === before.active && writing === before.writing && isLoaded === before.isLoaded)
      return before
    const shown = isListed ? before.shown : shows ? list.filter(({ memo }) => shows(memo)) : list
    return { isLoaded, list, shown, active, writing, shows }
  },
})

export const memoById = (state: EditorState, id: number): PlacedMemo | undefined =>
  state.field(memoState).list.find((it) => it.id === id)

/** The memos whose words the caret or the selection touches, the shortest first; not those on the whole source. */
export const memosAt = (state: EditorState, from: number, to: number): PlacedMemo[] =>
  state
    .field(memoState)
    .shown.filter((it) => it.from <= to && it.to >= from && !isOnSource(it))
    .sort((a, b) => a.to - a.from - (b.to - b.from) || a.id - b.id)

/** The row as it lies in the shown text. */
export const memoRow = ({ memo, from, to }: PlacedMemo): Memo => ({ ...memo, start: from, length: to - from })

/** Memos as they lie in the shown text: the worker does not know yet what has been typed since. */
export function memosOverLocal(rows: readonly Memo[], local: readonly EditStep[]): readonly Memo[] {
  let here = rows
  for (const step of local) {
    if (step.type !== 'text') continue
    const changes = ChangeSet.fromJSON(step.changes)
    const gives = new Map((step.gives ?? []).filter(({ table }) => table === 'memos').map((give) => [give.id, give]))
    here = here.map((row) => {
      const { from, to } = movedPlace({ from: row.start, to: row.start + row.length }, changes)
      const moved = { ...row, start: from, length: to - from }
      const give = gives.get(row.id)
      return give ? { ...moved, ...giveBack(moved, give) } : moved
    })
  }
  return here
}
