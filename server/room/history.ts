/**
 * The steps of a project as a history: who did what when, about which quirks, and how each is taken back. Written beside the log in the
 * transaction of the step itself.
 *
 * Promises: `undo` of every step after `n`, last first, leads exactly to the project after step `n`; titles are those of the time of the step.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { type Change, type Effect, rewind } from '../../src/model/change.ts'
import {
  type Act,
  type HistoryEntry,
  type HistoryFilter,
  type HistoryPage,
  historyPage,
  type RemovedQuirk,
  type SealedText,
  type SealedTitle,
  type StepDetail,
  type StepPart,
} from '../../src/model/history.ts'
import { changesOf, type Operation, operationsOf } from '../../src/model/operations.ts'
import { refuse } from '../../src/model/problems.ts'
import type { Event, Placed, Restores, WentBack } from '../../src/model/protocol.ts'
import { isQuery } from '../../src/model/rules/analysis/savedQueries.ts'
import { isStatement } from '../../src/model/rules/analysis/savedStatements.ts'
import { type AnyRow, none, type Table } from '../../src/model/schema.ts'
import { sealedLength } from '../../src/model/sealing/sealedForm.ts'
import type { EditStep } from '../../src/model/text/edit.ts'
import { wordsOfEdit } from '../../src/model/text/wordsOfEdit.ts'
import type { Db } from '../../wasm/database/db.ts'
import { metaNumber, metaText, setMeta } from '../../wasm/database/meta.ts'
import { passagesOf, shownOf } from './stepPassages.ts'

/** Titles of a part; the count says how many there are. */
const mostTitles = 5
const longestTitle = 80
/** Removed quirks that the history can be asked about by name. */
const mostRemoved = 200
/** Undo of this many characters and more is deflated. */
const deflateFrom = 2000

/** After the step is done and numbered, in its transaction. `event.restores`: it goes back to a state, or takes a going back away. */
export function noteStep(db: Db, event: Event, effects: readonly Effect[], act?: Act): void {
  const { restores } = event
  const all = [...effects, ...lostWithWords(effects)]
  const parts = partsOf(db, all)
  const told: Told = { parts, ...(restores && { restores }), ...(act && { act }), ...shownOf(db, effects) }
  db.run('INSERT INTO _steps (seq, at, author, parts, undo) VALUES (?, ?, ?, ?, ?)', [
    event.seq,
    event.at,
    event.author,
    JSON.stringify(Object.keys(told).length === 1 ? parts : told),
    undoOf(effects),
  ])
  for (const quirkId of quirksOf(db, all))
    db.run('INSERT OR IGNORE INTO _step_quirks (quirkId, seq) VALUES (?, ?)', [quirkId, event.seq])
}

/** What stands in `parts` of a step of which there is more to tell. */
type Told = Omit<HistoryEntry, 'seq' | 'at' | 'author'>

/** When the state was that a step goes back to, and how it was named last. */
export function stateOf(db: Db, restores: Restores): WentBack {
  if (restores === true) return {}
  const step = db.one<{ at: number }>('SELECT at FROM _steps WHERE seq = ?', [restores])
  // One that has come from before a backup was put in place may bear the number of a later step.
  const version = db.one<{ name: string }>(
    'SELECT name FROM _versions WHERE seq = ? AND at >= ? ORDER BY id DESC LIMIT 1',
    [restores, step?.at ?? 0],
  )
  return { seq: restores, ...step, ...version }
}

/** A backup begins another history: its first step says so, and changes nothing. `was`: the epoch of the copies that are to be told. */
export function notePlaced(db: Db, { author, backup, was }: Placing, at: number): void {
  const seq = metaNumber(db, 'head') + 1
  db.run('INSERT INTO _log (seq, client, n, i, author, at, operations) VALUES (?, 0, 0, 0, ?, ?, ?)', [
    seq,
    author,
    at,
    '[]',
  ])
  const told: Told = { parts: [], restores: { at: backup, backup: true } }
  db.run('INSERT INTO _steps (seq, at, author, parts) VALUES (?, ?, ?, ?)', [seq, at, author, JSON.stringify(told)])
  setMeta(db, 'head', seq)
  setMeta(db, 'placed', JSON.stringify({ author, at: backup, was }))
}

/** What a client is to be told whose copy is of the epoch `was`. */
export function placedAfter(db: Db, was: string): Placed | undefined {
  const text = metaText(db, 'placed')
  if (text === '') return undefined
  const { author, at, ...placed } = JSON.parse(text) as Placed & { was: string }
  return placed.was === was ? { author, at } : undefined
}

/** `backup`: its time. */
interface Placing {
  author: string
  backup: number
  was: string
}

