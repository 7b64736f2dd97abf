/**
 * Does an edit to the text of one answer: its HTML, its plain text and version, and every highlight and memo on it.
 *
 * Promises: positions stay on their words (model/text/moveRows); the inverse steps carry the stretches taken, and undo
 * byte for byte. Rows moved along are not journaled, stretches given back are. Nothing happens when the answer is gone.
 */
import type { Edit } from '../../src/model/change.ts'
import { refuse } from '../../src/model/problems.ts'
import { type AnyRow, columnsOf, spec } from '../../src/model/schema.ts'
import { sealedLength, withLength } from '../../src/model/sealing/sealedForm.ts'
import {
  applyStep,
  backOf,
  deletedOf,
  type EditStep,
  type Gives,
  mapSpan,
  stepFits,
  type TextStep,
} from '../../src/model/text/edit.ts'
import { firstTouched, giveBack, moveRows, type TextRow } from '../../src/model/text/moveRows.ts'
import { parseHtml, type RichText, toHtml } from '../../src/model/text/richText.ts'
import type { Db } from './db.ts'
import type { Direction } from './direction.ts'
import type { Holding } from './held.ts'
import type { Journal } from './journal.ts'
import { atAnswers } from './texts.ts'

const onText = ['highlights', 'memos'] as const

export function editAnswer(db: Db, journal: Journal, edit: Edit, direction: Direction): void {
  const stored = atAnswers(db, [edit.answerId]).one<{ answer: string; sourceId: number; questionId: number }>(
    'SELECT answer, sourceId, questionId FROM question_answers WHERE id = ?',
    [edit.answerId],
  )
  // What took no effect has an empty inverse, but was counted as a version: a rewind counts it back.
  if (!stored || (edit.steps.length === 0 && direction === 'forward')) return
  // What lies on it is found by its place.
  if (stored.sourceId !== edit.sourceId || stored.questionId !== edit.questionId)
    refuse({ kind: 'badEdit', detail: 'the answer lies elsewhere' })
  let rich = journal.isBlind ? blankOf(stored.answer) : readRich(stored.answer)
  let done: { steps: EditStep[]; inverse: EditStep[] } = { steps: [], inverse: [] }
  let edits = 0
  const note = () => {
    if (done.steps.length === 0) return
    journal.noteEdit({ ...edit, ...done })
    edits += 1
    done = { steps: [], inverse: [] }
  }
  for (const step of edit.steps) {
    if (!stepFits(rich.text.length, step))
      refuse({ kind: 'badEdit', detail: `a step does not fit a text of ${rich.text.length} units` })
    const applied = journal.isBlind ? applyBlindly(rich, step) : applyFitting(rich, step)
    if (direction === 'forward') noteHeld(db, journal, edit, step)
    const taken = moveAllAlong(db, journal, edit, step, rich.text.length)
    done.steps.push(withoutUndo(withoutGives(step)))
    done.inverse.unshift(...(taken.length > 0 ? withGives(applied.inverse, taken) : applied.inverse))
    rich = applied.rich
    const gives = step.type === 'text' ? givenBy(journal, edit, step, direction) : []
    // What is given back is noted as rows, in its place between the steps: others get it as such, and not a second time.
    if (gives.length === 0) continue
    note()
    journal.asGiven(() => {
      for (const give of gives) giveBackRow(db, edit, { ...rowTaken(taken, give), ...give })
    })
  }
  note()
  const versions = direction === 'forward' ? edits : -1
  journal.unseen(() =>
    journal.isBlind
      ? writeBlind(db, edit, answerAfter(edit, stored.answer, rich.text.length, direction), versions)
      : writeText(db, edit.answerId, rich, versions),
  )
}

/** A text of which only the length is known. */
const blankOf = (sealed: string): RichText => ({
  text: ' '.repeat(sealedLength(sealed) ?? 0),
  marks: [],
  kinds: [],
  images: [],
})

