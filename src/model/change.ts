/**
 * The only currency of the data path: what was done to the rows and texts of a project, and how to undo it.
 *
 * A `Change` says what to do; an `Effect` is a change that the journal has seen done, with what was there before, so that
 * it can be inverted. Every effect is a change. Lists are in the order in which things were done.
 */
import { type AnyRow, columnsOf, type Key, none, spec, type Table } from './schema.ts'
import {
  applyStep,
  deletedOf,
  type EditStep,
  type Gone,
  mapPoint,
  mapSpan,
  mapStep,
  stepLength,
  stillAlso,
  stillGone,
  withName,
  withoutAlso,
} from './text/edit.ts'
import { giveBack } from './text/moveRows.ts'
import { parseHtml, toHtml } from './text/richText.ts'
import type { Span } from './text/span.ts'

export interface Insert extends Moved {
  op: 'insert'
  table: Table
  id: Key
  row: AnyRow
  /** Of a quirk: it comes back from its merge into this one. */
  into?: number
  /** Words that it lay on and that others have deleted while it waited: where they come back it lies on them again. */
  lost?: Gone[]
}
interface Moved {
  /** It says to what the edit before it gives the words that it brings back, and comes and goes with that edit: whoever remembers what held them knows better. */
  given?: true
  /** Quirks that it was put on while it waited, each of which others have merged then, the last one last. */
  from?: number[]
}
export interface Update extends Moved {
  op: 'update'
  table: Table
  id: Key
  set: AnyRow
  /** Write a column only where it still holds this: undo leaves alone what others have changed since. */
  expect?: AnyRow
  /** The answer on whose text the row lies, where `set` holds its start and length (always both). */
  place?: TextPlace
}
export interface TextPlace {
  sourceId: number
  questionId: number
}
export interface Remove {
  op: 'remove'
  table: Table
  id: Key
  /** Leave the row where other rows hang on it: undo of a creation never takes others' work along. */
  careful?: true
  /** Of a quirk: it is merged (specification 2 §5), and what it has goes to this one first, what others have put on it meanwhile too. */
  into?: number
}
/** Steps on the text of one answer; each starts from what the one before it left. */
export interface Edit {
  op: 'edit'
  /** While edits are moved over changes that remove the answer: it is not there to be edited, until it is brought back. */
  asleep?: true
  answerId: number
  sourceId: number
  questionId: number
  steps: EditStep[]
  /** In a room that cannot read the text: the answer, sealed, that the steps lead to. */
  answer?: string
}
export type Change = Insert | Update | Remove | Edit

export type Effect = Insert | (Update & { was: AnyRow }) | (Remove & { row: AnyRow }) | (Edit & { inverse: EditStep[] })

/** The rows without which the change cannot be done: those that its row belongs to, and the one that it is about. */
export function namedBy(change: Change): [Table, Key][] {
  if (change.op === 'remove') return []
  if (change.op === 'edit')
    return [
      ['sources', change.sourceId],
      ['question_answers', change.answerId],
    ]
  const { table, id } = change
  const row = change.op === 'insert' ? change.row : change.set
  const parents = Object.entries(spec(table).parents ?? {}).flatMap(([column, parent]): [Table, Key][] => {
    const named = row[column] as Key | undefined
    return named === undefined || named === none ? [] : [[parent as Table, named]]
  })
  return change.op === 'update' ? [[table, id], ...parents] : parents
}

/**
 * The changes that undo `effects`, last first. They put a column back only where it still holds what the step left. What words that came back were
 * given to goes with these words again.
 */
export function invert(effects: readonly Effect[]): Change[] {
  return effects
    .filter((effect) => !isGiven(effect))
    .map(invertOne)
    .reverse()
}

export const isGiven = (change: Change): change is Insert | Update => 'given' in change && change.given === true

function invertOne(effect: Effect): Change {
  switch (effect.op) {
    case 'insert':
      return {
        op: 'remove',
        table: effect.table,
        id: effect.id,
        ...merging(effect),
        ...(!effect.into && { careful: true }),
      }
    case 'update':
      return { ...row(effect), set: effect.was, expect: effect.set }
    case 'remove':
      return { op: 'insert', table: effect.table, id: effect.id, row: effect.row, ...merging(effect) }
    case 'edit':
      return { ...place(effect), op: 'edit', steps: effect.inverse }
  }
}

