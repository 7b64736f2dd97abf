import type { HistoryEntry, StepDetail, TextDone } from '../../model/history.ts'

/** Steps that are one row, the newest first: one, or some that follow each other and edit the same text. */
export type Run = readonly [HistoryEntry, ...HistoryEntry[]]

/**
 * A day, or a run of steps; `first`: of those that one person did within the same minute, or of several minutes itself.
 * `within`: it is one step of the run that stands above it unfolded.
 */
export type HistoryRow = { kind: 'day'; at: number } | StepRow
export interface StepRow {
  kind: 'steps'
  run: Run
  first: boolean
  within: boolean
}

/** Whoever rests longer, in ms, begins another run. */
const longestRest = 5 * 60_000

const dayOf = (at: number): string => new Date(at).toDateString()
const minute = (at: number): number => Math.floor(at / 60_000)

export const oldestOf = (run: Run): HistoryEntry => run.at(-1) ?? run[0]
export const isWithin = (seq: number, run: Run): boolean => run.some((entry) => entry.seq === seq)

/** By its title, the one text that a step edits and does nothing else; undefined: it is another kind of step, or the text has no title. */
const textOf = ({ parts: [part, ...more], restores, act }: HistoryEntry): string | undefined =>
  !restores && !act?.way && more.length === 0 && part?.op === 'edit' && part.count === 1 ? part.titles[0] : undefined

const isTypedOn = (older: HistoryEntry, newer: HistoryEntry): boolean =>
  textOf(older) !== undefined &&
  textOf(older) === textOf(newer) &&
  older.author === newer.author &&
  newer.at - older.at <= longestRest &&
  dayOf(older.at) === dayOf(newer.at)

function runsOf(entries: readonly HistoryEntry[]): Run[] {
  const runs: [HistoryEntry, ...HistoryEntry[]][] = []
  for (const entry of entries) {
    const run = runs.at(-1)
    if (run && isTypedOn(entry, oldestOf(run))) run.push(entry)
    else runs.push([entry])
  }
  return runs
}

/** The newest first, as the entries come; days are those of this place. `unfolded`: of runs whose steps are shown each, the number of a step. */
export function historyRows(entries: readonly HistoryEntry[], unfolded: ReadonlySet<number>): HistoryRow[] {
  const rows: HistoryRow[] = []
  let day = ''
  let before: HistoryEntry | undefined
  const add = (run: Run, within: boolean, isSeveralMinutes: boolean) => {
    const [last] = run
    const first = isSeveralMinutes || before?.author !== last.author || minute(before.at) !== minute(last.at)
    rows.push({ kind: 'steps', run, first, within })
    before = last
  }
  for (const run of runsOf(entries)) {
    const { at } = run[0]
    if (day !== dayOf(at)) {
      rows.push({ kind: 'day', at })
      before = undefined
    }
    day = dayOf(at)
    const isSeveralMinutes = minute(oldestOf(run).at) !== minute(at)
    add(run, false, isSeveralMinutes)
    if (run.length === 1 || !run.some(({ seq }) => unfolded.has(seq))) continue
    for (const entry of run) add([entry], true, isSeveralMinutes && entry === run[0])
    // What comes next is no more of the run.
    before = undefined
  }
  return rows
}

/** What is known, with what has come: newer steps before it, older ones after it, none twice. */
export function joinSteps(known: readonly HistoryEntry[], more: readonly HistoryEntry[]): HistoryEntry[] {
  const all = new Map([...known, ...more].map((entry) => [entry.seq, entry]))
  return [...all.values()].toSorted((a, b) => b.seq - a.seq)
}

/** What steps did to texts, the oldest step first: several to the one text that all of them edit, each with its words as one stretch. */
export function textsOf(details: readonly StepDetail[]): TextDone[] {
  const texts = details.flatMap((detail) => detail.texts)
  const [text] = texts
  if (details.length < 2 || !text) return texts
  const stretches = (of: 'added' | 'removed') =>
    texts.flatMap((each) => (each[of].length > 0 ? [each[of].join(' … ')] : []))
  return [{ title: text.title, added: stretches('added'), removed: stretches('removed') }]
}
