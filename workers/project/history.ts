/**
 * The undo history of each tab: a queue with an index. An entry below the index is done and holds the changes that undo
 * it; one above is undone and holds the changes that do it again. A new step discards what is above.
 *
 * Promises: it lives in the copy, so that a reload and a takeover keep it. Edits by others move the positions of every
 * entry: from the top down, for each as the entries above it leave the text.
 */
import { type Change, type Edit, hasPositions, mapChanges, touchTexts } from '../../src/model/change.ts'
import type { Db } from '../../wasm/db.ts'
import type { HistoryState, StepTitle } from './api.ts'
import { readTitle, writeTitle } from './stepTitle.ts'

export interface Entry {
  id: number
  title: StepTitle
  changes: Change[]
  /** The step that this entry's changes take back, while it is pending. */
  step: number | null
  session: string | null
}

interface Stored {
  id: number
  title: string
  changes: string
  step: number | null
  session: string | null
}

const most = 1000

const entryOf = (stored: Stored): Entry => ({
  ...stored,
  title: readTitle(stored.title),
  changes: JSON.parse(stored.changes) as Change[],
})

export function pushEntry(db: Db, tab: string, entry: Omit<Entry, 'id'>): void {
  db.run('DELETE FROM _history WHERE tab = ? AND undone = 1', [tab])
  const top = entry.session === null ? undefined : peek(db, tab, 'undo')
  if (top && top.session === entry.session) {
    writeEntry(db, { ...top, changes: [...entry.changes, ...top.changes], step: null }, 0)
    return
  }
  db.run('INSERT INTO _history (tab, undone, title, changes, step, session, onText) VALUES (?, 0, ?, ?, ?, ?, ?)', [
    tab,
    writeTitle(entry.title),
    JSON.stringify(entry.changes),
    entry.step,
    entry.session,
    touchTexts(entry.changes) ? 1 : 0,
  ])
  db.run(
    'DELETE FROM _history WHERE tab = ? AND undone = 0 AND id <= (SELECT MAX(id) FROM _history WHERE tab = ?) - ?',
    [tab, tab, most],
  )
}

/** The entry that undo or redo would take. */
export function peek(db: Db, tab: string, way: 'undo' | 'redo'): Entry | undefined {
  const order = way === 'undo' ? 'undone = 0 ORDER BY id DESC' : 'undone = 1 ORDER BY id'
  const stored = db.one<Stored>(
    `SELECT id, title, changes, step, session FROM _history WHERE tab = ? AND ${order} LIMIT 1`,
    [tab],
  )
  return stored && entryOf(stored)
}

export function writeEntry(db: Db, entry: Entry, undone: 0 | 1): void {
  db.run('UPDATE _history SET undone = ?, changes = ?, step = ?, session = ?, onText = ? WHERE id = ?', [
    undone,
    JSON.stringify(entry.changes),
    entry.step,
    entry.session,
    touchTexts(entry.changes) ? 1 : 0,
    entry.id,
  ])
}

export const removeEntry = (db: Db, id: number): void => {
  db.run('DELETE FROM _history WHERE id = ?', [id])
}

export function historyState(db: Db, tab: string): HistoryState {
  const step = (condition: string) => {
    const found = db.one<{ id: number; title: string }>(
      `SELECT id, title FROM _history WHERE tab = ? AND ${condition} LIMIT 1`,
      [tab],
    )
    return found ? { ...readTitle(found.title), id: found.id } : null
  }
  return { undo: step('undone = 0 ORDER BY id DESC'), redo: step('undone = 1 ORDER BY id') }
}

/**
 * A step was done again on another base: its entry takes back what it does there; null: it is not done at all. An entry
 * with positions is moved by `mapHistory` instead, because other tabs' steps may lie above it.
 */
export function replaceStep(db: Db, step: number, changes: Change[] | null): void {
  if (!changes) db.run('DELETE FROM _history WHERE step = ?', [step])
  else if (!hasPositions(changes))
    db.run('UPDATE _history SET changes = ? WHERE step = ?', [JSON.stringify(changes), step])
}

/** Edits that a tab did not make itself have changed the texts under its history. */
export function mapHistory(db: Db, edits: readonly Edit[], except: string | null): void {
  if (edits.length === 0) return
  const tabs = db.all<{ tab: string }>('SELECT DISTINCT tab FROM _history WHERE onText = 1').map((row) => row.tab)
  for (const tab of tabs) {
    if (tab === except) continue
    mapStack(db, tab, edits, 'undone = 0 ORDER BY id DESC')
    mapStack(db, tab, edits, 'undone = 1 ORDER BY id')
  }
}

function mapStack(db: Db, tab: string, edits: readonly Edit[], order: string): void {
  let over = [...edits]
  const stored = db.all<Stored>(
    `SELECT id, title, changes, step, session FROM _history WHERE tab = ? AND onText = 1 AND ${order}`,
    [tab],
  )
  for (const entry of stored.map(entryOf)) {
    if (over.length === 0) return
    const mapped = mapEntry(entry.changes, over)
    over = mapped.over
    db.run('UPDATE _history SET changes = ? WHERE id = ?', [JSON.stringify(mapped.changes), entry.id])
  }
}

/** An entry whose texts are not those that the edits start from (a step was lost) can no longer be taken back. */
function mapEntry(changes: Change[], over: Edit[]): { changes: Change[]; over: Edit[] } {
  try {
    return mapChanges(changes, over)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return { changes: changes.filter((change) => !hasPositions([change])), over: [] }
  }
}
