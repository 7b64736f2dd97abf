/** Says in words what steps were that are not in the room, set aside or waiting, while the texts that they lay on are at hand. */
import type { Effect } from '../../../src/model/change.ts'
import { type AnyRow, keyOf, none } from '../../../src/model/schema.ts'
import type { SetAsideChange } from '../../../src/model/setAside.ts'
import type { Said, StepInWords } from '../../../src/model/stepsInWords.ts'
import { applyStep } from '../../../src/model/text/edit.ts'
import { parseHtml, type RichText } from '../../../src/model/text/richText.ts'
import { wordsOfEdit } from '../../../src/model/text/wordsOfEdit.ts'
import type { Db } from '../../../wasm/database/db.ts'
import { atPlace, atRow } from '../../../wasm/database/texts.ts'
import { pendingSteps } from '../pending/pending.ts'

/** What of a row is words of its author's, by table. */
const writtenIn: Partial<Record<string, readonly string[]>> = {
  sources: ['title'],
  questions: ['question'],
  quirks: ['title', 'description'],
  memos: ['content'],
  groups: ['description'],
  source_metadata_keys: ['key'],
  source_metadata_values: ['value'],
  chat_messages: ['message'],
}

type Done = SetAsideChange | (Effect & { words?: string })
type Edit = Extract<Done, { op: 'edit' }>
type Row = Exclude<Done, { op: 'edit' }>

/** `aside`: steps that are set aside, whose work is not in this copy any more, in their order; that of those that wait is, and is read off it. */
export function stepsInWords(db: Db, aside: readonly SetAsideChange[][], waiting: boolean): StepInWords[] {
  const pending = waiting ? pendingSteps(db) : []
  const titles = titlesIn(db, [...aside.flat(), ...pending.flatMap(({ intent }) => intent)])
  const gone: Reading = { isHere: false, titles, texts: new Map() }
  const here: Reading = { isHere: true, titles, texts: new Map() }
  return [
    ...typedOn(aside).map((changes) => ({ changes, said: inOne(changes).map((change) => say(db, change, gone)) })),
    ...pending.map(({ intent, effect }) => ({
      changes: intent,
      said: inOne<Done>(effect).map((done) => say(db, done, here)),
    })),
  ]
}

/** Steps that follow each other and did nothing but edit one text are one: typing goes out once a second. */
function typedOn(steps: readonly SetAsideChange[][]): SetAsideChange[][] {
  const joined: SetAsideChange[][] = []
  for (const changes of steps) {
    const last = joined.at(-1)
    const answerId = editedAlone(changes)
    if (last && answerId !== null && editedAlone(last) === answerId) last.push(...changes)
    else joined.push([...changes])
  }
  return joined
}

/** The answer whose text is all that they edit; null: they do something else. */
function editedAlone(changes: readonly SetAsideChange[]): number | null {
  const [first] = changes
  if (first?.op !== 'edit') return null
  return changes.every((change) => change.op === 'edit' && change.answerId === first.answerId) ? first.answerId : null
}

/** Edits of one text that follow each other say what they brought together. */
function inOne<C extends Done>(changes: readonly C[]): C[] {
  const joined: C[] = []
  for (const change of changes) {
    const last = joined.at(-1)
    if (change.op !== 'edit' || last?.op !== 'edit' || last.answerId !== change.answerId) joined.push(change)
    else
      joined.splice(-1, 1, {
        ...last,
        steps: [...last.steps, ...change.steps],
        ...('inverse' in last && 'inverse' in change && { inverse: [...change.inverse, ...last.inverse] }),
      })
  }
  return joined
}

interface Reading {
  /** The step has been done on this copy. */
  isHere: boolean
  titles: (table: 'quirks' | 'sources', id: unknown) => string
  /** As the steps before left them, by place. */
  texts: Map<string, RichText | null>
}