/** Rows that went with their words are told by the edit alone. */
function lostWithWords(effects: readonly Effect[]): Effect[] {
  return effects.flatMap((effect) =>
    effect.op !== 'edit'
      ? []
      : effect.inverse.flatMap((step) =>
          step.type !== 'text'
            ? []
            : (step.gives ?? []).flatMap(({ table, id, row }): Effect[] =>
                row ? [{ op: 'remove', table, id, row: row as AnyRow }] : [],
              ),
        ),
  )
}

function undoOf(effects: readonly Effect[]): string | Uint8Array | null {
  if (effects.every(({ op }) => op === 'insert')) return null
  const undo = JSON.stringify(operationsOf(rewind(effects)))
  return undo.length < deflateFrom ? undo : deflateRawSync(undo, { level: 1 })
}

/** What each step names first: what the others came or went with. */
const order: Partial<Record<Table, number>> = {
  sources: 0,
  questions: 1,
  quirks: 2,
  highlights: 4,
  memos: 4,
  groups: 3,
  source_metadata_keys: 3,
}
const weight = ({ table, op }: StepPart): number =>
  op === 'edit' ? 1.5 : (order[table] ?? (table === 'question_answers' ? 9 : 6))

function partsOf(db: Db, effects: readonly Effect[]): StepPart[] {
  const parts = new Map<string, StepPart & { sealed: SealedTitle[]; seen: Set<string>; isMore: boolean }>()
  const titleOf = titles(db, effects)
  for (const effect of effects) {
    const table = effect.op === 'edit' ? 'question_answers' : effect.table
    const of = table === 'preferences' ? keptAs(effect) : undefined
    const key = `${effect.op} ${table} ${of}`
    const empty: StepPart = { op: effect.op, table, ...(of && { of }), count: 0, titles: [] }
    const part = parts.get(key) ?? { ...empty, sealed: [], seen: new Set<string>(), isMore: false }
    parts.set(key, part)
    // The parts of one edit are one edit.
    if (effect.op === 'edit') part.seen.add(String(effect.answerId))
    part.count = effect.op === 'edit' ? part.seen.size : part.count + 1
    const told = () => part.titles.length + part.sealed.length
    if (part.isMore && told() >= mostTitles) continue
    const title = titleOf(effect)
    const isFull = told() >= mostTitles
    if (typeof title === 'object') {
      if (part.sealed.some(({ id }) => id === title.id)) continue
      if (isFull) part.isMore = true
      else part.sealed.push(title)
      continue
    }
    const short = title?.slice(0, longestTitle)
    if (short && part.titles.includes(short)) continue
    if (short && !isFull) part.titles.push(short)
    else part.isMore = true
  }
  return [...parts.values()]
    .map(({ seen: _, isMore, sealed, ...part }) => ({
      ...part,
      ...(sealed.length > 0 && { sealed }),
      ...(!isMore && part.count > part.titles.length + sealed.length && { all: true as const }),
    }))
    .toSorted((a, b) => weight(a) - weight(b))
}

const keptAs = (effect: Effect): StepPart['of'] =>
  effect.op !== 'edit' && isQuery(String(effect.id))
    ? 'query'
    : effect.op !== 'edit' && isStatement(String(effect.id))
      ? 'statement'
      : undefined

/** Queries and statements stand in the value of their preference. */
function keptTitle(value: unknown): string | undefined {
  try {
    const { title } = (JSON.parse(String(value)) ?? {}) as { title?: unknown }
    return typeof title === 'string' ? title : undefined
  } catch {
    return undefined
  }
}

const named: Partial<Record<Table, string>> = {
  sources: 'title',
  questions: 'question',
  quirks: 'title',
  groups: 'description',
  source_metadata_keys: 'key',
  source_metadata_values: 'value',
}
/** Rows that are called after another one. */
const after: Partial<Record<Table, [column: string, table: Table]>> = {
  question_answers: ['sourceId', 'sources'],
  highlights: ['quirkId', 'quirks'],
  memos: ['sourceId', 'sources'],
  group_quirks: ['quirkId', 'quirks'],
  quirk_shortcut_keys: ['quirkId', 'quirks'],
  source_metadatas: ['sourceId', 'sources'],
}

