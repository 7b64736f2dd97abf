/**
 * The judge of a step: may this person send it, is it well formed, and do its rows keep the rules that two honest clients
 * can break together? What two clients may decide alike (`src/model/rules`) is only called here.
 */
import { createHash } from 'node:crypto'
import { type Access, mayChange, mayWrite } from '../../src/model/access.ts'
import type { Change, Edit, Effect, Insert, Remove, Update } from '../../src/model/change.ts'
import { isColour } from '../../src/model/palette.ts'
import { refuse } from '../../src/model/problems.ts'
import { nestingProblem } from '../../src/model/rules/nesting.ts'
import {
  type AnyRow,
  columnsOf,
  hasAuthor,
  type Key,
  keyOf,
  none,
  type Row,
  spec,
  systemPreferences,
  type Table,
  tables,
} from '../../src/model/schema.ts'
import { sealedLength } from '../../src/model/sealing/sealedForm.ts'
import { sealedColumns } from '../../src/model/sealing/sealedRows.ts'
import { areWraps, hashOfWraps } from '../../src/model/sealing/wraps.ts'
import { areGives, type Gives } from '../../src/model/text/edit.ts'
import { isCanonicalHtml, isCanonicalText } from '../../src/model/text/richText.ts'
import { swallow } from '../../src/model/text/span.ts'
import type { Db } from '../../wasm/database/db.ts'
import type { Journal } from '../../wasm/database/journal.ts'
import { leaveOutOrphans } from '../../wasm/database/orphans.ts'
import { present } from '../../wasm/database/present.ts'
import { checkSealed } from './checkSealed.ts'
import { lastStepThat } from './history.ts'
import { longestOf } from './longestOf.ts'
import type { Sender } from './sender.ts'

export interface ChecksOfStep {
  /** The names of the project's people. */
  reserved?: ReadonlySet<string>
  /** What it adds comes from other projects (`Step.merges`). */
  merges?: boolean
  /** What the project is called, where its words are sealed: only sealed ones are taken. */
  sealed?: string | undefined
}

const refuseReader = ({ mustPay }: Sender): never =>
  mustPay ? refuse({ kind: 'paymentRequired' }) : refuse({ kind: 'readOnly' })

/** Before the step is done: shape, access, authorship. Throws Refusal. */
export function checkChanges(
  db: Db,
  sender: Sender,
  changes: readonly Change[],
  { reserved = new Set(), merges = false, sealed }: ChecksOfStep = {},
): void {
  if (sender.rewraps !== undefined) {
    checkWraps(db, sender, changes)
    return
  }
  // Readers chat, in their own name.
  if (merges && !mayWrite(sender.access)) refuseReader(sender)
  /** Answers that the step has edited so far, by their place. */
  const edited = new Set<string>()
  const there = alreadyThere(db, changes)
  for (const change of changes) {
    const table = change.op === 'edit' ? 'question_answers' : change.table
    if (sender.looksOnly || !mayChange(sender.access, table)) refuseReader(sender)
    checkNamed(change)
    if (sealed !== undefined) checkSealed(sealed, change)
    if (change.op === 'edit') {
      checkGiven(db, sender, change, reserved, sealed !== undefined)
      edited.add(placeOf(change))
    } else if (change.op === 'insert')
      checkInsert(db, sender, change.table, change.row, {
        edited,
        reserved,
        there,
        merges,
        isSealed: sealed !== undefined,
      })
    else if (change.op === 'update') checkUpdate(sender, change.table, change.id, change.set, sealed !== undefined)
    else if (change.op === 'remove') checkRemove(db, sender, change)
  }
}

/** Throws Refusal readOnly, badRequest, protectionChanged. */
function checkWraps(db: Db, sender: Sender, changes: readonly Change[]): void {
  if (sender.looksOnly || sender.access !== 'own') refuse({ kind: 'readOnly' })
  const [change, ...more] = changes
  const isIt = change?.op === 'insert' && change.table === 'preferences' && change.id === '___db_hash'
  if (!isIt || more.length > 0 || !areWraps(String(change.row.value)))
    refuse({ kind: 'badRequest', detail: 'protection: no wrapped key' })
  const kept = db.one<{ value: string }>("SELECT value FROM preferences WHERE key = '___db_hash'")
  if (!kept || !areWraps(kept.value)) refuse({ kind: 'badRequest', detail: 'the project is not protected' })
  else if (hashOfWraps(kept.value) !== sender.rewraps) refuse({ kind: 'protectionChanged' })
}

