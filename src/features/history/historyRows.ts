import type { HistoryEntry } from '../../model/history.ts'

/** A day, or a step; `first`: of those that one person did within the same minute. */
export type HistoryRow = { kind: 'day'; at: number } | { kind: 'step'; entry: HistoryEntry; first: boolean }

const dayOf = (at: number): string => new Date(at).toDateString()
const minute = (at: number): number => Math.floor(at / 60_000)

/** The newest first, as the entries come; days are those of this place. */
export function historyRows(entries: readonly HistoryEntry[]): HistoryRow[] {
  const rows: HistoryRow[] = []
  let before: HistoryEntry | undefined
  for (const entry of entries) {
    const isNewDay = !before || dayOf(before.at) !== dayOf(entry.at)
    if (isNewDay) rows.push({ kind: 'day', at: entry.at })
    const first = isNewDay || before?.author !== entry.author || minute(before.at) !== minute(entry.at)
    rows.push({ kind: 'step', entry, first })
    before = entry
  }
  return rows
}

/** What is known, with what has come: newer steps before it, older ones after it, none twice. */
export function joinSteps(known: readonly HistoryEntry[], more: readonly HistoryEntry[]): HistoryEntry[] {
  const all = new Map([...known, ...more].map((entry) => [entry.seq, entry]))
  return [...all.values()].toSorted((a, b) => b.seq - a.seq)
}