/** Every step of which the words are sealed is one on plain text; what takes it back is sealed beside it. */
function applyBlindly(rich: RichText, step: EditStep): ReturnType<typeof applyStep> {
  if (step.type !== 'text' || !step.sealed) return refuse({ kind: 'badEdit', detail: 'a step is not sealed' })
  const applied = applyFitting(rich, step)
  const { at, undo } = step.sealed
  const back = undo === undefined ? {} : { sealed: { at, body: undo, of: step.changes } }
  return { ...applied, inverse: applied.inverse.map((inverse) => ({ ...inverse, ...back })) }
}

const withoutUndo = (step: EditStep): EditStep => {
  if (step.type !== 'text' || !step.sealed) return step
  const { undo: _, ...sealed } = step.sealed
  return { ...step, sealed }
}

/** Who goes back does not know the answer of then, only how long it was: what stands there does not open, and the steps that lead to it do (`openUndo`). */
function answerAfter({ answer }: Edit, before: string, length: number, direction: Direction): string {
  if (direction === 'rewind') return withLength(before, length)
  return answer !== undefined && sealedLength(answer) === length
    ? answer
    : refuse({ kind: 'badEdit', detail: `the answer after the step is not one of ${length} units` })
}

function writeBlind(db: Db, { answerId }: Edit, answer: string, versions: number): void {
  db.run('UPDATE question_answers SET answer = ? WHERE id = ?', [answer, answerId])
  db.run('UPDATE answer_texts SET version = version + ? WHERE answerId = ?', [versions, answerId])
}

/** What a length cannot tell: an edge within a surrogate pair, no line where a kind is set, no image where one is. */
function applyFitting(rich: RichText, step: EditStep): ReturnType<typeof applyStep> {
  try {
    return applyStep(rich, step)
  } catch (error) {
    if (error instanceof RangeError) return refuse({ kind: 'badEdit', detail: error.message })
    throw error
  }
}

function moveAllAlong(db: Db, journal: Journal, edit: Edit, step: EditStep, textLength: number): Gives[] {
  const taken: Gives[] = []
  journal.unseen(() => {
    for (const table of onText) for (const gives of moveAlong(db, table, edit, step, textLength)) taken.push(gives)
  })
  return taken
}

/** Of one step; what a step takes from more is not noted. */
const mostHoldings = 5000

/** Before a step deletes words that have names: what holds them. */
function noteHeld(db: Db, journal: Journal, { answerId, sourceId, questionId }: Edit, step: EditStep): void {
  if (step.type !== 'text' || !step.gone) return
  const words = backOf(step)
  const [first, last] = [words[0], words.at(-1)]
  if (!first || !last) return
  const holdings: Holding[] = []
  for (const table of onText) {
    const rows = db.all<TextRow & AnyRow>(
      `SELECT * FROM ${table} WHERE sourceId = ? AND questionId = ? AND start < ? AND start + length >= ?`,
      [sourceId, questionId, last.at + last.length, first.at],
    )
    for (const row of rows) {
      const isLast = table === 'highlights' && mapSpan(row, step) === null
      for (const { name, from, length } of deletedOf(step, row)) {
        holdings.push({ answerId, name, from, to: from + length, table, id: row.id, ...(isLast && { row }) })
        if (holdings.length > mostHoldings) return
      }
    }
  }
  journal.held.note(words, holdings)
}

/** What is remembered of the words that come back counts for more than what the step says of them. */
function givenBy({ held }: Journal, { answerId }: Edit, { back, gives = [] }: TextStep, direction: Direction): Gives[] {
  if (!back || direction !== 'forward') return gives
  const remembered = held.givenWith(answerId, back)
  return held.remembers(back) ? remembered : [...gives, ...remembered]
}