/** Ids under which rows are to be inserted that are there; those that the step makes come to them as it goes. */
function alreadyThere(db: Db, changes: readonly Change[]): Map<Table, Set<Key>> {
  const asked = new Map<Table, Set<Key>>()
  for (const change of changes)
    if (change.op === 'insert' && keyOf(change.table) === 'id' && Number.isSafeInteger(change.row.id))
      asked.set(change.table, (asked.get(change.table) ?? new Set()).add(change.row.id as number))
  return new Map([...asked].map(([table, ids]) => [table, present(db, table, ids)]))
}

/** A program may leave out what it likes. */
function checkNamed(change: Change): void {
  const names: unknown[] = change.op === 'edit' ? [change.answerId, change.sourceId, change.questionId] : [change.id]
  if (names.includes(undefined)) refuse({ kind: 'badRequest', detail: 'which row is not said' })
}

const placeOf = ({ sourceId, questionId }: AnyRow | Edit): string => `${sourceId} ${questionId}`

/**
 * A row may bear the name of somebody from elsewhere, since an import keeps its authors, but not that of another of the project's people. What a
 * merge of projects brings may bear any name, as people may have worked on a copy; chat too.
 *
 * A highlight whose words the step itself has deleted before, and brings back, is still there while this looks: it comes back as it was,
 * and where the words were not all of it, nothing is done.
 */
function checkInsert(
  db: Db,
  sender: Sender,
  table: Table,
  row: AnyRow,
  known: {
    edited: ReadonlySet<string>
    reserved: ReadonlySet<string>
    there: ReadonlyMap<Table, Set<Key>>
    merges: boolean
    isSealed: boolean
  },
): void {
  checkNewRow(table, row, known.isSealed)
  const id = row[keyOf(table)] as number | string
  const { edited, reserved } = known
  const isThere = known.there.get(table)?.has(id) ?? false
  const there = isThere ? db.one<AnyRow>(`SELECT * FROM "${table}" WHERE id = ?`, [id]) : undefined
  const isBack = isThere && spec(table).onText === true && edited.has(placeOf(there ?? row))
  if (isThere && !isBack) refuse({ kind: 'idExists' })
  known.there.get(table)?.add(id)
  if (known.merges || !hasAuthor(table) || sender.author === null || row.author === sender.author) return
  // Nobody chats in another's name; what somebody has said comes back in the same words alone.
  const isChat = table === 'chat_messages'
  if (!isChat && !reserved.has(String(row.author))) return
  const wasTheirs = isBack && there ? there.author === row.author : wasRemoved(db, table, row)
  if (!wasTheirs || (isChat && wordsRemoved(db, id) !== hashOfWords(row))) refuse({ kind: 'foreignAuthor' })
}

/** A row of that table, whole, under a name that a row may have. `isCanonical`: its texts have just been brought into that form: to ask again would take as long. Throws Refusal. */
export function checkNewRow(table: Table, row: AnyRow, isSealed: boolean, isCanonical = false): void {
  checkValues(table, row, isSealed, columnsOf(table), isCanonical)
  const key = keyOf(table)
  const id = row[key] as number | string
  // Below 0 are names of no row.
  if (key === 'id' && (id as number) < 0) refuse({ kind: 'badRequest', detail: 'ids begin at 1' })
  checkSystem(table, id)
}

/** Rows that an edit brings back with their words are whole rows of that answer, and judged like those that are made. */
function checkGiven(db: Db, sender: Sender, edit: Edit, reserved: ReadonlySet<string>, isSealed: boolean): void {
  for (const step of edit.steps) {
    const given: unknown = step.type === 'text' ? (step.gives ?? []) : []
    if (!areGives(given)) refuse({ kind: 'badEdit', detail: 'what a step gives back is not whole' })
    for (const { table, from, to, row } of given as Gives[])
      if (row) {
        const whole = { ...(row as AnyRow), start: from, length: to - from }
        checkValues(table, whole, isSealed, columnsOf(table))
        checkBack(db, sender, table, whole, edit, reserved)
      }
  }
}

