/** Sources with their texts. */

import type { AnswerPlace, NewMemo, NewRecording, NewSource } from '../../../src/model/commands.ts'
import { folderProperty, longestText, longestTitle } from '../../../src/model/limits.ts'
import { numbered } from '../../../src/model/rules/numbered.ts'
import { firstQuestionId } from '../../../src/model/schema.ts'
import { canonicalText, cleanLine, parseHtml, splitLongParagraphs, toHtml } from '../../../src/model/text/richText.ts'
import { metaText } from '../../../wasm/database/meta.ts'
import type { Handler, Tx } from '../tx.ts'
import { refuseOutside } from './highlights.ts'
import { setSourceProperties } from './properties.ts'
import { insertAnswer } from './questions.ts'
import { insertRecording } from './recordings.ts'

const genericIcon = 'md_generic'

export const createSource: Handler<'createSource'> = (tx, args) =>
  insertSource(tx, { ...args, title: args.title === undefined ? nextTitle(tx) : args.title }, firstQuestion(tx))

/** Its text answers that question; the other answers are empty. */
function insertSource(
  tx: Tx,
  args: NewSource & { title: string; memos?: readonly NewMemo[]; recording?: NewRecording },
  answered: number,
): number {
  const id = tx.newId()
  const title = cleanLine(args.title)
  const { rich } = splitLongParagraphs(parseHtml(args.html ?? ''))
  tx.insert('sources', { id, title, icon: args.icon ?? genericIcon, author: tx.author, timestamp: tx.now })
  insertAnswer(tx, { sourceId: id, questionId: answered }, toHtml(rich))
  insertMemos(tx, { sourceId: id, questionId: answered }, args.memos ?? [], rich.text.length)
  if (args.recording) insertRecording(tx, { sourceId: id, questionId: answered }, args.recording)
  for (const question of tx.db.all<{ id: number }>('SELECT id FROM questions WHERE id <> ? ORDER BY id', [answered]))
    insertAnswer(tx, { sourceId: id, questionId: question.id }, toHtml(parseHtml('')))
  return id
}

/**
 * Memos that come with a new text of `textLength` units. Where the server gives people their names, nobody writes in another's: the memo is one's own, and
 * begins with who has said it.
 */
function insertMemos(tx: Tx, place: AnswerPlace, memos: readonly NewMemo[], textLength: number): void {
  const isNamed = metaText(tx.db, 'author') !== ''
  const rows = memos.map(({ start, length, content, author, timestamp }) => {
    if (start !== 0 || length !== 0) refuseOutside({ start, length }, textLength)
    const isOwn = author === '' || author === tx.author
    return {
      id: tx.newId(),
      ...place,
      start,
      length,
      content: canonicalText(isOwn || !isNamed ? content : `${author}: ${content}`.slice(0, longestText)),
      author: isOwn || isNamed ? tx.author : author,
      timestamp: timestamp || tx.now,
    }
  })
  tx.insertAll('memos', rows)
}

/** 'Source N', N being the first number that no source bears yet. */
export function nextTitle(tx: Tx): string {
  const taken = new Set(
    tx.db.all<{ title: string }>("SELECT title FROM sources WHERE title LIKE 'Source %'").map((row) => row.title),
  )
  let n = (tx.db.one<{ n: number }>('SELECT COUNT(*) AS n FROM sources')?.n ?? 0) + 1
  while (taken.has(`Source ${n}`)) n += 1
  return `Source ${n}`
}

export const firstQuestion = (tx: Tx): number =>
  tx.db.one<{ id: number }>('SELECT id FROM questions ORDER BY id <> ?, questionOrder, id LIMIT 1', [firstQuestionId])
    ?.id ?? firstQuestionId

export const importSources: Handler<'importSources'> = (tx, { sources, questionId }) => {
  const answered = questionId ?? firstQuestion(tx)
  if (questionId !== undefined) tx.need('questions', questionId, { kind: 'questionNotFound' })
  const taken = new Set(tx.db.all<{ title: string }>('SELECT title FROM sources').map(({ title }) => title))
  const ids = sources.map((source) => {
    const title =
      source.title === undefined
        ? nextTitle(tx)
        : freeTitle(ofFolder(cleanLine(source.title), source.folder, taken), taken)
    taken.add(title)
    return insertSource(tx, { ...source, title }, answered)
  })
  keepFolders(
    tx,
    sources.flatMap(({ folder = '' }, at) => (folder === '' ? [] : [{ sourceId: ids[at] ?? 0, folder }])),
  )
  return ids
}

/** Of two files of one name in several folders the second is called by its folder, too. */
function ofFolder(title: string, folder = '', taken: ReadonlySet<string>): string {
  const last = cleanLine(folder.slice(folder.lastIndexOf('/') + 1)).trim()
  const named = `${title} (${last})`
  return last === '' || !taken.has(title) || named.length > longestTitle ? title : named
}

function keepFolders(tx: Tx, sources: readonly { sourceId: number; folder: string }[]): void {
  if (sources.length === 0) return
  const key = tx.db.one<{ id: number }>('SELECT id FROM source_metadata_keys WHERE key = ? COLLATE NOCASE', [
    folderProperty,
  ])
  setSourceProperties(tx, {
    cells: sources.map(({ sourceId, folder }) => ({ sourceId, keyId: key?.id ?? -1, values: [folder] })),
    create: key ? [] : [{ key: folderProperty, multipleChoice: false }],
  })
}

/** Two sources of one name could not be told apart: the second is numbered. */
export function freeTitle(title: string, taken: ReadonlySet<string>): string {
  return title === '' ? title : numbered(title, (name) => taken.has(name))
}

export const updateSource: Handler<'updateSource'> = (tx, { sourceId, title, icon }) => {
  tx.need('sources', sourceId, { kind: 'sourceNotFound' })
  tx.update('sources', sourceId, {
    ...(title !== undefined && { title: cleanLine(title) }),
    ...(icon !== undefined && { icon }),
  })
}

export const removeSources: Handler<'removeSources'> = (tx, { sourceIds }) => {
  for (const id of sourceIds) tx.need('sources', id, { kind: 'sourceNotFound' })
  tx.remove('sources', sourceIds)
}
