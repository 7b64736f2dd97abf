/**
 * The texts of a protected copy, which are opened when somebody reads them: to decrypt 100 MB and to make plain text of it takes many seconds, and
 * whoever opens a project waits for the one text that is shown.
 *
 * Promises: no statement reads, changes or removes a text that is not opened. Whoever knows of which answers that is says so (`texts.ts`), and these
 * alone are opened; before any other statement that may touch a text, all are. Whether a text is empty is known of each.
 */

import type { AnyRow } from '../../src/model/schema.ts'
import type { KeyParts } from '../../src/model/sealing/keys.ts'
import { openedAhead } from '../../src/model/sealing/openedAhead.ts'
import { openAnswer, placeOf } from '../../src/model/sealing/sealedRows.ts'
import type { Db, Value } from './db.ts'
import { readRich } from './editAnswer.ts'
import { readLater } from './sealedTables.ts'

export interface SealedTexts {
  open(answerIds: Iterable<number>): void
  /** Returns whether there are more. */
  openSome(most: number): boolean
  /** Has the next of them decrypted meanwhile, so that `openSome` takes a fraction of its time. */
  openAhead(): Promise<void>
  /** What `sql` may touch is opened. */
  before(sql: string): void
}

export class DoesNotOpen extends Error {}

/** Of the temporary tables: the rows that differ from what stands in the file, and the answers that are not opened. */
export const changed = 'sealing_changed'
const unopened = 'sealing_unopened'

/** `found`: a text does not open, and signs stand for it (`unread.ts`). Without `parts.unread` all that opens a text throws DoesNotOpen then. */
export function openSealedTexts(db: Db, parts: KeyParts, found: () => void): SealedTexts {
  db.exec(`CREATE TEMP TABLE ${unopened} (id INTEGER PRIMARY KEY);
INSERT INTO temp.${unopened} SELECT id FROM main.question_answers`)
  const touching = new Map<string, boolean>()
  const ahead = openedAhead(parts)
  const reading = { ...parts, known: ahead }

  const openOne = (id: number): void => {
    if (db.run(`DELETE FROM temp.${unopened} WHERE id = ?`, [id]) === 0) return
    const row = db.one<AnyRow>(`SELECT id, ${readLater.join(', ')} FROM main.question_answers WHERE id = ?`, [id]) ?? {}
    const { value, text } = openedText(reading, row, found)
    const values = readLater.map((column) => (column === 'answer' ? value : row[column]) as Value)
    unnoticed(db, () => {
      const set = readLater.map((column) => `${column} = ?`).join(', ')
      db.run(`UPDATE temp.question_answers SET ${set} WHERE id = ?`, [...values, id])
      db.run('UPDATE temp.answer_texts SET text = ? WHERE answerId = ?', [text, id])
    })
  }
  const openAll = (ids: readonly { id: number }[]) => {
    if (ids.length === 0) return
    db.transaction(() => {
      for (const { id } of ids) openOne(id)
    })
  }
  const open = (answerIds: Iterable<number>) =>
    openAll(
      db.all(`SELECT u.id FROM json_each(?) asked JOIN temp.${unopened} u ON u.id = asked.value`, [
        JSON.stringify([...answerIds]),
      ]),
    )
  const openSome = (most: number) => {
    const next = db.all<{ id: number }>(`SELECT id FROM temp.${unopened} LIMIT ?`, [most])
    openAll(next)
    return next.length === most
  }
  const placeOfText = (id: number) => placeOf('question_answers', 'answer', { id })
  const openAhead = async () => {
    const next = db.all<{ id: number; size: number }>(
      `SELECT id, octet_length(answer) AS size FROM temp.${unopened} JOIN main.question_answers USING (id) LIMIT ?`,
      [atOnce],
    )
    const [first] = next
    // Those that were decrypted the last time come first.
    if (!first || ahead.has(placeOfText(first.id))) return
    let size = 0
    const ids = next.filter((row, at) => {
      size += row.size
      return at === 0 || size <= mostAhead
    })
    const rows = db.all<{ id: number; answer: string }>(
      'SELECT a.id, a.answer FROM json_each(?) asked JOIN main.question_answers a ON a.id = asked.value',
      [JSON.stringify(ids.map(({ id }) => id))],
    )
    await ahead.open(rows.map(({ id, answer }) => ({ place: placeOfText(id), sealed: answer })))
  }
  const mayTouch = (sql: string) => {
    const known = touching.get(sql)
    if (known !== undefined) return known
    const may = mayTouchText(sql)
    touching.set(sql, may)
    return may
  }
  return {
    open,
    openSome,
    openAhead,
    before: (sql) => {
      if (!mayTouch(sql)) return
      for (let isMore = true; isMore; ) isMore = openSome(atOnce)
    },
  }
}

/** So many that they need little memory beside the texts. */
const atOnce = 100
/** In bytes, as they are sealed: decrypted ones lie in memory until they are opened. */
const mostAhead = 1_000_000

/** An edit may have put into a text what could not be read (`noteUnread`): that it opens as a whole says nothing of that. */
function openedText(parts: KeyParts, row: AnyRow, found: () => void): { value: string; text: string } {
  const { unread } = parts
  const place = placeOf('question_answers', 'answer', row)
  const wasNoted = unread?.get(place) === ''
  // Who asked for it may parse it right away.
  const opened = openAnswer(parts, row, readRich)
  if (!opened) throw new DoesNotOpen()
  if (wasNoted && !unread?.has(place)) unread?.set(place, '')
  else if (!wasNoted && unread?.has(place)) found()
  return opened
}

/** Runs `body`, by which nothing changes: neither are its rows to be sealed anew, nor has anybody done them. */
function unnoticed(db: Db, body: () => void): void {
  const journal = db.one("SELECT 1 FROM temp.sqlite_schema WHERE name = 'journal'") ? 'journal' : null
  const last = (table: string) => db.one<{ n: number | null }>(`SELECT MAX(rowid) AS n FROM temp.${table}`)?.n ?? 0
  const [wasChanged, wasSeen] = [last(changed), journal && last(journal)]
  body()
  db.run(`DELETE FROM temp.${changed} WHERE rowid > ?`, [wasChanged])
  if (wasSeen !== null) db.run('DELETE FROM temp.journal WHERE rowid > ?', [wasSeen])
}

const textTables = /\b(?:question_answers|answer_texts)\b/
const definition = /^\s*(?:CREATE|DROP|ALTER|PRAGMA)\b/i
const removal = /\b(?:DELETE\s+FROM|REPLACE(?:\s+INTO)?)\s+"?(?:temp\.|main\.)?"?(?:question_answers|answer_texts)\b/i
/** It looks at no text that is there. */
const insertion = /^\s*INSERT\b(?![\s\S]*\b(?:SELECT|REPLACE)\b)/i
const words = new RegExp(String.raw`\b(?:text|${readLater.join('|')})\b|\*`)
/** What names a column like these and reads no text. */
const harmless =
  /\boctet_length\((?:\w+\.)?text\) > 0|\b(?:\w+\.)?text IS (?:NOT )?NULL|\bcount\(\*\)|\b(?:highlights|memos|sources|questions|quirks)\.(?:\*|\w+)/gi

/** True where in doubt. */
export function mayTouchText(sql: string): boolean {
  if (!textTables.test(sql) || definition.test(sql)) return false
  if (removal.test(sql)) return true
  return !insertion.test(sql) && words.test(sql.replace(harmless, ''))
}