function checkBack(
  db: Db,
  sender: Sender,
  table: Gives['table'],
  row: AnyRow,
  edit: Edit,
  reserved: ReadonlySet<string>,
): void {
  if (placeOf(row) !== placeOf(edit)) refuse({ kind: 'badEdit', detail: 'what a step gives back lies elsewhere' })
  if (sender.author === null || row.author === sender.author || !reserved.has(String(row.author))) return
  const there = db.one<AnyRow>(`SELECT author FROM "${table}" WHERE id = ?`, [row.id as number])
  if (there ? there.author !== row.author : !wasRemoved(db, table, row)) refuse({ kind: 'foreignAuthor' })
}

/** Under this name `_removed` keeps a hash of a chat message's words, as its author. */
const chatWords = 'chat_messages.message'
const hashOfWords = ({ message }: AnyRow): string => createHash('sha256').update(String(message)).digest('base64url')
const wordsRemoved = (db: Db, id: Key): string | undefined =>
  db.one<{ author: string }>('SELECT author FROM _removed WHERE id = ? AND "table" = ?', [id, chatWords])?.author

/** Under this name `_removed` keeps who brought a chat message of somebody else, so that this person can take the merge back. */
const chatMerged = 'chat_messages.merged'
const broughtBy = (db: Db, id: Key): string | undefined =>
  db.one<{ author: string }>('SELECT author FROM _removed WHERE id = ? AND "table" = ?', [id, chatMerged])?.author

/** Who has brought the chat of other projects. After the step is done, which merges them. */
export function noteBrought(db: Db, sender: Sender, effects: readonly Effect[]): void {
  for (const effect of effects)
    if (effect.op === 'insert' && effect.table === 'chat_messages' && effect.row.author !== sender.author)
      db.run('INSERT OR REPLACE INTO _removed (id, "table", author) VALUES (?, ?, ?)', [
        effect.id,
        chatMerged,
        sender.author ?? '',
      ])
}

/** What chat messages that go have said. After the step is done. */
export function noteWords(db: Db, effects: readonly Effect[]): void {
  for (const effect of effects)
    if (effect.op === 'remove' && effect.table === 'chat_messages')
      db.run('INSERT OR REPLACE INTO _removed (id, "table", author) VALUES (?, ?, ?)', [
        effect.id,
        chatWords,
        hashOfWords(effect.row),
      ])
}

/** A row in the name of another of the project's people is taken only where it comes back: the log has seen it go with that author. */
const wasRemoved = (db: Db, table: Table, row: AnyRow): boolean =>
  db.one<{ author: string }>('SELECT author FROM _removed WHERE id = ? AND "table" = ?', [row.id as number, table])
    ?.author === row.author

/**
 * Whatever was in the project `present`, which is attached and whose place this one takes, may come back to it, as after a step that removed it.
 * Within a transaction.
 */
export function noteReplaced(db: Db): void {
  db.exec('INSERT OR IGNORE INTO _removed SELECT id, "table", author FROM present._removed')
  const isGone = (table: Table) => `FROM present."${table}" WHERE id NOT IN (SELECT id FROM main."${table}")`
  for (const table of tables.filter(hasAuthor))
    db.run(`INSERT OR REPLACE INTO _removed (id, "table", author) SELECT id, ?, author ${isGone(table)}`, [table])
  const messages = db.all<AnyRow>(`SELECT * ${isGone('chat_messages')}`)
  noteWords(
    db,
    messages.map((row): Effect => ({ op: 'remove', table: 'chat_messages', id: row.id as number, row })),
  )
}

function checkUpdate(sender: Sender, table: Table, id: number | string, set: AnyRow, isSealed: boolean): void {
  checkValues(table, { ...set, [keyOf(table)]: id }, isSealed, Object.keys(set))
  checkSystem(table, id)
  if (sender.author === null) return
  if ('author' in set) refuse({ kind: 'foreignAuthor' })
  // What somebody has said stays as they said it; it can only be removed.
  if (table === 'chat_messages') refuse({ kind: 'readOnly' })
}

function checkRemove(db: Db, sender: Sender, { table, id, into }: Remove): void {
  checkSystem(table, id)
  if (into === id) refuse({ kind: 'mergeIntoItself' })
  if (into === none) refuse({ kind: 'badRequest', detail: 'into which quirk is not said' })
  if (table !== 'chat_messages' || sender.author === null || mayModerate(sender.access)) return
  const message = db.one<{ author: string }>('SELECT author FROM chat_messages WHERE id = ?', [id])
  if (message && message.author !== sender.author && broughtBy(db, id) !== sender.author) refuse({ kind: 'readOnly' })
}