/** Moves the rows of one table; returns what the step took from them. */
function moveAlong(db: Db, table: 'highlights' | 'memos', edit: Edit, step: EditStep, textLength: number): Gives[] {
  const first = firstTouched(step, textLength)
  if (first > textLength) return []
  const rows = db.all<TextRow>(
    `SELECT id, start, length FROM ${table} WHERE sourceId = ? AND questionId = ? AND start + length >= ?`,
    [edit.sourceId, edit.questionId, first],
  )
  const { moved, gone, taken } = moveRows(rows, step, table === 'memos')
  const whole = new Map(gone.map((id) => [id, db.one<AnyRow>(`SELECT * FROM ${table} WHERE id = ?`, [id])]))
  for (const row of moved)
    db.run(`UPDATE OR FAIL ${table} SET start = ?, length = ? WHERE id = ?`, [row.start, row.length, row.id])
  for (const id of gone) db.run(`DELETE FROM ${table} WHERE id = ?`, [id])
  return taken.map(({ id, from, to }) => ({ table, id, from, to, ...(whole.has(id) && { row: whole.get(id) }) }))
}

/** Of a row that goes with words in whose place others come back with this same step. */
function rowTaken(taken: readonly Gives[], { table, id }: Gives): Pick<Gives, 'row'> {
  const found = taken.find((it) => it.table === table && it.id === id)
  return found?.row === undefined ? {} : { row: found.row }
}

/** A row that is there grows to the stretch; one that went with the text comes back, unless what it belongs to is gone. */
function giveBackRow(db: Db, edit: Edit, give: Gives): void {
  const row = db.one<TextRow & AnyRow>(`SELECT * FROM ${give.table} WHERE id = ?`, [give.id])
  if (row) {
    if (row.sourceId !== edit.sourceId || row.questionId !== edit.questionId) return
    const grown = giveBack(row, give)
    if (grown.start === row.start && grown.length === row.length) return
    db.run(`UPDATE ${give.table} SET start = ?, length = ? WHERE id = ?`, [grown.start, grown.length, give.id])
    return
  }
  if (!give.row || give.to <= give.from) return
  const whole = { ...(give.row as AnyRow), start: give.from, length: give.to - give.from } as AnyRow
  if (!parentsExist(db, give.table, whole)) return
  const columns = columnsOf(give.table)
  db.run(
    `INSERT INTO ${give.table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    columns.map((column) => whole[column] as number | string),
  )
}

function parentsExist(db: Db, table: 'highlights' | 'memos', row: AnyRow): boolean {
  return Object.entries(spec(table).parents ?? {}).every(([column, parent]) =>
    db.one(`SELECT 1 FROM "${parent}" WHERE id = ?`, [row[column] as number]),
  )
}

/** Puts the stretches on the step that brings their words back. */
const withGives = (inverse: EditStep[], taken: Gives[]): EditStep[] => {
  const at = inverse.findIndex((step) => step.type === 'text')
  return inverse.map((step, i) => (i === at && step.type === 'text' ? { ...step, gives: taken } : step))
}

const withoutGives = (step: EditStep): EditStep => {
  if (step.type !== 'text' || !step.gives) return step
  const { gives: _, ...bare } = step
  // So that the rows which follow are known to be given back.
  return { ...bare, back: bare.back ?? [] }
}

function writeText(db: Db, answerId: number, rich: RichText, versions: number): void {
  const html = toHtml(rich)
  const here = atAnswers(db, [answerId])
  here.run('UPDATE question_answers SET answer = ? WHERE id = ?', [html, answerId])
  here.run('UPDATE answer_texts SET text = ?, version = version + ? WHERE answerId = ?', [
    rich.text,
    versions,
    answerId,
  ])
  remember(html, rich)
}

/** The texts edited last, parsed: while someone types, the same long text is not read anew at every commit. */
const recent: { html: string; rich: RichText }[] = []

export function readRich(html: string): RichText {
  const known = recent.find((entry) => entry.html === html)
  if (known) return known.rich
  const rich = parseHtml(html)
  remember(html, rich)
  return rich
}

function remember(html: string, rich: RichText): void {
  recent.unshift({ html, rich })
  recent.length = Math.min(recent.length, 4)
}
