/**
 * The undo history of each tab: a queue with an index. An entry below the index is done and holds the changes that undo
 * it; one above is undone and holds the changes that do it again. A new step discards what is above.
 *
 * Promises: it lives in the copy, so that a reload and a takeover keep it. Edits by others move the positions of every
 * entry: from the top down, for each as the entries above it leave the text. A step that is done again on another base is
 * taken back as it was done there (`openLayers`).
 */
import { type Change, type Edit, hasPosition, mapChanges, touchTexts } from '../../../src/model/change.ts'
import type { StepTitle } from '../../../src/model/history.ts'
import type { Db } from '../../../wasm/database/db.ts'
import type { HistoryState } from '../api.ts'
import { changesIn, readChanges, readStored, storeChanges } from '../pending/storedChanges.ts'
import { readTitle, writeTitle } from './undoTitle.ts'

export interface UndoEntry {
  id: number
  /** Where it is several: the ids of all, its own is the first one's. */
  parts?: number[]
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

/** Entries of a tab; what a session has not sent yet counts for several. */
const most = 3000

const entryOf = (db: Db, stored: Stored): UndoEntry => ({
  ...stored,
  title: readTitle(stored.title),
  changes: readChanges(db, stored.changes),
})

/** Returns the entry's id. The commits of an editing session are an entry each while they wait, and one for undo. */
export function pushEntry(db: Db, tab: string, entry: Omit<UndoEntry, 'id' | 'parts'>): number {
  db.run('DELETE FROM _history WHERE tab = ? AND undone = 1', [tab])
  if (entry.session !== null) joinSettled(db, tab, entry.session)
  db.run('INSERT INTO _history (tab, undone, title, changes, step, session, onText) VALUES (?, 0, ?, ?, ?, ?, ?)', [
    tab,
    writeTitle(entry.title),
    storeChanges(db, entry.changes),
    entry.step,
    entry.session,
    touchTexts(entry.changes) ? 1 : 0,
  ])
  db.run(
    'DELETE FROM _history WHERE tab = ? AND undone = 0 AND id <= (SELECT MAX(id) FROM _history WHERE tab = ?) - ?',
    [tab, tab, most],
  )
  return db.one<{ id: number }>('SELECT MAX(id) AS id FROM _history')?.id ?? 0
}

/** The step that waits of the last commit of a session, where nothing has come on top of it. */
export function waitingStep(db: Db, tab: string, session: string): number | null {
  const top = db.one<Pick<Stored, 'step' | 'session'>>(
    'SELECT step, session FROM _history WHERE tab = ? AND undone = 0 ORDER BY id DESC LIMIT 1',
    [tab],
  )
  return top?.session === session ? top.step : null
}

/** The step of the top entry has done more: `changes` take that back. */
export function extendEntry(db: Db, tab: string, changes: readonly Change[]): void {
  db.run('DELETE FROM _history WHERE tab = ? AND undone = 1', [tab])
  const top = db.one<Stored>(
    'SELECT id, title, changes, step, session FROM _history WHERE tab = ? ORDER BY id DESC LIMIT 1',
    [tab],
  )
  if (top) rewriteEntry(db, top.id, [...changes, ...readChanges<Change>(db, top.changes)])
}

/** The entries of a session that lie together on top, the last one first. */
const ofSession = `tab = ? AND undone = 0 AND session = ? AND id >
  COALESCE((SELECT MAX(id) FROM _history WHERE tab = ? AND undone = 0 AND session IS NOT ?), 0) ORDER BY id DESC`

/** What the room has taken of a session becomes one entry. */
function joinSettled(db: Db, tab: string, session: string): void {
  const settled = db
    .all<Stored>(
      `SELECT * FROM (SELECT id, title, changes, step, session FROM _history WHERE ${ofSession})
WHERE step IS NULL OR step NOT IN (SELECT id FROM _pending)`,
      [tab, session, tab, session],
    )
    .map((stored) => entryOf(db, stored))
  const first = settled.at(-1)
  if (!first || settled.length < 2) return
  for (const { id } of settled.slice(0, -1)) removeEntry(db, id)
  writeEntry(db, { ...first, changes: settled.flatMap(({ changes }) => changes), step: null }, 0)
}

/** The entry that undo or redo would take; of a session all that lies together. */
export function peek(db: Db, tab: string, way: 'undo' | 'redo'): UndoEntry | undefined {
  const order = way === 'undo' ? 'undone = 0 ORDER BY id DESC' : 'undone = 1 ORDER BY id'
  const stored = db.one<Stored>(
    `SELECT id, title, changes, step, session FROM _history WHERE tab = ? AND ${order} LIMIT 1`,
    [tab],
  )
  if (!stored || way === 'redo' || stored.session === null) return stored && entryOf(db, stored)
  const parts = db
    .all<Stored>(`SELECT id, title, changes, step, session FROM _history WHERE ${ofSession}`, [
      tab,
      stored.session,
      tab,
      stored.session,
    ])
    .map((stored) => entryOf(db, stored))
  const first = parts.at(-1) as UndoEntry
  return { ...first, changes: parts.flatMap(({ changes }) => changes), parts: parts.map(({ id }) => id) }
}

/** `undone`: it waits to be done again, and its changes do that. */
export function entryWith(db: Db, id: number): (UndoEntry & { undone: boolean }) | undefined {
  const stored = db.one<Stored & { undone: number }>(
    'SELECT id, title, changes, step, session, undone FROM _history WHERE id = ?',
    [id],
  )
  return stored && { ...entryOf(db, stored), undone: stored.undone === 1 }
}

export function writeEntry(db: Db, entry: UndoEntry, undone: 0 | 1): void {
  db.run('UPDATE _history SET undone = ?, changes = ?, step = ?, session = ?, onText = ? WHERE id = ?', [
    undone,
    storeChanges(db, entry.changes),
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
    const found = db.one<{ id: number; title: string; session: string | null }>(
      `SELECT id, title, session FROM _history WHERE tab = ? AND ${condition} LIMIT 1`,
      [tab],
    )
    if (!found) return null
    const { title, session } = found
    const first =
      session !== null &&
      db.all<{ id: number }>(`SELECT id FROM _history WHERE ${ofSession}`, [tab, session, tab, session]).at(-1)
    return { ...readTitle(title), id: first ? first.id : found.id }
  }
  return { undo: step('undone = 0 ORDER BY id DESC'), redo: step('undone = 1 ORDER BY id') }
}

/** A tab without a history goes on with that of the one closed last; `open`: those that are not closed. */
export function takeUp(db: Db, tab: string, open: readonly string[]): void {
  const last = db.one<{ tab: string }>(
    `SELECT tab FROM _history WHERE tab NOT IN (SELECT value FROM json_each(?)) AND NOT EXISTS (SELECT 1 FROM _history WHERE tab = ?)
ORDER BY id DESC LIMIT 1`,
    [JSON.stringify(open), tab],
  )?.tab
  if (last === undefined) return
  db.run('UPDATE _history SET tab = ? WHERE tab = ?', [tab, last])
  db.run('UPDATE _pending SET tab = ? WHERE tab = ?', [tab, last])
}

/** What an entry holds, written anew. */
export function rewriteEntry(db: Db, id: number, changes: readonly Change[]): void {
  db.run('UPDATE _history SET changes = ?, onText = ? WHERE id = ?', [
    storeChanges(db, changes),
    touchTexts(changes) ? 1 : 0,
    id,
  ])
}

/** A step was not done at all: what it had made of the history is gone. */
export const removeStep = (db: Db, step: number): void => {
  db.run('DELETE FROM _history WHERE step = ?', [step])
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
  for (const entry of stored) {
    if (over.length === 0) return
    const text = readStored(db, entry.changes)
    if (!over.some(({ answerId, sourceId }) => text.includes(`${answerId}`) || text.includes(`${sourceId}`))) continue
    const changes: Change[] = changesIn(text)
    const mapped = mapEntry(changes, over)
    over = mapped.over
    if (mapped.changes.every((change, at) => change === changes[at]) && mapped.changes.length === changes.length)
      continue
    db.run('UPDATE _history SET changes = ? WHERE id = ?', [storeChanges(db, mapped.changes), entry.id])
  }
}

/** An entry whose texts are not those that the edits start from (a step was lost) can no longer be taken back. */
export function mapEntry(changes: Change[], over: Edit[]): { changes: Change[]; over: Edit[] } {
  try {
    return mapChanges(changes, over)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return { changes: changes.filter((change) => !hasPosition(change)), over: [] }
  }
}