const mayModerate = (access: Access): boolean => access === 'own'

function checkSystem(table: Table, id: number | string): void {
  if (table === 'preferences' && (systemPreferences as readonly (string | number)[]).includes(id))
    refuse({ kind: 'badRequest', detail: `${id} is the system's` })
}

function checkValues(
  table: Table,
  row: AnyRow,
  isSealed: boolean,
  columns: readonly string[],
  isCanonical = false,
): void {
  const sealed = isSealed ? sealedColumns(table, row) : []
  for (const column of columns) if (!sealed.includes(column)) checkValue(table, column, row[column], isCanonical)
}

/** A value of a row, in the form that every copy has it in; `isCanonical`: that is known of it, if it is a text. Throws Refusal. */
export function checkValue(table: Table, column: string, value: unknown, isCanonical = false): void {
  const type = spec(table).columns[column]
  if (type && value === undefined)
    refuse({ kind: 'badRequest', detail: `${spec(table).operation}: a new row needs ${column}` })
  if (type === 'int') {
    if (!Number.isSafeInteger(value)) refuse({ kind: 'badRequest', detail: `${column} is no whole number` })
    return
  }
  const text =
    type === 'text' && typeof value === 'string'
      ? value
      : refuse({ kind: 'badRequest', detail: `${column} is no text of ${table}` })
  const most = longestOf(column)
  if (text.length > most) refuse({ kind: 'tooLong', most })
  if (!isCanonical && !isInForm(table, column, text)) refuse({ kind: 'notCanonical' })
  if (table === 'quirks' && column === 'color' && !isColour(text))
    refuse({ kind: 'badRequest', detail: `color is no #rrggbb: ${text.slice(0, 40)}` })
}

const isInForm = (table: Table, column: string, text: string): boolean =>
  column === 'answer' && table === 'question_answers' ? isCanonicalHtml(text) : isCanonicalText(text)

/** The positions of a step lie within the text that they were made for. Throws Refusal. */
export function checkPositions(db: Db, effects: readonly Effect[], isBlind = false): void {
  const lengthAt = openLengths(db, isBlind)
  // What comes lies where it says, unless a text was edited after it.
  const isEdited = effects.some(({ op }) => op === 'edit')
  for (const effect of effects) {
    if (effect.op !== 'insert' && effect.op !== 'update') continue
    if (!spec(effect.table).onText || (effect.op === 'update' && !('start' in effect.set))) continue
    const row = effect.op === 'insert' && !isEdited ? (effect.row as unknown as PlacedRow) : placedRow(db, effect)
    if (!row) continue
    const textLength = lengthAt(row.sourceId, row.questionId)
    if (row.start < 0 || row.length < 0 || (textLength !== null && row.start + row.length > textLength))
      refuse({ kind: 'outsideText', start: row.start, length: row.length, textLength: textLength ?? 0 })
  }
}

interface PlacedRow {
  start: number
  length: number
  sourceId: number
  questionId: number
}

const placedRow = (db: Db, { table, id }: Insert | Update): PlacedRow | undefined =>
  db.one<PlacedRow>(`SELECT start, length, sourceId, questionId FROM "${table}" WHERE id = ?`, [id])

/** As `lengthOfText`, each text asked for once: an import lays thousands on one long text. */
function openLengths(db: Db, isBlind: boolean): (sourceId: number, questionId: number) => number | null {
  const known = new Map<number, Map<number, number | null>>()
  return (sourceId, questionId) => {
    const ofSource = known.get(sourceId) ?? new Map<number, number | null>()
    known.set(sourceId, ofSource)
    const found = ofSource.get(questionId)
    if (found !== undefined) return found
    const length = lengthOfText(db, sourceId, questionId, isBlind)
    ofSource.set(questionId, length)
    return length
  }
}

/** UTF-16 units, which SQLite cannot count; null where there is no answer. */
function lengthOfText(db: Db, sourceId: number, questionId: number, isBlind: boolean): number | null {
  if (isBlind) {
    const sql = 'SELECT substr(answer, 1, 80) AS answer FROM question_answers WHERE sourceId = ? AND questionId = ?'
    const found = db.one<{ answer: string }>(sql, [sourceId, questionId])
    return found ? sealedLength(found.answer) : null
  }
  const found = db.one<{ text: string | null }>(
    'SELECT text FROM answer_texts WHERE answerId = (SELECT id FROM question_answers WHERE sourceId = ? AND questionId = ?)',
    [sourceId, questionId],
  )
  return found?.text?.length ?? null
}

