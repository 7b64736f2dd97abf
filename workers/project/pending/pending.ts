/**
 * Steps that the room has not confirmed: in the copy, so that a killed tab loses none. Each keeps its *intent*, which is
 * sent, and its *effect here*, which is what taking it back must take back; the two part ways when others' events come
 * in between. A push is frozen when first sent: the same bytes again until it is answered.
 */
import { type Change, type Edit, type Effect, type Insert, touches } from '../../../src/model/change.ts'
import type { Act } from '../../../src/model/history.ts'
import type { FrozenPush, Push, Restores } from '../../../src/model/protocol.ts'
import { keyOf } from '../../../src/model/schema.ts'
import type { Sealing } from '../../../src/model/sealing/sealedOperations.ts'
import { mutationText } from '../../../src/model/wireText.ts'
import type { Db } from '../../../wasm/database/db.ts'
import { metaNumber, metaText, setMeta } from '../../../wasm/database/meta.ts'
import { present } from '../../../wasm/database/present.ts'
import { readTitle } from '../undo/undoTitle.ts'
import { answersAlong, openPushSealing } from './sealedPush.ts'
import {
  type Concerned,
  changesIn,
  editsIn,
  mayConcern,
  operationsIn,
  readStored,
  storeChanges,
} from './storedChanges.ts'

/** What a step was to the history of the tab that made it. */
export type Way = 'do' | 'undo' | 'redo'

/** What the room is to know of a step besides what it does (`Step`). */
export interface SentAs {
  /** It brings back a state that the project had. */
  restores?: Restores | null
  /** It merges other projects into this one. */
  merges?: boolean
}

export interface PendingStep extends Required<SentAs> {
  id: number
  /** null: carried over from another copy. */
  tab: string | null
  /** The entry of the tab's history that it made, took back (with all above) or did again, be it with others; null: none. */
  entry: number | null
  way: Way | null
  intent: Change[]
  effect: Effect[]
  /** Of the effect. */
  edits: readonly Edit[]
  /** Whether it may have to do with these rows; said of a large step without reading what it holds. */
  mayConcern(rows: Concerned): boolean
  versions: Record<number, number>
  push: number | null
  i: number | null
}

type Stored = Omit<PendingStep, 'intent' | 'effect' | 'edits' | 'mayConcern' | 'versions' | keyof SentAs> & {
  intent: string
  effect: string
  versions: string
  restores: number
  merges: number
}

/** Its texts are read at once, what they hold when it is asked for: a large step is confirmed without. */
function stepOf(db: Db, stored: Stored): PendingStep {
  const intent = readStored(db, stored.intent)
  const effect = stored.effect === asMeant ? intent : readStored(db, stored.effect)
  let [meant, done]: [Change[] | null, Effect[] | null] = [null, null]
  return {
    ...stored,
    get intent() {
      meant ??= changesIn(intent)
      return meant
    },
    get effect() {
      done ??= effect === intent ? (this.intent as Effect[]) : changesIn(effect)
      return done
    },
    get edits() {
      return editsIn(effect)
    },
    mayConcern: (rows) => mayConcern(intent, rows) || (effect !== intent && mayConcern(effect, rows)),
    versions: JSON.parse(stored.versions) as Record<number, number>,
    restores: restoresOf(stored.restores),
    merges: stored.merges === 1,
  }
}

/** In place of an effect that is what the step was to do: it is not written twice. */
const asMeant = ''

/** As a number, which a copy of an earlier version of the program can hold too: 0 nothing, 1 it is not known which state, below 0 its step. */
const restoresOf = (stored: number): Restores | null => (stored === 0 ? null : stored > 0 || -1 - stored)
const storedOf = (restores: Restores | null): number => (restores === null ? 0 : restores === true ? 1 : -1 - restores)

export function addPending(
  db: Db,
  intent: readonly Change[],
  effect: readonly Effect[],
  versions: Record<number, number>,
  tab: string | null,
  { restores = null, merges = false }: SentAs = {},
): number {
  db.run('INSERT INTO _pending (intent, effect, versions, tab, restores, merges) VALUES (?, ?, ?, ?, ?, ?)', [
    storeChanges(db, intent),
    intent === effect ? asMeant : storeChanges(db, effect),
    JSON.stringify(versions),
    tab,
    storedOf(restores),
    merges ? 1 : 0,
  ])
  return db.one<{ id: number }>('SELECT MAX(id) AS id FROM _pending')?.id ?? 0
}

/** UTF-16 units of a step that is added to. */
const mostJoined = 20_000

