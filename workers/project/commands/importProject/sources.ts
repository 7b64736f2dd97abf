/**
 * Sources with their texts and what lies on them. One whose title and texts are there already is that source: it gets the highlights and
 * memos that it has not. One whose texts answer what the source of that title has not answered yet (a row of a table whose properties came
 * before) is that source, and its answers become these texts. One without any text of its own is the source of that title, whatever its texts.
 */
import type { ProjectRows } from '../../../../src/model/projectRows.ts'
import type { Answer, Highlight, Memo, Source } from '../../../../src/model/schema.ts'
import { diffStep } from '../../../../src/model/text/diffStep.ts'
import { parseHtml } from '../../../../src/model/text/parseHtml.ts'
import { cleanLine } from '../../../../src/model/text/richText.ts'
import { atPlace } from '../../../../wasm/database/texts.ts'
import type { Tx } from '../../tx.ts'
import { freeTitle, nextTitle } from '../sources.ts'
import type { Ids } from './importProject.ts'
import { knownTitle } from './knownTitle.ts'

export interface AddedSources {
  ids: Ids
  added: number[]
  joined: readonly number[]
  absent: number
  highlights: number
  memos: number
}

export function addSources(
  tx: Tx,
  rows: ProjectRows,
  questions: Ids,
  quirks: Ids,
  knownOnly: boolean | undefined,
): AddedSources {
  const answers = Map.groupBy(rows.question_answers ?? [], ({ sourceId }) => sourceId)
  const titled = sourcesByTitle(tx)
  const titles = new Set(tx.db.all<{ title: string }>('SELECT title FROM sources').map(({ title }) => title))
  const joined = new Set<number>()
  const ids = new Map<number, number>()
  const asked = tx.db.all<{ id: number }>('SELECT id FROM questions ORDER BY id').map(({ id }) => id)
  const fresh: { sources: Source[]; answers: Answer[] } = { sources: [], answers: [] }
  const insertFresh = () => {
    tx.insertAll('sources', fresh.sources.splice(0))
    tx.insertAll('question_answers', fresh.answers.splice(0))
  }
  const added: number[] = []
  let absent = 0
  for (const source of rows.sources ?? []) {
    const texts = (answers.get(source.id) ?? []).flatMap((answer) => {
      const questionId = questions.get(answer.questionId)
      return questionId === undefined ? [] : [{ ...answer, questionId }]
    })
    const same =
      sameSource(tx, titled, joined, source, texts, isThere) ?? sameSource(tx, titled, joined, source, texts, isOpen)
    if (same !== undefined) {
      joined.add(same)
      ids.set(source.id, same)
      writeAnswers(tx, same, texts)
      continue
    }
    if (knownOnly && texts.length === 0) {
      absent += 1
      continue
    }
    if (source.title === '') insertFresh()
    const title = source.title === '' ? nextTitle(tx) : freeTitle(cleanLine(source.title), titles)
    titles.add(title)
    const id = tx.newId()
    fresh.sources.push({ ...source, id, title })
    for (const answer of textsOf(tx, id, texts, asked)) fresh.answers.push(answer)
    ids.set(source.id, id)
    added.push(id)
  }
  insertFresh()
  const highlights = addHighlights(tx, rows.highlights ?? [], { sources: ids, questions, quirks, joined })
  const memos = addMemos(tx, rows.memos ?? [], { sources: ids, questions, joined })
  return { ids, added, joined: [...joined], absent, highlights, memos }
}

/** Whether each source of the file is there already, with its texts as answers of this question. */
export function areThere(tx: Tx, rows: ProjectRows, questionId: number): boolean {
  const answers = Map.groupBy(rows.question_answers ?? [], ({ sourceId }) => sourceId)
  const titled = sourcesByTitle(tx)
  const joined = new Set<number>()
  return (rows.sources ?? []).every((source) => {
    const texts = (answers.get(source.id) ?? []).map((answer) => ({ ...answer, questionId }))
    const same = sameSource(tx, titled, joined, source, texts, isThere)
    if (same !== undefined) joined.add(same)
    return same !== undefined
  })
}

function sourcesByTitle(tx: Tx): Map<string, Source[]> {
  return Map.groupBy(tx.db.all<Source>('SELECT * FROM sources ORDER BY id'), ({ title }) => knownTitle(title))
}

function sameSource(
  tx: Tx,
  titled: ReadonlyMap<string, Source[]>,
  joined: ReadonlySet<number>,
  source: Source,
  texts: readonly Answer[],
  takes: (there: string, text: string) => boolean,
): number | undefined {
  const alike = (titled.get(knownTitle(source.title)) ?? []).filter(({ id }) => !joined.has(id))
  if (texts.length === 0) return alike[0]?.id
  const isSame = ({ id, title }: Source) =>
    title === cleanLine(source.title) &&
    texts.every(({ questionId, answer }) => {
      const there = answerAt(tx, id, questionId)
      return there !== undefined && takes(there.answer, answer)
    })
  return alike.find(isSame)?.id
}