/**
 * After the step is done, within its savepoint: puts right what can be put right and returns whether it did; throws
 * Refusal where it cannot. `restores`: a state that the project once had, in which merges of quirks may have made
 * some deeper than a move may, and a source may have several values of a property that takes one.
 */
export function keepRules(db: Db, journal: Journal, merging: ReadonlySet<number>, restores = false): boolean {
  const left = leaveOutOrphans(db, journal)
  const right = putRight(db, journal.soFar(), merging, restores)
  return left || right
}

/** The same where nothing hangs on what is not there. `effects`: of the step until now. */
export function putRight(db: Db, effects: readonly Effect[], merging: ReadonlySet<number>, restores = false): boolean {
  checkNesting(db, effects, restores)
  checkNames(db, effects)
  checkQuestions(db, effects)
  const merged = mergeOverlapping(db, effects, merging)
  const replaced = !restores && keepOneValue(db, effects)
  const joined = keepOneMembership(db, effects)
  return merged || replaced || joined
}

/**
 * No cycles, and at most three levels. A merge of quirks (2 §5) is not held to the levels, nor is what takes a merge, a
 * removal or a move in such a deeper tree back.
 */
function checkNesting(db: Db, effects: readonly Effect[], restores: boolean): void {
  const nested = effects.flatMap((effect) =>
    (effect.op === 'insert' && effect.table === 'quirks' && effect.row.parentQuirkId !== none) ||
    (effect.op === 'update' && effect.table === 'quirks' && 'parentQuirkId' in effect.set)
      ? [effect]
      : [],
  )
  if (nested.length === 0) return
  const parents = parentsOf(db)
  const free = freeOfLevels(db, effects)
  for (const effect of nested) {
    const id = effect.id as number
    if (hasCycle(parents, id)) refuse({ kind: 'noParentToChildQuirk' })
    const parent = parents.get(id) ?? none
    if (restores || parent === none || free.has(id) || (effect.op === 'update' && layDeep(db, id, parent))) continue
    const without = new Map(parents).set(id, none)
    if (nestingProblem(without, id, parent) === 'quirkNestingIssue') refuse({ kind: 'quirkNestingIssue' })
  }
}

/** Quirks that a removed quirk hands over, those that one which comes back takes again, and those that they are handed to. */
function freeOfLevels(db: Db, effects: readonly Effect[]): ReadonlySet<Key | undefined> {
  const gone = new Set<Key | undefined>()
  const back = new Set<Key | undefined>()
  for (const effect of effects) {
    if (effect.op === 'edit' || effect.table !== 'quirks') continue
    if (effect.op === 'remove') gone.add(effect.id)
    if (effect.op === 'insert' && wasRemoved(db, 'quirks', effect.row)) back.add(effect.id)
  }
  const free = new Set<Key | undefined>(back)
  for (const effect of effects) {
    if (effect.op !== 'update' || effect.table !== 'quirks' || !('parentQuirkId' in effect.set)) continue
    const { id, was, set } = effect
    if (gone.has(was.parentQuirkId)) free.add(id).add(set.parentQuirkId)
    if (back.has(set.parentQuirkId)) free.add(id).add(was.parentQuirkId)
  }
  return free
}

/** Under this name `_removed` keeps the parent of a quirk that lay deeper than may be, as its author. */
const deepParent = 'quirks.parentQuirkId'

const layDeep = (db: Db, id: number, parent: number): boolean =>
  db.one<{ author: string }>('SELECT author FROM _removed WHERE id = ? AND "table" = ?', [id, deepParent])?.author ===
  String(parent)

/** Where a quirk lay that leaves a tree deeper than may be, so that an undo may put it back. After the step is done. */
export function noteDeep(db: Db, effects: readonly Effect[]): void {
  const moved = effects.flatMap((effect) =>
    effect.op === 'update' && effect.table === 'quirks' && 'parentQuirkId' in effect.set ? [effect] : [],
  )
  if (moved.length === 0) return
  // A merge and what takes it back are free either way.
  const free = freeOfLevels(db, effects)
  const parents = parentsOf(db)
  for (const { id, was } of moved) {
    const parent = was.parentQuirkId as number
    if (parent === none || free.has(id)) continue
    const without = new Map(parents).set(id as number, none)
    if (nestingProblem(without, id as number, parent) === 'quirkNestingIssue')
      db.run('INSERT OR REPLACE INTO _removed (id, "table", author) VALUES (?, ?, ?)', [id, deepParent, String(parent)])
  }
}