/** The changes that take `effects` back exactly, whatever else depends on them: for rebase, never for undo. */
export function rewind(effects: readonly Effect[]): Change[] {
  return effects.toReversed().map((effect) => {
    const change = invertOne(effect)
    if (change.op === 'update') return { ...row(change), set: change.set }
    if (change.op === 'remove') return { op: 'remove', table: change.table, id: change.id }
    return change
  })
}

const merging = ({ into }: { into?: number }) => (into === undefined ? {} : { into })

const place = (edit: Edit) => ({
  answerId: edit.answerId,
  sourceId: edit.sourceId,
  questionId: edit.questionId,
})

const row = (update: Update) => ({
  op: 'update' as const,
  table: update.table,
  id: update.id,
  ...(update.place && { place: update.place }),
})

/**
 * The net effect of a journal: one entry a row, but never across an edit, which moves the rows that lie on its text.
 * An update keeps only the columns that differ.
 */
export function squash(effects: readonly Effect[]): Effect[] {
  const squashed: Effect[] = []
  for (let from = 0; from < effects.length; ) {
    let to = from
    while (to < effects.length && effects[to]?.op !== 'edit') to += 1
    const net = squashRows(effects.slice(from, to) as RowEffect[])
    // What goes goes last: a row that moved away from a parent must not go with it when the changes are done again.
    for (const effect of net) if (effect.op !== 'remove') squashed.push(effect)
    for (const effect of net) if (effect.op === 'remove') squashed.push(effect)
    for (; effects[to]?.op === 'edit'; to += 1) squashed.push(effects[to] as Effect)
    from = to
  }
  return squashed
}

type RowEffect = Exclude<Effect, Edit>

function squashRows(effects: readonly RowEffect[]): RowEffect[] {
  // Rows that only come, or only go, are their own net effect: an import, or taking one back, has hundreds of thousands.
  const inserts = effects.reduce((count, { op }) => count + (op === 'insert' ? 1 : 0), 0)
  const most = 2 * inserts >= effects.length ? 'insert' : 'remove'
  const met = touches(effects.filter(({ op }) => op !== most)).rows
  const net: (RowEffect | null)[] = []
  const places = new Map<Table, Map<Key, number>>()
  for (const effect of effects) {
    if (effect.op === most && !met.get(effect.table)?.has(effect.id)) {
      net.push(effect)
      continue
    }
    const ofTable = places.get(effect.table) ?? new Map<Key, number>()
    places.set(effect.table, ofTable)
    const at = ofTable.get(effect.id)
    const before = at === undefined ? null : net[at]
    const earlier = before && isGiven(before) === isGiven(effect) ? before : null
    const merged = earlier ? merge(earlier, effect) : effect
    if (at !== undefined && earlier) net[at] = merged
    else ofTable.set(effect.id, net.push(merged) - 1)
  }
  return net.filter((effect) => effect !== null && !isNothing(effect)) as RowEffect[]
}

const isNothing = (effect: RowEffect): boolean => effect.op === 'update' && Object.keys(effect.set).length === 0

/** Two effects on one row, one after the other, as one; null when nothing is left. */
function merge(first: RowEffect, second: RowEffect): RowEffect | null {
  if (first.op === 'insert' && second.op === 'update') return { ...first, row: { ...first.row, ...second.set } }
  if (first.op === 'insert' && second.op === 'remove') return null
  if (first.op === 'update' && second.op === 'update')
    return difference(
      { ...row(first), ...row(second), ...(first.given && { given: true }) },
      { ...second.was, ...first.was },
      { ...first.set, ...second.set },
    )
  if (first.op === 'update' && second.op === 'remove') return { ...second, row: { ...second.row, ...first.was } }
  if (first.op === 'remove' && second.op === 'insert')
    return difference(updateOf(first.table, first.id, second.row), first.row, second.row)
  return second
}

/** Names the row that an update changes, with its place where it lies on a text. */
export function updateOf(table: Table, id: Key, row: AnyRow): Omit<Update, 'set'> {
  const { sourceId, questionId } = row
  if (!spec(table).onText) return { op: 'update', table, id }
  return { op: 'update', table, id, place: { sourceId: sourceId as number, questionId: questionId as number } }
}

