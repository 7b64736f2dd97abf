/**
 * Undo within an editing session: Ctrl+Z in edit mode takes back what was typed in it, never what others did. Entries are
 * the very inverse steps (with formatting, and the stretches of highlights to give back), moved over what others write.
 */
import { type EditStep, withName } from '../../../model/text/edit.ts'
import { meet } from './mergeSteps.ts'
import { type LocalStep, type ShownText, tryStep } from './shownText.ts'

export interface Caret {
  anchor: number
  head: number
}

interface EditingEntry {
  /** What takes it back, in order. */
  steps: EditStep[]
  /** Where the selection was before it. */
  caret: Caret
  group: string
  time: number
}

export interface History {
  undo: EditingEntry[]
  redo: EditingEntry[]
  /** Whether the next edit begins an entry of its own, whatever it is. */
  sealed: boolean
}

export const noHistory: History = { undo: [], redo: [], sealed: true }

const JOIN_WITHIN = 700

/** `group`: typing, deleting …; edits of one group in quick succession are taken back together. */
export function remember(
  history: History,
  done: readonly LocalStep[],
  caret: Caret,
  group: string,
  time: number,
): History {
  const steps = done.toReversed().flatMap(({ inverse }) => inverse)
  if (steps.length === 0) return history
  const last = history.undo.at(-1)
  const joins = last && !history.sealed && group !== '' && last.group === group && time - last.time < JOIN_WITHIN
  const entry: EditingEntry = joins
    ? { ...last, steps: [...steps, ...last.steps], time }
    : { steps, caret, group, time }
  return { undo: [...(joins ? history.undo.slice(0, -1) : history.undo), entry], redo: [], sealed: false }
}

export const seal = (history: History): History => (history.sealed ? history : { ...history, sealed: true })

/** Takes the last entry back, or back again; null when there is none. */
export function travel(
  history: History,
  shown: ShownText,
  way: 'undo' | 'redo',
  now: Caret,
): { history: History; shown: ShownText; done: LocalStep[]; caret: Caret } | null {
  const entry = history[way].at(-1)
  if (!entry) return null
  const done: LocalStep[] = []
  let text = shown
  for (const step of entry.steps.map(withName)) {
    const next = tryStep(text, step)
    if (!next) continue
    text = next.shown
    if (next.inverse.length > 0 || (step.type === 'text' && step.gives)) done.push({ step, inverse: next.inverse })
  }
  const back: EditingEntry = {
    steps: done.toReversed().flatMap(({ inverse }) => inverse),
    caret: now,
    group: '',
    time: 0,
  }
  const rest = history[way].slice(0, -1)
  const [undo, redo] = way === 'undo' ? [rest, [...history.redo, back]] : [[...history.undo, back], rest]
  return { history: { undo, redo, sealed: true }, shown: text, done, caret: entry.caret }
}

/** What was just taken back or done again, with what it took from highlights and memos: its way back gives them theirs. */
export function withTaken(history: History, way: 'undo' | 'redo', done: readonly LocalStep[]): History {
  const other = way === 'undo' ? 'redo' : 'undo'
  const back = history[other].at(-1)
  if (!back) return history
  const steps = done.toReversed().flatMap(({ inverse }) => inverse)
  return { ...history, [other]: [...history[other].slice(0, -1), { ...back, steps }] }
}

/** Moves all entries over steps of others: from the top down, each over what the entries above it have left of them. */
export function mapHistory(history: History, theirs: readonly EditStep[]): History {
  if (theirs.length === 0) return history
  return { undo: mapStack(history.undo, theirs), redo: mapStack(history.redo, theirs), sealed: true }
}

function mapStack(stack: readonly EditingEntry[], theirs: readonly EditStep[]): EditingEntry[] {
  let over = [...theirs]
  const moved: EditingEntry[] = []
  for (const entry of stack.toReversed()) {
    const met = meet(entry.steps, over)
    over = met.theirs
    if (met.mine.length > 0) moved.push({ ...entry, steps: met.mine })
  }
  return moved.reverse()
}