export const parentsOf = (db: Db): Map<number, number> =>
  new Map(
    db
      .all<{ id: number; parent: number }>('SELECT id, parentQuirkId AS parent FROM quirks')
      .map((row) => [row.id, row.parent]),
  )

function hasCycle(parents: ReadonlyMap<number, number>, start: number): boolean {
  let at = parents.get(start) ?? none
  for (let steps = 0; at !== none; steps += 1) {
    if (at === start || steps > parents.size) return true
    at = parents.get(at) ?? none
  }
  return false
}

function checkNames(db: Db, effects: readonly Effect[]): void {
  const keys = new Set<string>()
  /** By their property. */
  const values = new Map<number, Set<string>>()
  for (const effect of effects) {
    if (effect.op !== 'insert' && effect.op !== 'update') continue
    const named = effect.op === 'insert' ? effect.row : effect.set
    if (effect.table === 'groups' && 'description' in named) {
      if (named.description === '') refuse({ kind: 'groupNameRequired' })
      if (twice(db, 'SELECT COUNT(*) AS n FROM groups WHERE description = ?', [named.description as string]))
        refuse({ kind: 'groupExists', name: named.description as string })
    }
    if (effect.table === 'source_metadata_keys' && 'key' in named) keys.add(named.key as string)
    if (effect.table === 'source_metadata_values' && 'value' in named) {
      const keyId =
        db.one<{ keyId: number }>('SELECT keyId FROM source_metadata_values WHERE id = ?', [effect.id])?.keyId ?? none
      const ofKey = values.get(keyId) ?? new Set()
      values.set(keyId, ofKey.add(named.value as string))
    }
  }
  checkFolded(db, 'keyExists', 'SELECT key AS name FROM source_metadata_keys', [], keys)
  const ofKey = 'SELECT value AS name FROM source_metadata_values WHERE keyId = ?'
  for (const [keyId, names] of values) checkFolded(db, 'valueExists', ofKey, [keyId], names)
}

const twice = (db: Db, sql: string, params: (number | string)[]): boolean =>
  (db.one<{ n: number }>(sql, params)?.n ?? 0) > 1

/** Names that differ in case alone are the same name; SQLite folds only ASCII. Reads all once: a table brings in thousands. */
function checkFolded(
  db: Db,
  kind: 'keyExists' | 'valueExists',
  sql: string,
  params: number[],
  names: ReadonlySet<string>,
): void {
  if (names.size === 0) return
  const all = db.all<{ name: string }>(sql, params).map(({ name }) => name.toLowerCase())
  const once = new Set<string>()
  const again = new Set<string>()
  for (const name of all) (once.has(name) ? again : once).add(name)
  if (again.size === 0) return
  for (const name of names) if (again.has(name.toLowerCase())) refuse({ kind, name })
}

function checkQuestions(db: Db, effects: readonly Effect[]): void {
  for (const effect of effects)
    if (effect.op === 'update' && effect.table === 'question_answers')
      if ('sourceId' in effect.set || 'questionId' in effect.set)
        refuse({ kind: 'badRequest', detail: 'an answer stays where it is' })
  const removed = effects.some((effect) => effect.op === 'remove' && effect.table === 'questions')
  if (removed && !db.one('SELECT 1 FROM questions LIMIT 1')) refuse({ kind: 'lastQuestion' })
  const answers = effects.flatMap((effect) =>
    effect.op === 'insert' && effect.table === 'question_answers' ? [effect.row] : [],
  )
  if (answers.length === 0) return
  const sources = JSON.stringify([...new Set(answers.map(({ sourceId }) => sourceId))])
  const double = new Set(db.all<AnyRow>(answeredTwice, [sources]).map(placeOf))
  if (double.size > 0 && answers.some((answer) => double.has(placeOf(answer)))) refuse({ kind: 'answerExists' })
}

/** Among the answers of these sources. */
const answeredTwice = `SELECT sourceId, questionId FROM question_answers WHERE sourceId IN (SELECT value FROM json_each(?))
GROUP BY sourceId, questionId HAVING COUNT(*) > 1`

