/** What is not quite as in the file, counted by kind: nothing is left out in silence. */
import type { ImportNote } from '../imported.ts'
import type { RefiCount } from './refiImportNote.ts'

export interface Tally {
  count: (kind: RefiCount, by?: number) => void
  note: (note: ImportNote) => void
  notes: () => ImportNote[]
}

export function openTally(file: string): Tally {
  const counts = new Map<RefiCount, number>()
  const notes: ImportNote[] = []
  return {
    count: (kind, by = 1) => {
      if (by > 0) counts.set(kind, (counts.get(kind) ?? 0) + by)
    },
    note: (note) => void notes.push(note),
    notes: () => [...notes, ...[...counts].map(([kind, count]): ImportNote => ({ kind, file, count }))],
  }
}