/**
 * Adds edits of the same texts, done right after it, to the step `id`; false where they are a step of their own: it is not the last one, is
 * under way or large, or the room's events have moved it.
 */
export function joinPending(db: Db, id: number, edits: readonly Effect[]): boolean {
  const last = db.one<Stored>('SELECT * FROM _pending ORDER BY id DESC LIMIT 1')
  if (last?.id !== id || last.push !== null || last.effect !== asMeant || last.restores !== 0) return false
  const versions = JSON.parse(last.versions) as Record<number, number>
  if (!edits.every((edit) => edit.op === 'edit' && versions[edit.answerId] !== undefined)) return false
  const joined = JSON.stringify([...changesIn(readStored(db, last.intent)), ...edits])
  if (joined.length > mostJoined) return false
  db.run('UPDATE _pending SET intent = ? WHERE id = ?', [joined, id])
  return true
}

/** The number of the last step that was kept, whether it still is or not. */
export const lastStep = (db: Db): number =>
  db.one<{ seq: number }>("SELECT seq FROM sqlite_sequence WHERE name = '_pending'")?.seq ?? 0

export const pendingSteps = (db: Db): PendingStep[] =>
  db.all<Stored>('SELECT * FROM _pending ORDER BY id').map((stored) => stepOf(db, stored))
/** Of a push that is under way. */
export const stepsOfPush = (db: Db, n: number): PendingStep[] =>
  db.all<Stored>('SELECT * FROM _pending WHERE push = ? ORDER BY id', [n]).map((stored) => stepOf(db, stored))
export const pendingIds = (db: Db): number[] => db.all<{ id: number }>('SELECT id FROM _pending').map(({ id }) => id)
export const pendingCount = (db: Db): number => db.one<{ n: number }>('SELECT COUNT(*) AS n FROM _pending')?.n ?? 0

export function rewritePending(db: Db, step: PendingStep): void {
  db.run('UPDATE _pending SET intent = ?, effect = ?, versions = ? WHERE id = ?', [
    storeChanges(db, step.intent),
    storeChanges(db, step.effect),
    JSON.stringify(step.versions),
    step.id,
  ])
}

/** Notes what the step is to the history. */
export const noteEntry = (db: Db, step: number, entry: number, way: Way): void => {
  db.run('UPDATE _pending SET entry = ?, way = ? WHERE id = ?', [entry, way, step])
}

export const removePending = (db: Db, id: number): void => {
  db.run('DELETE FROM _pending WHERE id = ?', [id])
}

/** Notes that a step which is under way means something else here since it was sent. */
export const noteOtherwise = (db: Db, id: number): void =>
  setMeta(db, 'otherwise', JSON.stringify([...otherwise(db), id]))
export const isOtherwise = (db: Db, { id }: PendingStep): boolean => otherwise(db).includes(id)
const otherwise = (db: Db): number[] => JSON.parse(metaText(db, 'otherwise') || '[]') as number[]

/** The steps of an answered push that were not taken go again, in a later push, but for those of which nothing is left. */
export const thaw = (db: Db, n: number): void => {
  db.run("DELETE FROM _pending WHERE push = ? AND effect = '[]'", [n])
  db.run('UPDATE _pending SET push = NULL, i = NULL WHERE push = ?', [n])
  db.run('DELETE FROM _outbox WHERE n = ?', [n])
  db.run("DELETE FROM _meta WHERE key = 'otherwise'")
}

const mostSteps = 200
/** Steps are gathered up to this size of their intents, in bytes, for which SQLite does not read them; one that is larger, or lies aside, goes alone. */
const gather = 200_000

/**
 * The push to send now: the one that is not answered yet, or the steps that wait; null when nothing waits. `most`: how many steps one push may carry;
 * `sealing`: of a protected project.
 */
export function nextPush(db: Db, most = mostSteps, sealing: Sealing | null = null): { n: number; body: string } | null {
  const open = db.one<{ n: number; body: string }>('SELECT n, body FROM _outbox ORDER BY n LIMIT 1')
  if (open) return open
  const waiting = db.all<{ id: number; size: number }>(
    `SELECT id, CASE WHEN intent LIKE '#%' THEN ${gather} + 1 ELSE octet_length(intent) END AS size FROM _pending ORDER BY id LIMIT ?`,
    [most],
  )
  if (waiting.length === 0) return null
  let size = 0
  const chosen = waiting.filter((step, i) => {
    size += step.size + (sealing && i > 0 ? answersAlong(db, editsOfStep(db, step.id)) : 0)
    return i === 0 || size <= gather
  })
  return db.transaction(() =>
    freeze(
      db,
      chosen.map((step) => step.id),
      sealing,
    ),
  )
}