interface Stretch {
  id: number
  start: number
  length: number
}

/**
 * Of a property that is no multiple choice a source has the value that was given last: two people may have given one at the same time. What comes
 * back joins those that it stood beside: a property that was a multiple choice once may have left a source several.
 */
function keepOneValue(db: Db, effects: readonly Effect[]): boolean {
  const given = effects.flatMap((effect) =>
    effect.op === 'insert' && effect.table === 'source_metadatas' ? [effect.row] : [],
  )
  if (given.length === 0) return false
  const inStep = new Set(given.map(({ id }) => id))
  const cells = Map.groupBy(given, cellOf)
  const older = db
    .all<AnyRow>(severalValues, [JSON.stringify([...new Set(given.map(({ sourceId }) => sourceId))])])
    .filter((row) => !inStep.has(row.id) && cells.has(cellOf(row)))
    .filter((row) => !cells.get(cellOf(row))?.some((back) => stoodBeside(db, back, row)))
  for (const { id } of older) db.run('DELETE FROM source_metadatas WHERE id = ?', [id as number])
  return older.length > 0
}

const cellOf = ({ sourceId, keyId }: AnyRow): string => `${sourceId} ${keyId}`

/** Whether the one row, which comes back, went when the other was there. What the log has forgotten was before all that it knows. */
function stoodBeside(db: Db, back: AnyRow, other: AnyRow): boolean {
  if (!wasRemoved(db, 'source_metadatas', back)) return false
  return (
    lastStepThat(db, 'insert', 'source_metadatas', other.id as number) <=
    lastStepThat(db, 'remove', 'source_metadatas', back.id as number)
  )
}

/** Among these sources, of properties that have one value each. */
const severalValues = `SELECT m.id, m.sourceId, m.keyId FROM source_metadatas m
JOIN source_metadata_keys k ON k.id = m.keyId AND k.multipleChoice = 0
WHERE m.sourceId IN (SELECT value FROM json_each(?))
AND EXISTS (SELECT 1 FROM source_metadatas o WHERE o.sourceId = m.sourceId AND o.keyId = m.keyId AND o.id <> m.id)`

/** A quirk is in a group once, by what was done last: two people may have put it there at the same time. */
function keepOneMembership(db: Db, effects: readonly Effect[]): boolean {
  const given = effects.flatMap((effect) =>
    effect.op === 'insert' && effect.table === 'group_quirks' ? [effect.row as Row<'group_quirks'>] : [],
  )
  const inStep = new Set(given.map(({ id }) => id))
  const older = given
    .flatMap(({ groupId, quirkId }) =>
      db.all<{ id: number }>('SELECT id FROM group_quirks WHERE groupId = ? AND quirkId = ?', [groupId, quirkId]),
    )
    .filter(({ id }) => !inStep.has(id))
  for (const { id } of older) db.run('DELETE FROM group_quirks WHERE id = ?', [id])
  return older.length > 0
}

/**
 * Highlights made one by one (`merging`: their ids) become one with those of the same author, quirk and answer that they
 * overlap; the new one stays, since what its maker does next is meant for it. Batches are taken as they are: an import
 * keeps overlapping codings apart.
 */
function mergeOverlapping(db: Db, effects: readonly Effect[], merging: ReadonlySet<number>): boolean {
  if (merging.size === 0) return false
  const inStep = new Set(
    effects.flatMap((effect) => (effect.op !== 'edit' && effect.table === 'highlights' ? [effect.id] : [])),
  )
  let merged = false
  for (const id of merging) {
    const row = db.one<Stretch & AnyRow>('SELECT * FROM highlights WHERE id = ?', [id])
    if (!row) continue
    const others = db
      .all<Stretch>(
        'SELECT id, start, length FROM highlights WHERE sourceId = ? AND questionId = ? AND quirkId = ? AND author = ? AND id <> ?',
        [row.sourceId as number, row.questionId as number, row.quirkId as number, row.author as string, id],
      )
      .filter((other) => !inStep.has(other.id))
    const { span, swallowed } = swallow({ start: row.start, length: row.length }, others)
    if (swallowed.length === 0) continue
    db.run('UPDATE highlights SET start = ?, length = ? WHERE id = ?', [span.start, span.length, id])
    for (const index of swallowed) db.run('DELETE FROM highlights WHERE id = ?', [(others[index] as Stretch).id])
    merged = true
  }
  return merged
}