/** How a change is called: after its row, or the one that its row belongs to, which may have gone in the same step. */
function titles(db: Db, effects: readonly Effect[]): (effect: Effect) => string | SealedTitle | undefined {
  const known = new Map<string, string | undefined>()
  for (const effect of effects) {
    const column = effect.op === 'remove' ? named[effect.table] : undefined
    if (effect.op === 'remove' && column) known.set(`${effect.table} ${effect.id}`, String(effect.row[column]))
  }
  const ofRow = (table: Table, id: unknown): string | SealedTitle | undefined => {
    const column = named[table]
    if (!column) return undefined
    const key = `${table} ${id}`
    if (!known.has(key))
      known.set(
        key,
        db.one<{ title: string }>(`SELECT "${column}" AS title FROM "${table}" WHERE id = ?`, [id as number])?.title,
      )
    return asTold(known.get(key), id)
  }
  return (effect) => {
    if (effect.op === 'edit') return ofRow('sources', effect.sourceId)
    const row = effect.op === 'update' ? { ...effect.was, ...effect.set } : effect.row
    if (effect.table === 'preferences') return keptAs(effect) && 'value' in row ? keptTitle(row.value) : undefined
    const column = named[effect.table]
    if (column) return column in row ? asTold(String(row[column]), effect.id) : ofRow(effect.table, effect.id)
    const [parentColumn, parent] = after[effect.table] ?? []
    if (!parentColumn || !parent) return undefined
    if (effect.op === 'update' && effect.table === 'quirk_shortcut_keys') return ofRow(parent, effect.id)
    if (parentColumn in row) return ofRow(parent, row[parentColumn])
    const id = db.one<{ id: number }>(`SELECT "${parentColumn}" AS id FROM "${effect.table}" WHERE id = ?`, [
      effect.id,
    ])?.id
    return id === undefined ? undefined : ofRow(parent, id)
  }
}

/** A title that is sealed is opened by whoever has the key: that of the source with this id, since no others are. */
const asTold = (title: string | undefined, id: unknown): string | SealedTitle | undefined =>
  title !== undefined && sealedLength(title) !== null ? { id: Number(id), title } : title

function quirksOf(db: Db, effects: readonly Effect[]): Set<number> {
  const quirks = new Set<number>()
  const moved: number[] = []
  const add = (id: unknown) => {
    if (typeof id === 'number' && id !== none) quirks.add(id)
  }
  for (const effect of effects) {
    if (effect.op === 'edit') continue
    if (effect.table === 'quirks' || effect.table === 'quirk_shortcut_keys') add(effect.id)
    if (effect.table !== 'highlights' && effect.table !== 'group_quirks') continue
    if (effect.op !== 'update') add(effect.row.quirkId)
    else if ('quirkId' in effect.set) for (const row of [effect.was, effect.set]) add(row.quirkId)
    else if (effect.table === 'highlights') moved.push(effect.id as number)
  }
  if (moved.length > 0)
    for (const { id } of db.all<{ id: number }>(
      'SELECT DISTINCT quirkId AS id FROM highlights WHERE id IN (SELECT value FROM json_each(?))',
      [JSON.stringify(moved)],
    ))
      add(id)
  return quirks
}

/** Steps whose log has gone can no longer be gone back by. */
export function forgetSteps(db: Db, upTo: number): void {
  if (db.run('DELETE FROM _steps WHERE seq <= ?', [upTo]) > 0) db.run('DELETE FROM _step_quirks WHERE seq <= ?', [upTo])
}

interface Stored {
  seq: number
  at: number
  author: string
  parts: string
}
const entryOf = ({ parts, ...step }: Stored): HistoryEntry => {
  const told = JSON.parse(parts) as StepPart[] | Told
  return Array.isArray(told) ? { ...step, parts: told } : { ...step, ...told }
}

export function listSteps(db: Db, head: number, filter: HistoryFilter): HistoryPage {
  const { before = Number.MAX_SAFE_INTEGER, author, quirk, limit = historyPage.usual, removed = false } = filter
  const most = Math.max(1, Math.min(limit, historyPage.most))
  // The index that narrows most leads; either way rows come by seq, so that no list is sorted.
  const from =
    quirk !== undefined
      ? '_step_quirks q JOIN _steps s ON s.seq = q.seq WHERE q.quirkId = ? AND q.seq < ?'
      : '_steps s WHERE s.seq < ?'
  const ofAuthor = author === undefined ? '' : ' AND s.author = ?'
  const found = db.all<Stored>(
    `SELECT s.seq, s.at, s.author, s.parts FROM ${from}${ofAuthor} ORDER BY ${quirk !== undefined ? 'q' : 's'}.seq DESC LIMIT ?`,
    [...(quirk !== undefined ? [quirk] : []), before, ...(author === undefined ? [] : [author]), most + 1],
  )
  return {
    entries: found.slice(0, most).map(entryOf),
    more: found.length > most,
    authors: authorsOf(db),
    ...(removed && { removed: removedQuirks(db) }),
    head,
    first: db.one<{ seq: number | null }>('SELECT MIN(seq) AS seq FROM _steps')?.seq ?? 0,
  }
}

/** One look at the index for each of them, however many steps they did. */
const authorsOf = (db: Db): string[] =>
  db
    .all<{ author: string }>(
      `WITH RECURSIVE next(author) AS (SELECT MIN(author) FROM _steps UNION ALL
SELECT (SELECT MIN(author) FROM _steps WHERE author > next.author) FROM next WHERE next.author IS NOT NULL)
SELECT author FROM next WHERE author IS NOT NULL`,
    )
    .map(({ author }) => author)