function editsOfStep(db: Db, id: number): Edit[] {
  const stored = db.one<{ intent: string }>('SELECT intent FROM _pending WHERE id = ?', [id])
  return stored ? editsIn(readStored(db, stored.intent)) : []
}

function freeze(db: Db, ids: readonly number[], sealing: Sealing | null): { n: number; body: string } {
  const sealed = sealing && openPushSealing(db, sealing, pendingSteps(db), ids)
  const n = metaNumber(db, 'push') + 1
  setMeta(db, 'push', n)
  const steps = ids.map((id, i) => {
    const stored = db.one<Stored>('SELECT * FROM _pending WHERE id = ?', [id]) as Stored
    db.run('UPDATE _pending SET push = ?, i = ? WHERE id = ?', [n, i, id])
    const restores = restoresOf(stored.restores)
    const act = actOf(db, stored, sealing !== null)
    const more = sizeAfter(db, stored)
    const operations = operationsIn(toSend(db, stored))
    const versions = JSON.parse(stored.versions) as Record<number, number>
    return {
      ...mutationText(sealed ? sealed.seal(id, operations, versions) : operations),
      versions,
      ...(restores !== null && { restores }),
      ...(stored.merges === 1 && { merges: true as const }),
      ...(act && { act }),
      ...(more > 0 && { more }),
    }
  })
  const push: Push = { client: metaNumber(db, 'client'), n, base: metaNumber(db, 'head') }
  const body = JSON.stringify({ push, steps } satisfies FrozenPush)
  db.run('INSERT INTO _outbox (n, body) VALUES (?, ?)', [n, body])
  return { n, body }
}

/** As the history of its tab calls it. `isSealed`: without the titles of what it was about, which may be sealed. */
function actOf(db: Db, { entry, way }: Stored, isSealed: boolean): Act | undefined {
  const kept = db.one<{ title: string }>('SELECT title FROM _history WHERE id = ?', [entry])
  if (!kept || way === null) return undefined
  const { state: _, about, ...title } = readTitle(kept.title)
  return { ...title, ...(about && !isSealed && { about }), ...(way !== 'do' && { way }) }
}

/** The intent of a step, as text, without what others have brought back since. */
function toSend(db: Db, stored: Stored): string {
  const text = readStored(db, stored.intent)
  if (stored.effect === asMeant) return text
  const { id, intent, effect } = stepOf(db, stored)
  const left = withoutThere(db, intent, effect)
  if (left.length === intent.length) return text
  const kept = storeChanges(db, left)
  db.run('UPDATE _pending SET intent = ? WHERE id = ?', [kept, id])
  return readStored(db, kept)
}

/** What a step is to do, without the rows that it did not make since others have brought them back: the room takes none that is there. */
export function withoutThere(db: Db, intent: Change[], effect: readonly Effect[]): Change[] {
  const made = touches(effect.filter(({ op }) => op === 'insert')).rows
  const isNotMade = (change: Change): change is Insert =>
    change.op === 'insert' && keyOf(change.table) === 'id' && !made.get(change.table)?.has(change.id)
  const notMade = touches(intent.filter(isNotMade)).rows
  if (notMade.size === 0) return intent
  const there = new Map([...notMade].map(([table, ids]) => [table, present(db, table, ids)]))
  // It was there, too, where a step that waits has removed it.
  const removed = touches(pendingSteps(db).flatMap((step) => step.effect.filter(({ op }) => op === 'remove'))).rows
  const wasThere = ({ table, id }: Insert) => there.get(table)?.has(id) || removed.get(table)?.has(id)
  return intent.filter((change) => !isNotMade(change) || !wasThere(change))
}

/** Bytes of the parts that come after this one of the same step: they lie together. */
function sizeAfter(db: Db, { id, tab, entry, way }: Stored): number {
  const next = db.one<Pick<Stored, 'tab' | 'entry' | 'way'>>(
    'SELECT tab, entry, way FROM _pending WHERE id > ? ORDER BY id LIMIT 1',
    [id],
  )
  if (entry === null || next?.entry !== entry || next.way !== way || next.tab !== tab) return 0
  const found = db.one<{ size: number | null }>(
    `SELECT SUM(octet_length(COALESCE(l.text, p.intent))) AS size FROM _pending p
LEFT JOIN _large l ON p.intent LIKE '#%' AND l.id = CAST(substr(p.intent, 2) AS INTEGER)
WHERE p.tab IS ? AND p.entry = ? AND p.way = ? AND p.id > ?`,
    [tab, entry, way, id],
  )
  return found?.size ?? 0
}