/** The update from `was` to `set`, with the columns that differ; start and length go together. */
export function difference(update: Omit<Update, 'set'>, was: AnyRow, set: AnyRow): Update & { was: AnyRow } {
  const differs = (column: string) => column in set && set[column] !== was[column]
  const moved = spec(update.table).onText && (differs('start') || differs('length'))
  const columns = columnsOf(update.table).filter(
    (column) => differs(column) || (moved && (column === 'start' || column === 'length')),
  )
  return { ...update, set: only(set, columns), was: only(was, columns) }
}

export const only = (row: AnyRow, columns: readonly string[]): AnyRow =>
  Object.fromEntries(
    columns.filter((column) => column in row).map((column) => [column, row[column] as number | string]),
  )

/** What a list of changes touches: rows by table, and answers whose text is edited. */
export interface Touched {
  rows: Map<Table, Set<Key>>
  edits: Set<number>
}

export function touches(changes: Iterable<Change>): Touched {
  const touched: Touched = { rows: new Map(), edits: new Set() }
  for (const change of changes) {
    if (change.op === 'edit') touched.edits.add(change.answerId)
    else {
      const ids = touched.rows.get(change.table) ?? new Set<Key>()
      touched.rows.set(change.table, ids.add(change.id))
    }
  }
  return touched
}

/**
 * Moves `changes`, which start from the same project as the edits `over`, to where those edits have been made, and the
 * edits to where the changes have been made. `before`: where both insert at one place, the changes' text comes first.
 */
export function mapChanges(
  changes: readonly Change[],
  over: readonly Edit[],
  before = false,
): { changes: Change[]; over: Edit[] } {
  if (over.length === 0) return { changes: [...changes], over: [] }
  let moving: Edit[] = [...over]
  const mapped: Change[] = []
  let gives = false
  for (const change of changes) {
    if (change.op === 'edit') {
      const result = mapEdit(change, moving, before)
      if (result.change.steps.length > 0) mapped.push(result.change)
      gives = bringsBack(result.change)
      moving = result.over
    } else if (isGiven(change) && !gives) continue
    else if (change.op === 'remove' && change.table === 'question_answers') {
      mapped.push(change)
      moving = moving.map((edit) => (edit.answerId === change.id ? { ...edit, asleep: true } : edit))
    } else if (change.op === 'insert' && change.table === 'question_answers') {
      mapped.push(bringBack(change, moving))
      moving = moving.map((edit) => (edit.answerId === change.id ? awake(edit) : edit))
    } else mapped.push(mapRow(change, moving))
  }
  return { changes: mapped, over: moving.filter((edit) => edit.steps.length > 0) }
}

const awake = ({ asleep: _, ...edit }: Edit): Edit => edit

/** An answer that comes back comes back as others had edited it before it went, or have since they brought it back themselves. */
function bringBack(change: Insert, over: readonly Edit[]): Insert {
  const steps = over.filter((edit) => edit.answerId === change.id).flatMap((edit) => edit.steps)
  if (steps.length === 0) return change
  const rich = steps.reduce((text, step) => applyStep(text, step).rich, parseHtml(change.row.answer as string))
  return { ...change, row: { ...change.row, answer: toHtml(rich) } }
}

/** A row that lies on an edited text moves with it; one whose words are all gone keeps its place with length 0. */
function mapRow(change: Insert | Update | Remove, over: readonly Edit[]): Insert | Update | Remove {
  if (change.op === 'remove' || !spec(change.table).onText) return change
  const at = change.op === 'insert' ? change.row : change.place
  const edits = over.filter(
    (edit) => !edit.asleep && edit.sourceId === at?.sourceId && edit.questionId === at?.questionId,
  )
  if (edits.length === 0) return change
  if (change.op === 'insert') return moveInsert(change, edits)
  if (!('start' in change.set)) return change
  const moved = { ...change, set: moveSpan(change.set, edits) }
  return change.expect && 'start' in change.expect ? { ...moved, expect: moveSpan(change.expect, edits) } : moved
}

/** What edits delete has a name in each of them, so that whoever takes them back can say what it is. */
export const named = (changes: readonly Change[]): Change[] =>
  changes.map((change) => (change.op === 'edit' ? { ...change, steps: change.steps.map(withName) } : change))