/** The last step about such a quirk is that which removed it: what takes that back has its row. */
function removedQuirks(db: Db): RemovedQuirk[] {
  const gone = db.all<{ id: number; seq: number }>(
    `SELECT quirkId AS id, MAX(seq) AS seq FROM _step_quirks WHERE quirkId NOT IN (SELECT id FROM quirks)
GROUP BY quirkId ORDER BY seq DESC, id LIMIT ${mostRemoved}`,
  )
  const rows = new Map<number, AnyRow>()
  for (const seq of new Set(gone.map((quirk) => quirk.seq)))
    for (const change of undoAt(db, seq))
      if (change.op === 'insert' && change.table === 'quirks') rows.set(Number(change.id), change.row as AnyRow)
  return gone.flatMap(({ id }) => {
    const row = rows.get(id)
    return row ? [{ id, title: String(row.title) }] : []
  })
}

/** What a step did to texts and their highlights, in their words. Throws Refusal stepForgotten. */
export function stepDetail(db: Db, seq: number): StepDetail {
  const stored = db.one<Stored>('SELECT seq, at, author, parts FROM _steps WHERE seq = ?', [seq])
  if (!stored) return refuse({ kind: 'stepForgotten' })
  const titleOf = (sourceId: number) =>
    asTold(db.one<{ title: string }>('SELECT title FROM sources WHERE id = ?', [sourceId])?.title, sourceId) ?? ''
  const wordsOf = (changes: readonly Change[]) => {
    const edits = new Map<number, { sourceId: number; steps: EditStep[] }>()
    for (const change of changes)
      if (change.op === 'edit') {
        const entry = edits.get(change.answerId) ?? { sourceId: change.sourceId, steps: [] }
        entry.steps.push(...change.steps)
        edits.set(change.answerId, entry)
      }
    return new Map([...edits].map(([id, { sourceId, steps }]) => [id, { sourceId, steps, words: wordsOfEdit(steps) }]))
  }
  const done = changesOf(operationsAt(db, seq))
  const undo = undoAt(db, seq)
  const added = wordsOf(done)
  const removed = wordsOf(undo)
  const texts = [...new Set([...added.keys(), ...removed.keys()])].map((id) => {
    const title = titleOf((added.get(id) ?? removed.get(id))?.sourceId ?? none)
    const sealed = sealedText(id, title, added.get(id)?.steps ?? [], removed.get(id)?.steps ?? [])
    return {
      title: typeof title === 'string' ? title : '',
      added: added.get(id)?.words ?? [],
      removed: removed.get(id)?.words.toReversed() ?? [],
      ...(sealed && { sealed }),
    }
  })
  return { ...entryOf(stored), texts, passages: passagesOf(db, seq, done, undo) }
}

/** undefined: the steps can be read. */
function sealedText(
  answerId: number,
  title: string | SealedTitle,
  done: EditStep[],
  undo: EditStep[],
): SealedText | undefined {
  const isSealed = [...done, ...undo].some((step) => step.type === 'text' && step.sealed)
  return isSealed ? { answerId, ...(typeof title === 'object' && { source: title }), done, undo } : undefined
}

const operationsAt = (db: Db, seq: number): Operation[] => {
  const logged = db.one<{ operations: string }>('SELECT operations FROM _log WHERE seq = ?', [seq])
  return logged ? (JSON.parse(logged.operations) as Operation[]) : refuse({ kind: 'stepForgotten' })
}

/** The number of the last step of the log that put this row in or removed it, or 0. */
export function lastStepThat(db: Db, op: 'insert' | 'remove', table: Table, id: number): number {
  const about = db.all<{ seq: number }>('SELECT seq FROM _log WHERE instr(operations, ?) ORDER BY seq DESC', [`${id}`])
  const did = (change: Change) => change.op === op && change.table === table && change.id === id
  return about.find(({ seq }) => changesOf(operationsAt(db, seq)).some(did))?.seq ?? 0
}

/** The changes that take step `seq` back from the project as it was right after it. Throws Refusal stepForgotten. */
export function undoAt(db: Db, seq: number): Change[] {
  const stored = db.one<{ undo: string | Uint8Array | null }>('SELECT undo FROM _steps WHERE seq = ?', [seq])
  if (!stored) return refuse({ kind: 'stepForgotten' })
  // Rows that came alone; a key that was wrapped anew, by another password, stays so.
  if (stored.undo === null) return rewind(changesOf(operationsAt(db, seq)).filter((change) => change.op === 'insert'))
  const text = typeof stored.undo === 'string' ? stored.undo : inflateRawSync(stored.undo).toString()
  return changesOf(JSON.parse(text) as Operation[])
}