function say(db: Db, change: Done, reading: Reading): Said {
  const { titles } = reading
  if (change.op === 'edit') {
    const { written, removed } = wordsOf(db, change, reading)
    const source = titles('sources', change.sourceId) || titleGone(change, 'source')
    return { op: 'edit', table: 'question_answers', source, written, removed }
  }
  const { op, table, id } = change
  const row = rowOf(db, change)
  const set = op === 'update' ? change.set : row
  return {
    op,
    table,
    quirk:
      op === 'insert' && table === 'quirks'
        ? ''
        : titles('quirks', table === 'quirks' ? id : row.quirkId) || titleGone(change, 'quirk'),
    source:
      op === 'insert' && table === 'sources'
        ? ''
        : titles('sources', table === 'sources' ? id : row.sourceId) || titleGone(change, 'source'),
    passage: table === 'highlights' || table === 'memos' ? passageAt(db, change, row, reading) : '',
    written: [
      ...(writtenIn[table] ?? []).map((column) => String(set[column] ?? '')),
      ...(table === 'question_answers' && typeof set.answer === 'string' ? [parseHtml(set.answer).text] : []),
    ].filter((words) => words.trim() !== ''),
  }
}

/** As it was called when the change was set aside. */
const titleGone = (change: Done, of: 'source' | 'quirk'): string =>
  (of in change ? (change as SetAsideChange)[of] : '') ?? ''

/** The row as it is here; where it is not, what the change says of it. */
function rowOf(db: Db, change: Row): AnyRow {
  const { table, id } = change
  const own: AnyRow =
    change.op === 'insert' ? change.row : change.op === 'update' ? { ...change.place, ...change.set } : {}
  const gone: AnyRow = 'row' in change ? change.row : {}
  const here = atRow(db, table, id).one<AnyRow>(`SELECT * FROM "${table}" WHERE "${keyOf(table)}" = ?`, [id])
  return { ...gone, ...here, ...own }
}

function wordsOf(db: Db, edit: Edit, { isHere, texts }: Reading) {
  const written = wordsOfEdit(edit.steps)
  if (isHere) return { written, removed: 'inverse' in edit ? wordsOfEdit(edit.inverse).toReversed() : [] }
  const before = textAt(db, edit, texts)
  const removed: string[] = []
  try {
    let rich = before
    for (const step of rich ? edit.steps : []) {
      const applied = applyStep(rich as RichText, step)
      removed.push(...wordsOfEdit(applied.inverse))
      rich = applied.rich
    }
    texts.set(placeOf(edit), rich)
  } catch (error) {
    // Others have changed the text since: what lay on it is not to be found any more.
    if (!(error instanceof RangeError)) throw error
    texts.set(placeOf(edit), null)
  }
  return { written, removed }
}

function passageAt(db: Db, change: Row, row: AnyRow, { isHere, texts }: Reading): string {
  if (change.op === 'insert' && change.words !== undefined) return change.words.trim()
  const { table, id } = change
  const here = isHere && db.one<AnyRow>(`SELECT start, length FROM "${table}" WHERE id = ?`, [id])
  const { start, length } = here || row
  const text = textAt(db, row, texts)?.text ?? ''
  return text.slice(Number(start), Number(start) + Number(length)).trim()
}

const placeOf = ({ sourceId, questionId }: { sourceId?: unknown; questionId?: unknown }): string =>
  `${sourceId} ${questionId}`

function textAt(
  db: Db,
  place: { sourceId?: unknown; questionId?: unknown },
  texts: Map<string, RichText | null>,
): RichText | null {
  const key = placeOf(place)
  const known = texts.get(key)
  if (known !== undefined) return known
  const [sourceId, questionId] = [Number(place.sourceId ?? none), Number(place.questionId ?? none)]
  const found = atPlace(db, sourceId, questionId).one<{ answer: string }>(
    'SELECT answer FROM question_answers WHERE sourceId = ? AND questionId = ?',
    [sourceId, questionId],
  )
  const rich = found ? parseHtml(found.answer) : null
  texts.set(key, rich)
  return rich
}

/** Of rows that are here, and of those that the steps themselves were to make. */
function titlesIn(db: Db, changes: readonly SetAsideChange[]): Reading['titles'] {
  const made = new Map<string, string>()
  for (const change of changes)
    if (change.op === 'insert' && (change.table === 'quirks' || change.table === 'sources'))
      made.set(`${change.table} ${change.id}`, String(change.row.title))
  return (table, id) =>
    typeof id !== 'number'
      ? ''
      : (db.one<{ title: string }>(`SELECT title FROM ${table} WHERE id = ?`, [id])?.title ??
        made.get(`${table} ${id}`) ??
        '')
}