/** Whether it brings words back, or gives something back. */
export const bringsBack = (change: Change): boolean =>
  change.op === 'edit' && change.steps.some((step) => step.type === 'text' && step.back !== undefined)

export const editsOf = (changes: readonly Change[]): Edit[] => changes.filter((change) => change.op === 'edit')

/** Whether changes make texts other ones: edit them, bring them or take them away. */
export const changeTexts = (changes: readonly Change[]): boolean =>
  changes.some((change) => change.op === 'edit' || change.table === 'question_answers')

/** Whether changes have to do with texts at all: with their answers, edits, or rows that lie on them. */
export const touchTexts = (changes: readonly Change[]): boolean =>
  changes.some(
    (change) =>
      change.op === 'edit' ||
      change.table === 'question_answers' ||
      (change.op !== 'remove' && spec(change.table).onText === true),
  )

/** Whether a change has a position in a text. */
export const hasPosition = (change: Change): boolean =>
  change.op === 'edit' || (change.op !== 'remove' && spec(change.table).onText === true)

function moveInsert(change: Insert, edits: readonly Edit[]): Insert {
  let { row, lost = [] } = change
  for (const step of edits.flatMap((edit) => edit.steps)) {
    const span = { start: row.start as number, length: row.length as number }
    row = { ...row, ...spanAfter(span, step) }
    if (step.type !== 'text') continue
    for (const { at, length } of stillGone(step.back, lost)) {
      const { start, length: all } = giveBack(
        { id: 0, start: row.start as number, length: row.length as number },
        { from: at, to: at + length },
      )
      row = { ...row, start, length: all }
    }
    lost = [...stillAlso(lost, step.back), ...deletedOf(step, span)]
  }
  return { ...change, row, ...((lost.length > 0 || change.lost) && { lost }) }
}

/** Where a row's stretch lies after the edits. */
export function moveSpan(row: AnyRow, edits: readonly Edit[]): AnyRow {
  let span = { start: row.start as number, length: row.length as number }
  for (const step of edits.flatMap((edit) => edit.steps)) span = spanAfter(span, step)
  return { ...row, ...span }
}

const spanAfter = (span: Span, step: EditStep): Span =>
  (span.length > 0 ? mapSpan(span, step) : null) ?? { start: mapPoint(span.start, step), length: 0 }

function mapEdit(change: Edit, over: readonly Edit[], before: boolean): { change: Edit; over: Edit[] } {
  let steps = change.steps
  const moved = over.map((edit) => {
    if (edit.answerId !== change.answerId || edit.asleep) return edit
    const result = square(steps, edit.steps, before)
    steps = result.steps
    return { ...edit, steps: result.over }
  })
  return { change: { ...change, steps: toBeDone(steps) }, over: moved }
}

/** The square of two step lists that start from one text: each list as it reads after the other. Throws RangeError where they do not. */
export function mapSteps(
  steps: readonly EditStep[],
  over: readonly EditStep[],
  before: boolean,
): { steps: EditStep[]; over: EditStep[] } {
  const mapped = square(steps, over, before)
  return { ...mapped, steps: toBeDone(mapped.steps) }
}

const toBeDone = (steps: readonly EditStep[]): EditStep[] => steps.flatMap((step) => withoutAlso(step) ?? [])

function square(
  steps: readonly EditStep[],
  over: readonly EditStep[],
  before: boolean,
): { steps: EditStep[]; over: EditStep[] } {
  let row: EditStep[] = [...steps]
  const column: EditStep[] = []
  for (const foreign of over) {
    let moving: EditStep | null = foreign
    const next: EditStep[] = []
    for (const own of row) {
      if (!moving) {
        next.push(own)
        continue
      }
      const [length, foreignLength] = [stepLength(own), stepLength(moving)]
      if (length !== null && foreignLength !== null && length !== foreignLength)
        throw new RangeError(`steps start from texts of ${length} and ${foreignLength} units`)
      const mappedOwn: EditStep | null = mapStep(own, moving, before)
      moving = mapStep(moving, own, !before)
      if (mappedOwn) next.push(mappedOwn)
    }
    row = next
    if (moving) column.push(moving)
  }
  return { steps: row, over: column }
}