const answerAt = (tx: Tx, sourceId: number, questionId: number) =>
  atPlace(tx.db, sourceId, questionId).one<{ id: number; answer: string }>(
    'SELECT id, answer FROM question_answers WHERE sourceId = ? AND questionId = ?',
    [sourceId, questionId],
  )

/** Words are compared, not their marks: a file of another program has none, and highlights and memos have their places in the words. */
export const isThere = (there: string, text: string): boolean =>
  there === text || parseHtml(there).text === parseHtml(text).text

/** Nothing is answered yet, or this. */
const isOpen = (there: string, text: string): boolean => there === '' || isThere(there, text)

/** Writes the texts where the source has no answer yet. */
function writeAnswers(tx: Tx, sourceId: number, texts: readonly Answer[]): void {
  for (const { questionId, answer } of texts) {
    const there = answerAt(tx, sourceId, questionId)
    if (there?.answer !== '' || answer === '') continue
    tx.edit({ id: there.id, sourceId, questionId }, diffStep(parseHtml(''), parseHtml(answer)))
  }
}

/** Every source answers every question, if only with nothing. */
function textsOf(tx: Tx, sourceId: number, texts: readonly Answer[], asked: readonly number[]): Answer[] {
  const answered = new Set(texts.map(({ questionId }) => questionId))
  const by = { author: tx.author, timestamp: tx.now }
  return [
    ...texts.map((text) => ({ ...text, id: tx.newId(), sourceId })),
    ...asked
      .filter((questionId) => !answered.has(questionId))
      .map((questionId) => ({ id: tx.newId(), sourceId, questionId, answer: '', ...by })),
  ]
}

interface On {
  sources: Ids
  questions: Ids
  joined: ReadonlySet<number>
}

/** Where rows of the file lie in the project; null where one lies nowhere, or outside the words. */
function placer(tx: Tx, { sources, questions }: On) {
  const lengths = new Map<string, number>()
  const lengthAt = (sourceId: number, questionId: number): number => {
    const place = `${sourceId} ${questionId}`
    const known = lengths.get(place)
    if (known !== undefined) return known
    const found = atPlace(tx.db, sourceId, questionId).one<{ text: string | null }>(
      'SELECT text FROM answer_texts WHERE answerId = (SELECT id FROM question_answers WHERE sourceId = ? AND questionId = ?)',
      [sourceId, questionId],
    )
    const length = found?.text?.length ?? -1
    lengths.set(place, length)
    return length
  }
  return (row: Highlight | Memo): { sourceId: number; questionId: number } | null => {
    const sourceId = sources.get(row.sourceId)
    const questionId = questions.get(row.questionId)
    if (sourceId === undefined || questionId === undefined || row.start < 0 || row.length < 0) return null
    return row.start + row.length <= lengthAt(sourceId, questionId) ? { sourceId, questionId } : null
  }
}

function addHighlights(tx: Tx, rows: readonly Highlight[], on: On & { quirks: Ids }): number {
  const name = (row: Omit<Highlight, 'id' | 'timestamp'>) =>
    [row.sourceId, row.questionId, row.quirkId, row.start, row.length, row.author].join(' ')
  const there = new Set(onJoined<Highlight>(tx, 'highlights', on.joined).map(name))
  const placed = placer(tx, on)
  const fresh: Highlight[] = []
  for (const row of rows) {
    const place = placed(row)
    const quirkId = on.quirks.get(row.quirkId)
    if (!place || quirkId === undefined) continue
    const highlight = { ...row, ...place, quirkId }
    if (on.joined.has(place.sourceId) && there.has(name(highlight))) continue
    fresh.push({ ...highlight, id: tx.newId() })
  }
  tx.insertAll('highlights', fresh)
  return fresh.filter(({ length }) => length > 0).length
}

function addMemos(tx: Tx, rows: readonly Memo[], on: On): number {
  const name = (row: Omit<Memo, 'id' | 'timestamp' | 'author'>) =>
    [row.sourceId, row.questionId, row.start, row.length, row.content].join(' ')
  const there = new Set(onJoined<Memo>(tx, 'memos', on.joined).map(name))
  const placed = placer(tx, on)
  let count = 0
  for (const row of rows) {
    const place = placed(row)
    if (!place) continue
    const fresh = { ...row, ...place }
    if (on.joined.has(place.sourceId) && there.has(name(fresh))) continue
    tx.insert('memos', { ...fresh, id: tx.newId() })
    count += 1
  }
  return count
}

const onJoined = <T>(tx: Tx, table: 'highlights' | 'memos', joined: ReadonlySet<number>): T[] =>
  joined.size === 0
    ? []
    : tx.db.all<T>(`SELECT * FROM ${table} WHERE sourceId IN (SELECT value FROM json_each(?))`, [
        JSON.stringify([...joined]),
      ])
